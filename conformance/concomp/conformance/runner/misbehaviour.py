"""What a target may do instead of answering."""

from __future__ import annotations

from typing import Literal

Kind = Literal["crashed", "exited", "hung", "flooded", "grew", "garbage", "out of order", "twice"]
KINDS: tuple[Kind, ...] = ("crashed", "exited", "hung", "flooded", "grew", "garbage", "out of order", "twice")
"""Ended by a signal, or by itself; no reply in time; more output, or memory, than there may be; a line that is no
reply; a reply whose turn it is not, or that was given before."""


class Misbehaved(Exception):
    """Thrown where a target can no longer be asked; it has to be started again."""

    def __init__(self, kind: Kind, detail: str) -> None:
        """Take the kind, and what was seen."""
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class CannotStart(Exception):
    """Thrown where a target does not start, or speaks another protocol; the text is one line."""
