"""What `concomp conform` prints with `--json`."""

from __future__ import annotations

from typing import Literal, NotRequired

from pydantic import JsonValue, with_config
from typing_extensions import TypedDict

from concomp.schemas.values import EXACT

CostData = Literal["privacy", "rounding", "robustness", "utility"]


@with_config(EXACT)
class TargetData(TypedDict):
    """Who was asked."""

    name: str
    version: str
    language: str


@with_config(EXACT)
class ClaimData(TypedDict):
    """A claim, how many vectors hold a target to it, and the gravest cost among those that failed.

    claim, terms: in words, and as the target makes it. misbehaved: what it did instead of answering, which
    earlier reports do not tell.
    """

    claim: str
    terms: dict[str, JsonValue]
    verdict: Literal["passed", "failed", "not tested"]
    run: int
    passed: int
    cost: CostData | None
    misbehaved: NotRequired[list[str]]
    first: str | None


@with_config(EXACT)
class KnownData(TypedDict):
    """A failure that is known, and the last day on which it is put up with.

    cost: the gravest that is put up with, which earlier reports do not tell.
    """

    id: str
    reason: str
    issue: str
    cost: NotRequired[CostData | Literal["unsupported"]]
    expires: str


@with_config(EXACT)
class VectorData(TypedDict):
    """What came of a vector; above: by which part of it a bound was above the truth, at most."""

    id: str
    family: str
    statements: list[str]
    verdict: str
    cost: CostData | None
    known: bool
    why: str
    step: int | None
    expected: str
    reported: str
    errors: str
    above: float | None
    replay: str


@with_config(EXACT)
class ConformOutput(TypedDict):
    """`concomp conform --json`; unclaimed: what the target does not claim.

    known: the failures that are known; complaints: what is wrong with their list.
    """

    schema: Literal["concomp.conform/1"]
    suite: str
    target: TargetData
    conforms: bool
    claims: list[ClaimData]
    unclaimed: list[str]
    known: list[KnownData]
    complaints: list[str]
    vectors: list[VectorData]
