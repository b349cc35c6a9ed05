"""Sparse vector: noise that brings certain answers in one world is moved, and brings the same answers in the other.

Two runs stand side by side, on values that are at most 1 apart. In world 1 each τ is larger by 1 than in world 0, and ν
by 2 where the answer is "above". For answers that are fixed this is a shift of the noise by fixed numbers, so that no
two series of noise become the same, and what is lost are the ratios of their chances.
"""

from __future__ import annotations

from functools import cache

from concomp.model.language import Abs, Bool, Int, Monitor, Record, ite, parameter, register, require, when
from concomp.obligations.alignments.rule import ALIGNMENT
from concomp.obligations.checks.concomp.trusted import resting_on
from concomp.obligations.checks.propositions import Proposition, Proved, checks_of_propositions, mistake
from concomp.obligations.verify.properties.properties import ask


class Compared(Record):
    """The values of a pair, their threshold, the noise ν of world 0, and the next τ of world 0."""

    zero: Int
    one: Int
    threshold: Int
    nu: Int
    tau: Int


class Renewed(Monitor):
    """A τ for each positive: answers are the same, and noise farther from 0 by 1 for each τ, 2 for each positive.

    first: the first τ of world 0. most: after how many positives it halts. tau: the present one.
    positives: how many there were. of_thresholds: how much farther from 0 each τ before the present one was in world 1,
    and of_queries each ν, in all. supposed: so far the values of each pair were at most 1 apart.
    """

    first = parameter(Int)
    most = parameter(Int, where=lambda most: most >= 1)
    tau = register(Int, first)
    positives = register(Int, 0)
    of_thresholds = register(Int, 0)
    of_queries = register(Int, 0)
    supposed = register(Bool, True)

    def step(self, left: Compared, right: Compared) -> None:
        self.supposed = self.supposed & (Abs(left.zero - left.one) <= 1) & self.goes_on(self.positives, self.most)
        nu = self.drawn(left.nu)
        above = left.zero + nu >= left.threshold + self.tau
        moved = ite(above, nu + self.shift, nu)
        above_too = left.one + moved >= left.threshold + self.tau + 1
        of_thresholds = self.of_thresholds + Abs(self.tau + 1) - Abs(self.tau)
        of_queries = self.of_queries + Abs(moved) - Abs(nu)
        positives = self.positives + ite(above, 1, 0)
        same = (above == above_too) & self.shown(above, left.zero + nu, left.one + moved)
        few = (of_thresholds <= self.thresholds(self.positives)) & (of_queries <= self.queries(positives, self.most))
        require(~self.supposed | self.conclusion(same & few, above))
        with when(self.renews(above)):
            self.of_thresholds = of_thresholds
            self.tau = left.tau
        self.of_queries = of_queries
        self.positives = positives

    shift = 2
    """By how much ν is moved at a positive."""

    def goes_on(self, positives: Int, most: Int) -> Bool:
        """It halts after the last positive."""
        return positives < most

    def drawn(self, nu: Int) -> Int:
        """The noise of a value."""
        return nu

    def renews(self, above: Bool) -> Bool:
        """Whether τ is drawn anew."""
        return above

    def thresholds(self, positives: Int) -> Int:
        """How many τ were drawn."""
        return positives + 1

    def queries(self, positives: Int, most: Int) -> Int:
        """How much the ν of the positives may cost."""
        return 2 * positives

    def shown(self, above: Bool, zero: Int, one: Int) -> Bool:
        """That what is shown besides is the same: nothing is shown."""
        return above | ~above

    def conclusion(self, holds: Bool, above: Bool) -> Bool:
        """That the answers are the same, and the noise is no farther off."""
        return holds


class Kept(Renewed):
    """One τ for all positives."""

    def renews(self, above: Bool) -> Bool:
        return above & ~above

    def thresholds(self, positives: Int) -> Int:
        return 1 + 0 * positives


class AnsweringOn(Kept):
    """Wrong: it goes on after the last positive."""

    def goes_on(self, positives: Int, most: Int) -> Bool:
        return positives <= most

    def queries(self, positives: Int, most: Int) -> Int:
        return 2 * most


class FreshThreshold(Kept):
    """Wrong: a τ for each comparison, that counts once."""

    def renews(self, above: Bool) -> Bool:
        return above | ~above


class NoNoise(Kept):
    """Wrong: values have no noise."""

    shift = 0

    def drawn(self, nu: Int) -> Int:
        return 0 * nu


class MovedByOne(Kept):
    """Wrong: noise that is moved by 1 is enough for both signs."""

    shift = 1


class ValueShown(Kept):
    """Wrong: the value is shown with the noise of the comparison."""

    def shown(self, above: Bool, zero: Int, one: Int) -> Bool:
        return ~above | (zero == one)


class OneForAll(Renewed):
    """Wrong: what is drawn anew for each positive counts once."""

    def thresholds(self, positives: Int) -> Int:
        return 1 + 0 * positives


class NeverAbove(Kept):
    """Wrong: nothing is above."""

    def conclusion(self, holds: Bool, above: Bool) -> Bool:
        return ~above


WRONG = (AnsweringOn, FreshThreshold, NoNoise, MovedByOne, ValueShown, OneForAll)


@cache
def alignment() -> Proposition:
    """The answers are the same, and the noise is no farther off than what is lost."""
    renewed, kept, *others = (ask("reflexive", each().definition) for each in (Renewed, Kept, *WRONG))
    return Proposition(
        (renewed, kept),
        ask("reflexive", NeverAbove().definition),
        dict(zip(map(mistake, WRONG), others, strict=True)),
        "all lengths; any values, thresholds and noise, all integers, and any number of positives",
    )


TABLE = (
    Proved(
        "concomp Proposition 10",
        "moved_noise_brings_the_same_answers",
        "Noise moved by 1 for each threshold and by 2 for each positive brings the same answers in the other world.",
        alignment,
        "a number is above",
    ),
)

CHECKS = resting_on(ALIGNMENT, checks_of_propositions(__name__, TABLE))
