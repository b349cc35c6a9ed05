"""The exponential mechanism (McSherry and Talwar 2007) with rational weights."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.functions import Choose, Score, Scores, ScoresOneWay, scores, scores_one_way
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.ratios import least_ratio, power, tail_reach
from concomp.impl.mechanisms.specification import Grounds, Integers, Specification, by_theorem
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.choice import choose
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.numbers import Exact, ParameterError, parameter

CHOICES = "concomp Proposition 12"
LARGEST = 1000
"""The largest score unless it is given."""
TAPES = 10_000
"""How many numbers a choice of an audit may draw from; each is a tape of its own."""


@dataclass(frozen=True, init=False, repr=False)
class _Choice(Specification):
    """Answers scores by the numbers of their candidates, from 0, and the question after them by one of these."""

    e_eps: Fraction
    sensitivity: int = 1
    differing: int = 1
    largest: int = LARGEST

    def __init__(self, e_eps: Exact, *, sensitivity: int = 1, differing: int = 1, largest: int = LARGEST) -> None:
        """Take E, Δ, how many choices are made, and the largest score."""
        self._set(
            e_eps=(parameters.e_eps_of_noise, e_eps),
            sensitivity=(parameters.positive, sensitivity),
            differing=(parameters.differing, differing),
            largest=(parameters.score, largest),
        )
        _ = self.ratio

    @property
    @abstractmethod
    def ratio(self) -> Fraction:
        """By what a weight is multiplied where a score is 1 less."""

    @property
    def loss(self) -> PureDP:
        """E to the number of choices."""
        return PureDP(e_eps=power(self.e_eps, self.differing))

    @property
    def grounds(self) -> Grounds:
        """On choices by weights."""
        return by_theorem(CHOICES)

    @property
    def rounds(self) -> int:
        """Two candidates and a question; another choice begins anew."""
        return 3

    @property
    def answers(self) -> Container[int]:
        """The numbers of candidates."""
        return Integers()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        ratio, known = self.ratio, list[Any]()

        def respond(message: Any) -> int:
            if isinstance(message, Score):
                known.append(message.value)
                return len(known) - 1
            best = max(known)
            chosen = choose([ratio ** (best - score) for score in known], randomness)
            known.clear()
            return chosen

        return respond

    def error(self, beta: Exact, candidates: int | None = None) -> int:
        """How far below the best score the chosen one is at most, of so many candidates, but for a chance of β.

        Each that is more than k below has at most the chance r^{k+1} times the best one's. Raises ParameterError for
        no chance, and where it is not given how many candidates there are at most.
        """
        chance = parameter("beta", parameters.chance, beta)
        if candidates is None:
            remedy = "the error grows with them: give how many candidates a choice has at most"
            raise ParameterError("candidates", candidates, remedy)
        others = parameter("candidates", parameters.positive, candidates) - 1
        return tail_reach(self.ratio, chance / max(1, others))

    def instance(self, rounds: int) -> Instance:
        """It on the scores 0 to Δ; ParameterError where a choice among them has too many tapes to list."""
        drawn = (
            sum(self.ratio**score for score in range(self.sensitivity + 1)) * self.ratio.denominator**self.sensitivity
        )
        if drawn > TAPES:
            remedy = (
                f"a choice draws one of {drawn} numbers, too many to list: give an E whose root is a short fraction"
            )
            raise ParameterError("e_eps", self.e_eps, remedy)
        messages = [*(Score(value=value) for value in range(self.sensitivity + 1)), Choose()]
        return Instance(self.begin, self.function, messages, rounds)


class Exponential(_Choice):
    """Answers `Choose` by a candidate with a chance proportional to w^score; `Score` brings the next candidate.

    e_eps: E = e^ε > 1, which a choice may lose. sensitivity: Δ, how far each score of neighbours is apart at most.
    differing: how many choices it makes. largest: the largest score; the least is 0. w is E^{1/(2Δ)}, or a rational
    just below it. Raises ParameterError for a parameter out of its range.
    """

    @property
    def ratio(self) -> Fraction:
        """1/w, with w^{2Δ} ≤ E."""
        return least_ratio(self.e_eps, 2 * self.sensitivity)

    @property
    def function(self) -> Scores:
        """So many choices, each score at most Δ apart."""
        return scores(self.differing, self.sensitivity, self.largest)


class MonotoneExponential(_Choice):
    """The same for scores that only move one way between neighbours, with w = E^{1/Δ}.

    e_eps: E = e^ε > 1, which a choice may lose. sensitivity: Δ, how far each score of neighbours is apart at most.
    differing: how many choices it makes. largest: the largest score; the least is 0.
    Raises ParameterError for a parameter out of its range.
    """

    @property
    def ratio(self) -> Fraction:
        """1/w, with w^Δ ≤ E."""
        return least_ratio(self.e_eps, self.sensitivity)

    @property
    def function(self) -> ScoresOneWay:
        """So many choices, each score at most Δ apart, all in one direction."""
        return scores_one_way(self.differing, self.sensitivity, self.largest)
