"""Conversations: what answers the messages to one handle, without locks and events.

What a conversation has come to, failure or end, it answers for ever.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol, TypeAlias

from concomp.impl.monitors.guard import Guard
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED, HALTED, FixedAnswer
from concomp.impl.session.events import Kind
from concomp.impl.session.isolation import contain
from concomp.impl.session.launches.launch import Launch
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.outcome import INTERRUPTS, answer_unless_interrupted
from concomp.model.mechanisms.interactive import HALT, START

Reply: TypeAlias = tuple[Any, Kind | None]
"""What a message comes to: the answer, None to a message that is refused; and what is to be told of it, if anything."""

REFUSED: Reply = (None, "invalid query")
"""The verification function does not accept the message; no state has changed."""


class Conversation(Protocol):
    """What answers the messages to a handle."""

    @property
    def fixed(self) -> FixedAnswer | None:
        """What it answers for ever; None while it goes on."""

    def begin(self, randomness: Randomness) -> Kind | None:
        """Start what answers; what is to be told of it. Raises interrupts."""

    def exchange(self, message: object) -> Reply:
        """What the next message comes to; raises interrupts."""


class Single:
    """The conversation with one mechanism."""

    __slots__ = ("_answers", "_guard", "_launch", "_left", "_respond", "fixed")

    def __init__(self, launch: Launch) -> None:
        """Take what is launched."""
        self._launch = launch
        self._guard = launch.guard()
        self._answers = launch.answers
        self._left = launch.horizon
        self._respond: Any = None
        self.fixed: FixedAnswer | None = None

    def begin(self, randomness: Randomness) -> Kind | None:
        """Start the mechanism; where that fails, it has failed."""
        respond, error = contain(self._launch.begin, randomness)
        answer_unless_interrupted((respond, error))
        if error is not None:
            self._fix(FAILED)
            return "failure"
        self._respond = respond
        return None

    def exchange(self, message: object) -> Reply:
        """The mechanism's answer; a fixed one after a failure, the end, or more messages than the evidence is about."""
        if self.fixed is not None:
            return self.fixed, None
        if self._left == 0:
            return (self._fix(HALTED), "end") if admits(self._guard, message) else REFUSED
        answer, error = contain(_reply, self._guard, self._respond, self._answers, message)
        if answer is REFUSED:
            return REFUSED
        if self._left is not None:
            self._left -= 1
        if error is not None:
            answer_unless_interrupted((answer, error))
            return self._fix(FAILED), "failure"
        if answer is HALT:
            return self._fix(HALTED), "end"
        if answer is FAILED:
            return self._fix(FAILED), "failure"
        return answer, None

    def _fix(self, answer: FixedAnswer) -> FixedAnswer:
        self.fixed = answer
        self._respond = None
        return answer


def admits(guard: Guard, message: object) -> bool:
    """Whether a guard accepts a message, which the start signal and the end are none of; raises interrupts."""
    return answer_unless_interrupted(contain(_admits, guard, message)) is True


def _admits(guard: Guard, message: object) -> bool:
    return message is not START and message is not HALT and guard(message)


def _reply(guard: Guard, respond: Respond, answers: Container[Any], message: object) -> object:
    """The mechanism's answer, or HALT; REFUSED if the guard does not accept the message, or fails.

    FAILED for an answer that is outside the answer space.
    """
    try:
        is_admitted = _admits(guard, message)
    except INTERRUPTS:
        raise
    except BaseException:
        return REFUSED
    if is_admitted is not True:
        return REFUSED
    answer = respond(message)
    return answer if answer is HALT or (answer is not START and answer in answers) else FAILED
