"""Close bounds for many losses without a common unit.

With an additional Gaussian mechanism of parameter σ the composition has a larger δ, A_σ ≥ δ. At E that is the mean of
the profile over E·e^{−ξ}, where e^{−ξ} has mean 1. The profile is a mixture of functions (k − E)_+, and the mean of
each exceeds it by ψ(σ) = ∫_0^σ c·exp(−x²/(2s²) − s²/8) ds for some c and x. The integrand is at most e^{σ²/8} times
what it is at s = σ, so that ψ(σ) ≤ e^{σ²/8}·σψ′(σ), and δ ≥ A_σ − e^{σ²/8}·B_σ, where B_σ is σ times the derivative of
A_σ. The gap falls with σ².

A_σ is an integral of ∏ cosh(ε_i z)/cosh(ε_i/2) · e^{σ²(z² − 1/4)/2 − zε}/(z² − 1/4) over a line Re z = κ > 1/2, and
B_σ is the same with σ² in the place of the quotient. The sum over points z = κ + ijh is the integral but for a copy at
every distance d of 2π/h, which is e^{(κ−1/2)·d} times A_σ at ε + d. None is below 0. Those above are slight by Markov's
inequality; and as A_σ(−x) = 1 − e^{−x} + e^{−x}·A_σ(x), so are those below but for what is known.

Far from the real axis the integrand is small: because the product is, up to some height, and because of σ beyond it.
There, with t = Im z, it is at most (1 + σ²t²)·e^{−σ²t²/2}/t² times its scale.

The sum is taken in floating point, with u = 2^−53. A factor is cos θ + i·tanh(κε)·sin θ with θ = εt, of modulus at most
1. With a point t that is exact, θ is known to 3uθ. Sines and the like come within 4u, and a product of complex numbers
within 3u; so a factor is known to u(3θ + 10), and to u(3θ + 24) if its turn e^{iθ} is a product of two, known to
u(3θ + 16). As no factor exceeds 1, what is wrong in each of them, and 4u for each product, adds up: with few points the
product is known to 1.01·u·Σ(3θ + 14), with many to 1.01·u·Σ(3θ + 28), while that is small. What it is multiplied with
has a phase and an exponent that are known to 5u of what they are, and goes through fewer than 60 roundings besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, expm1, inf, isfinite, log, pi, sqrt

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.lines.quiet import loud_points
from concomp.impl.accounting.optimal.lines.responses import BITS, TINY, Responses
from concomp.impl.accounting.optimal.saddle_point import fall_of_log_tail, log_tail, tilt_reaching
from concomp.impl.accounting.optimal.tails import bounds, rational
from concomp.impl.accounting.optimal.tilting import tilt_for
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats
from concomp.impl.accounting.outcomes.sums import add_up, roundings
from concomp.impl.accounting.parameters import flint_rational, logarithm
from concomp.model.laws.balls import precision

Complex = NDArray[np.complex128]
AIM = 7e-10
"""About which gap, relative to δ or to E, σ is chosen for."""
SMALL = 0.1
"""How much of it each other error may take."""
NEAREST, FARTHEST, FARTHER = 8.0, 64.0, 0.5
"""How many deviations copies are away: at least, at most, and by how much more if they are too large."""
APART, LOWEST, HIGHEST = 1.5, 3.0, 1.0
"""How many inverse deviations κ stays away from the pole at 1/2, and how many below that of the saddle point, at most
and at least: there the product is much smaller far from the real axis, and somewhat smaller near it beside its scale,
of which roundings are a part."""
FAR = 8.0
"""How many inverse deviations κ may be away from the saddle point, beyond which no digit is left."""
INEXACT = 1e-3
"""The most that products may be off."""
SLIGHTEST, LARGEST = 1e-100, 1e6
"""Deviations of the loss between which no number leaves the range of floats."""
NEWTON = 40
"""How often a guess is improved."""
SETTLED = 1e-12
WIDENING = (1.01, 1.1, 1.5, 3.0, 10.0, 100.0)
"""The factors by which a bound of E that does not hold is moved away."""
ROUNDED = 1000
"""About how many roundings there are for each loss, beside the answer at a saddle point."""
ROW = 1 << 10
"""How many places are in a row; so few are turned one by one."""
SHORT = 20
"""The bits of the step, so that its multiples are exact."""


@dataclass(frozen=True, eq=False)
class Line:
    """The integrand on the line Re z = κ.

    points, values: t, and the product there relative to the scale, for loud t. errors: what each value may be off.
    scale: the product at κ. above, below: tilts, and the product there, by which copies on either side are slight.
    rest: what all other points may add, relative to the scale.
    """

    tilt: float
    sigma: float
    step: float
    points: Floats
    values: Complex
    errors: Floats
    scale: arb
    above: tuple[float, arb]
    below: tuple[float, arb]
    rest: float

    def delta(self, epsilon: arb) -> tuple[arb, arb]:
        """Balls of which the lower ends bound δ from below, and the upper ends from above."""
        turns, size = self._turns(float(epsilon.mid())), self._size(epsilon)
        above = size * (arb(self._sum(turns, self._smooth)) + self._error(self._wrong_smooth, epsilon))
        correction = size * (arb(self._sum(turns, self._derivative)) + self._error(self._wrong_derivative, epsilon))
        correction *= (arb(self.sigma) ** 2 / 8).exp()
        ones, powers = self._known_copies(epsilon)
        above -= ones - powers
        return above - correction - _up_to(self._copies(epsilon)), above

    def delta_and_slope(self, epsilon: float) -> tuple[float, float]:
        """About A_σ and its derivative."""
        turns, size = self._turns(epsilon), float(self._size(arb(epsilon)).mid())
        falling = self._smooth * (0.5 - self.tilt - 1j * self.points)
        ones, powers = self._known_copies(arb(epsilon))
        at, slope = size * self._sum(turns, self._smooth), size * self._sum(turns, falling)
        return at - float((ones - powers).mid()), slope + float(powers.mid())

    def _turns(self, epsilon: float) -> Complex:
        turns: Complex = np.exp(-1j * epsilon * self.points)
        return turns

    def _sum(self, turns: Complex, values: Complex) -> float:
        """The integral of the values, which at t = 0 count half."""
        terms = turns.real * values.real - turns.imag * values.imag
        return (add_up(terms) - float(terms[0]) / 2) * self.step / pi

    @cached_property
    def _gaussian(self) -> Complex:
        x = self.sigma * self.points
        gaussian: Complex = np.exp(1j * (self.sigma**2 * self.tilt) * self.points - x * x / 2)
        return gaussian

    @cached_property
    def _quotients(self) -> Complex:
        # The difference from 1/2 has no rounding worth counting, however small it is.
        area = (self.tilt - 0.5) * (self.tilt + 0.5)
        return self._gaussian / (area - self.points**2 + 2j * self.tilt * self.points)

    @cached_property
    def _smooth(self) -> Complex:
        return self.values * self._quotients

    @cached_property
    def _derivative(self) -> Complex:
        return self.values * (self._gaussian * self.sigma**2)

    @cached_property
    def _wrong_smooth(self) -> tuple[float, float]:
        return self._wrong(self._quotients)

    @cached_property
    def _wrong_derivative(self) -> tuple[float, float]:
        return self._wrong(self._gaussian * self.sigma**2)

    def _wrong(self, factors: Complex) -> tuple[float, float]:
        """What the sum of the values times these may be off: at ε = 0, and more for each unit of ε."""
        weights, moduli = np.abs(factors), np.abs(self.values)
        x = self.sigma * self.points
        steps = 5 * self.sigma**2 * self.tilt * self.points + 5 * x * x + 60 + _roundings(len(x))
        fixed = float((weights * (self.errors + (moduli + self.errors) * (steps * ROUNDING))).sum())
        growing = 5 * ROUNDING * float((weights * (moduli + self.errors) * self.points).sum())
        return 1.01 * self.step / pi * fixed, 1.01 * self.step / pi * growing

    def _error(self, wrong: tuple[float, float], epsilon: arb) -> arb:
        fixed, growing = wrong
        return arb(0, fixed + growing * abs(float(epsilon.mid())) + self.rest)

    def _size(self, epsilon: arb) -> arb:
        tilt, sigma = arb(self.tilt), arb(self.sigma)
        area, slope = tilt * tilt - arb(1) / 4, tilt - arb(1) / 2
        return self.scale * (area * sigma * sigma / 2 - slope * epsilon).exp()

    def _known_copies(self, epsilon: arb) -> tuple[arb, arb]:
        """What is known of the copies below: those of 1, and of E."""
        away = self._away
        ones, powers = (-(self.tilt - arb(1) / 2) * away).exp(), (-(self.tilt + arb(1) / 2) * away).exp()
        return ones / (1 - ones), epsilon.exp() * powers / (1 - powers)

    def _copies(self, epsilon: arb) -> arb:
        """What the copies at distances of 2π/h may add besides."""
        half, tilt = arb(1) / 2, arb(self.tilt)
        (steep, scale), (mirrored, scale_below) = self.above, self.below
        falls, falls_below = ((tilt - steep) * self._away).exp(), (-(tilt + mirrored) * self._away).exp()
        above = self._smoothed(steep, scale) * (-(steep - half) * epsilon).exp()
        below = self._smoothed(mirrored, scale_below) * ((mirrored + half) * epsilon).exp()
        return above * falls / (1 - falls) + below * falls_below / (1 - falls_below)

    def _smoothed(self, tilt: float, scale: arb) -> arb:
        return scale * ((arb(tilt) ** 2 - arb(1) / 4) * arb(self.sigma) ** 2 / 2).exp()

    @property
    def _away(self) -> arb:
        return 2 * arb.pi() / arb(self.step)


def _roundings(count: int) -> int:
    return min(count, roundings(count))


def line(of: Responses, epsilon: float) -> Line | None:
    """The integrand on a line for δ at this ε; None if the losses leave the range, or too many points are loud."""
    if not SLIGHTEST < sqrt(of.squares) < LARGEST or epsilon >= of.total:
        return None
    saddle = tilt_for(of, (epsilon + of.total) / 2)
    fall = min(-1e-300, fall_of_log_tail(saddle * of.deviation(saddle), of.deviation(saddle)))
    return _line(of, saddle, sqrt(-AIM * expm1(fall) * _reach(of, saddle, saddle - 0.5)))


def _reach(of: Responses, saddle: float, slope: float) -> float:
    """About ∫ e^{−slope·x} over all x > 0, against the density of the loss near the saddle point relative to that."""
    deviation = of.deviation(saddle)
    return deviation * sqrt(2 * pi) * exp(min(FAR * FAR, log_tail(slope * deviation)))


def _line(of: Responses, saddle: float, sigma: float) -> Line | None:
    """The integrand on a line that suits this saddle point."""
    tilt = max(0.5 + APART / of.deviation(0.5), saddle - _lower(of) / of.deviation(saddle))
    deviation = of.deviation(tilt)
    if not deviation > SLIGHTEST or tilt > 1 / SLIGHTEST or abs(tilt - saddle) * deviation > FAR:
        return None
    area = (tilt - 0.5) * (tilt + 0.5)
    # About A_σ relative to its size.
    part = exp(-(((tilt - saddle) * deviation) ** 2) / 2) / (sqrt(2 * pi) * deviation * area)
    allowed = SMALL * AIM * part
    copies = _copies_away(of, tilt, 2 * of.mean(saddle) - of.total, log(allowed))
    if copies is None:
        return None
    away, steep, mirrored = copies
    step = _short(2 * pi / away)
    far = sqrt(max(1.0, 2 * log(sigma / allowed))) / sigma
    loud = loud_points(of.losses, of.times, tilt, far + step, step, allowed)
    if loud is None:
        return None
    points: Floats = (loud.places * step).astype(np.float64)
    values, errors = _product(of, tilt, step, loud.places)
    if errors.max() > INEXACT:
        return None
    # The points beyond the height: the two parts of their bound each give the same.
    beyond = 2.1 * exp(-((sigma * far) ** 2) / 2) / far
    with precision(BITS):
        scale, above, below = of.scale(arb(tilt)), of.scale(arb(steep)), of.scale(arb(mirrored))
    rest = (loud.rest + beyond) / pi
    return Line(tilt, sigma, step, points, values, errors, scale, (steep, above), (mirrored, below), rest)


def _lower(of: Responses) -> float:
    """How many inverse deviations κ is below the saddle point, so that roundings stay small."""
    bearable = SMALL * AIM / (ROUNDED * ROUNDING * float(of.times.sum()))
    return max(HIGHEST, min(LOWEST, sqrt(2 * log(max(1.0, bearable)))))


def _copies_away(of: Responses, tilt: float, epsilon: float, slight: float) -> tuple[float, float, float] | None:
    """How far copies have to be away to be slight beside the scale, and by which tilts on either side of ε.

    slight: the logarithm of what they may be. None if they never are.
    """
    deviation = of.deviation(tilt)
    size, away = of.log_scale(tilt) - (tilt - 0.5) * epsilon, NEAREST * deviation
    while away <= FARTHEST * deviation:
        # About the tilts whose means are the copies' places.
        steep = tilt + away / deviation**2
        mirrored = max(0.5, (away - epsilon) / deviation**2)
        above = of.log_scale(steep) - (steep - 0.5) * epsilon - (steep - tilt) * away
        below = of.log_scale(mirrored) + (mirrored + 0.5) * epsilon - (tilt + mirrored) * away
        if max(above, below) <= size + slight:
            return away, steep, mirrored
        away += FARTHER * deviation
    return None


def _product(of: Responses, tilt: float, step: float, places: NDArray[np.int64]) -> tuple[Complex, Floats]:
    """∏ cosh(ε z)/cosh(εκ) at κ + i·step·j for places j, in increasing order, and what it may be off."""
    values, many = np.ones(len(places), np.complex128), len(places) > ROW
    turns = _turns_by_rows(places, step) if many else _turns_one_by_one(places, step)
    for loss, times in zip(of.losses, of.times, strict=True):
        turned = turns(loss)
        turned.imag *= np.tanh(tilt * loss)
        values *= _power(turned, int(times))
    each = 28 if many else 14
    errors: Floats = 1.01 * ROUNDING * (3 * of.total * step * places.astype(np.float64) + each * of.times.sum())
    return values, errors


def _turns_one_by_one(places: NDArray[np.int64], step: float) -> Callable[[float], Complex]:
    """e^{iεt} at places, of a loss ε."""
    points = step * places

    def turns(loss: float) -> Complex:
        found = np.empty(len(points), np.complex128)
        np.cos(loss * points, out=found.real)
        np.sin(loss * points, out=found.imag)
        return found

    return turns


def _turns_by_rows(places: NDArray[np.int64], step: float) -> Callable[[float], Complex]:
    """The same for many places: a turn to a place is one to the row, and one within it."""
    (rows, columns), count = np.divmod(places, ROW), int(places[-1]) // ROW + 1
    to_rows, within = _turns_one_by_one(ROW * np.arange(count), step), _turns_one_by_one(np.arange(ROW), step)

    def turns(loss: float) -> Complex:
        found: Complex = to_rows(loss)[rows]
        found *= within(loss)[columns]
        return found

    return turns


def _power(factor: Complex, times: int) -> Complex:
    """As many products as roundings are counted for."""
    if times == 1:
        return factor
    half = _power(factor, times // 2)
    return half * half * factor if times % 2 else half * half


def _short(step: float) -> float:
    """A number of few bits just below."""
    scale = 2.0 ** (SHORT - int(np.frexp(step)[1]))
    return float(np.floor(step * scale) / scale)


def _up_to(number: arb) -> arb:
    """A ball around all from 0 to the number."""
    half = number.upper() / 2
    return half + arb(0, 1) * half


def delta_near(found: Line, e_eps: Fraction) -> Bounds:
    """Bounds of δ at E."""
    with precision(BITS):
        low, high = found.delta(logarithm(e_eps))
        # A ball may reach so far beyond 0 or 1 that its ends would take long to be written down.
        below, above = low.lower(), high.upper()
        return Bounds(rational(below) if below > 0 else Fraction(0), rational(above) if above < 1 else Fraction(1))


def line_reaching(of: Responses, delta: Fraction) -> tuple[Line, float] | None:
    """A line for the ε at which δ is reached, and about that ε; None as for `line`."""
    if not SLIGHTEST < sqrt(of.squares) < LARGEST:
        return None
    tilt = tilt_reaching(of, delta)
    found = _line(of, tilt, sqrt(AIM * _reach(of, tilt, tilt + 0.5)))
    if found is None:
        return None
    epsilon, level = 2 * of.mean(tilt) - of.total, float(delta)
    with precision(BITS):
        for _ in range(NEWTON):
            at, slope = found.delta_and_slope(epsilon)
            if not (0 < at < inf and slope < 0 < level):
                return None
            before, epsilon = epsilon, max(epsilon / 2, epsilon + log(level / at) * at / slope)
            if abs(epsilon - before) <= SETTLED * epsilon:
                break
    return found, epsilon


def least_near(found: Line, epsilon: float, delta: Bounds) -> Bounds | None:
    """Bounds of the least E for δ, from a guess of its logarithm; None if the line does not show any."""
    with precision(BITS):
        low, high = found.delta(arb(epsilon))
        slope = max(-found.delta_and_slope(epsilon)[1], TINY)
        # By how much bounds of δ miss it, over the slope.
        up = float((high - flint_rational(delta.low)).upper()) / slope
        down = float((flint_rational(delta.high) - low).upper()) / slope
        if not isfinite(up + down):
            return None
        above = (epsilon + up * wider for wider in WIDENING)
        below = (epsilon - down * wider for wider in WIDENING)
        high_end = next((each for each in above if _shows(found, each, delta.low) < 0), None)
        low_end = next((each for each in below if _shows(found, each, delta.high) > 0), None)
        if high_end is None or low_end is None:
            return None
        low_e, high_e = bounds(arb(low_end).exp()).low, bounds(arb(high_end).exp()).high
        return Bounds(max(Fraction(1), low_e), max(Fraction(1), high_e))


def _shows(found: Line, epsilon: float, delta: Fraction) -> int:
    """1 if the composition's δ is certainly above this one, −1 if it certainly is not, else 0."""
    low, high = found.delta(arb(epsilon))
    return 1 if low > flint_rational(delta) else -1 if high <= flint_rational(delta) else 0
