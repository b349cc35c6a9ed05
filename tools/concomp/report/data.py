"""What several commands print for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.registry.evidence import Evidence
from concomp.obligations.runner.standing import Standing

if TYPE_CHECKING:
    from concomp.schemas.statements import EvidenceData


def evidence_as_json(standing: Standing, evidence: Evidence) -> EvidenceData:
    """A piece of evidence without its findings, and with what it was found."""
    return {
        "statement": evidence.statement,
        "check": evidence.check,
        "outcome": evidence.outcome.model_dump(mode="json"),
        "found_with": dict(standing.versions(evidence)),
    }
