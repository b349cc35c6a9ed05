"""A report for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.conformance.report.claims import ClaimRow, claim_rows, unclaimed
from concomp.conformance.report.known import Known
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.vectors.stock import VERSION
from concomp.report.conformance.report import Report

if TYPE_CHECKING:
    from concomp.schemas.conformance import ClaimData, ConformOutput, KnownData, VectorData


def data(report: Report) -> ConformOutput:
    """The report for machines."""
    identity = report.run.identity
    return {
        "schema": "concomp.conform/1",
        "suite": VERSION,
        "target": {"name": identity.name, "version": identity.version, "language": identity.language},
        "conforms": report.conforms,
        "claims": [_claim_data(row) for row in claim_rows(report.run)],
        "unclaimed": unclaimed(report.run),
        "known": [_known_data(each) for each in report.known],
        "complaints": list(report.complaints),
        "vectors": [_vector_data(report, each) for each in report.run.outcomes],
    }


def _claim_data(row: ClaimRow) -> ClaimData:
    return {
        "claim": str(row.claim),
        "terms": row.claim.model_dump(mode="json", exclude_none=True),
        "verdict": row.verdict,
        "run": row.run,
        "passed": row.passed,
        "cost": row.cost,
        "misbehaved": list(row.misbehaved),
        "first": row.first.vector.id if row.first else None,
    }


def _known_data(known: Known) -> KnownData:
    return {
        "id": known.id,
        "reason": known.reason,
        "issue": known.issue,
        "cost": known.cost,
        "expires": known.expires.isoformat(),
    }


def _vector_data(report: Report, outcome: Outcome) -> VectorData:
    vector = outcome.vector
    return {
        "id": vector.id,
        "family": vector.family,
        "statements": list(vector.statements),
        "verdict": outcome.verdict,
        "cost": outcome.cost,
        "known": report.is_known(outcome),
        "why": vector.why,
        "step": outcome.step,
        "expected": outcome.expected,
        "reported": outcome.reported,
        "errors": outcome.errors,
        "above": None if outcome.above is None else float(outcome.above),
        "replay": report.replay(outcome),
    }
