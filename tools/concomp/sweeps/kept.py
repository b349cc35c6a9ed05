"""The rows of a sweep that are done, a line each in a file, so that a sweep that was stopped is gone on with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from concomp.door.version import __version__
from concomp.model.files.errors import FormatError, path, shown
from concomp.model.files.lines import add_line, whole_lines
from concomp.model.laws.law import ONE, ZERO
from concomp.model.numbers import rational_text
from concomp.sweeps.grid import value_text
from concomp.sweeps.rows import Task, point_text, read_rational

if TYPE_CHECKING:
    from concomp.schemas.sweeps import KeptRow, SweptRow

REMEDY = "remove it, and its row is found again"
BEGINNING = b'{"about": "'
"""How every row begins."""


@dataclass(frozen=True)
class Kept:
    """A file of rows, each with what it is about. What was being written when a sweep was stopped is dropped."""

    path: Path | None

    def rows(self, tasks: Sequence[Task]) -> dict[str, SweptRow]:
        """The rows of these tasks that are done, by what they are about; FormatError if a whole line is none."""
        lines = [] if self.path is None else whole_lines(self.path, BEGINNING)
        wanted = {about(task): task for task in tasks}
        found: dict[str, SweptRow] = {}
        for number, line in enumerate(lines, 1):
            kept = _read(f"{self.path}, line {number}", line)
            task = wanted.get(kept["about"])
            if task is None:
                continue
            if not _answers(kept["row"], task):
                value = f"no answer to what is asked at {point_text(task.point)}"
                raise FormatError(f"{self.path}, line {number}: row", value, REMEDY)
            found[kept["about"]] = kept["row"]
        return found

    def add(self, task: Task, row: SweptRow) -> None:
        """Write a row, behind the last whole line."""
        if self.path is not None:
            add_line(self.path, {"about": about(task), "row": row})


def _read(place: str, line: bytes) -> KeptRow:
    """What a line says; FormatError, with the field, if that is no row."""
    # Brought in here, since few sweeps go on from rows.
    from pydantic import TypeAdapter, ValidationError

    from concomp.schemas.sweeps import KeptRow

    try:
        return TypeAdapter(KeptRow).validate_json(line)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
    whole = wrong["type"] == "json_invalid" or not wrong["loc"]
    value = line.decode(errors="replace") if whole else wrong["input"]
    raise _damaged(place if whole else f"{place}: {path(wrong['loc'])}", value)


def _answers(row: SweptRow, task: Task) -> bool:
    """Whether a row says of the task's point what is asked of it, by numbers that can be such answers."""
    delta, least = task.asked.delta, row["least"]
    found = [read_rational(each["delta"]) for each in row["results"]]
    return (
        row["point"] == {name: value_text(value) for name, value in task.point}
        and [each["e_eps"] for each in row["results"]] == [rational_text(each) for each in task.asked.e_eps]
        and (None if least is None else least["delta"]) == (None if delta is None else rational_text(delta))
        and all(ZERO <= each <= ONE for each in found)
        and (least is None or least["e_eps"] is None or read_rational(least["e_eps"]) >= ONE)
        and row["failure"] is None
    )


def _damaged(place: str, value: object) -> FormatError:
    return FormatError(place, shown(value), REMEDY)


def about(task: Task) -> str:
    """What a row is about: the family, the point and what is asked, and which concomp found it."""
    asked = [rational_text(each) for each in task.asked.e_eps], str(task.asked.delta)
    return hashlib.sha256(repr((__version__, task.family.name, point_text(task.point), asked)).encode()).hexdigest()
