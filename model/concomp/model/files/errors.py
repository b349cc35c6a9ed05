"""What is wrong with a file: the place, the value found there, and what to write instead."""

from __future__ import annotations

import json
from collections.abc import Sequence

LONGEST = 60
"""The most characters of a value that a message shows."""
Step = str | int
Place = tuple[Step, ...]


class FormatError(ValueError):
    """Thrown when a file does not describe a mechanism.

    place: where, like kernel["s0|q"][1]. value: what was found, shortened. remedy: what to do.
    """

    def __init__(self, place: str, value: str, remedy: str) -> None:
        super().__init__(place, value, remedy)
        self.place = place
        self.value = value
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.place}: {self.value}: {self.remedy}"


def shown(value: object) -> str:
    """A value of JSON on one line, shortened; lists and objects of many or nested entries by their size."""
    if isinstance(value, dict):
        return f"an object of {len(value)} fields"
    if isinstance(value, list | tuple):
        nested = any(isinstance(entry, dict | list | tuple) for entry in value[:8])
        if len(value) > 8 or nested:
            return f"a list of {len(value)} entries"
        return _shorten(f"[{', '.join(shown(entry) for entry in value)}]")
    if isinstance(value, str):
        return quoted(value)
    return _shorten(json.dumps(value, default=str))


def quoted(text: str) -> str:
    """A string as JSON writes it, shortened; what cannot be printed is escaped."""
    kept = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return json.dumps(kept, ensure_ascii=not kept.isprintable())


def path(place: Sequence[Step]) -> str:
    """A place as one writes it: fields after dots, entries in brackets."""
    if not place:
        return "the file"
    return "".join(_step_text(place, position) for position in range(len(place))).removeprefix(".")


def _step_text(place: Sequence[Step], position: int) -> str:
    step = place[position]
    if isinstance(step, int):
        return f"[{step}]"
    inside_kernel = position > 0 and place[position - 1] == "kernel"
    return f".{step}" if step.isidentifier() and len(step) <= LONGEST and not inside_kernel else f"[{quoted(step)}]"


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
