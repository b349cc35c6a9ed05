"""What is claimed of parallel composition with a budget on δ: the bounds, as printed and as repaired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from concomp.model.laws.law import ONE
from concomp.obligations.families.compositions.bounds import (
    chance_of_no_exposure,
    pure_profile,
    with_exposure,
    with_sum,
)
from concomp.obligations.families.compositions.sparse import Vertices

Bound = Callable[[Sequence[Fraction], Sequence[Fraction]], Vertices]
"""(the e^ε of the slots, the δ of the components) ↦ the claimed bound."""


def product_bound(odds: Sequence[Fraction], deltas: Sequence[Fraction]) -> Vertices:
    """1 − (1 − δ)(1 − δ')."""
    return with_exposure(pure_profile(odds), 1 - chance_of_no_exposure(deltas))


def sum_bound(odds: Sequence[Fraction], deltas: Sequence[Fraction]) -> Vertices:
    """δ + δ'."""
    return with_sum(pure_profile(odds), 1 - chance_of_no_exposure(deltas))


def doubled_bound(odds: Sequence[Fraction], deltas: Sequence[Fraction]) -> Vertices:
    """1 − (1 − δ)(1 − δ'), where δ' is made of min(1, 2δ_j)."""
    return product_bound(odds, [min(ONE, 2 * delta) for delta in deltas])
