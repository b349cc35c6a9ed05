"""Lists of losses that are to be composed, and where that is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.losses import MOST, Listed, pure_part
from concomp.conformance.protocol.numbers import read_number
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, pure_loss
from concomp.model.numbers import ParameterError, exact_delta, parameter


def flat(losses: Sequence[Listed]) -> list[PrivacyLoss]:
    """The list without lists in it, equal entries one object; ParameterError if it is empty or too long."""
    found = list(_entries(losses, MOST))
    if not found:
        raise ParameterError("losses", [], "give at least one loss")
    return found


def pure_question(at: At) -> PureLoss:
    """The ε or E at which δ is asked; ParameterError unless there is one of them."""
    epsilon = None if at.epsilon is None else read_number(at.epsilon)
    return pure_loss(epsilon, None if at.e_eps is None else read_number(at.e_eps))


def _entries(losses: Sequence[Listed], most: int) -> Iterator[PrivacyLoss]:
    total = 0
    for each in losses:
        inner = [_parameters(each)] if each.losses is None else list(_entries(each.losses, most))
        total += each.count * len(inner)
        if total > most:
            raise ParameterError("losses", total, f"give at most {most}")
        for _ in range(each.count):
            yield from inner


def _parameters(loss: Listed) -> PrivacyLoss:
    return PrivacyLoss(pure_part(loss), parameter("delta", exact_delta, read_number(loss.delta)))
