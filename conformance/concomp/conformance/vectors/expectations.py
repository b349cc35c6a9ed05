"""What is expected of a reply, and what it costs where that does not come."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.protocol.numbers import Number, read_number
from concomp.model.files.errors import shown

Cost = Literal["privacy", "rounding", "robustness", "utility"]
"""What breaking an expectation costs: an under-report of at most 1e-12 of itself is rounding."""
COSTS: tuple[Cost, ...] = ("privacy", "rounding", "robustness", "utility")
"""The costs, the gravest first."""
LONGEST = 40
"""The most characters of a number that is shown in full."""


class Expected(BaseModel):
    """What all expectations share.

    words: what is expected, of those that name nothing else.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    words: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.words


class Granted(Expected):
    """That it is granted, whatever comes with it."""

    words = "granted"
    is_: Literal["granted"] = Field("granted", alias="is")
    cost: Cost = "utility"


class Refused(Expected):
    """That it is refused, as the documentation says."""

    words = "refused"
    is_: Literal["refused"] = Field("refused", alias="is")
    cost: Cost = "privacy"


class Declined(Expected):
    """That it is not granted, in whatever way that is said."""

    words = "refused, or an error"
    is_: Literal["declined"] = Field("declined", alias="is")
    cost: Cost = "privacy"


class Anything(Expected):
    """That there is a reply; what it says is not looked at."""

    words = "any reply"
    is_: Literal["anything"] = Field("anything", alias="is")
    cost: Cost = "robustness"


class Equal(Expected):
    """That fields of the result have these values."""

    is_: Literal["equal"] = Field("equal", alias="is")
    fields: dict[str, Any]
    cost: Cost = "privacy"

    def __str__(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.fields.items())


class Verdicts(Expected):
    """That these prefixes are accepted: one more costs privacy, one less utility."""

    is_: Literal["verdicts"] = Field("verdicts", alias="is")
    accepted: list[bool]
    cost: Cost = "privacy"

    def __str__(self) -> str:
        return f"accepted = {shown(self.accepted)}"


class Between(Expected):
    """That a count is at least so much, which costs utility, and at most so much, which costs privacy."""

    is_: Literal["between"] = Field("between", alias="is")
    field: Literal["count", "granted"]
    least: int
    most: int
    cost: Cost = "privacy"

    def __str__(self) -> str:
        return f"{self.field} from {self.least} to {self.most}"


Enclosure = tuple[Number, Number]
"""The truth as a rational, twice; or two rationals that enclose it."""


class Value(Expected):
    """That a number is not below the truth, by any amount; of an exact answer, nor above it by 1e-9 of itself.

    epsilon, e_eps, delta: the truth, for each form in which it may be told; null where no number is enough.
    """

    is_: Literal["value"] = Field("value", alias="is")
    epsilon: Enclosure | None = None
    e_eps: Enclosure | None = None
    delta: Enclosure | None = None
    infinite: Literal[True] | None = None
    grade: Literal["upper", "exact"] = "upper"
    cost: Cost = "privacy"

    def __str__(self) -> str:
        if self.infinite:
            return "epsilon = inf, or refused"
        told = {"epsilon": self.epsilon, "e_eps": self.e_eps, "delta": self.delta}
        relation = "=" if self.grade == "exact" else ">="
        return " or ".join(f"{name} {relation} {_short(truth[0])}" for name, truth in told.items() if truth is not None)


def _short(number: str | int) -> str:
    """A number as people read it."""
    return str(number) if len(str(number)) <= LONGEST else f"~{float(read_number(number))!r}"


class Covers(Expected):
    """That a loss that was read is no less than what was launched loses, as a list that is fixed in advance.

    profile: the vertices (E, δ) of its optimal composition: linear between them, constant after the last. rho: of zCDP.
    """

    is_: Literal["covers"] = Field("covers", alias="is")
    profile: list[tuple[Number, Number]] | None = None
    rho: Number | None = None
    cost: Cost = "privacy"

    def __str__(self) -> str:
        if self.rho is not None:
            return f"rho >= {self.rho}"
        return f"delta at its E no less than by the profile {self.profile}"


class SameAs(Expected):
    """That the reply is that to another step, but for handles."""

    is_: Literal["same as"] = Field("same as", alias="is")
    step: int
    cost: Cost = "privacy"

    def __str__(self) -> str:
        return f"the same as of step {self.step}"


Expectation = Annotated[
    Granted | Refused | Declined | Anything | Equal | Between | Value | Verdicts | Covers | SameAs,
    Field(discriminator="is_"),
]
"""What is expected of a reply."""
