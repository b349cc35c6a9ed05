"""What an audit comes to: its exit status, what is printed, and what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concomp.pictures.picture import Picture


@dataclass(frozen=True)
class Answered:
    """An answer; picture: of what was found, if it is asked for."""

    status: int
    text: str
    picture: Picture | None = None
