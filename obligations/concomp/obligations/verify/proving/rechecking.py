"""Rechecking: whether certificates in directories prove inquiries, without looking for proofs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.certificates import directories
from concomp.obligations.verify.certificates.certificate import Rejected, statement_hash
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.proving import proofs
from concomp.obligations.verify.proving.agreeing import agrees
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.lengths.subjects import compared


def are_accepted(attempt: Attempt, inquiries: Sequence[Inquiry], directory: Path) -> bool:
    """Whether the directory holds certificates for all inquiries that all solvers accept."""
    places = directories.places(directory, len(inquiries))
    others = directories.others(directory, len(inquiries))
    for each in others:
        attempt.note("certificate", f"{each} is there, and nothing that is asked needs it; remove it")
    return not others and all(
        _is_accepted(attempt, inquiry, place) for inquiry, place in zip(inquiries, places, strict=True)
    )


def _is_accepted(attempt: Attempt, inquiry: Inquiry, directory: Path) -> bool:
    try:
        question, lowered = inquiry.question, lower(inquiry.question.system)
        listed = [
            *proofs.obligations(lowered.system, question.indices),
            *proofs.numbered_obligations(lowered.system, question.indices),
            *proofs.paired_obligations(lowered.system, question.indices),
        ]
        meant = _meant(directory, listed)
        found = directories.load(directory, inquiry.subject, meant)
    except (Rejected, Unsupported) as error:
        attempt.note("certificate", str(error))
        return False
    return proofs.is_accepted(attempt, found) and agrees(attempt, compared(question, meant))


def _meant(directory: Path, listed: Sequence[Obligation]) -> Obligation:
    """The obligation that a certificate is about; the first if it is about none."""
    statement = directories.read_manifest(directory).statement
    return next((each for each in listed if statement_hash(each) == statement), listed[0])
