"""Which obligation a certificate is about: one that is made anew from the function as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concomp.model.language.syntax.sorts import INT, REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.smtlib import Unreadable
from concomp.obligations.verify.certificates.certificate import read_terms, statement_hash
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, track
from concomp.obligations.verify.proving.proofs import (
    numbered_obligations,
    obligations,
    paired_obligations,
    summable_systems,
)


def stated(system: System, indices: tuple[Term, ...], statement: str, summed: Sequence[str]) -> Obligation | None:
    """The obligation about a system that has this hash; None if there is none.

    indices: parameters that are arbitrary indices of the system's maps. summed: what is summed up, in SMT-LIB.
    """
    return next((each for each in _listed(system, indices, summed) if statement_hash(each) == statement), None)


def _listed(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    if summed:
        yield from _with_sums(system, indices, summed)
        return
    yield from obligations(system, indices)
    yield from numbered_obligations(system, indices)
    yield from paired_obligations(system, indices)


def _with_sums(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    for each in summable_systems(system, indices):
        try:
            parts = read_terms(track(each, [INDEX]), summed)
        except Unreadable:
            continue
        if all(part.sort in (INT, REAL) for part in parts):
            yield track(each, [INDEX], parts)
