"""Proofs: invariants of a system over scalars, by one engine after the other.

What an engine finds is only proposed here. Where a system has maps there is an obligation for each index that a step
looks at, any of which suffices; registers that are always equal are made one before the engines look again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.worker import GaveUp
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim, certify
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.coordinates import at_any_coordinate
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import (
    INDEX,
    OTHER_INDEX,
    focus,
    has_maps,
    keys,
    numbered_indices,
    track,
)
from concomp.obligations.verify.encoding.valuations import Moment
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.phases import has_phases
from concomp.obligations.verify.proving.quotients import quotient
from concomp.obligations.verify.proving.slicing import slice_of

RAW, QUOTIENT, CONFIRMATION = 2.0, 8.0, 20.0
"""Seconds for Spacer on the system as it stands, for Spacer on the quotient, and for solvers to check a text."""
GLANCE = 0.5
"""Seconds for Spacer on the only pair of indices, before longer violations are looked for."""
COUNTING, PRODUCTS, FEW = 20.0, 8.0, 5.0
"""Seconds for templates that count, for those about products, and for those that are settled quickly."""
SUMMANDS, COUNTED = 8.0, 40.0
"""Seconds for what is worth summing up, and for solvers to check that as many slots are taken."""
TEMPLATES, PHASES = 0.7, 0.5
"""The parts of the time left that templates may take, all of them and those about phases."""


@dataclass(frozen=True)
class Proof:
    """An invariant that may prove an obligation."""

    obligation: Obligation
    invariant: Invariant


@dataclass(frozen=True)
class Reduced:
    """An obligation, equalities that always hold, and what is left of it on their quotient."""

    whole: Obligation
    equations: Invariant
    rest: Obligation

    def completed(self, moment: Moment) -> Moment:
        """A moment of what is left, with the registers that are equal to others."""
        values, after = dict(moment.values), dict(moment.after)
        for first, other in (equation.arguments for equation in self.equations):
            values[other] = values[first] if first in values else terms.constant_value(first)
            after[other] = after[first] if first in after else values[other]
        return Moment(values, after)

    def proof(self, invariant: Invariant) -> Proof:
        """The proof of the whole by an invariant of the rest."""
        return Proof(self.whole, (*self.equations, *invariant))


def obligations(system: System, indices: tuple[Term, ...] = ()) -> list[Obligation]:
    """What can be proved to show that no bad step is reachable; each suffices.

    indices: parameters that are arbitrary indices of the system's maps, if it brings any.
    """
    looked_at = at_any_coordinate(system)
    plain = without_applications(looked_at.system)
    if indices:
        listed = [track(plain, indices)]
    elif not has_maps(plain):
        listed = [Obligation(plain)]
    else:
        listed = [track(focus(plain, key), [INDEX]) for key in keys(plain)] or [track(plain)]
    return list(map(looked_at.assumed, listed))


def numbered_obligations(system: System, indices: tuple[Term, ...] = ()) -> list[Obligation]:
    """The obligation about all indices of the maps, numbered, if slots limit how many there are."""
    looked_at = at_any_coordinate(system)
    plain = without_applications(looked_at.system)
    numbers = numbered_indices(plain) if has_maps(plain) and not indices else ()
    return [looked_at.assumed(track(plain, numbers))] if numbers else []


def paired_obligations(system: System, indices: tuple[Term, ...] = ()) -> list[Obligation]:
    """The obligations about two arbitrary indices that a step looks at, which may be the same.

    What two entries of a map have in common, such as a budget, no condition on one entry says.
    """
    looked_at = at_any_coordinate(system)
    plain = without_applications(looked_at.system)
    if indices or not has_maps(plain):
        return []
    focused = (focus(focus(plain, one), other, OTHER_INDEX) for one, other in combinations(keys(plain), 2))
    return [looked_at.assumed(track(each, [INDEX, OTHER_INDEX])) for each in focused]


def by_induction(attempt: Attempt, listed: Sequence[Obligation]) -> Generator[Proof, None, list[Reduced]]:
    """Proposals without conjuncts, of the obligations and of their quotients; returns what is left to be proved."""
    yield from _by(attempt, "k = 0", RAW, [Reduced(obligation, (), obligation) for obligation in listed])
    reduced = []
    for obligation in listed:
        for quotient_of in reductions(attempt, obligation):
            reduced.append(quotient_of)
            yield from _by(attempt, "k = 0", RAW, [quotient_of], " on the quotient")
    return reduced


def left_to_prove(listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Sequence[Reduced]:
    """What is left of each obligation on its quotient; the obligations as they stand where there are no quotients."""
    return reduced or [Reduced(obligation, (), obligation) for obligation in listed]


def by_phases(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals about machines that go through phases, of which the quotients are such."""
    smaller = left_to_prove(listed, reduced)
    yield from _by(attempt, "phases", attempt.left * PHASES, _in_phases(smaller), " on the quotient")


