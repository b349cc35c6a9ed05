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

NOTHING = TradeOff(((Fraction(0), Fraction(0)), (Fraction(1), Fraction(0))))
"""The function of two laws that one outcome tells apart."""
Counted = Sequence[tuple[TradeOff, int]]
SEGMENTS = 2_000
"""The most segments of a product without common slopes."""
BITS = 1 << 22
"""The most bits of all chances of a product on a lattice."""


def exact_tensor(functions: Counted) -> TradeOff | None:
    """f_1 ⊗ … ⊗ f_k of functions, each so many times; None where it bends too often to be written down."""
    if any(function.vertices[0][1] == 0 for function, _ in functions):
        return NOTHING
    if prod(len(function.vertices) ** min(times, SEGMENTS) for function, times in functions) <= SEGMENTS:
        return tensor(*(function for function, times in functions for _ in range(times)))
    return _on_lattice(functions)


def _on_lattice(functions: Counted) -> TradeOff | None:
    losses = {_loss(slope) for function, _ in functions for slope, _ in _segments(function)}
    unit = common_unit({loss for loss in losses if loss.e_eps > 1})
    if not isinstance(unit, RationalLoss):
        return None
    factors, lowest, bits = list[tuple[fmpq_poly, int]](), 0, 0
    for function, times in functions:
        places = _on_places(function, unit)
        if places is None:
            return None
        first, last = min(places), max(places)
        row = [flint_rational(places.get(at, Fraction(0))) for at in range(first, last + 1)]
        factors.append((fmpq_poly(row), times))
        lowest += first * times
        bits += times * max(length.denominator.bit_length() for length in places.values())
    if bits * sum(times * factor.degree() for factor, times in factors) > BITS:
        return None
    composed = product([factor**times for factor, times in factors], fmpq_poly.__mul__)
    lengths = [(lowest + at, Fraction(int(length.p), int(length.q))) for at, length in enumerate(composed)]
    return _through(lengths, unit.e_eps)


def _loss(slope: Fraction) -> RationalLoss:
    return RationalLoss(max(slope, 1 / slope))


def _segments(function: TradeOff) -> list[tuple[Fraction, Fraction]]:
    """The segments that fall: how steep they are, and how long, which is a chance in the first world."""
    pieces = pairwise(function.vertices)
    return [((high - low) / (right - left), right - left) for (left, high), (right, low) in pieces if low < high]


def _on_places(function: TradeOff, unit: RationalLoss) -> dict[int, Fraction] | None:
    """How long the segment is whose slope is each power of the unit; None if one is no power."""
    found: dict[int, Fraction] = {}
    for slope, length in _segments(function):
        units = multiple(_loss(slope), unit)
        if units is None:
            return None
        found[units if slope > 1 else -units] = length
    return found


def _through(lengths: list[tuple[int, Fraction]], unit: Fraction) -> TradeOff:
    """The function whose segments have these lengths at these powers of the unit, and end on the axis."""
    falls = [(length, length * unit**units) for units, length in reversed(lengths) if length]
    vertices = [(Fraction(0), sum((fall for _, fall in falls), Fraction(0)))]
    for length, fall in falls:
        alpha, beta = vertices[-1]
        vertices.append((alpha + length, beta - fall))
    return TradeOff(tuple(vertices) if vertices[-1][0] == 1 else (*vertices, (Fraction(1), Fraction(0))))
