"""What an adapter answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.protocol.commands import Handle
from concomp.conformance.protocol.losses import Loss, Part
from concomp.conformance.protocol.numbers import Number, NumberOrInfinite
from concomp.conformance.protocol.texts import Text


class Identity(Part):
    """Who a target is, and what it claims."""

    name: Text
    version: Text
    language: Text
    claims: list[Claim]


class Opened(Part):
    """A handle: of what was opened, launched or duplicated."""

    handle: Handle


def _no_number(value: object) -> object:
    """A value that is no number: 1 is not true."""
    if isinstance(value, int) and not isinstance(value, bool):
        raise ValueError("it is a number: write true")
    return value


class Answered(Part):
    """What a mechanism answers; failed where it has, and shows nothing but that."""

    answer: JsonValue = None
    failed: Annotated[Literal[True] | None, BeforeValidator(_no_number)] = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.failed is None) == ("answer" not in self.model_fields_set):
            raise ValueError('give "answer", or "failed": true')
        return self


class SpentLoss(Part):
    """What was spent."""

    loss: Loss


class Done(Part):
    """Nothing is to be said."""


class Counted(Part):
    """How many."""

    count: Annotated[int, Field(ge=0)]


class Granted(Part):
    """How many launches were granted."""

    granted: Annotated[int, Field(ge=0)]


class Composed(Part):
    """What a list loses: ε or E, or δ."""

    epsilon: NumberOrInfinite | None = None
    e_eps: NumberOrInfinite | None = None
    delta: Number | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if [self.epsilon, self.e_eps, self.delta].count(None) != 2:
            raise ValueError('give one of "epsilon", "e_eps" and "delta"')
        return self


class Values(Part):
    """What was drawn; where a tape has ended before, the bound below which a number is needed next."""

    values: list[Any] | None = None
    needs: Annotated[int, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.values is None) == (self.needs is None):
            raise ValueError('give "values", or what it "needs" next')
        return self


class Accepted(Part):
    """Of each prefix of the sequence, from the first pair on, whether it is accepted."""

    accepted: list[bool]


RESULTS: Mapping[str, type[Part]] = {
    "start": Identity,
    "open": Opened,
    "launch": Opened,
    "ask": Answered,
    "spent": SpentLoss,
    "close": Done,
    "ran": Counted,
    "duplicate": Opened,
    "storm": Granted,
    "compose": Composed,
    "draw": Values,
    "check": Accepted,
    "stop": Done,
}
"""What `ok` holds, by the command that it answers."""


class Reply(BaseModel):
    """A reply: the number of the message, null if it could not be read, and one of four outcomes.

    ok: the result. refused: a refusal that the documentation promises. unsupported: the target has nothing like that.
    errored: an exception that nobody meant.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    seq: int | None
    ok: dict[str, Any] | None = None
    refused: str | None = None
    unsupported: str | None = None
    errored: str | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if [self.ok, self.refused, self.unsupported, self.errored].count(None) != 3:
            raise ValueError('give one of "ok", "refused", "unsupported" and "errored"')
        return self

    @property
    def outcome(self) -> str:
        """Which of the four it is."""
        return next(name for name in ("ok", "refused", "unsupported", "errored") if getattr(self, name) is not None)
