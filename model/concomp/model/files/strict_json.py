"""JSON, read strictly: UTF-8, no key twice, no number but integers, no deep nesting."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.limits import DEPTH

NO_FLOATS = (
    'write an integer without point or exponent, or write the number as a string, like "0.25" or "1/4": '
    "what reads JSON may round it"
)
INTEGER_LENGTH = 18


@dataclass(frozen=True)
class Flaw:
    """What the parser met and its grammar allows, but the formats do not."""

    value: str
    remedy: str


def parse(data: bytes) -> Any:
    """The value that JSON bytes write; FormatError if they are not strict JSON."""
    if not data.strip():
        raise FormatError("the file", "empty", "write an object in JSON, {…}")
    try:
        parsed = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=lambda text: Flaw(quoted(text), NO_FLOATS),
            parse_int=_integer,
            parse_constant=lambda text: Flaw(text, NO_FLOATS),
        )
    except UnicodeDecodeError as error:
        place = f"byte {error.start}"
        raise FormatError(place, f"0x{data[error.start]:02x}", "save the file as UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        found = quoted(error.doc[error.pos : error.pos + 20]) if error.pos < len(error.doc) else "end of file"
        raise FormatError(place, found, f"this is not JSON ({error.msg}); correct it") from None
    except RecursionError:
        raise _too_deep("the file") from None
    _refuse_flaws(parsed)
    return parsed


def _integer(text: str) -> int | Flaw:
    if len(text) > INTEGER_LENGTH:
        return Flaw(f"{text[:20]}… ({len(text)} characters)", "write an integer of fewer digits")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Flaw:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            return Flaw(f"key {quoted(key)}", "it is there twice; keep one")
        seen[key] = value
    return seen


def _refuse_flaws(parsed: Any) -> None:
    """Walk the value in order, without recursion, and raise for the first flaw."""
    waiting: list[tuple[Place, Any]] = [((), parsed)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, Flaw):
            raise FormatError(path(place), value.value, value.remedy)
        if isinstance(value, dict | list):
            if len(place) >= DEPTH:
                raise _too_deep(path(place))
            inside = value.items() if isinstance(value, dict) else enumerate(value)
            waiting.extend(reversed([((*place, key), entry) for key, entry in inside]))


def _too_deep(place: str) -> FormatError:
    return FormatError(place, "nested too deeply", f"nest lists and objects at most {DEPTH} deep")


def top_level(parsed: Any) -> dict[str, Any]:
    """The object at the top level; FormatError if there is something else."""
    if not isinstance(parsed, dict):
        raise FormatError("the file", shown(parsed), 'write an object, {"type": …}')
    return parsed
