"""The construction of ξ and φ in HSV26 section 10.3, answer by answer, and the largest pair by a formula.

The constraints for an answer are upper bounds on either component, lower bounds, and upper bounds on one component that
grow with the other. The larger, in each world, of two pairs that satisfy them satisfies them too. So there is one
largest pair, which is maximal, the lexicographic maximum, and on the diagonal whenever the constraints are symmetric;
and it is given by a formula, the second formulation of what is computed in the construction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.exposing import Exposing
from concomp.model.reduction.laziness import extensions
from concomp.model.reduction.split import Share
from concomp.obligations.families.reductions.mechanisms import (
    PrivateMechanism,
    exposing_weights,
    exposing_weights_for_laziness,
)


@dataclass(frozen=True)
class Place:
    """One answer in the construction: its number, all answers to the query, what is chosen for them, and the budget."""

    instance: PrivateMechanism
    privacy: PrivacyParameters
    place: int
    answers: Sequence[Share]
    inner: Sequence[WeightPair]
    outer: Sequence[WeightPair]
    past: WeightPair

    @property
    def budget(self) -> WeightPair:
        """δ·φ of the history: the right side of (ξ.2)."""
        return self.privacy.delta * self.past[0], self.privacy.delta * self.past[1]

    @property
    def chances(self) -> list[WeightPair]:
        """μ of every answer."""
        return [answer.weight for answer in self.answers]

    def __str__(self) -> str:
        return f"{self.instance}, budget {self.privacy.delta}, answer {self.place} of {self.answers}"


def places() -> Iterator[Place]:
    """Every answer in the construction of every instance, with δ and with the budget for laziness, if positive."""
    for instance, made in exposing_weights():
        yield from _places(instance, instance.privacy, made)
    for instance, budget, made in exposing_weights_for_laziness():
        yield from _places(instance, budget, made)


def _places(instance: PrivateMechanism, privacy: PrivacyParameters, made: Exposing) -> Iterator[Place]:
    needed = control(instance.chances, privacy.e_eps)
    for (past, _), extended in extensions(instance.chances).items() if privacy.delta else ():
        answers = [Share(needed[history], instance.chances[history]) for history in extended]
        inner = [made.balanced[history] for history in extended]
        outer = [made.weights[history] for history in extended]
        for place in range(len(extended)):
            yield Place(instance, privacy, place, answers, inner, outer, made.weights[past])


def largest_pair(most: WeightPair, ahead: WeightPair, e_eps: Fraction) -> WeightPair:
    """The largest x with x_b ≤ most_b and x_b ≤ ahead_b + x_{1−b}/e^ε."""
    apart = 1 - 1 / e_eps**2

    def component(bit: int) -> Fraction:
        crossing = (ahead[bit] + ahead[1 - bit] / e_eps) / apart
        return min(most[bit], ahead[bit] + most[1 - bit] / e_eps, crossing)

    return component(0), component(1)


def lead_of_worlds(chance: WeightPair, e_eps: Fraction) -> WeightPair:
    return chance[0] - chance[1] / e_eps, chance[1] - chance[0] / e_eps


def residual_budget(
    at: Place, values: Sequence[WeightPair], chosen: Sequence[WeightPair], whole: WeightPair
) -> WeightPair:
    """What the other answers leave: those before what is chosen for them, those after the given values."""

    def left(bit: int) -> Fraction:
        others = [pair[bit] for pair in (*chosen[: at.place], *values[at.place + 1 :])]
        return whole[bit] - sum(others, ZERO)

    return left(0), left(1)
