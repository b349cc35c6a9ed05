"""The printed rules of fully adaptive composition: a bound turned round, a half under the root, a sum beside it."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from concomp.model.filters.adaptive import comes_to_at_most
from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.registry.tags import realises


@realises("Haney23 Theorem 3.8")
def half_under_the_root(logarithm: arb, squares: arb) -> arb:
    """√(2·ln(1/δ′)·S + S/2)."""
    return (2 * logarithm * squares + squares / 2).sqrt()


@realises("Haney23 Theorem B.3")
def sum_beside_the_root(logarithm: arb, squares: arb) -> arb:
    """√(2·ln(1/δ′))·S + S/2."""
    return (2 * logarithm).sqrt() * squares + squares / 2


@realises("Haney23 Theorem 3.7")
def fully_adaptive_as_printed(slack: Fraction) -> ContinuationRule:
    """1[ε ≤ √(2·ln(1/δ′)·S + S/2)]·1[δ′ + Σ_{m≤k} δ_k ≤ δ]: it goes on while the bound has *reached* the budget."""
    return lambda losses, budget: _reached(slack, losses, budget) and deltas_as_printed(slack, losses) <= budget.delta


@realises("Haney23 Example B.2")
def fully_adaptive_as_displayed(slack: Fraction) -> ContinuationRule:
    """The same with the sum of δ_m, as the example displays it."""

    def accepts(losses: Losses, budget: PrivacyParameters) -> bool:
        deltas = slack + sum((loss.delta for loss in losses), ZERO)
        return _reached(slack, losses, budget) and deltas <= budget.delta

    return accepts


def _reached(slack: Fraction, losses: Losses, budget: PrivacyParameters) -> bool:
    # Where the two are equal the printed rule goes on as well; logarithms of rationals and roots of them never are.
    return not comes_to_at_most(half_under_the_root, slack, losses, budget.e_eps)


def deltas_as_printed(slack: Fraction, losses: Losses) -> Fraction:
    """δ′ + Σ_{m≤k} δ_k, which adds the last δ k times."""
    last: PrivacyParameters = losses[-1]
    return slack + len(losses) * last.delta
