"""Recording: what goes on while an author's methods run on symbols.

What is refused then stays refused, also where the author's code catches the error; and how symbols print is decided
here, so that a definition that hangs on their text can be found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass
class Recording:
    """One run of an author's methods. show: the text of a symbol, from its own. refusals: what was refused so far."""

    show: Callable[[str], str]
    refusals: list[Exception] = field(default_factory=list)


_current: ContextVar[Recording | None] = ContextVar("current", default=None)


def current() -> Recording | None:
    """The recording that goes on, or None."""
    return _current.get()


def shown(text: str) -> str:
    """How a symbol of this text prints now."""
    recording = _current.get()
    return text if recording is None else recording.show(text)


@contextmanager
def recording(show: Callable[[str], str]) -> Iterator[None]:
    """Run methods on symbols, which print so; the first refusal is raised at the end if the author's code caught it."""
    begun = Recording(show)
    token = _current.set(begun)
    try:
        yield
    finally:
        _current.reset(token)
    if begun.refusals:
        raise begun.refusals[0]


def as_they_are(text: str) -> str:
    """Each symbol by its own text."""
    return text


def all_alike(text: str) -> str:
    """All symbols by no text at all."""
    return ""
