"""Alignments proved: every claim is put to all solvers, and its premises must be possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from concomp.obligations.alignments.alignment import Alignment
from concomp.obligations.alignments.claims import Claim, claims
from concomp.obligations.alignments.witness import witnesses
from concomp.obligations.expectation import Violation
from concomp.obligations.solvers.answers import engines
from concomp.obligations.solvers.smtlib import script

MILLISECONDS = 5_000
"""Limit for each solver and claim."""


@dataclass(frozen=True)
class Proof:
    """What solvers said of an alignment.

    claims: the claims that all solvers accept. refused: those that a solver found a case against, or did not decide,
    with what each said. vacuous: no run of a few steps leads to inputs that differ.
    """

    claims: tuple[str, ...]
    refused: Mapping[str, Mapping[str, str]]
    vacuous: bool

    @property
    def holds(self) -> bool:
        """Whether it proves what the alignment claims."""
        return not self.refused and not self.vacuous


def prove(alignment: Alignment) -> Proof:
    """What the solvers say; raises ProgramError for an alignment that is not of the form, or what a solver raises."""
    answers = {claim.name: answers_to(claim) for claim in claims(alignment)}
    refused = _refused(answers)
    possible = any(set(_asked(script(each)).values()) == {"sat"} for each in witnesses(alignment))
    return Proof(tuple(name for name in answers if name not in refused), refused, not possible)


def demand_proved(alignment: Alignment) -> Proof:
    """The proof of an alignment; Violation if it is none."""
    proof = prove(alignment)
    if proof.vacuous:
        raise Violation(f"{alignment.program.name}: no run leads to inputs that differ; the alignment says nothing")
    _demand_none(alignment.program.name, proof.refused)
    return proof


def demand_claims(name: str, listed: Iterable[Claim]) -> None:
    """Make sure that all solvers accept each of the claims; Violation if not."""
    _demand_none(name, _refused({claim.name: answers_to(claim) for claim in listed}))


def _refused(answers: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    return {name: said for name, said in answers.items() if set(said.values()) != {"unsat"}}


def _demand_none(subject: str, refused: Mapping[str, Mapping[str, str]]) -> None:
    for name, said in refused.items():
        listed = ", ".join(f"{engine} says {answer}" for engine, answer in said.items())
        raise Violation(f"{subject}: “{name}” does not follow: {listed}")


def answers_to(claim: Claim) -> Mapping[str, str]:
    """What each solver says to the denial of a claim: unsat, where it holds."""
    return _asked(script(claim.denied, [claim.name]))


def _asked(text: str) -> Mapping[str, str]:
    return {engine: answer(text, MILLISECONDS) for engine, answer in engines().items()}
