"""Reading a file: bytes to JSON, JSON to its shape, and a look at whether it all fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from concomp.model.files import limits
from concomp.model.files.consistency import check_document
from concomp.model.files.contents import read_bytes, too_large
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.files.functions import NAMED
from concomp.model.files.schema import (
    ConcurrentFile,
    ContinualFile,
    Document,
    FilterFile,
    MechanismFile,
    ParallelFile,
    present_name,
)
from concomp.model.files.strict_json import parse, top_level

M = TypeVar("M", bound=BaseModel)
TYPES: dict[str, type[MechanismFile] | type[ContinualFile]] = {"mechanism": MechanismFile, "cm": ContinualFile}
MODES: dict[str, type[ConcurrentFile] | type[ParallelFile] | type[FilterFile]] = {
    "concurrent": ConcurrentFile,
    "parallel": ParallelFile,
    "filter": FilterFile,
}
KINDS = ["accepted", *NAMED]
REMEDIES = {
    "extra_forbidden": "there is no such field; remove it",
    "missing": "add it",
    "string_type": "write a string",
    "list_type": "write a list",
    "dict_type": "write an object",
    "model_type": "write an object",
    "model_attributes_type": "write an object",
    "tuple_type": "write a list",
    "too_short": "give at least one",
    "too_long": "there are too many; remove some",
    "int_type": f"write a JSON integer from 1 to {limits.HORIZON}",
    "greater_than_equal": f"write a JSON integer from 1 to {limits.HORIZON}",
    "less_than_equal": f"write a JSON integer from 1 to {limits.HORIZON}",
}


def read_file(file: str | Path) -> Document:
    """The document in a file.

    Raises FormatError, its place within the file, if it cannot be read or does not describe a mechanism.
    """
    return read(read_bytes(file, limits.BYTES))


def read(data: bytes) -> Document:
    """The document that JSON bytes write; FormatError if they do not describe a mechanism."""
    if len(data) > limits.BYTES:
        raise too_large(f"more than {limits.BYTES} bytes", limits.BYTES)
    fields = top_level(parse(data))
    document = in_shape(_shape(fields), fields)
    check_document(document)
    return document


def in_shape(shape: type[M], fields: object) -> M:
    """The model that the fields write; FormatError for the first thing that does not fit its shape."""
    try:
        return shape.model_validate(fields)
    except ValidationError as error:
        raise _translate(error.errors(include_url=False)[0]) from None


def _shape(fields: dict[str, Any]) -> type[Document]:
    """The shape that the fields "type" and "mode" ask for."""
    if fields.get("type") == "composition":
        return MODES[_choice(fields, "mode", list(MODES))]
    return TYPES[_choice(fields, "type", [*TYPES, "composition"])]


def _choice(fields: dict[str, Any], field: str, choices: list[str]) -> str:
    chosen = present_name(fields.get(field))
    if not isinstance(chosen, str) or chosen not in choices:
        raise _no_choice(fields, field, choices, ())
    return chosen


def _no_choice(fields: dict[str, Any], field: str, choices: list[str], at: Place) -> FormatError:
    """The error of a field that is not one of its choices."""
    listed = ", ".join(f'"{choice}"' for choice in choices)
    place = path((*at, field))
    if field not in fields:
        return FormatError(place, "missing", f"add it, one of {listed}")
    return FormatError(place, shown(fields[field]), f"write one of {listed}")


def _translate(error: ErrorDetails) -> FormatError:
    """The first complaint about the shape, in our words."""
    kind, place, value = error["type"], _place(error["loc"]), error["input"]
    if kind in ("union_tag_invalid", "union_tag_not_found") and isinstance(value, dict):
        return _no_choice(value, "kind", KINDS, place)
    found = "missing" if kind == "missing" else shown(value)
    return FormatError(path(place), found, REMEDIES.get(kind, error["msg"]))


def _place(location: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """The location without the tag that names the chosen kind of verification."""
    if "verification" in location:
        tag = location.index("verification") + 1
        return (*location[:tag], *location[tag + 1 :])
    return location
