"""Choices by weights: what one of them loses, whatever the number of candidates.

A candidate is chosen with its weight divided by the sum of all. Where scores are at most Δ apart, weights w^score of
the two worlds have a quotient of at most f = w^Δ. So it is to be proved that such weights, and their sums, have
quotients of at most f, and what is chosen has f² or, if all weights that differ are larger in one world, f.
"""

from __future__ import annotations

from functools import cache

from concomp.model.language import Bool, Monitor, Real, Record, parameter, register, require, when
from concomp.obligations.checks.propositions import Proposition, Proved, checks_of_propositions, mistake
from concomp.obligations.verify.properties.properties import ask


class Candidate(Record):
    """A candidate: its weights in the two worlds, and whether it is the one that is looked at."""

    zero: Real
    one: Real
    chosen: Bool


class BothWays(Monitor):
    """Weights may be larger in either world.

    factor: f. sum_zero, sum_one: of the weights so far. zero, one: the weights of the candidate that is looked at.
    supposed: so far weights had a quotient of at most f.
    """

    factor = parameter(Real, where=lambda factor: factor >= 1)
    sum_zero = register(Real, 0)
    sum_one = register(Real, 0)
    zero = register(Real, 0)
    one = register(Real, 0)
    supposed = register(Bool, True)

    def step(self, left: Candidate, right: Candidate) -> None:
        self.supposed = self.supposed & self.near(self.factor, left.zero, left.one)
        self.sum_zero = self.sum_zero + left.zero
        self.sum_one = self.sum_one + left.one
        with when(left.chosen):
            self.zero = left.zero
            self.one = left.one
        sums = self.near_or_none(self.factor, self.sum_zero, self.sum_one)
        weights = self.near_or_none(self.factor, self.zero, self.one)
        chances = self.lost(self.factor, self.zero * self.sum_one, self.one * self.sum_zero)
        require(~self.supposed | self.conclusion(sums & weights & chances, left.chosen))

    def near(self, factor: Real, zero: Real, one: Real) -> Bool:
        """The weights of a candidate have a quotient of at most f."""
        return (zero > 0) & (one > 0) & (zero <= factor * one) & (one <= factor * zero)

    def near_or_none(self, factor: Real, zero: Real, one: Real) -> Bool:
        """Weights, or sums of some, have a quotient of at most f, or there are none."""
        return (zero >= 0) & (one >= 0) & (zero <= factor * one) & (one <= factor * zero)

    def lost(self, factor: Real, zero: Real, one: Real) -> Bool:
        """The chances of the candidate, multiplied by both sums, have a quotient of at most f²; so in the other order,
        as the worlds may change places.
        """
        return zero <= factor * factor * one

    def conclusion(self, holds: Bool, chosen: Bool) -> Bool:
        """All of this holds."""
        return holds


class OneWay(BothWays):
    """Weights that differ are larger in world 0: what is lost is f."""

    def near(self, factor: Real, zero: Real, one: Real) -> Bool:
        return (one > 0) & (one <= zero) & (zero <= factor * one)

    def near_or_none(self, factor: Real, zero: Real, one: Real) -> Bool:
        return (one >= 0) & (one <= zero) & (zero <= factor * one)

    def lost(self, factor: Real, zero: Real, one: Real) -> Bool:
        return (zero <= factor * one) & (one <= factor * zero)


class OnceBothWays(BothWays):
    """Wrong: f is lost whichever way weights differ."""

    def lost(self, factor: Real, zero: Real, one: Real) -> Bool:
        return zero <= factor * one


class WithoutTheSums(OneWay):
    """Wrong: the candidate alone counts, so that what is larger in world 0 is chosen there more often."""

    def lost(self, factor: Real, zero: Real, one: Real) -> Bool:
        return one <= zero


class NeverChosen(BothWays):
    """Wrong: no candidate is chosen."""

    def conclusion(self, holds: Bool, chosen: Bool) -> Bool:
        return ~chosen


WRONG = (OnceBothWays, WithoutTheSums)


@cache
def choices() -> Proposition:
    """The quotients of the chances are at most f², or f."""
    both_ways, one_way, *others = (ask("reflexive", each().definition) for each in (BothWays, OneWay, *WRONG))
    return Proposition(
        (both_ways, one_way),
        ask("reflexive", NeverChosen().definition),
        dict(zip(map(mistake, WRONG), others, strict=True)),
        "any number of candidates, all weights above 0, all f ≥ 1",
    )


TABLE = (
    Proved(
        "concomp Proposition 12",
        "choices_lose_the_factor_of_weights_twice",
        "The chances of a candidate in the two worlds have a quotient of at most f², or f if weights differ one way.",
        choices,
        "a candidate is chosen",
    ),
)

CHECKS = checks_of_propositions(__name__, TABLE)
