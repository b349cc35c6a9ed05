"""The shape of the files: their fields and the types of these.

A mechanism has two worlds, its two initial states. A continual mechanism has one initial state and a verification
function; its queries are pairs of messages. A composition lets an adversary interleave continual mechanisms,
concurrently without more ado, with few of them exceptional, or under a filter.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    StrictInt,
    StrictStr,
    Tag,
)
from pydantic.functional_validators import AfterValidator, BeforeValidator

from concomp.model.files.fields import Delta, EEps, Probability, field, refused
from concomp.model.files.kernels import NamedKernel
from concomp.model.files.limits import HORIZON
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.numbers import exact_delta, exact_e_eps, rational_text


def _name(text: str) -> str:
    if "|" in text:
        raise refused('write a name without "|", which separates names in the kernel')
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise refused("write a name in whole characters; half of a surrogate pair is none")
    return text


def _pair(value: object) -> PrivacyParameters:
    if not isinstance(value, list) or len(value) != 2:
        raise refused('write [E, delta], like ["3/2", "1/100"]')
    return PrivacyParameters(field(exact_e_eps)(value[0]), field(exact_delta)(value[1]))


def _label(value: object) -> PrivacyParameters:
    return _pair(value) if isinstance(value, list) else PrivacyParameters(field(exact_e_eps)(value), ZERO)


def _label_text(label: PrivacyParameters) -> str | list[str]:
    return rational_text(label.e_eps) if label.delta == 0 else _pair_text(label)


def _pair_text(label: PrivacyParameters) -> list[str]:
    return [rational_text(label.e_eps), rational_text(label.delta)]


OLD_NAMES = {
    "at_most_one_difference": "event level",
    "identical_after_first": "data, then questions",
    "first_pair_consistent": "first-pair consistent",
    "sparse": "parallel",
}
"""How earlier files name a `kind` or a `mode`; files are written with the names that plans have, too."""


def present_name(name: object) -> object:
    """The present name of a `kind` or a `mode`."""
    return OLD_NAMES.get(name, name) if isinstance(name, str) else name


def _with_present_kind(verification: object) -> object:
    if isinstance(verification, dict) and "kind" in verification:
        return {**verification, "kind": present_name(verification["kind"])}
    return verification


Name = Annotated[StrictStr, AfterValidator(_name)]
Names = Annotated[list[Name], Field(min_length=1)]
Label = Annotated[PrivacyParameters, PlainValidator(_label), PlainSerializer(_label_text, return_type=str | list[str])]
Charged = Annotated[PrivacyParameters, PlainValidator(_pair), PlainSerializer(_pair_text, return_type=list[str])]
Horizon = Annotated[StrictInt, Field(ge=1, le=HORIZON)]
Entry = tuple[Probability, Name, Name]
Kernel = dict[StrictStr, list[Entry]]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MechanismFile(_Shape):
    """An interactive mechanism and two initial states, one for each world."""

    type: Literal["mechanism"]
    states: Names
    queries: Names
    answers: Names
    init: tuple[Name, Name]
    kernel: Kernel
    horizon: Horizon


class Accepted(_Shape):
    """A sequence of pairs is good exactly when it is listed."""

    kind: Literal["accepted"]
    sequences: list[list[tuple[Name, Name]]]


class Named(_Shape):
    """A verification function that needs nothing but its name."""

    kind: Literal["any", "event level", "data, then questions", "first-pair consistent", "one answer"]


Verification = Annotated[Annotated[Accepted | Named, Field(discriminator="kind")], BeforeValidator(_with_present_kind)]


class ContinualFile(_Shape):
    """A continual mechanism, its kernel listed, and a verification function."""

    type: Literal["cm"]
    states: Names
    messages: Names
    answers: Names
    init: Name
    kernel: Kernel
    horizon: Horizon
    verification: Verification


class NamedContinualFile(_Shape):
    """A continual mechanism, its kernel named, and a verification function."""

    type: Literal["cm"]
    kernel: NamedKernel
    horizon: Horizon
    verification: Verification


LISTED, NAMED = "listed kernel", "named kernel"


def way_of_kernel(fields: object) -> str:
    """Whether the kernel of a continual mechanism is listed or named, in a file or once it is read."""
    kernel = fields.get("kernel") if isinstance(fields, dict) else getattr(fields, "kernel", None)
    return NAMED if hasattr(kernel, "law") or (isinstance(kernel, dict) and "law" in kernel) else LISTED


Continual = ContinualFile | NamedContinualFile
Component = Annotated[
    Annotated[ContinualFile, Tag(LISTED)] | Annotated[NamedContinualFile, Tag(NAMED)], Discriminator(way_of_kernel)
]


class _Composition(_Shape):
    type: Literal["composition"]
    components: Annotated[list[Component], Field(min_length=1)]
    horizon: Horizon | None = None


class ConcurrentFile(_Composition):
    """Continual mechanisms interleaved without more ado."""

    mode: Literal["concurrent"]


class ParallelFile(_Composition):
    """The labels of the components that ever got a differing pair are contained in params, as multisets."""

    mode: Annotated[Literal["parallel"], BeforeValidator(present_name)]
    labels: list[Label]
    params: list[Label]


class FilterFile(_Composition):
    """The first pair to a component charges its label: the product of E and the sum of delta stay in the budgets."""

    mode: Literal["filter"]
    labels: list[Charged]
    budget_E: EEps
    budget_delta: Delta


CompositionFile = ConcurrentFile | ParallelFile | FilterFile
Document = MechanismFile | Continual | CompositionFile
