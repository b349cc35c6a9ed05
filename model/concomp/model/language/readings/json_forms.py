"""The JSON form of definitions: its parts, and the forms of sorts and declared symbols.

A definition is written as a list of terms, each over earlier ones, with the sorts and declared relations that it
names. It needs nothing of Python: docs/verification_json.md says how any language executes it.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.model.language.readings.json_values import Json, JsonError
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import (
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort

SCHEMA: Literal["concomp.verification/1"] = "concomp.verification/1"
WITH_SORT = frozenset({"record", "in union", "is case", "as case", "vector"})
WITH_INDEX = frozenset({"item", "with item"})
"""The operators whose data is a sort, or a place in a vector."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class FieldForm(_Form):
    """A field of a record."""

    name: str
    sort: Json


class SortForm(_Form):
    """A sort that has a name: an enumeration with its members, a record with its fields, or an opaque one."""

    name: str
    members: list[str] | None = None
    fields: list[FieldForm] | None = None


class DeclaredForm(_Form):
    """A declared relation or function."""

    name: str
    domain: list[Json]
    result: Json
    reflexive: bool
    symmetric: bool


class TermForm(_Form):
    """A term; `args` are the places of earlier terms."""

    op: str
    args: list[int] = []
    sort: Json = None
    value: Json = None
    name: str | None = None
    index: int | None = None


class ParameterForm(_Form):
    """A parameter."""

    name: str
    sort: Json
    constraint: int


class RegisterForm(_Form):
    """A register."""

    name: str
    sort: Json
    initial: int
    update: int


class RequirementForm(_Form):
    """A requirement, with the text of the line that states it."""

    condition: int
    line: str


class DefinitionForm(_Form):
    """A definition."""

    schema_: Literal["concomp.verification/1"] = Field(alias="schema")
    name: str
    sorts: list[SortForm]
    message: Json
    declared: list[DeclaredForm]
    terms: list[TermForm]
    parameters: list[ParameterForm]
    registers: list[RegisterForm]
    membership: int
    requirements: list[RequirementForm]
    verdicts: list[RequirementForm]


def sort_form(sort: EnumSort | RecordSort | OpaqueSort) -> SortForm:
    """The form of a sort that has a name."""
    match sort:
        case EnumSort():
            return SortForm(name=sort.name, members=list(sort.enumeration.__members__))
        case RecordSort():
            return SortForm(name=sort.name, fields=[FieldForm(name=name, sort=sort_name(s)) for name, s in sort.fields])
    return SortForm(name=sort.name)


def sort_name(sort: Sort) -> Json:
    """How a sort is named: by its name, or by what it consists of."""
    match sort:
        case UnionSort():
            return {"union": [case.name for case in sort.cases]}
        case VectorSort():
            return {"vector": sort_name(sort.entry), "size": sort.size}
        case MapSort():
            return {"map": sort_name(sort.entry)}
        case OpenVectorSort():
            raise JsonError(
                "sort", f"{sort.name} is a vector whose length is a parameter", "give the length as a number"
            )
    return sort.name


def declared_form(symbol: Declared[Any]) -> DeclaredForm:
    """The form of a declared relation or function."""
    return DeclaredForm(
        name=symbol.name,
        domain=[sort_name(sort) for sort in symbol.domain],
        result=sort_name(symbol.result),
        reflexive=symbol.reflexive,
        symmetric=symbol.symmetric,
    )
