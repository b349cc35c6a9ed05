"""The journal of a search: a line for each seed that is done, so that a long search can be stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from concomp.model.files.errors import FormatError
from concomp.model.files.lines import add_line, whole_lines
from concomp.obligations.search.candidates import Candidate, Member
from concomp.obligations.search.functions import Accepted
from concomp.obligations.search.kernels import Kernel, Row, Shape


@dataclass(frozen=True)
class Task:
    """A search to be done: the name of an objective, the seed, and the effort in evaluations."""

    objective: str
    seed: int
    effort: int


BEGINNING = b'{"task": {'
"""How every line begins."""
Written = tuple[tuple[Row, ...], Accepted]
"""A member by the rows of its kernel and the sequences that are accepted."""


def as_data(candidate: Candidate) -> tuple[Written, ...]:
    """A candidate as data, without the shape of its kernels."""
    return tuple((member.kernel.rows, member.accepted) for member in candidate.members)


def read_back(members: Sequence[Written], shape: Shape) -> Candidate:
    """The candidate that was written, given the shape of its kernels."""
    return Candidate(tuple(Member(Kernel(shape, rows), accepted) for rows, accepted in members))


@dataclass(frozen=True)
class Entry:
    """A search that is done.

    excess: of its best candidate, as a fraction. best: this candidate, see `written`. evaluations: how many candidates
    were tried, repeated ones included. judged: about how many of them the claim says something.
    """

    task: Task
    excess: str
    best: tuple[Written, ...]
    evaluations: int
    judged: int

    @property
    def violates(self) -> bool:
        """Whether the claim is exceeded."""
        return Fraction(self.excess) > 0


class SpoiledJournal(ValueError):
    """Thrown where a line of a journal is no entry; the message names it and the remedy."""


@dataclass(frozen=True)
class Journal:
    """A file with an entry a line. What was being written when a search was stopped is dropped and done again."""

    path: Path

    def entries(self) -> list[Entry]:
        """What is done; nothing if there is no file. SpoiledJournal if a line is no entry, or it is another file."""
        try:
            lines = whole_lines(self.path, BEGINNING)
        except FormatError as error:
            raise SpoiledJournal(str(error)) from None
        return [self._entry(number, line) for number, line in enumerate(lines, 1)]

    def _entry(self, number: int, line: bytes) -> Entry:
        try:
            told = json.loads(line)
            return Entry(**{**told, "task": Task(**told["task"]), "best": tuple(map(_member, told["best"]))})
        except (ValueError, TypeError, KeyError):
            raise SpoiledJournal(
                f"{self.path}, line {number} is no entry of a search: remove the line, and its search is done again"
            ) from None

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that are not done."""
        done = {entry.task for entry in self.entries()}
        return [task for task in tasks if task not in done]

    def add(self, entry: Entry) -> None:
        """Write an entry, behind the last whole line."""
        add_line(self.path, _data(entry))


def _data(entry: Entry) -> dict[str, Any]:
    members = [{"rows": rows, "accepted": sorted(accepted)} for rows, accepted in entry.best]
    return {**asdict(entry), "best": members}


def _member(told: dict[str, Any]) -> Written:
    """A member as it stands in a journal."""
    accepted = frozenset(tuple((left, right) for left, right in sequence) for sequence in told["accepted"])
    return tuple(tuple(map(int, row)) for row in told["rows"]), accepted
