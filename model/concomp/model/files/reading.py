"""Reading a file: bytes to JSON, JSON to its shape, and a look at whether it all fits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from concomp.model.files import limits
from concomp.model.files.consistency import check_document
from concomp.model.files.contents import read_bytes, too_large
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.files.functions import NAMED as NAMED_FUNCTIONS
from concomp.model.files.kernels import SUMMED
from concomp.model.files.schema import (
    LISTED,
    NAMED,
    ConcurrentFile,
    ContinualFile,
    Document,
    FilterFile,
    MechanismFile,
    NamedContinualFile,
    ParallelFile,
    present_name,
    way_of_kernel,
)
from concomp.model.files.strict_json import parse, top_level
from concomp.model.mechanisms.named.catalogue import LAWS

M = TypeVar("M", bound=BaseModel)
TYPES = ("mechanism", "cm", "composition")
MODES: dict[str, type[ConcurrentFile] | type[ParallelFile] | type[FilterFile]] = {
    "concurrent": ConcurrentFile,
    "parallel": ParallelFile,
    "filter": FilterFile,
}
CONTINUAL: dict[str, type[ContinualFile] | type[NamedContinualFile]] = {
    LISTED: ContinualFile,
    NAMED: NamedContinualFile,
}
KINDS = ["accepted", *NAMED_FUNCTIONS]
CHOICES = {"kind": KINDS, "law": list(LAWS)}
"""What the fields may be by which a shape is told."""
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
    match _choice(fields, "type", TYPES):
        case "composition":
            return MODES[_choice(fields, "mode", list(MODES))]
        case "cm":
            return CONTINUAL[way_of_kernel(fields)]
        case _:
            return MechanismFile


def _choice(fields: dict[str, Any], field: str, choices: Sequence[str]) -> str:
    chosen = present_name(fields.get(field))
    if not isinstance(chosen, str) or chosen not in choices:
        raise _no_choice(fields, field, choices, ())
    return chosen


def _no_choice(fields: dict[str, Any], field: str, choices: Sequence[str], at: Place) -> FormatError:
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
        told_by = error["ctx"]["discriminator"].strip("'")
        return _no_choice(value, told_by, SUMMED if place[-1:] == ("of",) else CHOICES[told_by], place)
    found = "missing" if kind == "missing" else shown(value)
    return FormatError(path(place), found, REMEDIES.get(kind, error["msg"]))


def _place(location: Place) -> Place:
    """The location without the tags that name the chosen shape."""
    return tuple(
        step
        for before, step in zip((None, *location), location, strict=False)
        if step not in (LISTED, NAMED)
        and not (before == "verification" and step in KINDS)
        and not (before in ("kernel", "of") and step in LAWS)
    )
