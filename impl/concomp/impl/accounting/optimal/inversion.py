"""A tilted law by the few loud values of its finite Fourier transform.

The transform of a bell is small away from 0. So a few of its values are evaluated, as balls; what the others and the
ends of the bell may add is bounded, by the decay of the transform and by Hoeffding's inequality.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi

from flint import acb, arb, fmpq

from concomp.impl.accounting.optimal.decay import Waves, loud_points
from concomp.impl.accounting.optimal.tails import product
from concomp.impl.accounting.optimal.tilting import Flips

LOOKS = 2
"""How much one looks for loud values, for each unit that a convolution would take."""
LOUD = 400
"""The most loud values that are of use."""
FRESH = 8
"""After how many turns in a row a turn is computed anew."""


@dataclass(frozen=True)
class Spectrum:
    """A law by the loud values of its finite Fourier transform.

    bell: the units around which the law is wrapped.
    values: (j, the transform at 2πj/len(bell)), for loud j from 0 to half way.
    rest: what the mass outside of the bell, and all other values, may add to a sum of the law against weights that
    fall from 1. It is a ball because it may be far below the least float.
    """

    bell: range
    values: tuple[tuple[int, acb], ...]
    rest: arb

    def falling(self, weight: arb, first: int, upwards: bool) -> arb:
        """Σ_l weight^l P_{first ± l} over all l ≥ 0, for a weight from 0 to 1 and a first in the bell."""
        size, sign = len(self.bell), 1 if upwards else -1
        count = self.bell.stop - first if upwards else first + 1 - self.bell.start
        found = arb(0)
        for j, value in self.values:
            turn = acb(fmpq(-2 * j * sign, size)).exp_pi_i() * weight
            geometric = acb(count) if turn == 1 else (1 - turn**count) / (1 - turn)
            term = (value * acb(fmpq(-2 * j * first, size)).exp_pi_i() * geometric).real
            found += term if 2 * j % size == 0 else 2 * term
        return found / size + arb(0, 1) * self.rest


def spectrum(flips: Flips, tilt: float, bits: int) -> Spectrum | None:
    """The tilted law; None if its transform has too many loud values."""
    nats = 0.28 * bits + log(2 + flips.squares) / 2 + 4
    bell = flips.bell(tilt, nats)
    size, whole = len(bell), len(bell) > flips.total
    shares = zip(flips.variances(tilt), flips.times, strict=True)
    waves = Waves(tuple((share * times, n / 2) for share, (n, times) in shares))
    loud = loud_points(waves, 2 * pi / size, size // 2, 2 * nats, LOOKS * flips.total)
    if loud is None or len(loud) > LOUD:
        return None
    # The weights sum up to at most size/j against the wave j: what is quiet adds up like 1 + 1/2 + 1/3 + ….
    quiet = 0.0 if len(loud) > size // 2 else 2 * (1 + log(size))
    rest = (arb(-nats).exp() * ((0.0 if whole else 2.0) + quiet)).upper()
    return Spectrum(bell, _values(flips, tilt, size, loud), rest)


def _values(flips: Flips, tilt: float, size: int, at: list[int]) -> tuple[tuple[int, acb], ...]:
    """The transform of the tilted law at 2πj/size."""
    unit = flips.unit.logarithm()
    factors: list[list[acb]] = [[] for _ in at]
    for n, times in flips.times:
        odds = (unit * n * tilt * 2).exp()
        hidden, shown = acb(1 / (1 + odds)), acb(odds / (1 + odds))
        turn = acb(fmpq(2 * n, size)).exp_pi_i()
        turned, before = shown, 0
        for place, j in enumerate(at):
            # Turning again and again makes a ball grow, so that now and then the turn is computed anew.
            again = j - before == 1 and j % FRESH
            turned = turned * turn if again else shown * acb(fmpq(2 * n * j, size)).exp_pi_i()
            before = j
            factor = hidden + turned
            factors[place].append(factor if times == 1 else factor**times)
    return tuple((j, product(each, acb.__mul__)) for j, each in zip(at, factors, strict=True))
