"""The first two properties of HSV26 section 6.1, as a relation between states that every step keeps."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.deterministic import Steps
from concomp.obligations.derivations.systems.descriptions.kernels import start
from concomp.obligations.derivations.systems.descriptions.messages import (
    MESSAGE,
    Function,
    apply,
    declare,
    first,
    halts,
    paired,
    second,
)
from concomp.obligations.derivations.systems.laws.law import Law

MESSAGE_SAID = terms.leaf("message", MESSAGE, "m")


def no_pair_with_halt() -> tuple[Law, ...]:
    """HALT is no message."""
    halting = terms.disjunction([halts(first(MESSAGE_SAID)), halts(second(MESSAGE_SAID))])
    return (Law((MESSAGE_SAID,), terms.negation(terms.conjunction([paired(MESSAGE_SAID), halting]))),)


def own(name: str) -> tuple[Function, ...]:
    """Whether both states are reached by the same messages from the right, whatever came from the left."""
    states = Steps(name).states
    return (declare(f"{name}.alike", (states, states), BOOL),)


def alike(name: str, zero: Term, one: Term) -> Term:
    """That they are."""
    [predicate] = own(name)
    return apply(predicate, zero, one)


def _properties(name: str, response: bool) -> tuple[Law, ...]:
    """The start, and what a step from the left and one from the right keep."""
    steps = Steps(name)
    states = tuple(terms.leaf("message", steps.states, f"{name}_{bit}") for bit in (0, 1))
    left, right, answer = (terms.leaf("message", MESSAGE, said) for said in ("x_0", "x_1", "a"))

    def kept(from_right: Term, said: tuple[Term, Term]) -> Term:
        zero, one = (steps.step(state, from_right, each) for state, each in zip(states, said, strict=True))
        destination = [terms.equality(zero.to_right, one.to_right), alike(name, zero.state, one.state)]
        answers = [terms.disjunction([zero.to_right, terms.equality(zero.message, one.message)])]
        return terms.conjunction([*destination, *(answers if response else [])])

    before = alike(name, *states)
    of_answer = terms.conjunction([before, terms.negation(halts(answer))])
    return (
        Law((), alike(name, start(name), start(name))),
        Law((*states, left, right), terms.implication(before, kept(FALSE, (left, right)))),
        Law((*states, answer), terms.implication(of_answer, kept(TRUE, (answer, answer)))),
    )


def alike_on_both_sides(name: str) -> tuple[Law, ...]:
    """The destination property and the response property."""
    return _properties(name, response=True)


def same_destinations(name: str) -> tuple[Law, ...]:
    """The first of them."""
    return _properties(name, response=False)
