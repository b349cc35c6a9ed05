"""Values in what commands print and read: rationals, statuses, places, and models that are dumped.

A command says by the types of this folder what it prints, so that the type checker compares the two, and the JSON
Schemas are made from them. Nothing here is brought in when a command runs, unless it goes on from rows it kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema

from concomp.model.registry.evidence import Outcome
from concomp.model.registry.rows import Erratum, Statement

EXACT = ConfigDict(extra="forbid")
Rational = Annotated[str, Field(pattern=r"^-?[0-9]+(/[1-9][0-9]*)?$", description="a rational number, p/q or p")]
Status = Annotated[str, Field(description="how far a statement is established")]
Number = Annotated[
    str | int,
    Field(description='an exact number: an integer, or text like "3/2", "0.1" or "1e-6"'),
]
PrivacyText = Annotated[
    str, Field(pattern="^ *(eps|E|delta) *=", description="as in eps=0.1,delta=1e-9 or E=3/2,delta=1/100")
]
Word = Annotated[str, Field(description="the status under its old name, until 1.0", deprecated=True)]
Place = Annotated[str, Field(description="file and line, relative to the clone or absolute: path/file.py:31")]
Truth = Literal["as printed", "misprint", "false", "not examined"]


@dataclass(frozen=True)
class Dumped:
    """Says that a value is a pydantic model, dumped."""

    model: type[BaseModel]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The schema of the model."""
        return handler.generate_schema(self.model)


OutcomeData = Annotated[dict[str, Any], Dumped(Outcome)]
StatementData = Annotated[dict[str, Any], Dumped(Statement)]
ErratumData = Annotated[dict[str, Any], Dumped(Erratum)]
Message = Annotated[Any, WithJsonSchema({"description": "a message or a value, by its sort"})]
