"""Curves of mechanisms side by side.

A curve is that of the pair of laws with outcome (P, Q) = (w·k, w) for each hinge (k, w), and its floor for what
excludes world 1. The curve of two independent pairs is Φ ⊗ Ψ(x) = Σ P·Ψ(x·Q/P) over the outcomes of Φ.

Interactive mechanisms without a rule between them are worth at most Φ₁ ⊗ … ⊗ Φₙ, for their curves Φᵢ, however their
queries are interleaved. By induction on the queries left: a query to component i turns the value into an average over
its answers, at most Σ p·(Φ₁ ⊗ … Φᵢ′ … ⊗ Φₙ)(x·q/p), where Φᵢ′ is the curve of i after the answer. The product commutes
with such averages and grows with each factor, and Σ p·Φᵢ′(x·q/p) is at most Φᵢ(x). Where all components but one leave
no choice, so much is reached: ask these first, and the other one then, by what the answers were. A rule only takes
queries away.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from flint import fmpq

from concomp.impl.audit.curves import STOP, Curve
from concomp.impl.audit.rationals import ZERO
from concomp.model.mechanisms.positions import Allowance

WORD = 256
"""Bits of a rational that count as one step more."""


def side_by_side(curves: Iterable[Curve], allowance: Allowance) -> Curve:
    """The product of curves, the shortest first; TooLarge if it takes more than is allowed."""
    ordered = sorted(curves, key=lambda curve: len(curve.hinges))
    return reduce(lambda first, second: beside(first, second, allowance), ordered, STOP)


def beside(first: Curve, second: Curve, allowance: Allowance) -> Curve:
    """The curve of two independent pairs of laws."""
    if first == STOP or second == STOP:
        return second if first == STOP else first
    bits = max((int(knee.q).bit_length() for curve in (first, second) for knee, _ in curve.hinges[:1]), default=0)
    allowance.spend(len(first.hinges) * len(second.hinges) * (1 + bits // WORD))
    chances = sum((knee * weight for knee, weight in first.hinges), ZERO)
    weights: dict[fmpq, fmpq] = {}
    for knee, weight in first.hinges:
        for other, factor in second.hinges:
            both = knee * other
            weights[both] = weights.get(both, ZERO) + weight * factor
    hinges = sorted(weights.items(), key=lambda hinge: hinge[0])
    return Curve(first.floor * second(ZERO) + chances * second.floor, tuple(hinges))
