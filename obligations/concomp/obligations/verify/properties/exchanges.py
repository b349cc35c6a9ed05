"""Exchanges: what one copy of a post-processing does in one step of a trace."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.postprocessing import Side
from concomp.obligations.verify.encoding.systems import Party

COPIES = (Party("0:", " of copy 0"), Party("1:", " of copy 1"))
"""The copies of a post-processing."""


@dataclass(frozen=True)
class Exchange:
    """The message that a copy receives, and what it sends; sent is empty where it does not send exactly one."""

    origin: Side
    received: Value
    sent: tuple[Side, Value] | None
