"""Ratios of geometric noise and of weights, what is lost many times, and how far noise reaches."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import repeat
from math import ceil

from flint import fmpz

from concomp.impl.accounting.rounding import is_short, round_up
from concomp.impl.mechanisms.parameters import NEAREST
from concomp.model.laws.balls import above, ball, precision
from concomp.model.numbers import ParameterError

BITS = 48
"""The bits of a ratio that is no exact root."""


@lru_cache(256)
def least_ratio(e_eps: Fraction, sensitivity: int) -> Fraction:
    """A ratio r with r^{−Δ} ≤ E: E^{−1/Δ} where that is rational, otherwise a rational just above it.

    Raises ParameterError if it cannot be drawn.
    """
    root = Fraction(*(int(fmpz(number).root(sensitivity)) for number in e_eps.as_integer_ratio()))
    ratio = 1 / (root if root**sensitivity == e_eps else _root_below(e_eps, sensitivity))
    if not _can_be_drawn(ratio):
        remedy = "give one whose root E^(1/sensitivity) is from 1 + 1e-9 to 1e9, as noise has its inverse for a ratio"
        raise ParameterError("e_eps", e_eps, remedy)
    return ratio


def demand_drawn(e_eps: Fraction, *ratios: Fraction) -> None:
    """Make sure that noise of these ratios, which come from E, can be drawn; ParameterError if some cannot."""
    for ratio in ratios:
        if not _can_be_drawn(ratio):
            nearer = "smaller" if ratio < NEAREST else "larger"
            remedy = f"give a {nearer} one: noise of the ratio {float(ratio):.3g} is not drawn: from 1e-9 to 1 - 1e-9"
            raise ParameterError("e_eps", e_eps, remedy)


def _can_be_drawn(ratio: Fraction) -> bool:
    return NEAREST <= ratio <= 1 - NEAREST


@lru_cache(256)
def power(e_eps: Fraction, times: int) -> Fraction:
    """E^n, rounded up where it is long."""
    return reduce(lambda product, factor: short(product * factor), repeat(e_eps, times), Fraction(1))


def short(number: Fraction) -> Fraction:
    """A number of at least 0, rounded up if it is long."""
    return number if is_short(number) else round_up(number)


def reach(ratio: Fraction, beta: Fraction) -> int:
    """A k with P(|z| > k) = 2·r^{k+1}/(1 + r) ≤ β, the least or one more."""
    return tail_reach(ratio, beta * (1 + ratio) / 2)


def tail_reach(ratio: Fraction, tail: Fraction) -> int:
    """A k of at least 0 with r^{k+1} at most `tail`, the least or one more."""
    with precision(4 * BITS):
        return max(0, ceil(above(ball(tail).log() / ball(ratio).log())) - 1)


def gaussian_reach(variance: Fraction, beta: Fraction) -> int:
    """A k with 2·e^{−k²/(2σ²)} ≤ β, about the least."""
    with precision(4 * BITS):
        return ceil(above((2 * ball(variance) * ball(2 / beta).log()).sqrt()))


def _root_below(e_eps: Fraction, sensitivity: int) -> Fraction:
    """E^{1/Δ}, or a rational just below it."""
    with precision(4 * BITS):
        ratio = (-ball(e_eps).log() / sensitivity).exp()
        return 1 / Fraction(ceil(above(ratio * (1 << BITS))), 1 << BITS)
