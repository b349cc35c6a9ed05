"""Close bounds for many losses without a common unit.

δ is the mean of (1 − e^{ε−x})₊ over losses x. Tilted by e^{−a(x−ε)} that is F(x − ε) for F(x) = (1 − e^{−x})₊·e^{−ax},
and functions above and below F, whose transforms end at a height of 2π/h, have means that are only about h²/8 times
the density of the loss at ε apart. Each is an integral of its transform times ∏ cosh(ε_i z)/cosh(ε_i κ), the
characteristic function of the tilted law, over a line Re z = κ = a + 1/2.

The sum over points z = κ + ijη is the integral but for a copy at every distance d of 2π/η, a mean of the function at
x − ε + d. Without the tilt, a copy of F is δ at ε − d. None is below 0. Those above are slight by Markov's inequality;
and as δ(−x) = 1 − e^{−x} + e^{−x}·δ(x), so are those below but for what is known. The copies of the function above are
no smaller, and those of the one below no larger.

Far from the real axis the product is small, and with t = Im z neither transform exceeds HIGHEST/t².
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, expm1, inf, isfinite, log, pi, sqrt

import numpy as np
from flint import arb

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.lines.integrand import Integrand, integrand
from concomp.impl.accounting.optimal.lines.responses import BITS, TINY, Responses
from concomp.impl.accounting.optimal.saddle_point import fall_of_log_tail, log_tail, tilt_reaching
from concomp.impl.accounting.optimal.tails import bounds, rational
from concomp.impl.accounting.optimal.tilting import tilt_for
from concomp.impl.accounting.parameters import flint_rational, logarithm
from concomp.model.laws.balls import precision

AIM = 8.8e-10
"""About which gap, relative to δ or to E, the height is chosen for."""
SMALL = 0.03
"""How much of it each other error may take."""
NEAREST, FARTHEST, FARTHER = 8.0, 64.0, 0.5
"""How many deviations copies are away: at least, at most, and by how much more if they are too large."""
APART, BELOW = 1.5, 1.0
"""How many inverse deviations κ stays away from the pole at 1/2, and how many below that of the saddle point: there the
product is smaller far from the real axis."""
FAR = 8.0
"""How many inverse deviations κ may be away from the saddle point, beyond which no digit is left."""
SLIGHTEST, LARGEST = 1e-100, 1e6
"""Deviations of the loss between which no number leaves the range of floats."""
NEWTON = 40
"""How often a guess is improved."""
SETTLED = 1e-12
WIDENING = (0.005, 0.05, 0.5, 2.0, 10.0, 100.0)
"""By how much bounds of E are moved away until they hold, times how far they are apart."""
SHORT = 20
"""The bits of the step, so that its multiples are exact."""


@dataclass(frozen=True, eq=False)
class Line:
    """The line Re z = κ.

    integrand: relative to the scale, which is the product at κ. above, below: tilts, and the product there, by which
    copies on either side are slight.
    """

    tilt: float
    integrand: Integrand
    scale: arb
    above: tuple[float, arb]
    below: tuple[float, arb]

    def delta(self, epsilon: arb) -> tuple[arb, arb]:
        """Balls of which the lower ends bound δ from below, and the upper ends from above."""
        near, size = float(epsilon.mid()), self._size(epsilon)
        wrong = arb(0, self.integrand.error(near))
        under, over = (size * (arb(each) + wrong) for each in self.integrand.integrals(near))
        ones, powers = self._known_copies(epsilon)
        return under - (ones - powers) - _up_to(self._copies(epsilon)), over - (ones - powers)

    def delta_and_slope(self, epsilon: float) -> tuple[float, float]:
        """About δ and its derivative, from the integrand near the real axis."""
        size = float(self._size(arb(epsilon)).mid())
        at, slope = (size * each for each in self.integrand.near.integral_and_slope(epsilon))
        ones, powers = self._known_copies(arb(epsilon))
        return at - float((ones - powers).mid()), slope + (0.5 - self.tilt) * at + float(powers.mid())

    def _size(self, epsilon: arb) -> arb:
        return self.scale * ((arb(1) / 2 - arb(self.tilt)) * epsilon).exp()

    def _known_copies(self, epsilon: arb) -> tuple[arb, arb]:
        """What is known of the copies below: those of 1, and of E."""
        away = self._away
        ones, powers = (-(self.tilt - arb(1) / 2) * away).exp(), (-(self.tilt + arb(1) / 2) * away).exp()
        return ones / (1 - ones), epsilon.exp() * powers / (1 - powers)

    def _copies(self, epsilon: arb) -> arb:
        """What the copies at distances of 2π/η may add besides."""
        half, tilt = arb(1) / 2, arb(self.tilt)
        (steep, scale), (mirrored, scale_below) = self.above, self.below
        falls, falls_below = ((tilt - steep) * self._away).exp(), (-(tilt + mirrored) * self._away).exp()
        above = scale * (-(steep - half) * epsilon).exp()
        below = scale_below * ((mirrored + half) * epsilon).exp()
        return above * falls / (1 - falls) + below * falls_below / (1 - falls_below)

    @property
    def _away(self) -> arb:
        return 2 * arb.pi() / arb(self.integrand.step)


def line(of: Responses, epsilon: float) -> Line | None:
    """The integrand on a line for δ at this ε; None if the losses leave the range, or too many points are loud."""
    if not SLIGHTEST < sqrt(of.squares) < LARGEST or epsilon >= of.total:
        return None
    saddle = tilt_for(of, (epsilon + of.total) / 2)
    fall = min(-1e-300, fall_of_log_tail(saddle * of.deviation(saddle), of.deviation(saddle)))
    return _line(of, saddle, sqrt(-8 * AIM * expm1(fall) * _reach(of, saddle, saddle - 0.5)))


def _reach(of: Responses, saddle: float, slope: float) -> float:
    """About ∫ e^{−slope·x} over all x > 0, against the density of the loss near the saddle point relative to that."""
    deviation = of.deviation(saddle)
    return deviation * sqrt(2 * pi) * exp(min(FAR * FAR, log_tail(slope * deviation)))


def _line(of: Responses, saddle: float, unit: float) -> Line | None:
    """The integrand on a line that suits this saddle point, up to a height of about 2π/unit."""
    tilt = max(0.5 + APART / of.deviation(0.5), saddle - BELOW / of.deviation(saddle))
    deviation = of.deviation(tilt)
    if not deviation > SLIGHTEST or tilt > 1 / SLIGHTEST or abs(tilt - saddle) * deviation > FAR:
        return None
    area = (tilt - 0.5) * (tilt + 0.5)
    # About δ relative to its size.
    part = exp(-(((tilt - saddle) * deviation) ** 2) / 2) / (sqrt(2 * pi) * deviation * area)
    allowed = SMALL * AIM * part
    copies = _copies_away(of, tilt, 2 * of.mean(saddle) - of.total, log(allowed))
    if copies is None:
        return None
    away, steep, mirrored = copies
    step = _short(2 * pi / away)
    found = integrand(of, tilt, step, ceil(2 * pi / min(unit, 1 / (tilt + 0.5)) / step), allowed)
    if found is None:
        return None
    with precision(BITS):
        scale, above, below = of.scale(arb(tilt)), of.scale(arb(steep)), of.scale(arb(mirrored))
    return Line(tilt, found, scale, (steep, above), (mirrored, below))


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
    found = _line(of, tilt, sqrt(8 * AIM * _reach(of, tilt, tilt + 0.5)))
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
        above = (epsilon + up + (up + down) * more for more in WIDENING)
        below = (epsilon - down - (up + down) * more for more in WIDENING)
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
