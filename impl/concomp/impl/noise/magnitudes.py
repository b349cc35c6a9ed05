"""How large symmetric noise Z is: the chances P(|Z| ≤ k), to any number of bits.

The cells of a law at `bits` are the integers ⌊2^bits · P(|Z| ≤ k)⌋ for k = 0, 1, … up to one that is 2^bits − 1, as all
are from there on. Chances are balls, whose precision rises until each integer is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, repeat
from math import ceil
from typing import Protocol, TypeVar, overload

from flint import acb, arb

from concomp.impl.noise.gaussian_weights import gaussian_weights
from concomp.model.laws.balls import Undecided, above, ball, precision

GUARD_BITS = 64
"""How many bits balls have beyond those that are asked for, at first."""
DOUBLINGS = 8
"""How often these are doubled before an integer counts as undecided."""
TABLE = 100_000
"""The most cells that are listed; of more, each is computed when it is looked at."""
T = TypeVar("T")


class Magnitudes(Protocol):
    """A law of symmetric noise, by how large the noise is."""

    def cells(self, bits: int) -> Sequence[int]:
        """⌊2^bits · P(|Z| ≤ k)⌋ for each k, up to one that is 2^bits − 1."""


@dataclass(frozen=True)
class GeometricMagnitudes:
    """Two-sided geometric noise: P(|Z| ≤ k) = 1 − 2·r^{k+1}/(1 + r).

    ratio: r, strictly between 0 and 1.
    """

    ratio: Fraction

    def cells(self, bits: int) -> Sequence[int]:
        """The cells, listed if they are few."""
        computed = _GeometricCells(self.ratio, bits)
        return tuple(computed) if len(computed) <= TABLE else computed


@dataclass(frozen=True)
class LaplaceMagnitudes:
    """Discrete Laplace noise: the same with r = e^{−1/b}.

    scale: b > 0.
    """

    scale: Fraction

    def cells(self, bits: int) -> Sequence[int]:
        """The cells, listed."""
        return _listed(bits, self._chances)

    def _chances(self) -> Iterator[arb]:
        ratio = ball(-1 / self.scale).exp()
        beyond = accumulate(repeat(ratio), initial=2 * ratio / (1 + ratio), func=lambda mass, r: mass * r)
        return (1 - mass for mass in beyond)


@dataclass(frozen=True)
class GaussianMagnitudes:
    """Discrete Gaussian noise: P(Z = z) is proportional to e^{−z²/(2σ²)}; the sum of these is a theta function.

    variance: the parameter σ² > 0.
    """

    variance: Fraction

    def cells(self, bits: int) -> Sequence[int]:
        """The cells, listed."""
        return _listed(bits, self._chances)

    def _chances(self) -> Iterator[arb]:
        exponent = ball(1 / (2 * self.variance))
        whole = acb.modular_theta(acb(0), acb(0, exponent / arb.pi()))[2].real
        return (within / whole for within in accumulate(_of_both_signs((-exponent).exp())))


def _of_both_signs(base: arb) -> Iterator[arb]:
    """1, then 2·base^(x²) for x = 1, 2, …"""
    weights = gaussian_weights(base)
    yield next(weights)
    yield from (2 * weight for weight in weights)


class _GeometricCells(Sequence[int]):
    """The cells of two-sided geometric noise, each computed when it is looked at."""

    def __init__(self, ratio: Fraction, bits: int) -> None:
        self._ratio, self._bits = ratio, bits
        # From here on, what lies beyond has a chance of at most 2·r^{k+1} ≤ 2^−bits.
        with precision(bits + GUARD_BITS):
            self._length = ceil(above((bits + 1) * arb.const_log2() / -ball(ratio).log()))

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...

    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self[k] for k in range(*index.indices(self._length)))
        if not 0 <= index < self._length:
            raise IndexError(index)
        if index == 0:
            # The one chance that may be a whole number of cells, as no ball would tell: 1/2 for the ratio 1/3.
            return int((1 << self._bits) * (1 - self._ratio) / (1 + self._ratio))
        return _decide(self._bits, lambda: _cell(self._bits, self._chance(index)))

    def _chance(self, k: int) -> arb:
        ratio = ball(self._ratio)
        return 1 - 2 * ratio ** (k + 1) / (1 + ratio)


def _listed(bits: int, chances: Callable[[], Iterator[arb]]) -> tuple[int, ...]:
    """The cells of chances that are computed one after another."""

    def cells() -> tuple[int, ...] | None:
        found: list[int] = []
        for chance in chances():
            cell = _cell(bits, chance)
            if cell is None:
                return None
            found.append(cell)
            if cell == (1 << bits) - 1:
                break
        return tuple(found)

    return _decide(bits, cells)


def _decide(bits: int, compute: Callable[[], T | None]) -> T:
    """What is computed, by balls of the least precision at which it is known."""
    for doublings in range(DOUBLINGS):
        with precision(bits + (GUARD_BITS << doublings)):
            found = compute()
        if found is not None:
            return found
    raise Undecided(f"a chance is not known to {bits} bits by balls of {bits + (GUARD_BITS << DOUBLINGS)}")


def _cell(bits: int, chance: arb) -> int | None:
    """⌊2^bits · chance⌋, if it is known; a chance is less than 1, however close its ball comes to it."""
    last, place = (1 << bits) - 1, chance * (1 << bits)
    return last if place >= last else _integer(place.floor())


def _integer(number: arb) -> int | None:
    """The integer that a ball is, if it is one."""
    found = number.unique_fmpz()
    return None if found is None else int(found)
