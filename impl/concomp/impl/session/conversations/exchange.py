"""A post-processing that runs: it answers whoever asks, and asks what stands behind it, boundedly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.impl.session.answers import HALTED
from concomp.impl.session.isolation import contain
from concomp.impl.session.outcome import answer_unless_interrupted
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.processings import DefinitionProcessing
from concomp.model.language.syntax.errors import LanguageError, reading
from concomp.model.language.syntax.terms import leaf_name
from concomp.model.mechanisms.interactive import HALT, START
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from concomp.model.numbers import ParameterError


class Exchange:
    """A post-processing between whoever asks and what it asks itself."""

    __slots__ = ("_longest", "_processing", "_registers", "is_over")

    def __init__(self, processing: DefinitionProcessing, longest: int) -> None:
        """Take the post-processing, as `running` makes it, and the most messages that it may send before it answers."""
        self._processing = processing
        self._registers = processing.initial
        self._longest = longest
        self.is_over = False

    def answer(self, message: object, ask: Callable[[Any], object]) -> Any:
        """What it answers a message; `ask` answers what it asks.

        HALTED for ever once it sends what is no message, is sent what it does not take, or asks more often than it may.
        Raises what `ask` raises.
        """
        origin = LEFT
        for asked in range(0 if self.is_over else self._longest + 1):
            side, message = self._respond(origin, message)
            if side is LEFT and _is_message(message):
                return message
            if side is None or not _is_message(message) or asked == self._longest:
                break
            answer = ask(message)
            origin, message = RIGHT, answer
        self.is_over = True
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


def running(processing: PostProcessing) -> DefinitionProcessing:
    """A post-processing as it is now, to run; LanguageError, at the place where it was written, if it does not."""
    definition = processing.definition
    with reading(lambda: definition.position):
        runs = DefinitionProcessing(definition, processing.parameter_values, processing.meanings)
        drawn = ", ".join(map(leaf_name, definition.drawn))
        if drawn:
            raise LanguageError(
                f"{runs!r} takes {drawn} from outside in each step, and a session has nothing to give",
                "let it send what it computes of messages and registers",
            )
        _ = runs.initial
    return runs


def demand_longest(name: str, longest: object) -> None:
    """Raise ParameterError, by the name of the argument, for what is no positive number."""
    if isinstance(longest, bool) or not isinstance(longest, int) or longest < 1:
        raise ParameterError(name, longest, "give a whole number from 1 on")


def _is_message(message: object) -> bool:
    """Whether it is a message; the start signal and the end are none."""
    return message is not START and message is not HALT
