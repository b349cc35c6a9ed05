"""The vectors as package data: a file of lines for each family, and a manifest with their hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.vectors.catalogue import BUILDERS, built
from concomp.conformance.vectors.vector import Family, Vector

DATA = Path(__file__).parents[1] / "data"
MANIFEST = DATA / "manifest.json"
VERSION = "1"
"""The version of the suite."""


class Part(BaseModel):
    """The file of a family: how many vectors it has, and its SHA-256."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    vectors: int
    sha256: str


class Manifest(BaseModel):
    """What there is."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    schema_: Literal["concomp.conformance.manifest/1"] = Field("concomp.conformance.manifest/1", alias="schema")
    version: str
    families: dict[Family, Part]


@cache
def load() -> tuple[Vector, ...]:
    """All vectors, in the order of the families and of their files; read once."""
    return tuple(vector for family in BUILDERS for vector in _read(family))


def manifest() -> Manifest:
    """The manifest."""
    return Manifest.model_validate_json(MANIFEST.read_bytes())


def differences() -> list[str]:
    """Where the data are not what the model says, or not what the manifest says of them; nothing if all agree."""
    return [*_against_manifest(), *(line for family in BUILDERS for line in _against_model(family))]


def write() -> None:
    """Compute all vectors from the model, and write them with their manifest."""
    parts: dict[Family, Part] = {}
    _file("composition").parent.mkdir(parents=True, exist_ok=True)
    for family in BUILDERS:
        data = _lines(tuple(built(family)))
        _file(family).write_bytes(data)
        parts[family] = _part(data)
    text = Manifest(version=VERSION, families=parts).model_dump_json(by_alias=True, indent=1)
    MANIFEST.write_text(text + "\n", encoding="utf-8")


def _file(family: Family) -> Path:
    return DATA / "vectors" / f"{family}.jsonl"


def _read(family: Family) -> Iterator[Vector]:
    return map(Vector.model_validate_json, _file(family).read_bytes().splitlines())


def _part(data: bytes) -> Part:
    return Part(vectors=data.count(b"\n"), sha256=hashlib.sha256(data).hexdigest())


def _lines(vectors: Sequence[Vector]) -> bytes:
    return b"".join(each.model_dump_json(by_alias=True, exclude_none=True).encode() + b"\n" for each in vectors)


def _against_manifest() -> Iterator[str]:
    kept = manifest()
    if set(kept.families) != set(BUILDERS):
        yield f"{MANIFEST.name}: the families are {', '.join(kept.families)}"
    for family, part in kept.families.items():
        if _part(_file(family).read_bytes()) != part:
            yield f"{_file(family).name}: not the file of the manifest: take it from a release again"


def _against_model(family: Family) -> Iterator[str]:
    kept, computed = ({each.id: each for each in vectors} for vectors in (_read(family), built(family)))
    for name in dict.fromkeys((*kept, *computed)):
        if name not in computed:
            yield f"{name}: the model has no such vector"
        elif name not in kept:
            yield f"{name}: the data have no such vector"
        elif kept[name] != computed[name]:
            yield f"{name}: the model expects otherwise"
