"""Privacy-loss laws of noise on the integers, added to a number that two neighbours change by at most a sensitivity.

The noise is log-concave, so that P(x)/P(x − j) falls with x: the best test at any E is a threshold, and what it gains,
F(t) − E·F(t − j), grows with the shift j. So the largest shift has the largest δ at every E, in either direction.
Outcome x and its mirror image s − x have opposite losses, and together they are a randomised response.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import ceil, log, sqrt

from flint import arb

from concomp.impl.accounting.laws.law import BITS, PrivacyLossLaw
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import rational
from concomp.impl.accounting.parameters import (
    LARGEST,
    SMALLEST,
    ExponentialLoss,
    PureLoss,
    RationalLoss,
    flint_rational,
)
from concomp.impl.noise.gaussian_weights import gaussian_weights
from concomp.impl.noise.parameters import exact_moderate_ratio
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, NumberError, ParameterError, exact, parameter, rational_text

CUT_BITS = 280
"""Noise is cut where what lies beyond has about this many bits less than 1."""
RESPONSES = 1 << 17
"""The most responses of a law."""
SENSITIVITY = 4096
"""The largest sensitivity."""
LARGEST_SCALE = 10**9
"""The largest scale."""


def two_sided_geometric(ratio: Exact, sensitivity: Exact = 1) -> PrivacyLossLaw:
    """The law of the geometric mechanism: noise x with probability (1 − r)/(1 + r)·r^|x|.

    ratio: r, from 1e-9 to 1 − 1e-9. sensitivity: a whole number, at most SENSITIVITY. With sensitivity 1 this is the
    randomised response of E = 1/r. Raises ParameterError for a number out of range.
    """
    r, most = parameter("ratio", exact_moderate_ratio, ratio), parameter("sensitivity", _sensitivity, sensitivity)
    name = f"two-sided geometric noise of ratio {rational_text(r)}, sensitivity {most}"
    with precision(BITS):
        return _geometric(name, RationalLoss(1 / r), arb(flint_rational(r)), most)


def discrete_laplace(scale: Exact, sensitivity: Exact = 1) -> PrivacyLossLaw:
    """The law of discrete Laplace noise: x with a probability proportional to e^{−|x|/b}.

    scale: b > 0, up to 10^9. sensitivity: a whole number, at most SENSITIVITY. Raises ParameterError for a number out
    of range.
    """
    b, most = parameter("scale", _positive, scale), parameter("sensitivity", _sensitivity, sensitivity)
    _demand_moderate("scale", b, most / b)
    name = f"discrete Laplace noise of scale {rational_text(b)}, sensitivity {most}"
    with precision(BITS):
        return _geometric(name, ExponentialLoss(1 / b), (-1 / arb(flint_rational(b))).exp(), most)


def _geometric(name: str, unit: RationalLoss | ExponentialLoss, ratio: arb, shift: int) -> PrivacyLossLaw:
    """The law for two-sided geometric noise: beyond both centres the loss is the same, between them it rises."""
    responses: list[tuple[PureLoss, arb]] = [(_times(unit, shift), (1 + ratio**shift) / (1 + ratio))]
    inner = (1 - ratio) / (1 + ratio)
    for x in range(1, shift // 2 + 1):
        weight = inner * ratio**x if 2 * x == shift else inner * (ratio**x + ratio ** (shift - x))
        responses.append((_times(unit, shift - 2 * x), weight))
    return PrivacyLossLaw(name, tuple(responses), known(Fraction(0)))


def discrete_gaussian(variance: Exact, sensitivity: Exact = 1) -> PrivacyLossLaw:
    """The law of discrete Gaussian noise: x with a probability proportional to e^{−x²/(2σ²)}.

    variance: the parameter σ² > 0; σ up to about 6000. sensitivity: a whole number, at most SENSITIVITY. Raises
    ParameterError for a number out of range.
    """
    square, shift = parameter("variance", _variance, variance), parameter("sensitivity", _sensitivity, sensitivity)
    _demand_moderate("variance", square, Fraction(shift * shift) / (2 * square))
    name = f"discrete Gaussian noise of variance {rational_text(square)}, sensitivity {shift}"
    reach = _reach(square)
    with precision(BITS):
        base = (-1 / arb(flint_rational(2 * square))).exp()
        ahead = base ** (2 * reach + 1)
        # Beyond `reach` each probability is at most this fraction of the one before.
        beyond = base ** ((reach + 1) ** 2) / (1 - ahead)
        heights = list(islice(gaussian_weights(base), reach + shift + 1))
        whole = heights[0] + 2 * sum(heights[1:], arb(0)) + arb(0, 1) * (2 * beyond)
        responses: list[tuple[PureLoss, arb]] = []
        for x in range(-reach, shift // 2 + 1):
            weight = heights[abs(x)] if 2 * x == shift else heights[abs(x)] + heights[shift - x]
            responses.append((_exponential(Fraction(shift * (shift - 2 * x)) / (2 * square)), weight / whole))
        cut = rational((2 * beyond / heights[0]).upper())
    return PrivacyLossLaw(name, tuple(responses), Bounds(Fraction(0), min(Fraction(1), cut)))


def _reach(variance: Fraction) -> int:
    """The x beyond which noise is cut."""
    return ceil(sqrt(2 * CUT_BITS * log(2) * float(variance))) + 1


def _times(unit: RationalLoss | ExponentialLoss, steps: int) -> PureLoss:
    if isinstance(unit, RationalLoss):
        return RationalLoss(unit.e_eps**steps)
    return _exponential(unit.epsilon * steps)


def _exponential(epsilon: Fraction) -> PureLoss:
    return ExponentialLoss(epsilon) if epsilon else RationalLoss(Fraction(1))


def _demand_moderate(name: str, value: Fraction, loss: Fraction) -> None:
    """ParameterError if noise loses more where it is most likely than what is taken for a loss."""
    if loss > LARGEST:
        remedy = f"with this sensitivity it loses more than 1e6: give a larger {name}, or a smaller sensitivity"
        raise ParameterError(name, value, remedy)


def _positive(value: object) -> Fraction:
    number = exact(value)
    if not 1 / LARGEST <= number <= LARGEST_SCALE:
        raise NumberError("write a scale from 1e-6 to 1e9")
    return number


def _variance(value: object) -> Fraction:
    number = exact(value)
    if not number >= 1 / LARGEST or _reach(min(number, 1 / SMALLEST)) > RESPONSES:
        raise NumberError("write a variance from 1e-6 to 4e7")
    return number


def _sensitivity(value: object) -> int:
    number = exact(value)
    if number.denominator != 1 or not 1 <= number <= SENSITIVITY:
        raise NumberError(f"write a whole number from 1 to {SENSITIVITY}")
    return int(number)
