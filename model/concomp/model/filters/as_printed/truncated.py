"""The printed ways to cut a view: the loss is read before the reply with which it grows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.model.filters.measures import PrivacyMeasure
from concomp.model.filters.messages import Loss, Running
from concomp.model.filters.odometers import privacy_loss
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, State
from concomp.model.registry.tags import realises

Leaves = Callable[[Loss], bool]
"""Whether the loop is left at a loss."""


@realises("Haney23 Definition 1.13")
def at_or_above(threshold: PrivacyParameters) -> Leaves:
    """ε_i ≥ ε or δ_i ≥ δ."""
    return lambda loss: loss.e_eps >= threshold.e_eps or loss.delta >= threshold.delta


def not_within(measure: PrivacyMeasure[Any], threshold: Loss) -> Leaves:
    """d_i not ⪯ d."""
    return lambda loss: not measure.within(loss, threshold)


@realises("Haney23 Algorithm 5", "Haney23 Definition 1.13")
def truncated_view_as_printed(
    adversary: Adversary, odometer: InteractiveMechanism, x: Any, leaves: Leaves, rounds: int
) -> Law[tuple[Any, ...]]:
    """The view, with the loss read in the state s_i before the reply a_i; s_1 = x has none, and is not asked.

    It is returned up to the round before the one in which the loop is left.
    """

    def odd(s: State, q: Any, view: tuple[Any, ...], left: int) -> Law[tuple[Any, ...]]:
        def reply(sent: tuple[State, Any]) -> Law[tuple[Any, ...]]:
            then, a = sent  # 5
            if isinstance(s, Running) and leaves(privacy_loss(odometer, s)):  # 6, 8
                return Law.point(view)
            asks = adversary.strategy((), (*view, a))  # 11
            if asks is HALT or left == 0:
                return Law.point((*view, a))
            return odd(then, asks, (*view, a), left - 1)

        return odometer.respond(s, q).bind(reply)

    return odd(x, START, (), rounds)
