"""Evidence about what a user brings along: a verification function's properties, a mechanism's loss.

Whoever finds it out (`verify`, `audit`, a theorem of a paper, the author's word) writes it down with the hash of what
it is about; whoever relies on it compares the hash. Other than the registry's `Evidence`, it is about no statement of
a paper.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, shown
from concomp.model.files.errors import path as written_place
from concomp.model.files.replacing import replace
from concomp.model.files.strict_json import parse
from concomp.model.language.fingerprints.texts import meaning_to_json
from concomp.model.language.handlers import PostProcessingDefinition
from concomp.model.language.processing_json import processing_form
from concomp.model.language.readings.json_values import value_to_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.values import Value
from concomp.model.laws.measures import Measure
from concomp.model.numbers import value_text

LARGEST = 1 << 20
"""The most bytes of a file of evidence."""
Kind = Literal["theorem", "certificate", "audit", "declared"]
PropertyKind = Literal["certificate", "audit", "declared"]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def _frozen(value: Any) -> Any:
    """A JSON value that nobody changes."""
    if isinstance(value, Mapping):
        return MappingProxyType({name: _frozen(each) for name, each in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _plain(value: Any) -> Any:
    """The JSON value that was frozen."""
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value


FROZEN = AfterValidator(_frozen), PlainSerializer(_plain)


class _Value(BaseModel):
    """A value: it is not changed, nor is what it holds, so that what is compared is what is relied on."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The same with these changes, looked at as if it were made anew; ValidationError for what is none."""
        return type(self).model_validate(self.model_dump() | dict(update or {}))

    def __deepcopy__(self, memo: object = None) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).model_validate, (self.model_dump(),)


class PropertyEvidence(_Value):
    """That a verification function has a property.

    subject: `definition_hash` of the function. property: by its name, as `verify` knows it.
    parameters: the values of parameters at which it holds. at_all: the names of the others, at all of whose values it
    holds; a parameter that neither names is one of which nothing is known.
    kind: how it is known. certificates: the hashes of those that prove it; a certificate is one at least.
    engines: who accepted them, with versions.
    """

    about: Literal["property"] = "property"
    subject: str
    property: str
    kind: PropertyKind
    parameters: Annotated[Mapping[str, JsonValue], *FROZEN] = Field(default_factory=dict)
    at_all: tuple[str, ...] = ()
    certificates: tuple[Sha256, ...] = ()
    engines: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _names_its_certificates(self) -> Self:
        _demand_named(self)
        return self

    def is_about(self, parameters: Mapping[str, JsonValue]) -> bool:
        """Whether it holds of a function with these values of all its parameters; a name left out is no value."""
        fixed = {name: value for name, value in parameters.items() if name not in self.at_all}
        if len(fixed) != len(self.parameters) or not parameters.keys() >= set(self.at_all):
            return False
        return not fixed or _canonical(fixed) == self._written_parameters

    @cached_property
    def _written_parameters(self) -> str:
        return _canonical(_plain(self.parameters))


class LossEvidence(_Value):
    """That a mechanism has a loss with respect to a verification function.

    subject: the hash of the mechanism, as it says it itself. function: `function_hash` of the verification function.
    kind: how it is known. measure, loss: the loss, by the names and values of its numbers.
    horizon: the most messages it is known for; None if there is no most. statement: of a theorem, its label.
    certificates: the hashes of those that prove it; a certificate is one at least.
    failures_covered: whether the loss counts the fixed answer to a failure, or failure is independent of the records.
    """

    about: Literal["loss"] = "loss"
    subject: str
    function: str
    kind: Kind
    measure: Measure
    loss: Annotated[Mapping[str, str], *FROZEN]
    horizon: int | None = Field(default=None, ge=0)
    statement: str | None = None
    certificates: tuple[Sha256, ...] = ()
    failures_covered: bool = False

    @model_validator(mode="after")
    def _names_its_certificates(self) -> Self:
        _demand_named(self)
        return self


def _demand_named(evidence: PropertyEvidence | LossEvidence) -> None:
    if evidence.kind == "certificate" and not evidence.certificates:
        raise PydanticCustomError("certificates", "A certificate is named by its hash in certificates, and none is")


class RunnableProcessing(Protocol):
    """The definition of a post-processing with values for its parameters."""

    @property
    def definition(self) -> PostProcessingDefinition:
        """The definition."""

    @property
    def parameter_values(self) -> Mapping[str, Value]:
        """The values of its parameters, by name."""


PieceOfEvidence = PropertyEvidence | LossEvidence


