"""A function above (1 − e^{−x})₊·e^{−ax} and one below, the closest of those whose transforms end at a height.

In units of h this is F(x) = e^{−Ax} − e^{−Bx} for x ≥ 0, where A = ah and B = A + h, and 0 for x < 0. With a shift β
from 0 to 1, nodes n + β for n ≥ 0, and some number in the place of F′(0), let

    M(x) = (sin π(x − β)/π)² · Σ [F(n + β)/(x − n − β)² + F′(n + β)/(x − n − β)]

(Graham and Vaaler, A class of extremal functions for the Fourier transform, 1981). With q(y) = ye^{−βy}/(1 − e^{−y}),
and 1/(n + β − x) as the integral of e^{−s(n + β − x)} over s > 0,

    (π/sin π(x − β))²·M(x) = ∫ e^{sx}·[q(A + s) − q(B + s) + d] ds over s > 0, for x < β,

where d is by how much F′(0) was made smaller, 0 if β > 0. As (π/sin π(x − β))² is the integral of e^{−sx}·q(−s) over
all s for β − 1 < x < β, that times F(x) is the integral of e^{−sx}·[q(A − s) − q(B − s)]. For s < 0 this is also what
stands in M; so, first there and then for all x > 0,

    (π/sin π(x − β))²·(M(x) − F(x)) = ∫ e^{−sx}·[q(B − s) − q(A − s) − d] ds over s > 0.

*Below.* For β = 0 the function q is convex. With d = q(B) − q(A) neither bracket is above 0: M ≤ F.

*Above.* The logarithm of q is concave, as −1/y² + 1/(4 sinh²(y/2)) is at most 0. With d = 0, and β such that
q(A) = q(B), the quotient q(B + s)/q(A + s) falls from 1, and no bracket is below 0: M ≥ F.

The sums over the nodes are geometric. With Ψ(z) = e^{−βz}·(2πi − z)/(2πi·(1 − e^{−z})) the transform of M at τ is
Ψ(z) − Ψ(z′) for z = A + iτ and z′ = B + iτ, below less its value at 2π, for 0 ≤ τ ≤ 2π; beyond it is 0, and for −τ
conjugate. In units of one it is h times that at τ = ht. It differs from the transform of F by no more than at 0, which
is less than h²/12 below; above it is (q(A) − 1)/ab, where log q(A) is at most AB/12, so less than h²/11 if B ≤ 1. As
the transform of F at t is 1/((a + it)(b + it)), none of the three is above HIGHEST/t² up to the height 2π/h.

A *damping* is the quotient of such a transform and that of F. With G(z) = zΨ(z) it is G(z) less z times the mean of G′
from z to z′, and below less zz′/(2πih)·d. Where the real part is from −2 to 3 and the imaginary part from −2 to
2π + 2, |G| is below 38, as it is on the boundary. So a damping is below BOUND up to a distance of 1 from all τ.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cosh, exp, expm1, pi, sinh

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats
from concomp.model.laws.balls import precision

Complex = NDArray[np.complex128]
HIGHEST = 4.6
"""1 + (2π)²/11: the largest transform, times t²."""
LARGEST = 1.0
"""The largest B for which this is so."""
BOUND = 400.0
"""What no damping exceeds near by, which bounds its derivatives."""
BITS = 2048
"""A precision at which differences of slight numbers have all their digits."""
STEPS = 80
"""How many roundings a term of a transform went through at most."""


@dataclass(frozen=True, eq=False)
class Dampings:
    """The dampings of the functions above and below at some points, and what each of them may be off."""

    above: Complex
    below: Complex
    errors: Floats


@dataclass(frozen=True, eq=False)
class Extremal:
    """The functions above and below (1 − e^{−x})₊·e^{−ax}, a = tilt − 1/2, whose transforms end at count·step.

    tilt: above 1/2, and such that B is at most LARGEST.
    """

    tilt: float
    step: float
    count: int

    @property
    def unit(self) -> float:
        """h."""
        return 2 * pi / (self.count * self.step)

    @property
    def height(self) -> float:
        """2π/h."""
        return self.count * self.step

    def plain(self, points: Floats) -> Complex:
        """The transform of F."""
        squares, (low, high) = points * points, (self.tilt - 0.5, self.tilt + 0.5)
        first, second = 1 / (squares + low * low), 1 / (squares + high * high)
        return _complex((low * high - squares) * first * second, points * (-2 * self.tilt) * first * second)

    def dampings(self, places: NDArray[np.int64]) -> Dampings:
        """Both dampings at the points place·step, from 0 to the height.

        Over the denominator 4πi·sinh(z/2)·sinh(z′/2), with z = A + iτ and z′ = z + h, nothing cancels out but where the
        transforms are small beside h², so that each rounding is one of a term.
        """
        unit, left = self.unit, self.count - places
        low, high = (self.tilt - 0.5) * unit, (self.tilt + 0.5) * unit
        angle: Floats = 2 * pi / self.count * places.astype(np.float64)
        angle_left: Floats = 2 * pi / self.count * left.astype(np.float64)
        shift, last = self._shift_and_last()
        # Of angles up to half way sines are known to as many digits as cosines.
        angles = pi / self.count * np.minimum(places, left)
        sines, cosines = np.sin(angles), np.copysign(np.cos(angles), left - places)
        rest = _complex(np.full(len(places), -low), angle_left)
        sinhs = _complex(sinh(low / 2) * cosines, cosh(low / 2) * sines)
        coshs = _complex(cosh(low / 2) * cosines, sinh(low / 2) * sines)
        inverse = 1 / _complex(sinh(high / 2) * cosines, cosh(high / 2) * sines)
        both = rest * (sinh(unit / 2) / unit) / sinhs
        fall = (2 * sinh(unit / 4) ** 2 - expm1(shift * unit)) / unit
        turns = np.exp(_complex(np.full(len(places), shift * low), shift * angle))
        above = (both * coshs + rest * fall + exp(shift * unit)) * inverse * turns
        below = (both + (coshs + sinhs) * exp(unit / 2)) * inverse - 2 * last
        scale: Complex = _complex(np.full(len(places), low), angle)
        scale *= _complex(np.full(len(places), high), angle)
        scale /= 4j * pi
        moduli = 4 + (4 + np.abs(rest) * (1 + 1 / np.abs(sinhs))) * np.abs(inverse)
        return Dampings(above * scale, below * scale, STEPS * ROUNDING * moduli * np.abs(scale))

    def _shift_and_last(self) -> tuple[float, float]:
        """1/2 less the β of the function above, and d/h of the one below."""
        with precision(BITS):
            unit, half = 2 * arb.pi() / (self.count * arb(self.step)), arb(1) / 2
            low, high = ((arb(self.tilt) - half) * unit / 2, (arb(self.tilt) + half) * unit / 2)
            shift = ((high.sinh() / high).log() - (low.sinh() / low).log()) / unit
            return float(shift.mid()), float((half + (high / high.tanh() - low / low.tanh()) / unit).mid())


def _complex(real: Floats, imaginary: Floats) -> Complex:
    found = np.empty(real.shape, np.complex128)
    found.real, found.imag = real, imaginary
    return found
