"""What happens in a session, told to a hook and to the log: public values only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from concomp.impl.accounting.together import Asked
from concomp.impl.session.isolation import contain
from concomp.impl.session.outcome import answer_unless_interrupted

LOG = logging.getLogger("concomp.session")
Kind = Literal["launch", "refusal", "invalid query", "failure", "end", "close"]


@dataclass(frozen=True)
class Event:
    """Something that happened.

    name: of the mechanism or session that it is about. number: of its handle; None if there is none.
    loss: what was charged or refused; None if nothing was.
    """

    kind: Kind
    name: str
    number: int | None = None
    loss: Asked | None = None

    def __str__(self) -> str:
        number = "" if self.number is None else f" {self.number}"
        return f"{self.kind}{number}: {self.name}{'' if self.loss is None else f', {self.loss!r}'}"


Hook = Callable[[Event], object]
"""What is told of each event; it must use no session, and what it raises is dropped, unless it is an interrupt."""


def silent(event: Event) -> None:
    """The hook that does nothing."""


def announce(hook: Hook, kind: Kind, name: str, number: int | None = None, loss: Asked | None = None) -> None:
    """Tell the log and the hook of an event; what these raise undoes nothing; raises interrupts.

    Whoever announces holds no lock and handles no exception: a hook may wait for a thread that uses the session, and a
    log handler may write down the exception that is being handled.
    """
    if not _is_heard(hook):
        return
    event = Event(kind, name, number, loss)
    logged, heard = contain(LOG.info, "%s", event), contain(hook, event)
    answer_unless_interrupted(logged)
    answer_unless_interrupted(heard)
    if heard[1] is not None:
        warn("a hook raised an exception on %s", event.kind)


def _is_heard(hook: Hook) -> bool:
    """Whether anybody hears of events: the hook, or whoever reads the log, which may be of a class of their own."""
    return hook is not silent or type(LOG) is not logging.Logger or LOG.isEnabledFor(logging.INFO)


def warn(text: str, *arguments: object) -> None:
    """Tell the log that something went wrong; raises what interrupts it."""
    answer_unless_interrupted(contain(LOG.warning, text, *arguments))
