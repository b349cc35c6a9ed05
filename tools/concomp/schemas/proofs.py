"""What `concomp explain --proof-object` writes: a derivation as data, for the independent checker."""

from __future__ import annotations

from typing import Literal, Required

from pydantic import with_config
from typing_extensions import TypeAliasType, TypedDict

from concomp.schemas.values import EXACT

TermData = TypeAliasType("TermData", "str | list[TermData]")
"""A rational as text, such as "1/2"; all else is a list that begins with what it is, such as ["+", "1", "2"]."""

FactData = TypedDict(
    "FactData",
    {
        "rule": Required[str],
        "formula": Required[TermData],
        "premises": list[int],
        "using": dict[str, TermData],
        "claim": str,
        "from": str,
        "states": str,
        "name": str,
    },
    total=False,
)
"""A fact, made by a rule of earlier ones, which stand at these places of the list."""


@with_config(EXACT)
class ProofObject(TypedDict):
    """A proof object: constructors with the sorts that they take and make, and facts."""

    schema: Literal["concomp.proof/1"]
    constructors: dict[str, str]
    facts: list[FactData]
