"""The tensor product of trade-off functions, exactly.

The laws of a function give a segment of slope s the chances p in one world and p·s in the other. Segments of products
have products of slopes. Where all slopes are powers of one number, many of them are the same, and the chances of a
product are the coefficients of a product of polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod

from flint import fmpq_poly

from concomp.impl.accounting.optimal.lattice import common_unit, multiple
from concomp.impl.accounting.optimal.tails import product
from concomp.impl.accounting.parameters import RationalLoss, flint_rational
from concomp.model.laws.trade_off import TradeOff, tensor

Counted = Sequence[tuple[TradeOff, int]]
SEGMENTS = 2_000
"""The most segments of a product without common slopes."""
BITS = 1 << 22
"""The most bits of all chances of a product on a lattice."""


def exact_tensor(functions: Counted) -> TradeOff | None:
    """f_1 ⊗ … ⊗ f_k of functions, each so many times; None where it bends too often to be written down."""
    if prod(len(function.vertices) ** min(times, SEGMENTS) for function, times in functions) <= SEGMENTS:
        return tensor(*(function for function, times in functions for _ in range(times)))
    return _on_lattice(functions)


def _on_lattice(functions: Counted) -> TradeOff | None:
    slopes = [[slope for slope, _ in _segments(function) if slope] for function, _ in functions]
    unit = common_unit({RationalLoss(max(slope, 1 / slope)) for each in slopes for slope in each if slope != 1})
    if unit is None:
        return None
    assert isinstance(unit, RationalLoss)
    factors, lowest, bits = [], 0, 0
    for function, times in functions:
        chances = _on_places(function, unit)
        if chances is None:
            return None
        first, length = min(chances), max(chances) - min(chances) + 1
        bits += times * max(chance.denominator.bit_length() for chance in chances.values())
        factors.append(
            (fmpq_poly([flint_rational(chances.get(first + at, Fraction(0))) for at in range(length)]), times)
        )
        lowest += first * times
    if bits * sum(times * factor.degree() for factor, times in factors) > BITS:
        return None
    composed = product([factor**times for factor, times in factors], fmpq_poly.__mul__)
    return _through(
        [(lowest + at, Fraction(int(chance.p), int(chance.q))) for at, chance in enumerate(composed)], unit.e_eps
    )


def _segments(function: TradeOff) -> list[tuple[Fraction, Fraction]]:
    """The segments: how steep they fall, and how long they are."""
    pieces = pairwise(function.vertices)
    return [((high - low) / (right - left), right - left) for (left, high), (right, low) in pieces]


def _on_places(function: TradeOff, unit: RationalLoss) -> dict[int, Fraction] | None:
    """The chance in the first world of each power of the unit that is a slope; None if one is not."""
    found: dict[int, Fraction] = {}
    for slope, length in _segments(function):
        if slope == 0:
            continue
        units = multiple(RationalLoss(max(slope, 1 / slope)), unit) if slope != 1 else 0
        if units is None:
            return None
        found[units if slope > 1 else -units] = length
    return found


def _through(chances: list[tuple[int, Fraction]], unit: Fraction) -> TradeOff:
    """The function whose segments have these lengths at these powers of the unit, and end on the axis."""
    falls = [(length, length * unit**units) for units, length in reversed(chances) if length]
    alpha, beta = Fraction(0), sum((fall for _, fall in falls), Fraction(0))
    vertices = [(alpha, beta)]
    for length, fall in falls:
        alpha, beta = alpha + length, beta - fall
        vertices.append((alpha, beta))
    return TradeOff((*vertices, (Fraction(1), Fraction(0))) if alpha < 1 else tuple(vertices))
