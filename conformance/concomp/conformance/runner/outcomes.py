"""What came of a vector."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from concomp.conformance.runner.misbehaviour import Kind
from concomp.conformance.vectors.expectations import COSTS, Cost
from concomp.conformance.vectors.vector import Vector

Verdict = Literal["passed", "failed", "unsupported", "not claimed"] | Kind
BREAKING: frozenset[Cost] = frozenset({"privacy", "rounding", "robustness"})
"""The costs that no target may have; a cost in utility is told, and does no harm."""


@dataclass(frozen=True)
class Outcome:
    """What came of a vector.

    verdict: passed; failed, at a cost; not claimed, so that it was not put; unsupported, though claimed; or what the
    target did instead of answering. step: the first that failed, from 1. expected, reported: there, in words.
    errors: the last lines of standard error, of a target that misbehaved. above: the most by which a bound was above
    the truth, as a part of it.
    """

    vector: Vector
    verdict: Verdict
    cost: Cost | None = None
    step: int | None = None
    expected: str = ""
    reported: str = ""
    errors: str = ""
    above: Fraction | None = None

    @property
    def breaks(self) -> bool:
        """Whether the target does not conform because of it."""
        return self.verdict == "unsupported" or self.cost in BREAKING


def gravity(outcome: Outcome) -> int:
    """Its place among failures, from 0 of the gravest."""
    return gravity_of(outcome.cost or "unsupported")


def gravity_of(cost: Cost | Literal["unsupported"]) -> int:
    """The place of a cost; what is unsupported though claimed comes before utility."""
    return [*COSTS[:-1], "unsupported", COSTS[-1]].index(cost)
