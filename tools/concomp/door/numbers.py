"""What is asked by number: an ε or an E, and a δ, written exactly."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from concomp.impl.accounting.numbers import ParameterError, exact_delta
from concomp.impl.accounting.optimal.components import Loss, with_e_eps, with_epsilon

Number = Fraction | int | str | Decimal
"""A number as it is written: a Fraction, an int, a Decimal, "p/q", "0.1" or "1e-6"; no float."""


def asked_loss(epsilon: Number | None, e_eps: Number | None) -> Loss | None:
    """The ε or the E that is given, None if there is neither; ParameterError if there are both, or it is no loss."""
    if epsilon is not None and e_eps is not None:
        raise ParameterError("e_eps", e_eps, "epsilon is given as well: give one of the two")
    if epsilon is not None:
        return with_epsilon(as_written(epsilon, "epsilon")).loss
    return None if e_eps is None else with_e_eps(as_written(e_eps, "e_eps")).loss


def asked_delta(delta: Number | None) -> Fraction | None:
    """The δ that is given, None if there is none; ParameterError if it is no probability."""
    return None if delta is None else exact_delta(as_written(delta, "delta"))


def as_written(number: Number, name: str) -> Fraction | int | str:
    """The same number without Decimals; ParameterError for a Decimal that is infinite or NaN."""
    if not isinstance(number, Decimal):
        return number
    if not number.is_finite():
        raise ParameterError(name, number, "give a finite number")
    return Fraction(number)