class EvidenceFile(_Value):
    """Pieces of evidence, as a file has them.

    sha256: of the pieces with all their fields, in their order, by which a change of one, or another beside it, is
    noticed. Whoever changes both is not: evidence is as good as the hands that it went through.
    """

    schema_: Literal["concomp.evidence/1"] = Field(alias="schema")
    pieces: tuple[Annotated[PieceOfEvidence, Field(discriminator="about")], ...]
    sha256: str


def write_evidence(file: str | Path, *pieces: PieceOfEvidence) -> None:
    """Write pieces of evidence to a file; FormatError for what is none, OSError if it cannot be written."""
    path = _path(file)
    for number, piece in enumerate(pieces):
        if type(piece) not in (PropertyEvidence, LossEvidence):
            raise FormatError(f"pieces[{number}]", value_text(piece), "give PropertyEvidence or LossEvidence")
    document = EvidenceFile(schema="concomp.evidence/1", pieces=pieces, sha256=_hash_of_pieces(pieces))
    text = json.dumps(document.model_dump(mode="json", by_alias=True), ensure_ascii=False, indent=1)
    replace(path, f"{text}\n".encode())


def read_evidence(file: str | Path) -> tuple[PieceOfEvidence, ...]:
    """The pieces of evidence in a file; FormatError if it cannot be read, holds something else, or was edited."""
    contents = parse(read_bytes(_path(file), LARGEST))
    try:
        document = EvidenceFile.model_validate(contents)
    except ValidationError as error:
        first = error.errors()[0]
        # The third step only says which kind of evidence it is.
        place = written_place([*first["loc"][:2], *first["loc"][3:]])
        raise FormatError(place, shown(first["input"]), f"{first['msg']}; write the evidence anew") from None
    if document.sha256 != _hash_of_pieces(document.pieces):
        raise FormatError(
            "sha256", shown(document.sha256), "the pieces have another hash, so they were edited; write them anew"
        )
    return document.pieces


def _path(file: object) -> Path:
    """The path of a file; FormatError for what is none."""
    if not isinstance(file, str | Path):
        raise FormatError("the file", value_text(file), "name a file, by text or by a Path")
    return Path(file)


def _hash_of_pieces(pieces: Iterable[PieceOfEvidence]) -> str:
    return _hash([each.model_dump(mode="json") for each in pieces])


def definition_hash(monitor: Runnable) -> str:
    """The SHA-256 of what a verification function says, whatever its parameters and meanings are.

    How it is formatted does not count. Raises JsonError for a function that cannot be written as JSON.
    """
    return _hash(_definition(monitor))


def parameter_names(*machines: Runnable | RunnableProcessing) -> frozenset[str]:
    """The names of the parameters of what is taken together, whether they have values or not."""
    return frozenset(each.name for machine in machines for each in machine.definition.parameters)


def function_hash(monitor: Runnable) -> str:
    """The SHA-256 of what a verification function says with its parameters and meanings.

    A meaning counts by all that determines what it gives: see `fingerprints`. Raises JsonError for a function that
    cannot be written as JSON, and for a meaning that cannot.
    """
    return _hash([_definition(monitor), parameter_texts(monitor), meanings_as_json(monitor)])


def meanings_as_json(monitor: Runnable) -> dict[str, JsonValue]:
    """The meanings of what it declares, by name; JsonError for one that cannot be written."""
    given, declared = monitor.meanings, monitor.definition.declared
    return {
        name: meaning_to_json(name, given.get(name, symbol.meaning), symbol.domain)
        for name, symbol in sorted(declared.items())
    }


def routing_hash(router: RunnableProcessing, inputs: Runnable, outputs: Runnable) -> str:
    """The SHA-256 of what a post-processing says with the functions of what is valid on its sides, f and f'.

    It is the subject of evidence that the post-processing is total, has the destination and the response property, and
    takes f to f'. Parameters and meanings do not count. Raises JsonError for what cannot be written as JSON.
    """
    return _hash([processing_form(router.definition), _definition(inputs), _definition(outputs)])


def parameter_texts(monitor: Runnable | RunnableProcessing) -> dict[str, JsonValue]:
    """The values of the parameters as JSON, by name."""
    values, parameters = monitor.parameter_values, monitor.definition.parameters
    return {p.name: value_to_json(p.symbol.sort, values[p.name]) for p in parameters if p.name in values}


def _definition(monitor: Runnable) -> JsonValue:
    written: dict[str, Any] = json.loads(to_json(monitor))
    for stated in (*written["requirements"], *written["verdicts"]):
        del stated["line"]
    return written


def _hash(value: JsonValue) -> str:
    # Text may have half of a character, which no file has.
    return hashlib.sha256(_canonical(value).encode(errors="surrogatepass")).hexdigest()


def _canonical(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
