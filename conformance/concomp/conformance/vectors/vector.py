"""A vector: messages and what is expected of the replies, or an experiment; and on which statements that rests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from concomp.conformance.experiments.experiment import Experiment
from concomp.conformance.protocol.claims import Claim
from concomp.conformance.vectors.expectations import Expectation

Family = Literal["composition", "filter", "interleaving", "mechanisms", "noise", "robustness", "verifier"]
Source = Literal["theorem", "solver", "erratum", "attack", "shrunk", "defect"]
QUOTE = re.compile(r"\$([1-9][0-9]*)\.([a-z_]+)")


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Step(_Frozen):
    """A message, or a line that is none, and what is expected of the reply.

    send: the message without its number; a text "$2.handle" stands for what the reply to step 2 has there. A line that
    is sent as it is, is a text.
    """

    send: dict[str, JsonValue] | str
    expect: Expectation

    @property
    def quotes(self) -> frozenset[int]:
        """The steps whose replies are quoted, counted from 1."""
        return frozenset(number for number, _ in _quoted(self.send)) if isinstance(self.send, dict) else frozenset()


class Vector(_Frozen):
    """A vector of the suite.

    statements: keys of the registry that say what is expected. claims: what a target has to claim for it to be put.
    steps, experiment: messages that are known in advance, or those of an experiment; one of the two.
    why: what it would mean to break it. kills: wrong targets that fail it. source: where it comes from.
    since: the version of the suite that brought it. superseded_by: the vector that takes its place.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    family: Family
    statements: Annotated[tuple[str, ...], Field(min_length=1)]
    claims: Annotated[tuple[Claim, ...], Field(min_length=1)]
    steps: tuple[Step, ...] = ()
    experiment: Experiment | None = None
    why: str
    kills: tuple[str, ...] = ()
    source: Source = "theorem"
    since: str = "1"
    superseded_by: str | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if bool(self.steps) == (self.experiment is not None):
            raise ValueError('give "steps" or an "experiment"')
        return self

    def is_for(self, claims: tuple[Claim, ...]) -> bool:
        """Whether a target that makes these claims is held to it."""
        return all(any(claim.implies(needed) for claim in claims) for needed in self.claims)


class NotThere(LookupError):
    """Thrown where a reply has nothing of what is quoted."""


def with_quotes(send: dict[str, JsonValue], replies: Mapping[int, Mapping[str, Any] | None]) -> dict[str, Any]:
    """The message with what it quotes put in; NotThere where a reply does not have it."""
    filled: dict[str, Any] = _filled(send, replies)
    return filled


def _filled(part: Any, replies: Mapping[int, Mapping[str, Any] | None]) -> Any:
    if isinstance(part, dict):
        return {name: _filled(each, replies) for name, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, replies) for each in part]
    quote = QUOTE.fullmatch(part) if isinstance(part, str) else None
    if quote is None:
        return part
    result = replies.get(int(quote[1])) or {}
    if quote[2] not in result:
        raise NotThere(f"step {quote[1]} was not granted")
    return result[quote[2]]


def _quoted(part: Any) -> Iterator[tuple[int, str]]:
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _quoted(each)
    elif isinstance(part, str) and (quote := QUOTE.fullmatch(part)):
        yield int(quote[1]), quote[2]
