"""How far an induction is: rounds done, of all; told to whoever listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[int, int], None]


def _nobody(done: int, of: int) -> None:
    """Hear nothing."""


_listener: ContextVar[Listener] = ContextVar("listener", default=_nobody)


def tell(done: int, of: int) -> None:
    """Say that so many rounds are done, of so many."""
    _listener.get()(done, of)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Let a listener hear of the rounds that are done within."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
