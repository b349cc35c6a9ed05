"""Privacy parameters of one mechanism in a composition, with e^ε given as a rational or ε given as one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from concomp.impl.accounting.numbers import Exact, ParameterError, exact, exact_delta, exact_e_eps

SMALLEST, LARGEST = Fraction(1, 10**100), Fraction(10**6)
"""The privacy losses that are taken, besides 0."""


@dataclass(frozen=True)
class RationalLoss:
    """A pure privacy loss ε with rational e^ε."""

    e_eps: Fraction

    def power(self, steps: int) -> arb:
        """e^{steps·ε} as a ball at the present precision."""
        return arb(flint_rational(self.e_eps)) ** steps

    def logarithm(self) -> arb:
        """ε as a ball at the present precision."""
        return arb(flint_rational(self.e_eps)).log()


@dataclass(frozen=True)
class ExponentialLoss:
    """A pure privacy loss with rational ε; e^ε is irrational unless ε = 0."""

    epsilon: Fraction

    def power(self, steps: int) -> arb:
        """e^{steps·ε} as a ball at the present precision."""
        return arb(flint_rational(self.epsilon * steps)).exp()

    def logarithm(self) -> arb:
        """ε as a ball at the present precision."""
        return arb(flint_rational(self.epsilon))


Loss = RationalLoss | ExponentialLoss


@dataclass(frozen=True)
class Component:
    """The parameters (ε, δ) of one mechanism."""

    loss: Loss
    delta: Fraction


def with_e_eps(e_eps: Exact, delta: Exact = 0) -> Component:
    """Parameters by E = e^ε and δ; ParameterError if E < 1, E = 1 + something tiny, or δ is outside [0, 1]."""
    number = exact_e_eps(e_eps)
    if 1 < number < 1 + SMALLEST:
        raise ParameterError("e_eps", e_eps, "give 1, or a number from 1 + 1e-100 on")
    return Component(RationalLoss(number), exact_delta(delta))


def with_epsilon(epsilon: Exact, delta: Exact = 0) -> Component:
    """Parameters by ε and δ; ParameterError if ε is negative, tiny or huge, or δ outside [0, 1]."""
    number = exact(epsilon, "epsilon")
    if number < 0:
        raise ParameterError("epsilon", epsilon, "ε is at least 0")
    if number and not SMALLEST <= number <= LARGEST:
        raise ParameterError("epsilon", epsilon, "give 0, or a number from 1e-100 to 1e6")
    return Component(ExponentialLoss(number) if number else RationalLoss(Fraction(1)), exact_delta(delta))


def flint_rational(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
