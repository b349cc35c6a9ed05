"""Sparse vector: whether numbers are above their thresholds, until some were (Dwork, Naor, Reingold, Rothblum, Vadhan
2009; Dwork and Roth 2014, Algorithms 1 and 2), with two-sided geometric noise.

The threshold has noise τ, each value noise ν of its own. Neither is shown, and neither is clamped.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.closed_forms import SparseVectorLaw
from concomp.impl.mechanisms.functions import Comparison, Comparisons, comparisons
from concomp.impl.mechanisms.noisy import Clamped, Noisy
from concomp.impl.mechanisms.ratios import power, reach, short
from concomp.impl.mechanisms.specification import Grounds, Specification, by_theorem
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named import above_threshold
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW
from concomp.model.numbers import Exact, parameter

ALIGNMENT = "concomp Proposition 10"
ROUNDS = 4
"""How many rounds are audited unless more are asked for."""
MOST_ROUNDS = 30
"""The most rounds of a file; the numbers in it grow with them."""


@dataclass(frozen=True)
class Course:
    """How comparisons go on.

    threshold_ratio, query_ratio: a and b, the ratios of τ and of each ν. positives: after how many "above" it
    halts. renewed: whether τ is drawn anew after each.
    """

    threshold_ratio: Fraction
    query_ratio: Fraction
    positives: int
    renewed: bool

    @property
    def thresholds(self) -> int:
        """How many τ are drawn at most."""
        return self.positives if self.renewed else 1

    @property
    def e_eps(self) -> Fraction:
        """What values that are 1 apart lose: 1/a for each τ, and 1/b² for each positive."""
        taus, nus = power(1 / self.threshold_ratio, self.thresholds), power(1 / self.query_ratio, 2 * self.positives)
        return short(taus * nus)

    def reach(self, beta: Fraction) -> int:
        """What |τ − ν| is below at any one comparison, but for a chance of at most β.

        A small τ soon goes with an "above" and a large one stays, so that the τ of a later comparison is no fresh one:
        it is one of all that are drawn, and β/2 is shared among these.
        """
        tau = reach(self.threshold_ratio, beta / (2 * self.thresholds))
        return tau + reach(self.query_ratio, beta / 2) + 1

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it; each value gets a ν of its own, whatever came of those before."""
        threshold, query = noisy.hidden(self.threshold_ratio), noisy.hidden(self.query_ratio)
        tau, left = threshold(randomness), self.positives

        def respond(comparison: Any) -> object:
            nonlocal tau, left
            if not left:
                return HALT
            if comparison.value + query(randomness) < comparison.threshold + tau:
                return BELOW
            left -= 1
            if self.renewed and left:
                tau = threshold(randomness)
            return ABOVE

        return respond


class _Comparing(Specification):
    """Answers whether value + ν ≥ threshold + τ, and halts after some positives."""

    differing: int

    @property
    @abstractmethod
    def course(self) -> Course:
        """How the comparisons go on."""

    @property
    def function(self) -> Comparisons:
        """The same thresholds, and values so far apart at most."""
        return comparisons(self.differing)

    @property
    def loss(self) -> PureDP:
        """What values that are 1 apart lose, to the power of the distance, for any number of rounds."""
        return PureDP(e_eps=power(self.course.e_eps, self.differing))

    @property
    def grounds(self) -> Grounds:
        """On the alignment of noise."""
        return by_theorem(ALIGNMENT)

    @property
    def answers(self) -> Container[str]:
        """Above or below."""
        return frozenset({ABOVE, BELOW})

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        return self.course.start(noisy, randomness)

    def error(self, beta: Exact) -> int:
        """How far from its threshold a value is answered rightly, at any one comparison, but for a chance of at most β.

        Raises ParameterError for no chance.
        """
        return self.course.reach(parameter("beta", parameters.chance, beta))

    @property
    def rounds(self) -> int:
        """Few, as the law grows with them; the more there are, the closer it comes to its loss."""
        return ROUNDS

    def instance(self, rounds: int) -> Instance:
        """It on the threshold 1 and the values from 0 to the distance; nothing of it is clamped."""
        messages = [Comparison(value=value, threshold=1) for value in range(self.differing + 1)]
        return Instance(lambda source: self.start(Clamped(0, 0), source), self.function, messages, rounds)

    def closed_form(self) -> SparseVectorLaw:
        """The law on the same values, in closed form."""
        course = self.course
        single = above_threshold.AboveThreshold(course.threshold_ratio, course.query_ratio, 1, (0, self.differing))
        return SparseVectorLaw(single, course.positives, course.renewed)

    def to_audit(self, rounds: int | None = None) -> dict[str, Any]:
        """The contents of a file for `concomp audit`: the law in closed form on few values.

        rounds: how many are sent; few unless given. Raises ParameterError for what is no number of rounds, or too many.
        """
        wanted = self.rounds if rounds is None else parameter("rounds", _rounds, rounds)
        return self.closed_form().file(wanted)


