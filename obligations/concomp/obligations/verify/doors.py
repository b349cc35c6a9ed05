"""What is handed in at the doors: maps by the names of parameters, and the place of what is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from reprlib import repr as short_text
from types import FrameType
from typing import TypeVar

from concomp.model.language.syntax.errors import Position, is_machinery, position_of, reading
from concomp.obligations.verify.properties.properties import NotAskable

T = TypeVar("T")


@contextmanager
def at_callers_line() -> Iterator[None]:
    """Refuse what is refused meanwhile at the innermost line that is outside concomp: the asker's, or an author's."""
    with reading(_callers_position):
        yield


def demand_values(parameters: Mapping[str, T] | None) -> Mapping[str, T]:
    """Values by the names of their parameters; NotAskable if they are given otherwise."""
    return _demand_names("parameters", parameters, '{"k": 3}')


def demand_pairs(links: Mapping[str, str] | None) -> Mapping[str, str]:
    """Names by names; NotAskable if they are given otherwise."""
    known = _demand_names("links", links, '{"k": "w"}')
    for name, other in known.items():
        if not isinstance(other, str):
            raise NotAskable(f"links: {name!r} is linked to {short_text(other)}; give the name of a parameter, as text")
    return known


def _demand_names(argument: str, given: Mapping[str, T] | None, example: str) -> Mapping[str, T]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise NotAskable(f"{argument} is {short_text(given)}; give a mapping by parameters' names, like {example}")
    for name in given:
        if not isinstance(name, str):
            raise NotAskable(f"{argument}: {short_text(name)} is no name; give names of parameters, like {example}")
    return given


def _callers_position() -> Position:
    frame = sys._getframe()
    while frame.f_back is not None and _is_own(frame):
        frame = frame.f_back
    return position_of(frame)


def _is_own(frame: FrameType) -> bool:
    module = str(frame.f_globals.get("__name__", ""))
    return module.partition(".")[0] == "concomp" or is_machinery(frame.f_code.co_filename)
