"""Certificates: proofs that anybody can check with an SMT solver of their own.

A certificate consists of three texts, each of which a solver must find unsatisfiable: initiation (some start violates
the invariant), consecution (some allowed step leads out of it) and safety (some step within it is bad). Consecution
asks of one conjunct after the other, as some solvers know no way through all of them at once. Where registers hold sums
over all indices, three more texts justify them: a summand begins with another value than 0, changes at an index that a
step does not look at, or is negative within the invariant. Whoever checks a certificate makes the texts again, from the
function and the invariant, so that a text about something else is noticed before a solver sees it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from concomp.model.language.syntax.terms import FALSE, Term
from concomp.obligations.solvers import assumptions, smtlib
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation

FILES = ("initiation.smt2", "consecution.smt2", "safety.smt2")
MEANINGS = (
    "no start violates the invariant",
    "no allowed step leads out of the invariant, asked of each of its conjuncts",
    "no step within the invariant is bad",
)
JUSTIFYING = {
    "sums_start.smt2": "nothing that is summed up begins with another value than 0",
    "sums_frame.smt2": "nothing that is summed up changes at an index that the step does not look at",
    "sums_sign.smt2": "no summand is negative within the invariant",
}
"""The files that justify sums, and what they mean."""


class Rejected(ValueError):
    """A certificate does not prove what it is said to prove."""


@dataclass(frozen=True)
class Assumed:
    """A lemma: the property of a function, for which lengths and parameters, and the certificates that prove it.

    manifests: their hashes, each the SHA-256 of a manifest, which has those of its texts.
    """

    function: str
    property: str
    scope: str
    manifests: tuple[str, ...]

    def words(self) -> str:
        """The lemma as it is named to readers."""
        return f"the lemma {self.function}: {self.property}"


@dataclass(frozen=True)
class CertifiedClaim:
    """What is proved: the property of the function, and for which lengths and parameters.

    assuming: the lemmas that the proof rests on, each with a proof of its own.
    """

    function: str
    property: str
    scope: str
    assuming: tuple[Assumed, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """A proof.

    statement: the hash of the obligation. invariant: its conjuncts in SMT-LIB. texts: by the names of their files.
    summed: what is summed up over all indices, in SMT-LIB; the summand is the first less the others.
    """

    subject: CertifiedClaim
    statement: str
    invariant: tuple[str, ...]
    texts: Mapping[str, str]
    summed: tuple[str, ...] = ()


def heading(certificate: Certificate) -> dict[str, Any]:
    """A certificate as plain data, but for its texts: what is proved, and the invariant that proves it."""
    subject = certificate.subject
    return {
        "function": subject.function,
        "property": subject.property,
        "scope": subject.scope,
        **({"assuming": list(map(asdict, subject.assuming))} if subject.assuming else {}),
        "statement": certificate.statement,
        **({"summed": list(certificate.summed)} if certificate.summed else {}),
        "invariant": list(certificate.invariant),
    }


def certify(subject: CertifiedClaim, obligation: Obligation, invariant: Invariant) -> Certificate:
    """The certificate that the invariant proves the obligation; whether it does is for solvers to say."""
    # What is written is what a reader of the manifest will have, so that both make the same texts.
    invariant = read_terms(obligation, map(smtlib.text, invariant))
    conjuncts = tuple(smtlib.text(conjunct) for conjunct in invariant)
    start, step, end = (_comments(subject, meaning, conjuncts) for meaning in MEANINGS)
    texts = (
        smtlib.script(obligation.initiation(invariant), start),
        assumptions.script(obligation.step(invariant), obligation.departures(invariant) or [FALSE], step),
        smtlib.script(obligation.safety(invariant), end),
    )
    justifying = {
        file: smtlib.script(wrong, _comments(subject, meaning, conjuncts))
        for (file, meaning), wrong in zip(JUSTIFYING.items(), obligation.justifications(invariant), strict=False)
    }
    named = {**dict(zip(FILES, texts, strict=True)), **justifying}
    return Certificate(subject, statement_hash(obligation), conjuncts, named, summed(obligation))


def summed(obligation: Obligation) -> tuple[str, ...]:
    """What an obligation sums up over all indices, in SMT-LIB."""
    return () if obligation.sums is None else tuple(smtlib.text(part) for part in obligation.sums.parts)


def statement_hash(obligation: Obligation) -> str:
    """The hash of everything that an obligation says."""
    system = obligation.system
    lines = [system.name]
    lines += [f"{_leaf(each.symbol)}: {smtlib.shared_text(each.constraint)}" for each in system.parameters]
    lines += [_leaf(each) for each in system.inputs]
    lines += [
        f"{_leaf(each.symbol)} := {smtlib.shared_text(each.initial)}; {smtlib.shared_text(each.update)}"
        for each in system.registers
    ]
    for instance in obligation.instances:
        lines += [smtlib.shared_text(instance.guard)]
        lines += [f"{_leaf(symbol)} = {smtlib.shared_text(image)}" for symbol, image in instance.mapping]
    lines += [smtlib.shared_text(each) for each in (system.allowed, system.bad, obligation.uncovered)]
    if obligation.sums is not None:
        lines += [smtlib.shared_text(each) for each in (*obligation.sums.parts, *obligation.sums.keys)]
    return sha256("\n".join(lines))


def read_terms(obligation: Obligation, conjuncts: Iterable[str]) -> tuple[Term, ...]:
    """The terms of these texts in SMT-LIB; Unreadable if one is not about the obligation's symbols."""
    return tuple(smtlib.read(conjunct, _symbols(obligation)) for conjunct in conjuncts)


def _symbols(obligation: Obligation) -> list[Term]:
    registers = [register.symbol for register in obligation.system.registers]
    return [*registers, *(parameter.symbol for parameter in obligation.system.parameters)]


def _comments(subject: CertifiedClaim, meaning: str, conjuncts: tuple[str, ...]) -> list[str]:
    about = [
        f"function: {subject.function}",
        f"property: {subject.property}",
        f"scope:    {subject.scope}",
        *(f"assuming: {each.function}: {each.property}" for each in subject.assuming),
        f"unsat means: {meaning}",
        "the invariant is the conjunction of:",
    ]
    lines = [*about, *(f"  {conjunct}" for conjunct in conjuncts or ("true",))]
    return [part for line in lines for part in line.splitlines()]


def _leaf(leaf: Term) -> str:
    return f"{smtlib.name(leaf)} {leaf.sort.name}"


def sha256(text: str) -> str:
    """The hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
