"""What an audit comes to: its exit status, what is printed, and what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from concomp.report.layout import Part

if TYPE_CHECKING:
    from concomp.pictures.picture import Picture


@dataclass(frozen=True)
class Answered:
    """An answer: lines and tables, or JSON; picture: of what was found, if it is asked for."""

    status: int
    told: tuple[Part, ...]
    picture: Picture | None = None
