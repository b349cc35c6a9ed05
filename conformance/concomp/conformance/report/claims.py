"""A run, claim by claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.runner.misbehaviour import KINDS, Kind
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import Run
from concomp.conformance.vectors.expectations import COSTS, Cost

Verdict = Literal["passed", "failed", "not tested"]


@dataclass(frozen=True)
class ClaimRow:
    """A claim, and what came of the vectors that hold a target to it.

    run, passed: how many. verdict: "passed", "failed", or "not tested" where there was none. cost: the gravest.
    misbehaved: what the target did instead of answering, each once. first: the first that was not passed.
    """

    claim: Claim
    run: int
    passed: int
    verdict: Verdict
    cost: Cost | None
    misbehaved: tuple[Kind, ...]
    first: Outcome | None


def claim_rows(run: Run) -> list[ClaimRow]:
    """The claims that the target makes, in its order, each once."""
    claims = dict.fromkeys(run.identity.claims)
    return [_row(claim, [each for each in run.executed if _is_about(each, claim)]) for claim in claims]


def unclaimed(run: Run) -> list[str]:
    """The names of claims that vectors are about, and that the target does not make."""
    made = {claim.claim for claim in run.identity.claims}
    needed = [claim.claim for each in run.outcomes for claim in each.vector.claims]
    return [name for name in dict.fromkeys(needed) if name not in made]


def _is_about(outcome: Outcome, claim: Claim) -> bool:
    return any(claim.implies(needed) for needed in outcome.vector.claims)


def _row(claim: Claim, outcomes: Sequence[Outcome]) -> ClaimRow:
    missed = [each for each in outcomes if each.verdict != "passed"]
    costs = {each.cost for each in missed}
    gravest = next((cost for cost in COSTS if cost in costs), None)
    verdict: Verdict = "failed" if missed else "passed" if outcomes else "not tested"
    misbehaved = tuple(kind for kind in KINDS if any(each.verdict == kind for each in missed))
    first = missed[0] if missed else None
    return ClaimRow(claim, len(outcomes), len(outcomes) - len(missed), verdict, gravest, misbehaved, first)
