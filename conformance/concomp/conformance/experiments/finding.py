"""What an experiment says to a runner, and what it finds.

An experiment is played by a generator: it yields messages, all of which may be sent ahead, is sent the replies in their
order, and returns what it has found. So it knows nothing of processes, and a runner nothing of games.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from concomp.conformance.protocol.replies import Reply

Cost = Literal["privacy", "rounding", "robustness"]
Message = dict[str, Any]
"""A message without its number."""
ANEW: Message = {"cmd": "anew"}
"""No message, but that the target is to be started again, in a process of its own; the reply to it is empty."""


@dataclass(frozen=True)
class Finding:
    """What an experiment has found: whether what was expected is kept; in words, what was expected and what was seen.

    cost: what it costs if it is not kept.
    """

    kept: bool
    cost: Cost
    expected: str
    reported: str


Play = Generator[Sequence[Message], Sequence[Reply], Finding]
"""An experiment that is being played."""


class Unplayable(Exception):
    """Thrown where a target does not do what an experiment needs; it has the message and the reply."""

    def __init__(self, message: Message, reply: Reply) -> None:
        """Take the message, and the reply that is no result."""
        self.message, self.reply = message, reply
        super().__init__(f"{message['cmd']} is {reply.outcome}: {getattr(reply, reply.outcome)}")


def results(messages: Sequence[Message], replies: Sequence[Reply]) -> list[dict[str, Any]]:
    """The results in the replies to messages; Unplayable if one of them has none."""
    found = []
    for message, reply in zip(messages, replies, strict=True):
        if reply.ok is None:
            raise Unplayable(message, reply)
        found.append(reply.ok)
    return found
