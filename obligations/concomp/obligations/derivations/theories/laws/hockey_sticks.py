"""Hockey-sticks of two laws with countably many outcomes: HSV26 Definition 2.1 and Equation (1).

The hockey-stick of the law b at g = e^ε is the sum of its excess over g times the other law. It is what the event
{P(b) > g·P(1−b)} shows, and no event shows more; so δ bounds all events exactly if it bounds the sum. At ε = 0 it is
written without g.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, OTHER, Constructor, Index
from concomp.obligations.derivations.kernel.language import Comparison, Real, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA, PARAMETERS, G
from concomp.obligations.derivations.theories.laws.two_laws import (
    EVENT,
    LAW,
    NOT_B,
    OTHER_LAW,
    OTHER_PART,
    PART,
    B,
    S,
    X,
    inside,
    law,
    probability,
)

_DEFINITION = "HSV26 Definition 2.1"
_EQUATION = "HSV26 Equation (1)"


@dataclass(frozen=True)
class Stick:
    """What is known of the excess of a law over a multiple of the other.

    excess: its term, at a bit and an outcome. exceeding: the event where there is some. positive, converges: it is at
    least 0, and its sum converges. shown: the event shows the whole sum; no_more: no event shows more.
    """

    excess: Callable[[Index, Index], Real]
    exceeding: Constructor
    positive: Fact
    converges: Fact
    shown: Fact
    no_more: Fact


def stick(scaled: Callable[[Real], Real], exceeding: Constructor, *premises: Fact) -> Stick:
    """The excess over the other law, which is scaled by a factor of at least 1."""

    def excess(bit: Index, outcome: Index) -> Real:
        return largest(0, law(bit, outcome) - scaled(law(OTHER(bit), outcome)))

    def shows(event: Index) -> Real:
        return inside(event, X) * law(B, X) - scaled(inside(event, X) * law(NOT_B, X))

    event = exceeding(B)
    positive = solve("at least 0", le(0, excess(B, X)), LAW[0], variant=le(excess(B, X) + 1, 0))
    small = solve("at most the weight", le(excess(B, X), law(B, X)), LAW[0], OTHER_LAW[0], *premises)
    converges = comparison(X, positive, small, LAW[2])
    where = hypothesis("the event that b exceeds", SUPPOSED, eq(shows(event), excess(B, X)))
    parts = (instance(PART, {S: event}), instance(OTHER_PART, {S: event}))
    by_outcome = solve("outcome by outcome", le(shows(S), excess(B, X)), *EVENT)
    return Stick(
        excess,
        exceeding,
        positive,
        converges,
        summation(X, where, (*parts, converges)),
        summation(X, by_outcome, (PART, OTHER_PART, converges)),
    )


ALIKE = stick(lambda term: term, Constructor("likelier", ("bit",), "event", "{{P({0}) > P(1-{0})}}"))
AT_E_EPS = stick(
    lambda term: G * term, Constructor("exceeding", ("bit",), "event", "{{P({0}) > g·P(1-{0})}}"), *PARAMETERS
)


def _of_events(bit: Index) -> Comparison:
    return le(probability(bit, S), G * probability(OTHER(bit), S) + DELTA)


def _of_sum(bit: Index) -> Comparison:
    return le(total(X, AT_E_EPS.excess(bit, X)), DELTA)


def _for(fact: Fact, bit: Index) -> Fact:
    return fact if bit == B else instance(fact, {B: bit})


def _sum_bounded(bit: Index, key: str, name: str) -> Fact:
    """From the bound on every event: that on the sum."""
    bounded = instance(hypothesis("every event is bounded", SUPPOSED, _of_events(bit)), {S: AT_E_EPS.exceeding(bit)})
    return state(solve("an event shows the sum", _of_sum(bit), _for(AT_E_EPS.shown, bit), bounded), key, name)


def _events_bounded(bit: Index, key: str, name: str) -> Fact:
    """From the bound on the sum: that on every event."""
    bounded = hypothesis("the sum is bounded", SUPPOSED, _of_sum(bit))
    return state(solve("no event shows more", _of_events(bit), _for(AT_E_EPS.no_more, bit), bounded), key, name)


EXCESS_SMALL = _sum_bounded(B, _DEFINITION, "only if, in both directions")
INDISTINGUISHABLE = _events_bounded(B, _DEFINITION, "if, in both directions")
ONE_SUM_BOUNDED = _sum_bounded(BIT_0, _EQUATION, "only if, in one direction")
ONE_WAY_BOUNDED = _events_bounded(BIT_0, _EQUATION, "if, in one direction")
