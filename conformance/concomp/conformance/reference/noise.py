"""Noise, as concomp draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.targets.outcomes import Refused, Unsupported
from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.magnitudes import GaussianMagnitudes, GeometricMagnitudes, LaplaceMagnitudes, Magnitudes
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise, laplace_noise
from concomp.impl.noise.sources import SystemRandomness

OfNoise = Callable[[Fraction], Magnitudes]
"""From the parameter of a law to how large its values are."""
LAWS: Mapping[str, tuple[Callable[..., Noise], str, OfNoise]] = {
    "discrete_laplace": (laplace_noise, "scale", LaplaceMagnitudes),
    "discrete_gaussian": (gaussian_noise, "variance", GaussianMagnitudes),
    "two_sided_geometric": (geometric_noise, "ratio", GeometricMagnitudes),
}
"""What makes the noise of each law, the name of its parameter, and how large its values are."""
SHORT = 4
"""The bits of a word that is drawn from a tape; otherwise words have 64, of which no tape could be tried."""


class _Ended(Exception):
    """Thrown where a tape has ended; it has the bound below which a number is needed."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        super().__init__(bound)


class _Tape(Randomness):
    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = iter(numbers)

    def below(self, bound: int) -> int:
        number = next(self._numbers, None)
        if number is None:
            raise _Ended(bound)
        if not number < bound:
            raise Refused(f"tape: {number} is not below {bound}: give a number that is")
        return number


def draw(law: Mapping[str, Any], count: int) -> list[int]:
    """So many values of a law, like {"law": "discrete_laplace", "scale": "1"}; Unsupported for another."""
    noise, _, value = _read(law)
    return [int(each) for each in noise(value).draw_many(count, SystemRandomness())]


def draw_from_tape(law: Mapping[str, Any], count: int, numbers: Sequence[int]) -> dict[str, Any]:
    """The same from a tape, or the bound below which a number is needed after its end."""
    _, magnitudes, value = _read(law)
    noise, tape = _short_words(magnitudes, value), _Tape(numbers)
    try:
        return {"values": [noise.draw(tape) for _ in range(count)]}
    except _Ended as ended:
        return {"needs": ended.bound}


@lru_cache(maxsize=16)
def _short_words(magnitudes: OfNoise, value: Fraction) -> Inversion:
    return Inversion(magnitudes(value), SHORT)


def _read(law: Mapping[str, Any]) -> tuple[Callable[..., Noise], OfNoise, Fraction]:
    name = str(law.get("law"))
    if name not in LAWS:
        raise Unsupported(f"law: {name}")
    noise, parameter, magnitudes = LAWS[name]
    if parameter not in law:
        raise Refused(f"law: {parameter} is missing: give it")
    return noise, magnitudes, read_number(law[parameter])
