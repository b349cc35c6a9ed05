"""The odometer of Haney23 Theorem 3.8 makes a filter that accepts no more than that of Theorem 3.7 (both repaired).

For the first k launches S(k) = Σε² and Δ(k) = Σδ, and Root(k) is √(2·ln(1/δ')·S(k)). The odometer shows
(Root + S/2, δ) while δ' + Δ ≤ δ, and (∞, ∞) from then on; its filter accepts what is at most (ε_0, δ_0).
"""

from __future__ import annotations

from fractions import Fraction

from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Conjunction, Quantity, Real, le, real
from concomp.obligations.derivations.kernel.logic import discharge, join, solve, state, suppose

K = Var("k", "number")
SLACK, TARGET = Quantity("δ'"), Quantity("δ")
BUDGET, BUDGET_OF_DELTA = Quantity("ε_0"), Quantity("δ_0")


def deltas(count: Index) -> Real:
    """Σδ over the first launches."""
    return Quantity("Δ", (count,))


def squares(count: Index) -> Real:
    """Σε² over the first launches."""
    return Quantity("S", (count,))


def root(count: Index) -> Real:
    """√(2·ln(1/δ')·Σε²)."""
    return Quantity("Root", (count,))


def comes_to(count: Index) -> Real:
    """Root + S/2."""
    return root(count) + real(Fraction(1, 2)) * squares(count)


SHOWN = suppose(Conjunction((le(comes_to(K), BUDGET), le(TARGET, BUDGET_OF_DELTA), le(SLACK + deltas(K), TARGET))))
ACCEPTED = state(
    discharge(
        SHOWN,
        join(
            solve("the ε", le(comes_to(K), BUDGET), SHOWN),
            solve("the δ", le(SLACK + deltas(K), BUDGET_OF_DELTA), SHOWN),
        ),
    ),
    "concomp Proposition 6",
)