def by_spacer(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals by Spacer, for the obligations and for their quotients."""
    yield from _by(attempt, "Spacer", RAW, [Reduced(obligation, (), obligation) for obligation in listed])
    yield from _by(attempt, "Spacer", QUOTIENT, reduced, " on the quotient")


def by_pairs(attempt: Attempt, listed: Sequence[Obligation], seconds: float = RAW) -> Iterator[Proof]:
    """Proposals by Spacer about two arbitrary indices, with so many seconds for each pair."""
    paired = [Reduced(obligation, (), obligation) for obligation in listed]
    yield from _by(attempt, "Spacer", seconds, paired, " on two indices")


def by_the_only_pair(attempt: Attempt, listed: Sequence[Obligation]) -> Iterator[Proof]:
    """The same where a step looks at no more than two indices: either it is done at a glance, or it is put off."""
    yield from by_pairs(attempt, listed if len(listed) == 1 else (), GLANCE)


def by_sums(attempt: Attempt, listed: Sequence[System], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals about sums over all indices.

    A register that counts what is summed up is always equal to a sum, and conditions on it are left to Spacer; where
    slots are counted instead, templates compare. Machines that go through phases are left to those.
    """
    if _in_phases(reduced):
        return
    for system in listed:
        proposed = attempt.call("summands", SUMMANDS, stages.summands, system)
        if isinstance(proposed, GaveUp):
            continue
        attempt.note("summands", f"{len(proposed.summands)} of them")
        for name in proposed.replaced:
            attempt.note("summands", f"none of {name!r}: a step may change its entries at all indices at once")
        for parts in proposed.summands:
            yield from _with_sums(attempt, track(system, [INDEX], parts), proposed.known)


def _with_sums(attempt: Attempt, obligation: Obligation, known: Invariant) -> Iterator[Proof]:
    """Proposals about an obligation with sums, of what is known and what is found as much as justifies the sums too."""
    smaller = reductions(attempt, obligation.with_lemmas(known))
    whole = [replace(each, whole=obligation, equations=(*known, *each.equations)) for each in smaller]
    for engine, seconds in (("k = 0", RAW), ("counts", COUNTING), ("Spacer", RAW)):
        for proof in _by(attempt, engine, seconds, whole, " with sums"):
            needed = attempt.call("what the sums need", QUOTIENT, stages.core, obligation, proof.invariant)
            if not isinstance(needed, GaveUp):
                yield Proof(obligation, needed)


def by_products(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals about systems that multiply: by Spacer on what does not, and made of templates.

    Spacer on the whole, and long searches, know little of products.
    """
    smaller = left_to_prove(listed, reduced)
    multiplying = [each for each in smaller if Comparability(each.rest.system).multiplied]
    slices = [(each, slice_of(each.rest)) for each in multiplying]
    fewer = [replace(each, rest=rest) for each, rest in slices if rest is not None]
    yield from _by(attempt, "Spacer", QUOTIENT, fewer, " on a slice")
    yield from _by(attempt, "templates", PRODUCTS, multiplying, " about products")


def by_counting(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals about numbered indices, made of templates that count, where Spacer does not find one soon.

    A machine that goes through phases is left to those: what limits its indices is no slots.
    """
    if _in_phases(reduced):
        return
    for obligation in listed:
        yield from _by(attempt, "Spacer", QUOTIENT, reduced, " on the quotient")
        yield from _by(attempt, "templates", COUNTING, reductions(attempt, obligation), " on numbered indices")


def by_few_templates(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals made of as many templates as can be settled quickly."""
    smaller = left_to_prove(listed, reduced)
    yield from _by(attempt, "templates", FEW / len(smaller), smaller)


def by_templates(attempt: Attempt, listed: Sequence[Obligation], reduced: Sequence[Reduced]) -> Iterator[Proof]:
    """Proposals made of templates, with all the time that is left, and by Spacer on the clauses as they stand."""
    smaller = left_to_prove(listed, reduced)
    yield from _by(attempt, "templates", attempt.left * TEMPLATES / len(smaller), smaller)
    yield from _by(attempt, "Spacer without transformations", attempt.left, smaller)


def confirm(attempt: Attempt, subject: CertifiedClaim, proof: Proof) -> Certificate | None:
    """The certificate of a proof, if all solvers accept it."""
    certificate = certify(subject, proof.obligation, proof.invariant)
    return certificate if is_accepted(attempt, certificate) else None


def is_accepted(attempt: Attempt, certificate: Certificate) -> bool:
    """Whether all solvers accept a certificate."""
    limit = COUNTED if certificate.summed else CONFIRMATION
    return attempt.call("certificate", limit, stages.confirm, certificate) is None


def _in_phases(listed: Iterable[Reduced]) -> list[Reduced]:
    return [each for each in listed if has_phases(each.rest.system)]


def _by(attempt: Attempt, engine: str, seconds: float, listed: Iterable[Reduced], where: str = "") -> Iterator[Proof]:
    for reduced in listed:
        found = attempt.call(f"{engine}{where}", seconds, stages.invariant, engine, reduced.rest)
        if found is None:
            attempt.note(f"{engine}{where}", "no invariant")
        elif not isinstance(found, GaveUp):
            attempt.note(f"{engine}{where}", f"an invariant of {len(found)} conjuncts")
            yield reduced.proof(found)


def reductions(attempt: Attempt, obligation: Obligation) -> Iterator[Reduced]:
    """What is left of an obligation on its quotient, if some of its registers are always equal."""
    found = attempt.call("equalities", QUOTIENT, stages.equalities, obligation)
    if isinstance(found, GaveUp):
        return
    attempt.note("equalities", f"{len(found)} of them")
    if found:
        yield Reduced(obligation, found, quotient(obligation, found))
