"""Controls: what shows that a proof could have failed.

A proof that nothing bad happens is worth nothing where nothing happens at all, or where the solvers refuse nothing.
So a claim that is false is put in the place of the one that was proved: that nothing is ever accepted. The search
must find an accepted sequence in the very system that the proof is about, and the solvers must refuse the proof's own
invariant as a proof of it.
"""

from __future__ import annotations

from dataclasses import replace

from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.worker import GaveUp
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.properties import CONTROL, Question
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.lengths.subjects import searched
from concomp.obligations.verify.proving.proofs import CONFIRMATION, Proof


def is_controlled(attempt: Attempt, question: Question, proof: Proof, depth: int) -> bool:
    """Whether the false claim is refuted, by a sequence of at most this length, and refused as proved."""
    return _is_refuted(attempt, question, depth) and _is_refused(attempt, proof)


def _is_refuted(attempt: Attempt, question: Question, depth: int) -> bool:
    shortest, _ = next(searched(question))
    lowered = lower(shortest.acceptance())
    found = attempt.call(CONTROL, CONFIRMATION, stages.search, lowered.system, depth, lowered.tokens)
    if found is None:
        attempt.note(CONTROL, f"nothing is accepted within {depth} messages")
    return found is not None and not isinstance(found, GaveUp)


def _is_refused(attempt: Attempt, proof: Proof) -> bool:
    system = proof.obligation.system
    spoiled = replace(proof.obligation, system=system.with_question(CONTROL, system.allowed))
    text = smtlib.script(spoiled.safety(proof.invariant))
    answers = attempt.call(CONTROL, CONFIRMATION, stages.answers, text)
    if isinstance(answers, GaveUp):
        return False
    if "unsat" in answers.values() or "sat" not in answers.values():
        said = ", ".join(f"{name} says {answer}" for name, answer in answers.items())
        attempt.note(CONTROL, f"a false claim is not refused: {said}")
        return False
    return True
