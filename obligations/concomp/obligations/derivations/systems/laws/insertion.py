"""The f → f' property of HSV26 section 6.1, as a relation that every step keeps."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.derivations.systems.descriptions.deterministic import Steps
from concomp.obligations.derivations.systems.descriptions.kernels import admits, continues, initial, reads, start
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, Function, apply, declare, halts, pair
from concomp.obligations.derivations.systems.laws.law import Law


def own(steps: str, outer: str, inner: str) -> tuple[Function, ...]:
    """Whether f has read a valid sequence, of which both copies of P, told the same, made what f' has read."""
    states = Steps(steps).states
    domain = (reads(outer), reads(inner), states, states)
    return (declare(f"{steps}: valid so far by {outer} and {inner}", domain, BOOL),)


def valid(names: tuple[str, str, str], read: Sequence[Term]) -> Term:
    """That it has."""
    [predicate] = own(*names)
    return apply(predicate, *read)


def _kept(names: tuple[str, str, str], checked: bool) -> tuple[Law, ...]:
    """The start, and what a step from the left and one from the right keep; f' admits what is sent, if `checked`."""
    steps, outer, inner = Steps(names[0]), names[1], names[2]
    reading, passed = (terms.leaf("message", reads(name), place) for name, place in ((outer, "r"), (inner, "r'")))
    states = tuple(terms.leaf("message", steps.states, f"{names[0]}_{bit}") for bit in (0, 1))
    left, right, answer = (terms.leaf("message", MESSAGE, said) for said in ("x_0", "x_1", "a"))

    def stays(from_right: Term, said: tuple[Term, Term], read: Term, premises: list[Term]) -> Term:
        zero, one = (steps.step(state, from_right, each) for state, each in zip(states, said, strict=True))
        sent_on = pair(zero.message, one.message)
        inside = terms.choice(zero.to_right, apply(continues(inner), passed, sent_on), passed)
        content = terms.implication(zero.to_right, apply(admits(inner), passed, sent_on))
        after = [valid(names, (read, inside, zero.state, one.state)), *([content] if checked else [])]
        known = valid(names, (reading, passed, *states))
        return terms.implication(terms.conjunction([known, *premises]), terms.conjunction(after))

    message = pair(left, right)
    read_on, admitted = apply(continues(outer), reading, message), apply(admits(outer), reading, message)
    begins = valid(names, (initial(outer), initial(inner), start(names[0]), start(names[0])))
    return (
        Law((), begins),
        Law((reading, passed, *states, left, right), stays(FALSE, (left, right), read_on, [admitted])),
        Law(
            (reading, passed, *states, answer),
            stays(TRUE, (answer, answer), reading, [terms.negation(halts(answer))]),
        ),
    )


def carries_over(*names: str) -> tuple[Law, ...]:
    """Moreover f' admits what is sent."""
    steps, outer, inner = names
    return _kept((steps, outer, inner), checked=True)


def reads_along(*names: str) -> tuple[Law, ...]:
    """What is so of all: what f and f' have read goes on together."""
    steps, outer, inner = names
    return _kept((steps, outer, inner), checked=False)
