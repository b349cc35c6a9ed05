"""What is to be added, as it is written: "secret" or "data", or a file that says more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator

from concomp.model.files import limits
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, path, quoted, shown
from concomp.model.files.fields import field
from concomp.model.files.reading import in_shape
from concomp.model.files.schema import Name, Names
from concomp.model.files.strict_json import parse, top_level
from concomp.model.numbers import NumberError, exact, rational_text

Reads = Literal["secret", "data"]
READS: tuple[Reads, ...] = ("secret", "data")


@dataclass(frozen=True)
class Wanted:
    """The mechanism that is to be added.

    reads: what it acts on. outputs: what it may tell. costs: secret ↦ output ↦ what it costs, at least 0; None where
    the chance to tell the secret is to be largest.
    """

    reads: Reads
    outputs: tuple[str, ...]
    costs: Mapping[str, Mapping[str, Fraction]] | None = None


def _exact_cost(value: object) -> Fraction:
    number = exact(value)
    if number < 0:
        raise NumberError("write a cost of at least 0")
    return number


Amount = Annotated[Fraction, PlainValidator(field(_exact_cost)), PlainSerializer(rational_text, return_type=str)]


class AdditionFile(BaseModel):
    """A mechanism that is to be added: what it reads, what it may tell, and what that costs of each secret."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["addition"]
    reads: Literal["secret", "data"]
    outputs: Annotated[Names | None, Field(description="by default the secrets")] = None
    cost: dict[Name, dict[Name, Amount]] | None = None


def read_wanted(text: str, secrets: Sequence[str]) -> Wanted:
    """What "secret", "data" or the path of a file asks for; FormatError if the file asks for nothing that can be."""
    for reads in READS:
        if text == reads:
            return Wanted(reads, tuple(secrets))
    return wanted_of(parse(read_bytes(text, limits.BYTES)), secrets)


def wanted_of(parsed: object, secrets: Sequence[str]) -> Wanted:
    """What the fields of a file ask for; FormatError for the first of them that does not fit."""
    fields = top_level(parsed)
    for name, choices in (("type", ("addition",)), ("reads", READS)):
        if fields.get(name) not in choices:
            found = shown(fields[name]) if name in fields else "missing"
            raise FormatError(name, found, "write " + " or ".join(map(quoted, choices)))
    file = in_shape(AdditionFile, fields)
    outputs = tuple(secrets) if file.outputs is None else tuple(file.outputs)
    for index, output in enumerate(outputs):
        if output in outputs[:index]:
            raise FormatError(path(("outputs", index)), quoted(output), "it is there twice; keep one")
    if file.cost is None:
        if not set(outputs) & set(secrets):
            raise FormatError("outputs", shown(list(outputs)), "no secret is among them: name some, or give a cost")
        return Wanted(file.reads, outputs)
    _check_names(file.cost, secrets, "secret", ("cost",))
    for secret in secrets:
        _check_names(file.cost[secret], outputs, "output", ("cost", secret))
    return Wanted(file.reads, outputs, file.cost)


def _check_names(rows: Mapping[str, object], names: Sequence[str], what: str, at: tuple[str, ...]) -> None:
    for name in rows:
        if name not in names:
            raise FormatError(path((*at, name)), shown(rows[name]), f"there is no such {what}; remove it")
    for name in names:
        if name not in rows:
            raise FormatError(path((*at, name)), "missing", f"add it; there is one for every {what}")
