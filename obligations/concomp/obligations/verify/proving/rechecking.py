"""Rechecking: whether certificates prove inquiries, without looking for proofs.

Which obligation a certificate is about is made anew, from the function as it is; what is summed up is taken from the
certificate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from concomp.model.language.syntax.sorts import INT, REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.smtlib import Unreadable
from concomp.obligations.verify.certificates import directories
from concomp.obligations.verify.certificates.certificate import Rejected, read_terms, statement_hash
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, track
from concomp.obligations.verify.proving import proofs
from concomp.obligations.verify.proving.agreeing import agrees
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.lengths.subjects import compared
from concomp.obligations.verify.proving.sums.systems import summable_systems


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
        meant = _meant(directory, lowered.system, question.indices)
        found = directories.load(directory, inquiry.subject, meant)
    except (Rejected, Unsupported) as error:
        attempt.note("certificate", str(error))
        return False
    subject = compared(question, meant, read_terms(meant, found.invariant))
    return proofs.is_accepted(attempt, found) and agrees(attempt, subject)


def _meant(directory: Path, system: System, indices: tuple[Term, ...]) -> Obligation:
    """The obligation that a certificate is about; the first if it is about none."""
    manifest = directories.read_manifest(directory)
    found = stated(system, indices, manifest.statement, manifest.summed)
    return proofs.obligations(system, indices)[0] if found is None else found


def stated(system: System, indices: tuple[Term, ...], statement: str, summed: Sequence[str]) -> Obligation | None:
    """The obligation about a system that has this hash; None if there is none.

    indices: parameters that are arbitrary indices of the system's maps. summed: what is summed up, in SMT-LIB.
    """
    return next((each for each in _listed(system, indices, summed) if statement_hash(each) == statement), None)


def _listed(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    if summed:
        yield from _with_sums(system, indices, summed)
        return
    yield from proofs.obligations(system, indices)
    yield from proofs.numbered_obligations(system, indices)
    yield from proofs.paired_obligations(system, indices)


def _with_sums(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    for each in summable_systems(system, indices):
        try:
            parts = read_terms(track(each, [INDEX]), summed)
        except Unreadable:
            continue
        if all(part.sort in (INT, REAL) for part in parts):
            yield track(each, [INDEX], parts)
