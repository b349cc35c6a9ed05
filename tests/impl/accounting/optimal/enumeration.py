"""The optimal composition of a short list by all outcomes, at 400 bits, sharing nothing with what is compared to it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, fmpq

from concomp.model.laws.balls import precision

BITS = 400


def ball(number: Fraction) -> arb:
    """A ball around the number."""
    return arb(fmpq(number.numerator, number.denominator))


def delta_between(losses: Sequence[tuple[Fraction, Fraction]], e_eps: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the least δ of mechanisms that are (ε, δ)-DP at E."""
    with precision(BITS):
        outcomes, kept = [(arb(1), arb(1))], arb(1)
        for epsilon, delta in losses:
            shown = 1 / (1 + ball(-epsilon).exp())
            hidden = 1 / (1 + ball(epsilon).exp())
            outcomes = [pair for p, q in outcomes for pair in ((p * shown, q * hidden), (p * hidden, q * shown))]
            kept *= 1 - ball(delta)
        excess = sum(((p - ball(e_eps) * q).max(arb(0)) for p, q in outcomes), arb(0))
        found = 1 - kept * (1 - excess)
        return _rational(found.lower()), _rational(found.upper())


def _rational(number: arb) -> Fraction:
    exact = number.fmpq()
    return Fraction(int(exact.p), int(exact.q))