@dataclass(frozen=True, init=False, repr=False)
class AboveThreshold(_Comparing):
    """Answers each comparison "above" or "below", by whether value + ν ≥ threshold + τ; after "above" it halts.

    threshold_ratio, query_ratio: a and b, the ratios of τ and of each ν. differing: how far apart values are at most.
    It loses 1/(a·b²) for any number of comparisons, to the power of the distance.
    Raises ParameterError for a parameter out of its range.
    """

    threshold_ratio: Fraction
    query_ratio: Fraction
    differing: int = 1

    def __init__(self, *, threshold_ratio: Exact, query_ratio: Exact, differing: int = 1) -> None:
        """Take a, b and how far values are apart."""
        self._set(
            threshold_ratio=(parameters.ratio, threshold_ratio),
            query_ratio=(parameters.ratio, query_ratio),
            differing=(parameters.differing, differing),
        )

    @property
    def course(self) -> Course:
        """One positive."""
        return Course(self.threshold_ratio, self.query_ratio, 1, renewed=False)


@dataclass(frozen=True, init=False, repr=False)
class _Positives(_Comparing):
    """It halts after so many positives."""

    threshold_ratio: Fraction
    query_ratio: Fraction
    positives: int
    differing: int = 1

    def __init__(self, *, threshold_ratio: Exact, query_ratio: Exact, positives: int, differing: int = 1) -> None:
        """Take a, b, after how many positives it halts, and how far values are apart."""
        self._set(
            threshold_ratio=(parameters.ratio, threshold_ratio),
            query_ratio=(parameters.ratio, query_ratio),
            positives=(parameters.differing, positives),
            differing=(parameters.differing, differing),
        )


class SparseVector(_Positives):
    """Above threshold, begun afresh after each "above", so often: τ is drawn anew.

    threshold_ratio, query_ratio: a and b, the ratios of τ and of each ν. positives: c, after how many "above" it
    halts. differing: how far apart values are at most. It loses (a·b²)^−c, to the power of the distance.
    Raises ParameterError for a parameter out of its range.
    """

    @property
    def course(self) -> Course:
        """A τ for each positive."""
        return Course(self.threshold_ratio, self.query_ratio, self.positives, renewed=True)


class SingleThresholdSparseVector(_Positives):
    """Sparse vector with one τ for all positives: it loses a^−1·b^−2c, to the power of the distance.

    threshold_ratio, query_ratio: a and b, the ratios of τ and of each ν. positives: c, after how many "above" it
    halts. differing: how far apart values are at most. Raises ParameterError for a parameter out of its range.
    """

    @property
    def course(self) -> Course:
        """One τ."""
        return Course(self.threshold_ratio, self.query_ratio, self.positives, renewed=False)


def _rounds(value: object) -> int:
    return parameters.between(value, MOST_ROUNDS)
