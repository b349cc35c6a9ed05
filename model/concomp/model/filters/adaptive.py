"""Fully adaptive composition of (ε,δ)-DP: what losses come to besides a slack, with logarithms and a root.

With S = Σε² the losses come to √(2·ln(1/δ′)·S) + S/2, where δ′ is the slack. Such a number is a ball, made smaller
until a comparison is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.laws.balls import Undecided, ball, precision
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.numbers import ParameterError
from concomp.model.registry.tags import realises

PRECISIONS = (64, 256, 1024, 4096)
"""Bits of the balls in which a comparison is tried."""
Formula = Callable[[arb, arb], arb]
"""(ln(1/δ′), S) ↦ what the losses come to."""


def root_and_half(logarithm: arb, squares: arb) -> arb:
    """√(2·ln(1/δ′)·S) + S/2."""
    return (2 * logarithm * squares).sqrt() + squares / 2


def comes_to_at_most(formula: Formula, slack: Fraction, losses: Losses, e_eps: Fraction) -> bool:
    """Whether the ε's of the losses come to at most ln(e_eps); Undecided if that cannot be told."""
    if all(loss.e_eps == 1 for loss in losses):
        return e_eps >= 1
    for bits in PRECISIONS:
        with precision(bits):
            squares = sum((ball(loss.e_eps).log() ** 2 for loss in losses), arb(0))
            left, right = formula(-ball(slack).log(), squares), ball(e_eps).log()
            if left <= right or left > right:
                return bool(left <= right)
    raise Undecided(f"whether {losses} come to more than ln({e_eps}) is not decided at {PRECISIONS[-1]} bits")


def deltas_within(slack: Fraction, losses: Losses, delta: Fraction) -> bool:
    """δ′ + Σδ ≤ δ₀."""
    return slack + sum((loss.delta for loss in losses), ZERO) <= delta


@realises("Haney23 Theorem 3.7 (repaired)", "Haney23 Example B.2 (repaired)", "Haney23 Theorem B.3 (repaired)")
def fully_adaptive(slack: Fraction) -> ContinuationRule:
    """The rule that goes on while √(2·ln(1/δ′)·S) + S/2 ≤ ε₀ and δ′ + Σδ ≤ δ₀; δ′ is the slack, in (0, 1].

    Raises ParameterError if it is not.
    """
    if not 0 < slack <= ONE:
        raise ParameterError("slack", slack, "write a probability above 0 and at most 1")

    def accepts(losses: Losses, budget: PrivacyParameters) -> bool:
        within = comes_to_at_most(root_and_half, slack, losses, budget.e_eps)
        return within and deltas_within(slack, losses, budget.delta)

    return accepts


@realises("Haney23 Theorem 3.8 (repaired)", "Haney23 Theorem B.4")
def is_within(slack: Fraction, target: Fraction, losses: Losses, threshold: PrivacyParameters) -> bool:
    """Whether the odometer's loss is ⪯ a threshold; it is (√(2·ln(1/δ′)·S) + S/2, target), or infinite.

    target: the δ for which the slack is a part; the loss is infinite once δ′ + Σδ exceeds it.
    """
    finite = deltas_within(slack, losses, target)
    return finite and target <= threshold.delta and comes_to_at_most(root_and_half, slack, losses, threshold.e_eps)
