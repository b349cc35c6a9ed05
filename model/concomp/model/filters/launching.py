"""Compositions whose mechanisms are launched: what filters and odometers have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.model.filters.messages import INVALID_QUERY, READY, Ask, Launch, Next, Running, answer, ask
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism, Message

Answers = Callable[[Running, Message], Next | None]
"""(the running composition, a message) ↦ what it answers; None if that is not for it to answer."""


def launching(
    name: str, datasets: tuple[Any, ...], launched: Callable[[Running, Launch], Next], *asked: Answers
) -> InteractiveMechanism:
    """A composition that runs from START on.

    launched: what answers a launch. asked: what may answer any other message, each where those before it do not; a
    message that none answers is an invalid query.
    """

    def step(state: Any, message: Any) -> Next:
        if not isinstance(state, Running):
            return answer(Running(state), READY) if message is START else answer(state, INVALID_QUERY)
        if isinstance(message, Launch):
            return launched(state, message)
        answers = (each(state, message) for each in asked)
        return next((each for each in answers if each is not None), answer(state, INVALID_QUERY))

    return InteractiveMechanism(step, datasets, EVERYTHING, name)


def interleaved(state: Running, message: Message) -> Next | None:
    """What a mechanism that is there answers to its query."""
    return ask(state, message) if isinstance(message, Ask) and state.admits(message) else None
