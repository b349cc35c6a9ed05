"""What is known of the functions that a composition runs.

A creation names a verification function, and the composition's function runs it: where it begins, what it admits, how
it continues are declared, so that a proof is for every such function. Some properties of the composition need the
same of the functions that it runs. Here they get it, by what a run of one looks like: a function that is invariant
under swapping says of swapped pairs what it says of the pairs as they are; one that is diagonal admits each side,
paired with itself, of what it admits; one that is first-pair consistent remembers whether its first pair was identical.
All this is known of a function in states of its own. What another function says in these is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.messages import Function, Payload
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import NOTHING, Bool, Declared, Definition, Record, function, relation
from concomp.model.language.readings.one_world import SIDES, prefix_closure
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.verify.properties.behaviours import Behaviour, apply, rename, rewrite, with_behaviour
from concomp.obligations.verify.properties.properties import Question, compare, refused_together
from concomp.obligations.verify.properties.replay import REFUSED_TOGETHER

SWAP_INVARIANT = "the functions of the created mechanisms are themselves invariant under swapping"
DIAGONAL = "the functions of the created mechanisms are themselves diagonal"
PUBLIC = "the functions of the created mechanisms are themselves diagonal and public"
FIRST_PAIR_CONSISTENT = "a function that is said to be first-pair consistent is so"
admits_otherwise = relation(Function, Progress, Payload, Payload, name="admits_otherwise")
continues_otherwise = function(Function, Progress, Payload, Payload, result=Progress, name="continues_otherwise")
"""What a function says of a pair, and its state after it, where nothing is known of that."""
Condition = Callable[[Term, Term], Term]


def swap_invariant_if_functions_are(definition: Definition) -> Question:
    """The question whether a function is invariant under swapping, given that the functions that it runs are."""
    question = compare("equivalent", definition, swap(definition))
    return replace(question, property="swap invariant", shown_by="equivalent", given=(SWAP_INVARIANT,))


def diagonal_if_functions_are(definition: Definition) -> tuple[Question, Question]:
    """The questions whether each side of what f̄ accepts is accepted, paired with itself, given that the functions that
    f runs have this property; both must hold."""
    closed = prefix_closure(definition)
    questions = [compare("included", closed, double(closed, side, _any_pair)) for side in SIDES]
    left, right = (
        replace(question, property="diagonal", shown_by="included", given=(DIAGONAL,)) for question in questions
    )
    return left, right


def public_if_functions_are(definition: Definition) -> tuple[Question, Question]:
    """The questions whether each diagonal run of f̄ refuses an identical pair that f̄ refuses, given that the functions
    that f runs are diagonal, so that they admit what they admit in f̄, and public, so that they refuse what they refuse
    there; both must hold."""
    closed = prefix_closure(definition)
    left, right = (
        Question("public", (closed, other), refused_together(closed, other), REFUSED_TOGETHER, given=(PUBLIC,))
        for other in (double(closed, side, _differ) for side in SIDES)
    )
    return left, right


def swap(definition: Definition) -> Definition:
    """The function on swapped pairs, where of a function in a state of its own it is known what it says of these: what
    it says of the pairs as they are."""
    left, right = definition.left, definition.right
    reads, goes_on = (_turned(symbol) for symbol in (admits, continues))
    return _on(definition, {left: right, right: left}, _in_own_states(_always, reads, goes_on), "swapped")


def double(definition: Definition, side: str, is_open: Condition) -> Definition:
    """The function on one side paired with itself, where what it runs admits each side of what that admits in a state
    of its own.

    Each function is to read the same part of both messages. is_open: of which pairs that a function does not admit it
    is open what it says of one side.
    """
    chosen = {"left": definition.left, "right": definition.right}[side]

    def both_sides(part: Term) -> tuple[Term, Term]:
        return rename(part, {chosen: definition.left}), rename(part, {chosen: definition.right})

    def admitted(function: Term, progress: Term, part: Term, _: Term) -> Term:
        return apply(admits, function, progress, *both_sides(part))

    def reads(function: Term, progress: Term, part: Term, _: Term) -> Term:
        alone = terms.conjunction([is_open(*both_sides(part)), apply(admits_otherwise, function, progress, part, part)])
        return terms.disjunction([admitted(function, progress, part, part), alone])

    def goes_on(function: Term, progress: Term, part: Term, _: Term) -> Term:
        return apply(continues, function, progress, *both_sides(part))

    sides = {definition.left: chosen, definition.right: chosen}
    return _on(definition, sides, _in_own_states(admitted, reads, goes_on), f"{side} with itself")


def as_declared(definition: Definition) -> Definition:
    """The function, where one that it runs and that is said to be first-pair consistent is so."""
    if first_pair_consistent.name not in definition.declared:
        return definition
    return with_behaviour(definition, _consistent_behaviour())


NOBODY = terms.constant(sort_of(Function, "a function"), NOTHING)
Reading = Callable[[Term, Term, Term, Term], Term]
"""What is read off a function, a state and a pair."""


class _Owned(Record):
    """A state, and whose it is: the state of no function, which nobody admits anything in, where nothing is known."""

    function: Function
    progress: Progress


def _in_own_states(is_known: Reading, reads: Reading, goes_on: Reading) -> Behaviour:
    """Functions of which something is known in states of their own.

    reads: whether such a function admits a pair. is_known: whether it is known how it goes on; goes_on: how it does.
    """
    state = sort_of(_Owned, "a state")

    def is_own(function: Term, held: Term) -> Term:
        return terms.equality(terms.field(held, "function"), function)

    def start(function: Term) -> Term:
        return terms.make("record", (function, apply(begins, function)), state)

    def admitted(function: Term, held: Term, *pair: Term) -> Term:
        progress = terms.field(held, "progress")
        otherwise = apply(admits_otherwise, function, progress, *pair)
        return terms.choice(is_own(function, held), reads(function, progress, *pair), otherwise)

    def continued(function: Term, held: Term, *pair: Term) -> Term:
        progress = terms.field(held, "progress")
        known = terms.conjunction([is_own(function, held), is_known(function, progress, *pair)])
        otherwise = apply(continues_otherwise, function, progress, *pair)
        later = terms.choice(known, goes_on(function, progress, *pair), otherwise)
        return terms.make("record", (terms.choice(known, function, NOBODY), later), state)

    return Behaviour(state, start, admitted, continued)


def _on(definition: Definition, sides: dict[Term, Term], behaviour: Behaviour, name: str) -> Definition:
    """The definition on other messages, with this behaviour of the functions that it runs."""
    changed = rewrite(definition, lambda root: rename(root, sides))
    return replace(with_behaviour(changed, behaviour), name=f"{definition.name} ({name})")


def _turned(symbol: Declared[Any]) -> Reading:
    return lambda function, progress, left, right: apply(symbol, function, progress, right, left)


class _Remembering(Record):
    """Whose state it is, whether that is said to be first-pair consistent and all was read by it, whether a pair was
    read, and the first was identical; its state."""

    function: Function
    promised: Bool
    asked: Bool
    identical: Bool
    progress: Progress


def _consistent_behaviour() -> Behaviour:
    """Functions that, if they are said to be first-pair consistent, are so."""
    state = sort_of(_Remembering, "a state")

    def is_promised(function: Term, held: Term) -> Term:
        own = terms.equality(terms.field(held, "function"), function)
        return terms.conjunction([terms.field(held, "promised"), own])

    def start(function: Term) -> Term:
        promised = apply(first_pair_consistent, function)
        return terms.make("record", (function, promised, FALSE, FALSE, apply(begins, function)), state)

    def reads(function: Term, held: Term, left: Term, right: Term) -> Term:
        before = [terms.field(held, name) for name in ("asked", "identical")]
        promised = terms.conjunction([is_promised(function, held), *before])
        admitted = apply(admits, function, terms.field(held, "progress"), left, right)
        return terms.conjunction([admitted, terms.implication(promised, terms.equality(left, right))])

    def goes_on(function: Term, held: Term, left: Term, right: Term) -> Term:
        before = terms.field(held, "identical")
        identical = terms.choice(terms.field(held, "asked"), before, terms.equality(left, right))
        progress = apply(continues, function, terms.field(held, "progress"), left, right)
        return terms.make("record", (function, is_promised(function, held), TRUE, identical, progress), state)

    return Behaviour(state, start, reads, goes_on)


def _always(*given: Term) -> Term:
    return TRUE


def _any_pair(*pair: Term) -> Term:
    return TRUE


def _differ(*pair: Term) -> Term:
    return terms.negation(terms.equality(*pair))
