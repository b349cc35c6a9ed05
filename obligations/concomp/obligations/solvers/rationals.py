"""Linear sums over rationals, as z3 writes and reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import z3

from concomp.model.laws.linear import System


def rational(value: Fraction) -> Any:
    """A rational as a z3 literal."""
    return z3.RatVal(value.numerator, value.denominator)


def fraction(model: Any, name: Any) -> Fraction:
    """The rational that a model gives to a name."""
    value = model.eval(name, model_completion=True)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())


def columns(system: System, multipliers: list[Any]) -> dict[Any, list[Any]]:
    """For each unknown the terms that multiples of the rows give it."""
    found: dict[Any, list[Any]] = {unknown: [] for unknown in system.unknowns}
    for row, multiplier in zip(system.rows, multipliers, strict=True):
        for unknown, coefficient in row.terms:
            found[unknown].append(rational(coefficient) * multiplier)
    return found


def total(system: System, multipliers: list[Any]) -> Any:
    """The total that multiples of the rows give."""
    return z3.Sum([rational(row.total) * each for row, each in zip(system.rows, multipliers, strict=True)])
