"""What is known of the functions that a composition runs.

A creation names a verification function, and the composition's function runs it: where it begins, what it admits, how
it continues are declared, so that a proof is for every such function. Some properties of the composition need the
same of the functions that it runs. Here they get it, by what a run of one looks like: a function that is invariant
under swapping may as well read the pairs as they are when those of the composition are swapped; one that is first-pair
consistent remembers whether its first pair was identical; functions from a list are run themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.messages import Function, Payload
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import (
    Bool,
    Declared,
    Definition,
    Monitor,
    Record,
    RegisterDefinition,
    function,
    relation,
)
from concomp.model.language.readings.one_world import SIDES, prefix_closure
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.records import RecordType
from concomp.model.language.syntax.sorts import MapSort, OpaqueSort, Sort
from concomp.model.language.syntax.substitution import rebuild, substitute
from concomp.model.language.syntax.terms import FALSE, LEAVES, TRUE, Term
from concomp.model.language.syntax.values import TotalMap
from concomp.obligations.verify.properties.properties import NotAskable, Question, compare, refused_together
from concomp.obligations.verify.properties.replay import REFUSED_TOGETHER

SWAP_INVARIANT = "the functions of the created mechanisms are themselves invariant under swapping"
DIAGONAL = "the functions of the created mechanisms are themselves diagonal"
PUBLIC = "the functions of the created mechanisms are themselves diagonal and public"
FIRST_PAIR_CONSISTENT = "a function that is said to be first-pair consistent is so"
PROGRESS = sort_of(Progress, "progress")
admits_alone = relation(Function, Progress, Payload, name="admits_alone")
continues_alone = function(Function, Progress, Payload, result=Progress, name="continues_alone")
"""What a function says of one side of a pair that it does not admit, and its state after that."""
Reading = Mapping[object, Callable[..., Term]]
"""How `admits` and `continues` are read: from a function, its state and a pair."""


@dataclass(frozen=True)
class Behaviour:
    """How functions run whose states are records of one sort.

    state: the sort of the states. begins: the first state of a function. admits, continues: whether a function in a
    state reads a pair, and its next state.
    """

    state: Sort
    begins: Callable[[Term], Term]
    admits: Callable[[Term, Term, Term, Term], Term]
    continues: Callable[[Term, Term, Term, Term], Term]


def swap_invariant_if_functions_are(definition: Definition) -> Question:
    """The question whether a function is invariant under swapping, given that the functions that it runs are."""
    question = compare("equivalent", definition, swap(definition))
    return replace(question, property="swap invariant", shown_by="equivalent", given=(SWAP_INVARIANT,))


def diagonal_if_functions_are(definition: Definition) -> tuple[Question, Question]:
    """The questions whether each side of what f̄ accepts is accepted, paired with itself, given that the functions that
    f runs have this property; both must hold."""
    closed = prefix_closure(definition)
    questions = [compare("included", closed, double(closed, side)) for side in SIDES]
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
        for other in (double(closed, side) for side in SIDES)
    )
    return left, right


def swap(definition: Definition) -> Definition:
    """The function on swapped pairs, where the functions that it runs still read the pairs as they are."""
    left, right = definition.left, definition.right
    return _with_messages(definition, {left: right, right: left}, AS_THEY_ARE, "swapped")


def double(definition: Definition, side: str) -> Definition:
    """The function on one side paired with itself, where the functions that it runs still read the pairs.

    What is known of these is about pairs that they admit, and identical ones: of another pair it is open what they say
    of its one side, and where they are once they have read it.
    """
    place = SIDES.index(side)
    chosen = (definition.left, definition.right)[place]

    def admitted(function: Term, progress: Term, *pair: Term) -> Term:
        alone = terms.conjunction([_differ(*pair), _apply(admits_alone, function, progress, pair[place])])
        return terms.disjunction([_apply(admits, function, progress, *pair), alone])

    def continued(function: Term, progress: Term, *pair: Term) -> Term:
        known = _apply(admits, function, progress, *pair)
        alone = _apply(continues_alone, function, progress, pair[place])
        return terms.choice(known, _apply(continues, function, progress, *pair), alone)

    reading = {admits: admitted, continues: continued}
    return _with_messages(
        definition, {definition.left: chosen, definition.right: chosen}, reading, f"{side} with itself"
    )


def as_declared(definition: Definition) -> Definition:
    """The function, where one that it runs and that is said to be first-pair consistent is so."""
    if first_pair_consistent.name not in definition.declared:
        return definition
    return with_behaviour(definition, _consistent_behaviour())


def with_catalogue(definition: Definition, monitors: Iterable[Monitor]) -> Definition:
    """The function, where the functions that it runs are these monitors; one that is no other admits nothing.

    Raises NotAskable if a monitor has parameters without values, verdicts that do not last, or messages that are not
    of one opaque sort.
    """
    return with_behaviour(definition, _listed_behaviour(tuple(monitors)))


def with_behaviour(definition: Definition, behaviour: Behaviour) -> Definition:
    """The function, its runs of other functions being of this kind; NotAskable if it looks at their states."""
    retyping = _Retyping(behaviour)
    return _rewrite(definition, retyping.image)


class _Retyping:
    """Terms with the states of the functions that are run in a sort of their own."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self._image: dict[Term, Term] = {}

    def image(self, root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in self._image:
                self._image[term] = self._of(term, tuple(self._image[argument] for argument in term.arguments))
        return self._image[root]

    def _of(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        runs: Mapping[object, Callable[..., Term]] = {
            begins: self._behaviour.begins,
            admits: self._behaviour.admits,
            continues: self._behaviour.continues,
        }
        if term.operator == "apply" and term.data in runs:
            return runs[term.data](*arguments)
        if term.operator in LEAVES:
            return self._leaf(term)
        if any(argument.sort == PROGRESS for argument in term.arguments) and term.operator not in ("choice", "store"):
            raise NotAskable("the states of the functions that it runs are looked at; let it only pass them on")
        return rebuild(term, arguments)

    def _leaf(self, term: Term) -> Term:
        state = self._behaviour.state
        sort = {PROGRESS: state, MapSort(PROGRESS): MapSort(state)}.get(term.sort)
        if sort is None:
            return term
        if not terms.is_constant(term):
            return terms.leaf(term.operator, sort, terms.leaf_name(term))
        return terms.constant(sort, TotalMap(state.default()) if isinstance(sort, MapSort) else state.default())


def _rewrite(definition: Definition, image: Callable[[Term], Term]) -> Definition:
    """The definition with every term of its steps replaced by its image."""
    return replace(
        definition,
        registers=tuple(
            RegisterDefinition(each.name, image(each.symbol), image(each.initial), image(each.update))
            for each in definition.registers
        ),
        requirements=tuple(replace(each, condition=image(each.condition)) for each in definition.requirements),
        verdicts=tuple(replace(each, condition=image(each.condition)) for each in definition.verdicts),
    )


def _with_messages(definition: Definition, sides: Mapping[Term, Term], reading: Reading, name: str) -> Definition:
    """The definition with other messages, but for the pairs that the functions that it runs read."""
    image: dict[Term, Term] = {}

    def of(root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in image:
                arguments = tuple(image[argument] for argument in term.arguments)
                if term.operator == "apply" and term.data in reading:
                    image[term] = reading[term.data](*arguments[:2], *term.arguments[2:])
                else:
                    image[term] = sides.get(term, rebuild(term, arguments))
        return image[root]

    return replace(_rewrite(definition, of), name=f"{definition.name} ({name})")


class _Remembering(Record):
    """Whether a function is said to be first-pair consistent, has read a pair, had an identical first; its state."""

    promised: Bool
    asked: Bool
    identical: Bool
    progress: Progress


def _consistent_behaviour() -> Behaviour:
    """Functions that, if they are said to be first-pair consistent, are so."""
    state = sort_of(_Remembering, "a state")

    def start(function: Term) -> Term:
        return terms.make(
            "record", (_apply(first_pair_consistent, function), FALSE, FALSE, _apply(begins, function)), state
        )

    def reads(function: Term, held: Term, left: Term, right: Term) -> Term:
        promised = terms.conjunction(terms.field(held, name) for name in ("promised", "asked", "identical"))
        admitted = _apply(admits, function, terms.field(held, "progress"), left, right)
        return terms.conjunction([admitted, terms.implication(promised, terms.equality(left, right))])

    def goes_on(function: Term, held: Term, left: Term, right: Term) -> Term:
        before = terms.field(held, "identical")
        identical = terms.choice(terms.field(held, "asked"), before, terms.equality(left, right))
        progress = _apply(continues, function, terms.field(held, "progress"), left, right)
        return terms.make("record", (terms.field(held, "promised"), TRUE, identical, progress), state)

    return Behaviour(state, start, reads, goes_on)


def _listed_behaviour(monitors: Sequence[Monitor]) -> Behaviour:
    """Functions from a list: a state holds the registers of each."""
    definitions = [_closed(monitor) for monitor in monitors]
    named = [(f"r{place}_{each.name}", each) for place, one in enumerate(definitions) for each in one.registers]
    record = RecordType("Registers", (Record,), {"__annotations__": {name: each.symbol.sort for name, each in named}})
    state = sort_of(record, "a state")
    function_sort = sort_of(Function, "a function")

    def is_one(function: Term, place: int) -> Term:
        return terms.equality(function, terms.constant(function_sort, monitors[place]))

    def start(function: Term) -> Term:
        return terms.make("record", tuple(each.initial for _, each in named), state)

    def held_by(held: Term, place: int, left: Term, right: Term) -> dict[Term, Term]:
        one = definitions[place]
        registers = {each.symbol: terms.field(held, f"r{place}_{each.name}") for each in one.registers}
        return {**registers, one.left: left, one.right: right}

    def reads(function: Term, held: Term, left: Term, right: Term) -> Term:
        guards = [
            terms.conjunction([is_one(function, place), substitute(one.guard, held_by(held, place, left, right))])
            for place, one in enumerate(definitions)
        ]
        return terms.disjunction(guards)

    def goes_on(function: Term, held: Term, left: Term, right: Term) -> Term:
        updates = [
            terms.choice(
                is_one(function, place),
                substitute(each.update, held_by(held, place, left, right)),
                terms.field(held, f"r{place}_{each.name}"),
            )
            for place, one in enumerate(definitions)
            for each in one.registers
        ]
        return terms.make("record", tuple(updates), state)

    return Behaviour(state, start, reads, goes_on)


def _closed(monitor: Monitor) -> Definition:
    definition = monitor.definition
    if definition.parameters or definition.verdict is not TRUE or not isinstance(definition.message, OpaqueSort):
        raise NotAskable(
            f"{monitor!r} cannot stand in a list of functions that a composition runs: it needs no parameters, "
            "requirements only, and messages of one opaque sort"
        )
    return definition


def _differ(left: Term, right: Term) -> Term:
    return terms.negation(terms.equality(left, right))


def _apply(symbol: Declared[Any], *arguments: Term) -> Term:
    return terms.make("apply", arguments, symbol)


AS_THEY_ARE: Reading = {symbol: partial(_apply, symbol) for symbol in (admits, continues)}
"""The pairs are read as they are, on whichever sides."""
