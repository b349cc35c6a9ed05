"""What running printed lines may come to: a state that the next line cannot read, or a name without a value."""

from __future__ import annotations

from typing import Any

HALT_STATE = "Halt"
"""The state `Halt` of the printed algorithms, of which no line says what it does."""


class Stuck(RuntimeError):
    """Thrown where the printed lines cannot go on; the message names the line and why."""


def parse(state: Any, line: int, *shape: type) -> tuple[Any, ...]:
    """The parts of a state that must be a tuple of these types; Stuck otherwise."""
    fits = isinstance(state, tuple) and len(state) == len(shape)
    if not fits or not all(isinstance(part, kind) for part, kind in zip(state, shape, strict=True)):
        raise Stuck(f"line {line}: the state {state!r} cannot be parsed")
    parts: tuple[Any, ...] = state
    return parts


def unbound(name: str, line: int) -> Stuck:
    """The error that a line uses a name that no line has given a value."""
    return Stuck(f"line {line}: {name} has no value")
