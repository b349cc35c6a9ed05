"""Numbers with noise: what a stream of them loses, whatever the pairs are chosen by.

An answer z to x has chance (1 − r)/(1 + r)·r^|z − x|. So the chances of all answers in the two worlds have the ratio r
to the power of the sum of |z − x| − |z − x'|, and what is to be proved is about that exponent, an integer.
"""

from __future__ import annotations

from functools import cache

from concomp.model.language import Abs, Bool, Int, Max, Monitor, Record, register, require
from concomp.obligations.checks.concomp.trusted import PRODUCT, resting_on
from concomp.obligations.checks.propositions import Proposition, Proved, checks_of_propositions, mistake
from concomp.obligations.verify.properties.properties import ask


class Answered(Record):
    """A pair of numbers, and the answer, the same in both worlds."""

    zero: Int
    one: Int
    answer: Int


class Exponent(Monitor):
    """The exponent stays between −B and B, where B is what the distances come to.

    exponent: of r, in the ratio of the chances of all answers so far. distances: what they come to so far.
    """

    exponent = register(Int, 0)
    distances = register(Int, 0)

    def step(self, left: Answered, right: Answered) -> None:
        self.exponent = self.exponent + Abs(left.answer - left.zero) - Abs(left.answer - left.one)
        self.distances = self.counted(self.distances, left.zero, left.one)
        require(self.conclusion(self.exponent, self.distances))

    def counted(self, so_far: Int, zero: Int, one: Int) -> Int:
        """What the distances come to with one pair more."""
        return so_far + Abs(zero - one)

    def conclusion(self, exponent: Int, distances: Int) -> Bool:
        """The ratio is at most r^−B, and at least r^B."""
        return (exponent <= distances) & (-exponent <= distances)


class LargestDistance(Exponent):
    """Wrong: of the distances the largest counts."""

    def counted(self, so_far: Int, zero: Int, one: Int) -> Int:
        return Max(so_far, Abs(zero - one))


class OneDirection(Exponent):
    """Wrong: only where the number of world 0 is larger is there a distance."""

    def counted(self, so_far: Int, zero: Int, one: Int) -> Int:
        return so_far + Max(zero - one, 0)


class HalfTheLoss(Exponent):
    """Wrong: r^−B is the ratio of squares."""

    def conclusion(self, exponent: Int, distances: Int) -> Bool:
        return (2 * exponent <= distances) & (-2 * exponent <= distances)


class NeverTight(Exponent):
    """Wrong: the ratio is less than r^−B."""

    def conclusion(self, exponent: Int, distances: Int) -> Bool:
        return (distances == 0) | (exponent < distances)


WRONG = (LargestDistance, OneDirection, HalfTheLoss)


@cache
def numbers() -> Proposition:
    """The exponent is no more than the distances."""
    right, *others = (ask("reflexive", each().definition) for each in (Exponent, *WRONG))
    return Proposition(
        (right,),
        ask("reflexive", NeverTight().definition),
        dict(zip(map(mistake, WRONG), others, strict=True)),
        "all lengths; any integers, and any answers, which are integers too",
    )


TABLE = (
    Proved(
        "concomp Proposition 7",
        "the_chances_of_answers_differ_by_the_distances_of_numbers",
        "The exponent of r in the ratio of the chances of all answers is at most the sum of the distances.",
        numbers,
        "the ratio is r^−B",
    ),
)

CHECKS = resting_on(PRODUCT, checks_of_propositions(__name__, TABLE))
