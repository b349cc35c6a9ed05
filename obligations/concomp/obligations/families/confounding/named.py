"""Models with a name, each for one thing that it shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.confounding.kernels import Kernel, identity
from concomp.model.laws.law import Law
from concomp.obligations.families.confounding.model import Model

BITS = (0, 1)
HALF, THIRD, TWO_THIRDS, THREE_QUARTERS = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(3, 4)


def shown(bits: int, chance: Fraction, place: int = 0) -> Kernel[Any, int]:
    """Randomised response: one bit of the data is shown with a chance, otherwise its opposite."""
    strings = [tuple((number >> each) & 1 for each in range(bits)) for number in range(1 << bits)]
    return {(x[0] if bits == 1 else x): Law.coin(chance, x[place], 1 - x[place]) for x in strings}


def chances_of_one(zero: Fraction | int, one: Fraction | int) -> dict[int, Law[int]]:
    """The kernel from a bit to a bit that gives 1 with these chances."""
    return {0: Law.coin(zero, 1, 0), 1: Law.coin(one, 1, 0)}


NOISY_DATA = chances_of_one(THIRD, TWO_THIRDS)
CROSSING = Model.of(chances_of_one(0, THIRD), *(shown(1, TWO_THIRDS),) * 2)
"""M needs more than N at δ = 0, and less δ at E = 1."""
TOLD_TWICE = Model.of(NOISY_DATA, *(identity({0: 0, 1: 1}),) * 2)
"""The same is told twice: N counts it twice."""
TOLD_TWICE_HALF = Model.of(chances_of_one(HALF, 0), *(identity({0: 0, 1: 1}),) * 2)
SHOWN_TWICE = Model.of(NOISY_DATA, *(shown(1, THREE_QUARTERS),) * 2)
PARITY = {s: Law.uniform([(a, a ^ s) for a in (0, 1)]) for s in (0, 1)}
"""Two bits whose sum is the secret."""
OPEN_PARITY = Model.of(PARITY, shown(2, Fraction(1), 0), shown(2, Fraction(1), 1))
NOISY_PARITY = Model.of(PARITY, shown(2, THREE_QUARTERS, 0), shown(2, THREE_QUARTERS, 1))
"""Neither mechanism tells anything, both together do."""
SKEWED = Model.of(chances_of_one(HALF, 0), *(chances_of_one(Fraction(1, 4), HALF),) * 2)
FAIR_DATA = Model.of(chances_of_one(HALF, HALF), *(identity({0: 0, 1: 1}),) * 2)
"""Data that do not depend on the secret."""
HALF_OPEN_PARITY = Model.of(PARITY, shown(2, THREE_QUARTERS, 0), shown(2, Fraction(1), 1))
"""Neither tells anything, both together are right with 3/4."""
APART = Model.of(
    {
        s: Law(
            {(a, b): (TWO_THIRDS if a == s else THIRD) * (TWO_THIRDS if b == s else THIRD) for a in BITS for b in BITS}
        )
        for s in BITS
    },
    shown(2, Fraction(1), 0),
    shown(2, Fraction(1), 1),
)
"""Each mechanism reads data of its own, independent given the secret."""
MIRRORED = Model.of(
    {0: Law({0: HALF, 1: Fraction(1, 4), 2: Fraction(1, 4)}), 1: Law({0: Fraction(1, 4), 1: Fraction(1, 4), 2: HALF})},
    identity(dict.fromkeys(range(3))),
    {x: Law.coin(THIRD if x == 1 else TWO_THIRDS, 0, 1) for x in range(3)},
)
"""Outputs depend on each other, and yet M and N tell equally much of the secret."""
