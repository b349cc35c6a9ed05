"""The rows of a sweep that are done, a line each in a file, so that a sweep that was stopped is gone on with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from concomp.door.version import __version__
from concomp.model.files.errors import FormatError, shown
from concomp.model.numbers import rational_text
from concomp.sweeps.rows import Task, point_text

if TYPE_CHECKING:
    from concomp.schemas.sweeps import SweptRow


@dataclass(frozen=True)
class Kept:
    """A file of rows, each with what it is about. What was being written when a sweep was stopped is dropped."""

    path: Path | None

    def rows(self) -> dict[str, SweptRow]:
        """The rows that are done, by what they are about; FormatError if a whole line is none."""
        if self.path is None or not self.path.exists():
            return {}
        *whole, _ = self.path.read_bytes().split(b"\n")
        return dict(self._row(number, line) for number, line in enumerate(whole, 1))

    def _row(self, number: int, line: bytes) -> tuple[str, SweptRow]:
        try:
            told = json.loads(line)
            return told["about"], told["row"]
        except (ValueError, TypeError, KeyError):
            raise FormatError(
                f"{self.path}, line {number}",
                shown(line.decode(errors="replace")),
                "remove it, and its row is found again",
            ) from None

    def add(self, task: Task, row: SweptRow) -> None:
        """Write a row, behind the last whole line."""
        if self.path is None:
            return
        with self.path.open("a+b") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            file.write((json.dumps({"about": about(task), "row": row}, ensure_ascii=False) + "\n").encode())


def about(task: Task) -> str:
    """What a row is about: the family, the point and what is asked, and which concomp found it."""
    asked = [rational_text(each) for each in task.asked.e_eps], str(task.asked.delta)
    return hashlib.sha256(repr((__version__, task.family.name, point_text(task.point), asked)).encode()).hexdigest()
