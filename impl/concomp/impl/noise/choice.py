"""Choices with given odds: one of several, by rational weights or by weights e^{−γ}."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from concomp.impl.noise.coins import bernoulli_exp
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.rejection import first_accepted


def choose(weights: Sequence[Fraction], randomness: Randomness) -> int:
    """The place of one of the weights, with a chance proportional to it, by one number; not all are 0."""
    common = lcm(*(weight.denominator for weight in weights))
    ends = tuple(accumulate(int(weight * common) for weight in weights))
    number = randomness.below(ends[-1])
    return next(place for place, end in enumerate(ends) if number < end)


def choose_exp(losses: Sequence[Fraction], randomness: Randomness) -> int:
    """The place of one of the losses γ, with a chance proportional to e^{−γ}, from rational coins."""
    least = min(losses)
    return first_accepted(lambda numbers: choice_attempt([loss - least for loss in losses], numbers), randomness)


def choice_attempt(losses: Sequence[Fraction], randomness: Randomness) -> int | None:
    """A place with a chance proportional to e^{−γ}, or None; the least γ is 0."""
    place = randomness.below(len(losses))
    return place if bernoulli_exp(losses[place], randomness) else None
