"""A mechanism behind an interactive post-processing.

What the post-processing is asked, and what it asks the mechanism, is public: it sees answers, which are paid for, and
never records. Records go to the handle itself.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import Any, Protocol

from concomp.impl.session.answers import HALTED
from concomp.impl.session.errors import InvalidQuery
from concomp.impl.session.isolation import Unique, contain, demand_usable
from concomp.impl.session.outcome import answer_unless_interrupted
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.mechanisms.interactive import HALT, START
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.model.numbers import ParameterError


class Sender(Protocol):
    """What the post-processing stands in front of."""

    def send(self, message: object) -> Any:
        """The answer to a message."""


class PostProcessed(Unique):
    """What an adversary sees of a mechanism behind a post-processing."""

    __slots__ = ("_at_most", "_halted", "_lock", "_mechanism", "_process", "_processing", "_registers")

    def __init__(self, mechanism: Sender, processing: PostProcessing, at_most: int) -> None:
        """Take the mechanism, the post-processing with values for its parameters, and the bound.

        Raises InvalidQuery for what is no post-processing, ParameterError for a bound that is no positive number.
        """
        if not isinstance(processing, PostProcessing):
            raise InvalidQuery(f"a {type(processing).__name__} is no post-processing: write one as a PostProcessing")
        if isinstance(at_most, bool) or not isinstance(at_most, int) or at_most < 1:
            raise ParameterError("at_most", at_most, "give a whole number from 1 on")
        self._mechanism = mechanism
        self._process = os.getpid()
        self._processing = processing
        self._registers = processing.initial
        self._at_most = at_most
        self._halted = False
        self._lock = Lock()

    def query(self, message: object) -> Any:
        """The post-processing's answer to a public query.

        HALTED for ever once it sends what is no message, is sent what it does not take, or asks the mechanism more
        often than it may. Raises what sending to the mechanism raises.
        """
        demand_usable(self._process)
        with self._lock:
            return HALTED if self._halted else self._exchange(message)

    def _exchange(self, message: object) -> Any:
        origin = LEFT
        for asked in range(self._at_most + 1):
            side, message = self._respond(origin, message)
            if side is LEFT and _is_message(message):
                return message
            if side is None or not _is_message(message) or asked == self._at_most:
                break
            answer = self._mechanism.send(message)
            origin, message = RIGHT, answer
        self._halted = True
        return HALTED

    def _respond(self, origin: Side, message: object) -> tuple[Side | None, object]:
        """The side to which the post-processing sends what; no side if it does not take the message."""
        response = answer_unless_interrupted(
            contain(self._processing.respond, self._registers, origin, message),
        )
        if response is None:
            return None, None
        self._registers, side, sent = response
        return side, sent


def _is_message(message: object) -> bool:
    """Whether it is a message; the start signal and the end are none."""
    return message is not START and message is not HALT
