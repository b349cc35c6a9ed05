"""What is swept over: a mechanism file some of whose fields change, or a function whose arguments do."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from concomp.door.mechanisms import Subject, described, subject
from concomp.model import files
from concomp.model.files import FormatError
from concomp.model.files.errors import quoted, shown
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import ParameterError, rational_text
from concomp.sweeps.grid import Point, Value

OF_A_MECHANISM = ("horizon",)
"""The fields beside the kernel that can be swept over."""


class Family(Protocol):
    """Mechanisms by the points of a grid; can be sent to another process."""

    def __call__(self, point: Point, /) -> Subject:
        """The mechanism at a point; FormatError or MechanismError if there is none."""

    @property
    def name(self) -> str:
        """What tells this family from others, whatever machine it is on."""


@dataclass(frozen=True)
class FamilyOfFiles:
    """The mechanism that a file describes, with other values of some fields.

    contents: the file. A name is a field of the kernel, `horizon`, or one of these of a component of a composition, as
    in "2.ratio", numbered from 1.
    """

    contents: str

    @property
    def name(self) -> str:
        """The contents."""
        return self.contents

    def __call__(self, point: Point) -> Subject:
        """The mechanism at a point; FormatError if there is none."""
        fields = json.loads(self.contents)
        for name, value in point:
            _put(fields, name, _as_json(value))
        return described(files.read(json.dumps(fields).encode()))


@dataclass(frozen=True)
class FamilyInPython:
    """What a function returns for the values as its arguments.

    make: a function of a module, for it may be sent by name; integers are given as int, ranges as tuples. title: what
    tells it from others.
    """

    make: Callable[..., Any]
    title: str

    @property
    def name(self) -> str:
        """The title."""
        return self.title

    def __call__(self, point: Point) -> Subject:
        """The mechanism at a point; MechanismError if there is none."""
        try:
            made = self.make(**{name: _as_argument(value) for name, value in point})
        except (MechanismError, ParameterError, TooLarge):
            raise
        except Exception as error:
            # It is the user's own, and may throw anything.
            told = f"{type(error).__name__}: {error}"
            raise MechanismError(f"{told}: correct the function; the names of the grid are its arguments") from None
        return subject(made)


def family(mechanism: object) -> Family:
    """The family of a mechanism file, as its path or its contents, or of a function that returns mechanisms."""
    if callable(mechanism):
        return FamilyInPython(mechanism, _source(mechanism))
    if isinstance(mechanism, Mapping):
        return FamilyOfFiles(json.dumps(dict(mechanism)))
    if isinstance(mechanism, str | Path):
        return FamilyOfFiles(files.write(files.read_file(mechanism)))
    raise MechanismError(
        f"the mechanism is {type(mechanism).__name__}: give a function that returns a game, or a mechanism file as its "
        "path or its contents"
    )


def _source(make: Callable[..., Any]) -> str:
    """The text of a function; its name where that cannot be had."""
    try:
        return inspect.getsource(make)
    except (OSError, TypeError):
        return repr(make)


def _put(fields: Any, name: str, value: object) -> None:
    """Let a field be of a value; FormatError if there is no place for it."""
    first, _, rest = name.partition(".")
    if isinstance(fields, dict) and isinstance(fields.get("components"), list) and first.isdigit():
        components = fields["components"]
        if not 1 <= int(first) <= len(components):
            raise FormatError(f"grid {quoted(name)}", first, f"number a component from 1 to {len(components)}")
        _put(components[int(first) - 1], rest, value)
        return
    if name in OF_A_MECHANISM:
        fields[name] = value
        return
    place = fields.get("kernel")
    if not isinstance(place, dict) or "law" not in place:
        remedy = 'name a field of a named kernel; of a component like "2.ratio"'
        raise FormatError(f"grid {quoted(name)}", shown(place), remedy)
    *above, last = name.split(".")
    for step in above:
        place = place.get(step)
        if not isinstance(place, dict):
            raise FormatError(f"grid {quoted(name)}", quoted(step), "there is no such field with fields of its own")
    place[last] = value


def _as_json(value: Value) -> object:
    if isinstance(value, tuple):
        return list(value)
    return value.numerator if value.denominator == 1 else rational_text(value)


def _as_argument(value: Value) -> Fraction | int | tuple[int, int]:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value
