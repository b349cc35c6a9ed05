"""Fully adaptive composition: the session goes on while √(2 ln(1/δ′)·S) + S/2 ≤ ε₀, where S = Σε², and δ′ + Σδ ≤ δ₀.

The left side rises with S, so that it is S that is compared, with the largest S for which it holds: that threshold is
computed once, rounded down, and each ε = ln E is rounded up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb

from concomp.impl.accounting.conversions import as_approx
from concomp.impl.accounting.guarantees import ApproxDP, Guarantee
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss, flint_rational, logarithm
from concomp.impl.accounting.rounding import ball_down, ball_up, root_down
from concomp.impl.accounting.rules.accumulating import Accumulating
from concomp.impl.accounting.rules.rule import Reading, RuleFor, demand_budget
from concomp.impl.accounting.rules.totals import Totals, counted
from concomp.model.numbers import Exact, NumberError, ParameterError, exact, parameter


@dataclass(frozen=True)
class FullyAdaptive(Accumulating[ApproxDP]):
    """The rule for an (ε, δ) budget by which the squares of ε add up (Haney23 Theorem 3.7, repaired).

    delta_prime: δ′, the part of δ₀ that it is paid with, fixed in advance: above 0 and at most δ₀.
    Raises ParameterError for another δ′.
    """

    budget: ApproxDP
    delta_prime: Fraction
    source = "Haney23 Theorem 3.7 (repaired)"

    def __post_init__(self) -> None:
        if self.delta_prime > self.budget.delta:
            raise ParameterError(
                "delta_prime", self.delta_prime, f"give at most the budget's delta, {self.budget.delta}"
            )

    @property
    def start(self) -> Totals:
        """Nothing lost."""
        return Totals((Fraction(0), Fraction(0)))

    @property
    def name(self) -> str:
        """What it is called."""
        return f"fully adaptive, delta' = {self.delta_prime}"

    def convert(self, loss: Guarantee) -> ApproxDP:
        """The loss as (ε, δ); ParameterError if it is measured otherwise."""
        return as_approx(loss)

    def add(self, totals: Totals, loss: ApproxDP) -> Totals:
        """The totals with one more loss."""
        squares, delta = totals.numbers
        is_exact = totals.is_exact and (isinstance(loss.loss, ExponentialLoss) or loss.loss.e_eps == 1)
        return counted((squares + loss.epsilon_up**2, delta + loss.delta), is_exact)

    def is_within(self, totals: Totals) -> bool:
        """Whether S is at most the threshold, and δ′ + Σδ ≤ δ₀."""
        squares, delta = totals.numbers
        return squares <= self.most_squares and self.delta_prime + delta <= self.budget.delta

    def spent(self, totals: Totals) -> Reading:
        """√(2 ln(1/δ′)·S) + S/2, rounded up, and δ′ + Σδ."""
        squares, delta = totals.numbers
        epsilon = ball_up(lambda: self._bound(squares)) if squares else Fraction(0)
        spent = ApproxDP.of(loss=_loss(epsilon), delta=min(self.delta_prime + delta, Fraction(1)))
        return Reading((spent,), totals.is_exact and not squares)

    def remaining(self, totals: Totals) -> Reading:
        """The largest ε and δ that are still admitted, ε rounded down."""
        squares, delta = totals.numbers
        epsilon = root_down(self.most_squares - squares)
        rest = ApproxDP.of(loss=_loss(epsilon), delta=self.budget.delta - self.delta_prime - delta)
        return Reading((rest,), is_exact=False)

    @cached_property
    def most_squares(self) -> Fraction:
        """The largest S at which the bound is at most ε₀, rounded down: (√(2λ + 2ε₀) − √(2λ))² with λ = ln(1/δ′)."""
        epsilon = flint_rational(self.budget.epsilon_down)

        def threshold() -> arb:
            # As a quotient, for the difference of two roots that are nearly equal would lose its digits.
            twice = 2 * self._logarithm()
            return ((2 * epsilon) / ((twice + 2 * epsilon).sqrt() + twice.sqrt())) ** 2

        return ball_down(threshold) if self.budget.epsilon_down else Fraction(0)

    def _bound(self, squares: Fraction) -> arb:
        total = flint_rational(squares)
        return (2 * self._logarithm() * total).sqrt() + arb(total) / 2

    def _logarithm(self) -> arb:
        """ln(1/δ′) at the present precision."""
        return logarithm(1 / self.delta_prime)


def fully_adaptive(delta_prime: Exact) -> RuleFor:
    """Fully adaptive composition, paid with δ′, for an (ε, δ) budget; ParameterError unless 0 < δ′ ≤ δ₀."""
    chosen = parameter("delta_prime", _positive, delta_prime)
    return lambda budget: FullyAdaptive(demand_budget(ApproxDP, budget), chosen)


def _positive(value: object) -> Fraction:
    number = exact(value)
    if not 0 < number <= 1:
        raise NumberError("delta' must be above 0, and at most the budget's delta")
    return number


def _loss(epsilon: Fraction) -> PureLoss:
    return ExponentialLoss(epsilon) if epsilon else RationalLoss(Fraction(1))
