"""Close bounds for many losses without a common unit.

With an additional Gaussian mechanism of parameter σ the composition has a larger δ, A_σ ≥ δ. At E that is the mean of
the profile over E·e^{−ξ}, where e^{−ξ} has mean 1. The profile is a mixture of functions (k − E)_+, and the mean of
each exceeds it by ψ(σ) = ∫_0^σ c·exp(−x²/(2s²) − s²/8) ds for some c and x. So ψ(2σ) ≥ r·ψ(σ) with r = 2·e^{−3σ²/8},
which bounds δ from below as well: δ ≥ (r·A_σ − A_{2σ})/(r − 1). The gap falls with σ².

A_σ is an integral of ∏ cosh(ε_i z)/cosh(ε_i/2) · e^{σ²(z² − 1/4)/2 − zε}/(z² − 1/4) over a line Re z = κ > 1/2. The sum
over points z = κ + ijh is the integral but for a copy of A at every distance of 2π/h, and far from the real axis the
integrand is small: because the product is, up to the height that was looked at, and because of σ beyond it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import cosh, exp, log, pi, sqrt

from flint import acb, arb, ctx

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.decay import Waves, loud_points
from concomp.impl.accounting.optimal.tails import bounds, product
from concomp.impl.accounting.optimal.tilting import Flips, log_cosh, tilt_for
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, flint_rational, logarithm

BITS = 192
HEIGHTS = (1e5, 1e4, 1e3)
"""Up to where the product is looked at, the highest first that is affordable."""
LOOKS, LOUD = 1 << 22, 1000
"""How many looks at its terms, and how many points at which it is evaluated, are affordable."""
LARGE = 100.0
"""A loss from which on the waves of the product are too short for floating point; it is left out of the decay."""
GAUSSIAN = 4.5
"""σ times the height."""
NATS = 40.0
"""The logarithm of what copies of A may add, relative to A."""
NEWTON = 8
"""How often a guess is improved."""
STEEP = 0.6
"""The least κ: close to the pole at 1/2 the line is of no use."""


@dataclass(frozen=True)
class Line:
    """The integrand on the line Re z = κ.

    values: (j, the product at κ + ijh) for loud j. scale: the product at κ. height: up to where it was looked at.
    quiet: a number that the product is not above, relative to the scale, at other points up to the height.
    """

    losses: tuple[tuple[PureLoss, int], ...]
    tilt: arb
    step: arb
    values: tuple[tuple[int, acb], ...]
    scale: arb
    height: float
    quiet: float

    def delta(self, epsilon: arb) -> tuple[arb, arb]:
        """Balls of which the lower ends bound δ from below, and the upper ends from above."""
        sigma = arb(GAUSSIAN / self.height)
        ratio = 2 * (-3 * sigma * sigma / 8).exp()
        once, twice = self._with_noise(sigma, epsilon), self._with_noise(2 * sigma, epsilon)
        return (ratio * once - twice) / (ratio - 1), once

    def _with_noise(self, sigma: arb, epsilon: arb) -> arb:
        """A_σ."""
        total, quarter = arb(0), arb(1) / 4
        for j, value in self.values:
            z = acb(self.tilt, self.step * j)
            square = z * z - quarter
            term = (value * (square * sigma * sigma / 2 - z * epsilon).exp() / square).real
            total += term if j == 0 else 2 * term
        area = self.tilt * self.tilt - quarter
        size = self.scale * (area * sigma * sigma / 2 - self.tilt * epsilon).exp()
        height = arb(self.height)
        beyond = (-((sigma * height) ** 2) / 2).exp() / (arb.pi() * height)
        error = size * (self.quiet / (2 * area.sqrt()) + beyond)
        found = (total * self.step / (2 * arb.pi()) + _plus_minus(error)) * (epsilon / 2).exp()
        return found - _up_to(self._copies(sigma, epsilon))

    def _copies(self, sigma: arb, epsilon: arb) -> arb:
        """What the copies at distances of 2π/h may add: δ ≤ 1 below, and by Markov's inequality above."""
        away, slope = 2 * arb.pi() / self.step, self.tilt - arb(1) / 2
        steeper = self.tilt + NATS / away
        bound = product([(loss.logarithm() * steeper).cosh() ** times for loss, times in self.losses], arb.__mul__)
        norm = product([(loss.logarithm() / 2).cosh() ** times for loss, times in self.losses], arb.__mul__)
        above = bound / norm * ((steeper * steeper - arb(1) / 4) * sigma * sigma / 2).exp()
        above *= (-(steeper - arb(1) / 2) * epsilon).exp()
        falls, below = arb(-NATS).exp(), (-slope * away).exp()
        return above * falls / (1 - falls) + below / (1 - below)


