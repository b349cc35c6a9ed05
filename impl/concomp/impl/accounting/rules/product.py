"""The product of factors e^ε: losses given as ε are added, those given as E are multiplied.

The two meet only where they are compared with a budget.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss, logarithm
from concomp.impl.accounting.rounding import ball_up

Product = tuple[Fraction, Fraction]
"""(Σε, ∏E): the loss Σε + ln ∏E."""
NO_LOSS: Product = (Fraction(0), Fraction(1))


def times(product: Product, loss: PureLoss) -> Product:
    """The product with one more loss."""
    epsilon, e_eps = product
    if isinstance(loss, RationalLoss):
        return (epsilon, e_eps * loss.e_eps)
    return (epsilon + loss.epsilon, e_eps)


def is_within(product: Product, budget: PureDP) -> bool:
    """Whether Σε + ln ∏E is at most the budget's ε: exactly where both are given alike, else never wrongly so."""
    epsilon, e_eps = product
    if epsilon == 0:
        return e_eps <= budget.e_eps_down
    if e_eps == 1:
        return epsilon <= budget.epsilon_down
    return epsilon + _logarithm_up(e_eps) <= budget.epsilon_down


def loss_up(product: Product) -> PureLoss:
    """The loss as it is where it has one form, else an ε just above it."""
    epsilon, e_eps = product
    if epsilon == 0:
        return RationalLoss(e_eps)
    return ExponentialLoss(epsilon if e_eps == 1 else epsilon + _logarithm_up(e_eps))


def rest_down(product: Product, budget: PureDP) -> PureLoss:
    """What the budget leaves: in its own form where the product has it, else an ε just below it."""
    epsilon, e_eps = product
    if epsilon == 0 and isinstance(budget.loss, RationalLoss):
        return RationalLoss(max(Fraction(1), budget.loss.e_eps / e_eps))
    used = epsilon if e_eps == 1 else epsilon + _logarithm_up(e_eps)
    rest = max(Fraction(0), budget.epsilon_down - used)
    return ExponentialLoss(rest) if rest else RationalLoss(Fraction(1))


def is_exact(product: Product, loss: PureLoss) -> bool:
    """Whether the product, and what it leaves of a loss of this form, is known exactly."""
    epsilon, e_eps = product
    return epsilon == 0 if isinstance(loss, RationalLoss) else e_eps == 1


def _logarithm_up(e_eps: Fraction) -> Fraction:
    return ball_up(lambda: logarithm(e_eps))
