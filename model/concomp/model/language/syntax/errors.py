"""Errors of the language.

A verification function is defined by running its `step` once on symbols. What cannot be
meant that way is refused at that moment, with the place in the author's file and a remedy.
"""

from __future__ import annotations

import difflib
import functools
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType

_MACHINERY = (str(Path(__file__).parents[1]), functools.__file__, "<frozen ")


@dataclass(frozen=True)
class Position:
    """A place in a source file: its line and, where known, the columns of the expression."""

    file: str
    line: int
    column: int | None = None
    end_column: int | None = None

    @property
    def text(self) -> str:
        """The source line without its indentation; empty if the source is not available."""
        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class LanguageError(Exception):
    """A definition or a value that the language refuses; says where, what, and what to write instead."""

    def __init__(self, problem: str, remedy: str, position: Position | None = None) -> None:
        """Take the problem, the remedy and the place; the place is the author's line unless given."""
        self.problem = problem
        self.remedy = remedy
        self.position = position if position is not None else author_position()
        super().__init__(problem, remedy, self.position)

    def __str__(self) -> str:
        lines = [f"{self.position}: {self.problem}", *_excerpt(self.position), f"remedy: {self.remedy}"]
        return "\n".join(lines)


class UnknownName(LanguageError, AttributeError):
    """A register, parameter or field that is not declared."""


def no_attribute(name: str, problem: str, remedy: str) -> Exception:
    """What is raised of a symbol that has no attribute of this name: what Python itself looks for is no news."""
    return AttributeError(name) if name.startswith("_") else UnknownName(problem, remedy)


_read: ContextVar[Callable[[], Position] | None] = ContextVar("read", default=None)
"""Where an author's function is being read, if one is."""


@contextmanager
def reading(place: Callable[[], Position]) -> Iterator[None]:
    """Read an author's functions meanwhile: `place` says where."""
    token = _read.set(place)
    try:
        yield
    finally:
        _read.reset(token)


def author_frame() -> FrameType:
    """The innermost running frame outside this package: the author's own code."""
    frame = sys._getframe()
    while frame.f_back is not None and is_machinery(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def author_position() -> Position:
    """The place in the author's code that is being read or executed."""
    place = _read.get()
    return position_of(author_frame()) if place is None else place()


def position_of(frame: FrameType) -> Position:
    """The place that `frame` is executing."""
    file = frame.f_code.co_filename
    line, end_line, column, end_column = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    if line is None or line != end_line:
        return Position(file, line or frame.f_lineno)
    return Position(file, line, column, end_column)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt `name`, or the list of what there is."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"declared are: {', '.join(names)}" if names else "nothing is declared here"


def is_machinery(file: str) -> bool:
    """Whether a file is this package's own, or one that stands between it and the author."""
    return file.startswith(_MACHINERY)


def _excerpt(position: Position) -> list[str]:
    line = linecache.getline(position.file, position.line).rstrip()
    if not line:
        return []
    indent = len(line) - len(line.lstrip())
    excerpt = ["    " + line[indent:]]
    if position.column is not None and position.end_column is not None and position.column >= indent:
        excerpt.append(" " * (4 + position.column - indent) + "^" * max(1, position.end_column - position.column))
    return excerpt
