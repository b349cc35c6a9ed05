"""Composition of fixed lists, as concomp does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.losses import MOST, Listed, pure_part
from concomp.conformance.protocol.numbers import INFINITE, double_above, double_text, read_number
from concomp.conformance.targets.outcomes import Refused
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PrivacyLoss, pure_loss
from concomp.model.numbers import exact_delta, rational_text

LONGEST = 2000
"""The most digits of an exact answer."""


def compose(losses: Sequence[Listed], at: At) -> dict[str, Any]:
    """What a list loses: ε for a δ, or δ at an ε; Refused for a list that is empty or too long."""
    composed = fixed_list(flat(losses))
    if at.delta is not None:
        least = composed.least_epsilon(exact_delta(read_number(at.delta)))
        return {"epsilon": INFINITE if least is None else double_text(double_above(least.high))}
    epsilon = None if at.epsilon is None else read_number(at.epsilon)
    asked = pure_loss(epsilon, None if at.e_eps is None else read_number(at.e_eps))
    return {"delta": _written(composed.delta(asked))}


def flat(losses: Sequence[Listed]) -> list[PrivacyLoss]:
    """The list without lists in it; equal entries are one object."""
    found = list(_entries(losses, MOST))
    if not found:
        raise Refused("losses: the list is empty: give at least one loss")
    return found


def _entries(losses: Sequence[Listed], most: int) -> Iterator[PrivacyLoss]:
    total = 0
    for each in losses:
        inner = [_parameters(each)] if each.losses is None else list(_entries(each.losses, most))
        total += each.count * len(inner)
        if total > most:
            raise Refused(f"losses: more than {most}: give fewer")
        for _ in range(each.count):
            yield from inner


def _parameters(loss: Listed) -> PrivacyLoss:
    return PrivacyLoss(pure_part(loss), exact_delta(read_number(loss.delta)))


def _written(delta: Bounds) -> str:
    number: Fraction = delta.high
    text = rational_text(number) if delta.is_exact and number.denominator.bit_length() < 3 * LONGEST else ""
    return text or double_text(double_above(number))
