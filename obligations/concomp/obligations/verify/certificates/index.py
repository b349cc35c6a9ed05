"""The index of a directory of certificates: what should be there.

A directory says of each function which properties it has certificates of, so that one that was taken away, or put
there, is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.model.files.errors import FormatError
from concomp.model.files.replacing import replace
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.certificates.texts import read_json

INDEX = "index.json"


class Index(BaseModel):
    """By function, the properties of which there are certificates, in the order in which they were proved."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_: Literal["concomp.certificates/1"] = Field(alias="schema")
    functions: dict[str, tuple[str, ...]] = {}


def folder(directory: Path, function: str, name: str) -> Path:
    """Where the certificate of a property is."""
    return _folder_of(directory, function) / name.replace("→", "to").replace("'", "").replace(" ", "-")


def read(directory: Path) -> Index:
    """The index of a directory; Rejected if there is none that can be read."""
    path = directory / INDEX
    try:
        return Index.model_validate(read_json(path))
    except FormatError as error:
        raise Rejected(f"{path} cannot be read ({error}); write the certificates again") from error
    except ValidationError as error:
        raise Rejected(f"{path}: {error.errors()[0]['msg']}; write the certificates again") from error


def enter(directory: Path, function: str, name: str, *, proved: bool) -> None:
    """Enter into the index that there is a certificate of a property, or that there is none any more."""
    known = read(directory) if (directory / INDEX).exists() else Index(schema="concomp.certificates/1")
    others = tuple(each for each in known.functions.get(function, ()) if each != name)
    listed = {**known.functions, function: (*others, name) if proved else others}
    entered = Index(schema=known.schema_, functions={each: names for each, names in listed.items() if names})
    directory.mkdir(parents=True, exist_ok=True)
    replace(directory / INDEX, f"{entered.model_dump_json(indent=2, by_alias=True)}\n".encode())


def differences(directory: Path, function: str) -> tuple[str, ...]:
    """What of a function is in the index and not in the directory, or the other way round, in words."""
    named = {name: folder(directory, function, name) for name in read(directory).functions.get(function, ())}
    there = sorted(each for each in _folders(_folder_of(directory, function)) if each not in named.values())
    return (
        *(f"the index names {name!r}, and {place} is not there" for name, place in named.items() if not place.is_dir()),
        *(f"{place} is there, and the index does not name it" for place in there),
    )


def _folder_of(directory: Path, function: str) -> Path:
    """The folder of a function, in the directory whatever the function is called."""
    return directory / re.sub(r"[/\\\0%]|^\.", lambda found: f"%{ord(found[0]):02X}", function)


def _folders(directory: Path) -> Iterable[Path]:
    return (each for each in directory.iterdir() if each.is_dir()) if directory.is_dir() else ()
