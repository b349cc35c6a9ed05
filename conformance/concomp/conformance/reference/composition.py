"""Composition of fixed lists, as concomp does it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.lists import flat, pure_question
from concomp.conformance.protocol.losses import Listed
from concomp.conformance.protocol.numbers import INFINITE, double_above, double_text, read_number
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.numbers import Bounds
from concomp.model.numbers import exact_delta, parameter, rational_text

LONGEST = 2000
"""The most digits of an exact answer."""


def compose(losses: Sequence[Listed], at: At) -> dict[str, Any]:
    """What a list loses: ε for a δ, or δ at an ε; ParameterError for a list that is empty or too long."""
    composed = fixed_list(flat(losses))
    if at.delta is not None:
        least = composed.least_epsilon(parameter("delta", exact_delta, read_number(at.delta)))
        return {"epsilon": INFINITE if least is None else double_text(double_above(least.high))}
    return {"delta": _written(composed.delta(pure_question(at)))}


def _written(delta: Bounds) -> str:
    number: Fraction = delta.high
    text = rational_text(number) if delta.is_exact and number.denominator.bit_length() < 3 * LONGEST else ""
    return text or double_text(double_above(number))