def line(components: Sequence[PrivacyLoss], flips: Flips, epsilon: float) -> Line | None:
    """The integrand on the line that suits this ε; None if no height can be looked at, or ε is below the mean loss.

    flips: about the same composition, on a lattice.
    """
    tilt = tilt_for(flips, (epsilon / flips.float_unit + flips.total) / 2)
    deviation = 2 * flips.float_unit * sqrt(flips.variance(tilt))
    # G(t) is at most (t·deviation)². Where that is below 1 at every height the product does not fall; and only there
    # may losses be so slight, or the tilt so steep, that what follows would leave the range of floats.
    if tilt < STEEP or deviation * max(HEIGHTS) < 1:
        return None
    with ctx.workprec(BITS):
        objects = {id(component.loss): component.loss for component in components}
        counts = Counter(id(component.loss) for component in components)
        losses = tuple((loss, counts[key]) for key, loss in objects.items())
        floats = [(float(loss.logarithm().mid()), times) for loss, times in losses]
        small = [(loss, times) for loss, times in floats if 0 < loss < LARGE]
        waves = Waves(tuple((times / cosh(min(loss * tilt, 300)) ** 2, loss) for loss, times in small))
        logarithm = sum(times * (log_cosh(loss * tilt) - log_cosh(loss / 2)) for loss, times in floats)
        smallness = max(0.0, (tilt - 0.5) * epsilon - logarithm + log(tilt * tilt * (1 + deviation) * 3))
        away = max(2 * sqrt(2 * NATS) * deviation, (NATS + smallness) / (tilt - 0.5))
        step = 2 * pi / away
        for height in HEIGHTS:
            nats = 2 * log(height) + log(1 + deviation) - 2
            loud = loud_points(waves, step, int(height / step) + 1, 2 * nats, LOOKS)
            if loud is not None and len(loud) <= LOUD:
                scale, values = _product(losses, arb(tilt), arb(step), loud)
                return Line(losses, arb(tilt), arb(step), values, scale, height, exp(-nats))
    return None


def _product(
    losses: tuple[tuple[PureLoss, int], ...], tilt: arb, step: arb, at: list[int]
) -> tuple[arb, tuple[tuple[int, acb], ...]]:
    """∏ cosh(ε z)/cosh(ε/2) at κ, and at κ + ijh."""
    factors: list[list[acb]] = [[] for _ in at]
    for loss, times in losses:
        epsilon = loss.logarithm()
        norm = 1 / (epsilon / 2).cosh()
        for place, j in enumerate(at):
            factors[place].append((acb(epsilon * tilt, epsilon * step * j).cosh() * norm) ** times)
    values = tuple((j, product(each, acb.__mul__)) for j, each in zip(at, factors, strict=True))
    return values[0][1].real, values


def _plus_minus(number: arb) -> arb:
    """A ball around 0 with a radius that the number is not above."""
    return arb(0, 1) * number.upper()


def _up_to(number: arb) -> arb:
    """A ball around all from 0 to the number."""
    half = number.upper() / 2
    return half + arb(0, 1) * half


def delta_near(found: Line, e_eps: Fraction) -> Bounds:
    """Bounds of δ at E."""
    with ctx.workprec(BITS):
        low, high = found.delta(logarithm(e_eps))
        return Bounds(max(Fraction(0), bounds(low).low), min(Fraction(1), bounds(high).high))


def least_near(found: Line, epsilon: float, delta: Bounds) -> Bounds | None:
    """Bounds of the least E for δ, from a guess of its logarithm; None if the line does not show any."""
    with ctx.workprec(BITS):
        slope = float(found.tilt.mid()) - 0.5
        for _ in range(NEWTON):
            towards = found.delta(arb(epsilon))[1] / arb(flint_rational(delta.high))
            if not towards > 0:
                return None
            epsilon += float(towards.log().mid()) / slope
        steps = [2.0**power * epsilon for power in range(-45, -8)]
        high = next((epsilon + step for step in steps if _shows(found, epsilon + step, delta.low) < 0), None)
        low = next((epsilon - step for step in steps if _shows(found, epsilon - step, delta.high) > 0), None)
        if high is None or low is None:
            return None
        return Bounds(max(Fraction(1), bounds(arb(low).exp()).low), bounds(arb(high).exp()).high)


def _shows(found: Line, epsilon: float, delta: Fraction) -> int:
    """1 if the composition's δ is certainly above this one, −1 if it certainly is not, else 0."""
    low, high = found.delta(arb(epsilon))
    return 1 if low > flint_rational(delta) else -1 if high <= flint_rational(delta) else 0
