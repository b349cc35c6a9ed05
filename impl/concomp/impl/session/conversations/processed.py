"""A mechanism behind an interactive post-processing.

What the post-processing is asked, and what it asks the mechanism, is public: it sees answers, which are paid for, and
never records. Records go to the handle itself.
"""

from __future__ import annotations

import os
from typing import Any, Protocol

from concomp.impl.session.conversations.exchange import Exchange, demand_longest, running
from concomp.impl.session.errors import InvalidQuery
from concomp.impl.session.isolation import Turn, Unique, demand_usable
from concomp.impl.session.outcome import INTERRUPTS
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.processings import DefinitionProcessing
from concomp.model.language.syntax.errors import LanguageError


class Sender(Protocol):
    """What the post-processing stands in front of."""

    def send(self, message: object) -> Any:
        """The answer to a message."""


class PostProcessed(Unique):
    """What an adversary sees of a mechanism behind a post-processing."""

    __slots__ = ("_exchange", "_mechanism", "_process", "_turn")

    def __init__(self, mechanism: Sender, processing: PostProcessing, at_most: int) -> None:
        """Take the mechanism, the post-processing with values for its parameters, and the bound.

        Raises InvalidQuery for what is no post-processing or does not run, ParameterError for a bound that is no
        positive number.
        """
        if not isinstance(processing, PostProcessing):
            raise InvalidQuery(f"a {type(processing).__name__} is no post-processing: write one as a PostProcessing")
        demand_longest("at_most", at_most)
        self._mechanism = mechanism
        self._process = os.getpid()
        self._exchange = Exchange(_runs(processing), at_most)
        self._turn = Turn()

    def query(self, message: object) -> Any:
        """The post-processing's answer to a public query.

        HALTED for ever once it sends what is no message, is sent what it does not take, asks the mechanism more
        often than it may, or is interrupted. Raises what sending to the mechanism raises.
        """
        demand_usable(self._process)
        try:
            with self._turn.taken():
                return self._exchange.answer(message, self._mechanism.send)
        except INTERRUPTS:
            self._exchange.is_over = True
            raise


def _runs(processing: PostProcessing) -> DefinitionProcessing:
    try:
        return running(processing)
    except LanguageError as error:
        problem = str(error)
    raise InvalidQuery(f"the post-processing does not run: {problem}")
