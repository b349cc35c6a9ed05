"""How a mechanism of another library answers messages: data by a release, or by queryables that answer queries."""

from __future__ import annotations

from typing import Any, Protocol

from concomp.impl.interop.answers import plain
from concomp.impl.interop.messages import ROOT, Data, Query, Queryable
from concomp.impl.session.mechanism import Respond
from concomp.model.mechanisms.interactive import HALT


class Source(Protocol):
    """A mechanism as its library has it."""

    def run(self, data: Any) -> Any:
        """What the library makes of data: a release, or a queryable; an exception for data that it is not for."""

    def is_queryable(self, answer: Any) -> bool:
        """Whether an answer is something to ask: it is called with a query, and returns an answer."""


def converse(source: Source) -> Respond:
    """What answers the messages of one launch.

    A release is the only answer, so that HALTED follows. A queryable is kept here, and its number answered instead.
    """
    queryables: dict[int, Any] = {}

    def show(answer: Any) -> Any:
        if not source.is_queryable(answer):
            return plain(answer)
        number = ROOT + len(queryables)
        queryables[number] = answer
        return Queryable(number=number)

    def respond(message: Data | Query) -> Any:
        content: Any = message.content
        if isinstance(message, Data):
            return show(source.run(content.value))
        of: Any = message.of
        return show(queryables[of](content.value)) if queryables else HALT

    return respond
