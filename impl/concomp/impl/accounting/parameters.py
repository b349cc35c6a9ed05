"""What a mechanism may lose: ε, given as a rational or by a rational E = e^ε, and δ.

A loss given by ε stays ε: e^ε is irrational unless ε = 0, and is only ever enclosed by balls.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from flint import arb, fmpq

from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, NumberError, ParameterError, exact_delta, exact_e_eps, exact_epsilon, parameter

SMALLEST, LARGEST = Fraction(1, 10**300), Fraction(10**6)
"""The ε that are taken, besides 0."""
FLOAT_BITS = 128


class Unit(Protocol):
    """What losses on a lattice are multiples of."""

    def power(self, steps: int) -> arb:
        """e^{steps·ε} as a ball at the present precision."""

    def logarithm(self) -> arb:
        """ε as a ball at the present precision."""


@dataclass(frozen=True)
class RationalLoss:
    """A pure privacy loss ε with rational e^ε."""

    e_eps: Fraction

    def power(self, steps: int) -> arb:
        """e^{steps·ε} as a ball at the present precision."""
        return arb(flint_rational(self.e_eps)) ** steps

    def logarithm(self) -> arb:
        """ε as a ball at the present precision."""
        return logarithm(self.e_eps)


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


PureLoss = RationalLoss | ExponentialLoss


@dataclass(frozen=True, repr=False)
class PrivacyLoss:
    """The privacy parameters (ε, δ) of one mechanism."""

    loss: PureLoss
    delta: Fraction

    def __repr__(self) -> str:
        delta = f", '{self.delta}'" if self.delta else ""
        if isinstance(self.loss, ExponentialLoss):
            return f"with_epsilon('{self.loss.epsilon}'{delta})"
        return f"with_e_eps('{self.loss.e_eps}'{delta})"


def with_e_eps(e_eps: Exact, delta: Exact = 0) -> PrivacyLoss:
    """Parameters by E = e^ε and δ; ParameterError if E < 1, E = 1 + something tiny, or δ is outside [0, 1]."""
    return PrivacyLoss(parameter("e_eps", rational_loss, e_eps), parameter("delta", exact_delta, delta))


def with_epsilon(epsilon: Exact, delta: Exact = 0) -> PrivacyLoss:
    """Parameters by ε and δ; ParameterError if ε is negative, tiny or huge, or δ outside [0, 1]."""
    return PrivacyLoss(parameter("epsilon", exponential_loss, epsilon), parameter("delta", exact_delta, delta))


def read_privacy_loss(text: str) -> PrivacyLoss:
    """The parameters that "eps=0.1,delta=1e-9" or "E=3/2,delta=1/100" write; δ is 0 unless it is given.

    Raises NumberError, whose message is the remedy, for all else.
    """
    parts = [part.partition("=") for part in text.split(",")]
    named = {name.strip(): value.strip() for name, _, value in parts}
    if len(named) < len(parts) or set(named) - {"delta"} not in ({"eps"}, {"E"}):
        raise NumberError("write eps or E and, unless it is 0, delta, like eps=0.1,delta=1e-9 or E=3/2,delta=1/100")
    pure = rational_loss(named["E"]) if "E" in named else exponential_loss(named["eps"])
    return PrivacyLoss(pure, exact_delta(named.get("delta", "0")))


def pure_loss(epsilon: Exact | None, e_eps: Exact | None) -> PureLoss:
    """The ε or the E that is given; ParameterError unless it is exactly one of them, and a loss."""
    if e_eps is None:
        if epsilon is None:
            raise ParameterError("epsilon", None, "give epsilon or e_eps")
        return parameter("epsilon", exponential_loss, epsilon)
    if epsilon is not None:
        raise ParameterError("e_eps", e_eps, "epsilon is given as well: give one of the two")
    return parameter("e_eps", rational_loss, e_eps)


def rational_loss(e_eps: object) -> RationalLoss:
    """The pure loss with this E = e^ε; NumberError if E < 1, or E = 1 + something tiny."""
    number = exact_e_eps(e_eps)
    if 1 < number < 1 + SMALLEST:
        raise NumberError("give 1, or a number from 1 + 1e-300 on")
    return RationalLoss(number)


def exponential_loss(epsilon: object) -> PureLoss:
    """The pure loss with this ε; NumberError if ε is negative, tiny or huge."""
    number = exact_epsilon(epsilon)
    if number and not SMALLEST <= number <= LARGEST:
        raise NumberError("give 0, or a number from 1e-300 to 1e6")
    return ExponentialLoss(number) if number else RationalLoss(Fraction(1))


def logarithm(e_eps: Fraction) -> arb:
    """ln E as a ball whose relative error, however close E is to 1, is that of the present precision."""
    return arb(flint_rational(e_eps - 1)).log1p()


def float_logarithm(e_eps: Fraction) -> float:
    """About ln E, to the precision of floating point however close E is to 1."""
    with precision(FLOAT_BITS):
        return float(logarithm(e_eps).mid())


def flint_rational(number: Fraction) -> fmpq:
    """The same number, as the library has it."""
    return fmpq(number.numerator, number.denominator)
