"""Noise with a wrong law, each by one error."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any

import numpy as np

from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.noise import LAWS, draw
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Unsupported
from concomp.impl.noise.sources import SeededRandomness

Law = Mapping[str, Any]
OF_THE_PROCESS = SeededRandomness(42)


def parameter(law: Law) -> Fraction:
    """The value of the parameter of a law."""
    return read_number(law[LAWS[law["law"]][1]])


def scaled(law: Law, factor: Fraction) -> dict[str, Any]:
    """The law with another parameter; a ratio r is changed as if its scale 1/ln(1/r) was multiplied."""
    value = parameter(law)
    wrong = Fraction(float(value) ** float(1 / factor)) if law["law"] == "two_sided_geometric" else value * factor
    return {**law, LAWS[law["law"]][1]: str(wrong.limit_denominator(10**6))}


class _Noise(Reference):
    """concomp with other noise."""

    claims = tuple({"claim": "noise", "law": law} for law in LAWS)

    def draw(self, law: Law, count: int, tape: Sequence[int] | None) -> dict[str, Any]:
        if tape is not None:
            raise Unsupported("a tape")
        return {"values": self.values(law, count)}

    def values(self, law: Law, count: int) -> list[int]:
        """So many values."""
        return draw(law, count)


class HalvedScale(_Noise):
    """Half the scale."""

    def values(self, law: Law, count: int) -> list[int]:
        return draw(scaled(law, Fraction(1, 2)), count)


class DoubledScale(_Noise):
    """Twice the scale."""

    def values(self, law: Law, count: int) -> list[int]:
        return draw(scaled(law, Fraction(2)), count)


class TenthMore(_Noise):
    """Eleven tenths of the scale."""

    def values(self, law: Law, count: int) -> list[int]:
        return draw(scaled(law, Fraction(11, 10)), count)


class VarianceForDeviation(_Noise):
    """Takes σ² for σ."""

    def values(self, law: Law, count: int) -> list[int]:
        return draw(scaled(law, parameter(law)), count)


class ZeroTwice(_Noise):
    """Draws a magnitude and a sign, and so zero by both signs."""

    def values(self, law: Law, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count:
            for value in draw(law, count):
                # Without the second zero every other one would have been drawn again.
                found.extend([0, 0] if value == 0 else [value])
        random.SystemRandom().shuffle(found)
        return found[:count]


class OneSided(_Noise):
    """Loses the sign."""

    def values(self, law: Law, count: int) -> list[int]:
        return [abs(value) for value in draw(law, count)]


class RoundedContinuous(_Noise):
    """Draws doubles, and rounds them."""

    def values(self, law: Law, count: int) -> list[int]:
        generator, value = np.random.default_rng(), float(parameter(law))
        if law["law"] == "discrete_gaussian":
            return [round(each) for each in generator.normal(0, math.sqrt(value), count)]
        scale = value if law["law"] == "discrete_laplace" else -1 / math.log(value)
        return [round(each) for each in generator.laplace(0, scale, count)]


class Truncated(_Noise):
    """Throws away what is larger than twice the deviation."""

    def values(self, law: Law, count: int) -> list[int]:
        most = 2 * float(np.std(draw(law, 1000)))
        found: list[int] = []
        while len(found) < count:
            found.extend(value for value in draw(law, count) if abs(value) <= most)
        return found[:count]


class RepeatsEachDraw(_Noise):
    """Gives each value twice."""

    def values(self, law: Law, count: int) -> list[int]:
        return [value for value in draw(law, count) for _ in range(2)][:count]


class AlternatesItsSign(_Noise):
    """Gives a magnitude the sign that is due."""

    def values(self, law: Law, count: int) -> list[int]:
        return [sign * abs(value) for sign, value in zip(cycle((1, -1)), draw(law, count), strict=False)]


class FixedSeed(_Noise):
    """Begins each call with the same seed."""

    def values(self, law: Law, count: int) -> list[int]:
        noise, name, _ = LAWS[law["law"]]
        made, source = noise(read_number(law[name])), SeededRandomness(7)
        return [made.draw(source) for _ in range(count)]


class SameInEachProcess(_Noise):
    """Begins each process with the same seed."""

    def values(self, law: Law, count: int) -> list[int]:
        noise, name, _ = LAWS[law["law"]]
        made = noise(read_number(law[name]))
        return [made.draw(OF_THE_PROCESS) for _ in range(count)]


class HalfTwice(_Noise):
    """Draws a half of what is asked for, and gives it twice."""

    def values(self, law: Law, count: int) -> list[int]:
        half = draw(law, (count + 1) // 2)
        return [*half, *half][:count]


class TwoTwice(_Noise):
    """Gives two values, and the same two again."""

    def values(self, law: Law, count: int) -> list[int]:
        values = draw(law, count)
        return [values[place - place // 2 % 2 * 2] for place in range(count)]


class ModuloBias(_Noise):
    """Throws coins by the remainder of four random bits."""

    def values(self, law: Law, count: int) -> list[int]:
        if law["law"] != "two_sided_geometric":
            return draw(law, count)
        bits, ratio = random.SystemRandom(), parameter(law)

        def falls(chance: Fraction) -> bool:
            return bits.getrandbits(4) % chance.denominator < chance.numerator

        def value() -> int:
            if falls((1 - ratio) / (1 + ratio)):
                return 0
            magnitude = 1
            while falls(ratio):
                magnitude += 1
            return magnitude if bits.getrandbits(1) else -magnitude

        return [value() for _ in range(count)]


class HundredthMoreByTapes(Reference):
    """A scale that is off by a hundredth, which no number of draws that may be made would show."""

    claims = tuple({"claim": "noise", "law": law, "arithmetic": "exact"} for law in LAWS)

    def draw(self, law: Law, count: int, tape: Sequence[int] | None) -> dict[str, Any]:
        return super().draw(scaled(law, Fraction(101, 100)), count, tape)


class WordsTooLong(Reference):
    """Draws words of which no tape can be tried: its law stays open."""

    claims = HundredthMoreByTapes.claims

    def draw(self, law: Law, count: int, tape: Sequence[int] | None) -> dict[str, Any]:
        return super().draw(law, count, None) if tape is None else {"needs": 2**64}
