"""What becomes of mutants.

A mutant of a verification function is killed if a sequence of messages tells it from the sentence that says what the
function accepts; the sequence is a shortest one over the messages that are tried, and is read again by the book. It
is proved equivalent if it walks in step with the function, or if the pipeline proves it so, and each such proof has a
certificate that all solvers accept. For a few there is a reason instead. A mutant of which none of this can be said
survives: then something is missing in the sentence, in the messages that are tried, or in the function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from concomp.model.language.syntax.definition import Definition
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.mutation.distinguishing_words import DistinguishingWords, like, tells
from concomp.obligations.families.mutation.mutants import Mutant, mutants
from concomp.obligations.families.mutation.subject import MutationSubject
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify import scopes
from concomp.obligations.verify.certificates import certificate
from concomp.obligations.verify.certificates.certificate import Certificate
from concomp.obligations.verify.encoding.indifferent import Indifferent
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.proving import lockstep, stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.pipeline import settle, settle_witness
from concomp.obligations.verify.proving.proofs import CONFIRMATION
from concomp.obligations.verify.verdicts import Verdict
from concomp.obligations.verify.verification import case_of

Fate: TypeAlias = Literal["killed", "proved", "listed", "survived"]
FATES: tuple[Fate, ...] = ("killed", "proved", "listed", "survived")

STEP, WITNESS, PIPELINE = 5.0, 60.0, 240.0
"""Seconds for the question about one step, for a witness, and for the pipeline on one mutant."""
TOGETHER = 40
"""How many mutants a certificate is about at most."""


@dataclass(frozen=True)
class Finding:
    """What became of a mutant, and why: the sequence that kills it, its certificate, or a reason in words."""

    mutant: Mutant
    fate: Fate
    reason: str = ""
    word: Word = ()
    certificate: Certificate | None = None


def counts(findings: Iterable[Finding]) -> Mapping[Fate, int]:
    """How many mutants had each fate."""
    counted = Counter(finding.fate for finding in findings)
    return {fate: counted[fate] for fate in FATES}


def sweep(worker: Worker, subject: MutationSubject) -> tuple[Finding, ...]:
    """What becomes of every mutant of a subject, in their order."""
    return tuple(findings_on(worker, subject, mutants(subject.definition)))


def findings_on(worker: Worker, subject: MutationSubject, listed: Sequence[Mutant]) -> Iterator[Finding]:
    """What becomes of these mutants of a subject."""
    hunt = _Hunt(worker, subject)
    in_step = hunt.in_step(subject.definition, [mutant.definition for mutant in listed])
    for mutant, proof in zip(listed, in_step, strict=True):
        yield Finding(mutant, "proved", "in step", certificate=proof) if proof else hunt.finding(mutant)


class _Hunt:
    """The work on one subject, with what is needed for several of its mutants."""

    def __init__(self, worker: Worker, subject: MutationSubject) -> None:
        self._worker = worker
        self._subject = subject
        self._words = [DistinguishingWords(each.function, each.alphabet, each.length) for each in subject.settings]

    def finding(self, mutant: Mutant) -> Finding:
        """What becomes of a mutant that does not simply walk in step."""
        for setting, words in zip(self._subject.settings, self._words, strict=True):
            word = words.shortest(mutant.definition)
            if word is not None and tells(word, setting.holds, like(setting.function, mutant.definition)):
                return Finding(mutant, "killed", word=word)
            if word is not None:
                return Finding(mutant, "survived", "the function, not the mutant, differs from the sentence", word)
        if mutant.name in self._subject.listed:
            return Finding(mutant, "listed", self._subject.listed[mutant.name])
        return self._by_indifference(mutant) or self._beside(mutant) or self._by_pipeline(mutant)

    def in_step(self, definition: Definition, others: Sequence[Definition]) -> list[Certificate | None]:
        """For each of the others the certificate that it walks in step with the definition, if it does."""
        attempt = Attempt(self._worker, STEP * (len(others) + 10))
        alone = lockstep.obligation(definition, [])
        found = attempt.call("lemmas", WITNESS, lockstep.lemmas, alone, lockstep.fillings(definition))
        known: Invariant = () if isinstance(found, GaveUp) else found
        differences = {
            place: difference
            for place, other in enumerate(others)
            if (difference := lockstep.difference(definition, other)) is not None
            and attempt.call("step", STEP, lockstep.excludes, lockstep.obligation(definition, [difference]), known)
            is True
        }
        certified: list[Certificate | None] = [None] * len(others)
        for group in _groups(list(differences)):
            together = lockstep.obligation(definition, [differences[place] for place in group])
            proof = self._certificate(attempt, together, known, len(group))
            for place in group:
                certified[place] = proof
        return certified

    def _certificate(
        self, attempt: Attempt, obligation: Obligation, known: Invariant, mutants: int
    ) -> Certificate | None:
        """The certificate that nothing tells so many mutants from the function, if all solvers accept it."""
        claim = certificate.CertifiedClaim(
            self._subject.definition.name,
            f"in step with {scopes.plural(mutants, 'mutant')}",
            scopes.scope_of_all_lengths(self._subject.definition.parameters, {}),
        )
        made = certificate.certify(claim, obligation, known)
        return made if attempt.call("certificate", CONFIRMATION, stages.confirm, made) is None else None

    def _beside(self, mutant: Mutant) -> Finding | None:
        """The finding that a mutant walks in step, with maps of its own."""
        made = lockstep.beside(self._subject.definition, mutant.definition)
        if made is None:
            return None
        obligation, agreeing = made
        attempt = Attempt(self._worker, WITNESS)
        candidates = (*lockstep.fillings(self._subject.definition), *agreeing)
        known = attempt.call("lemmas", WITNESS, lockstep.lemmas, obligation, candidates)
        if isinstance(known, GaveUp):
            return None
        if attempt.call("step", STEP, lockstep.excludes, obligation, known) is not True:
            return None
        proof = self._certificate(attempt, obligation, known, 1)
        return Finding(mutant, "proved", "in step, with maps of its own", certificate=proof) if proof else None

    def _by_indifference(self, mutant: Mutant) -> Finding | None:
        known = self._subject.indifference
        if known is None:
            return None
        indifferent = Indifferent(known.seen)
        changed = [indifferent.definition(each) for each in (self._subject.definition, mutant.definition)]
        [proof] = self.in_step(changed[0], changed[1:])
        return Finding(mutant, "proved", f"in step, where {known.reason}", certificate=proof) if proof else None

    def _by_pipeline(self, mutant: Mutant) -> Finding:
        question = compare("equivalent", self._subject.definition, mutant.definition)
        inquiry = Inquiry(question, "equivalent", f"equivalent: {mutant.name}", {})
        verdict = settle(self._worker, inquiry, self._witness, PIPELINE)
        if verdict.verdict == "proved":
            return Finding(mutant, "proved", "by the pipeline", certificate=verdict.certificates[0])
        said = verdict.reason if verdict.verdict == "refuted" else "; ".join(verdict.tried)
        return Finding(mutant, "survived", f"{verdict.verdict} by the pipeline: {said}")

    @cached_property
    def _witness(self) -> Verdict:
        return settle_witness(self._worker, case_of(self._subject.definition).witness, WITNESS)


def _groups(places: Sequence[int]) -> list[Sequence[int]]:
    return [places[start : start + TOGETHER] for start in range(0, len(places), TOGETHER)]
