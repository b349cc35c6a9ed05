"""Exchanges: what one copy of a post-processing does in one step of a trace."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.postprocessing import Side


@dataclass(frozen=True)
class Exchange:
    """The message that a copy receives, and what it sends; sent is empty where it does not send exactly one."""

    origin: Side
    received: Value
    sent: tuple[Side, Value] | None
