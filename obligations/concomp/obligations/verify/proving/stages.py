"""Stages: what the child process is asked to do.

Each is a function of its limit in milliseconds and of a system or an obligation over scalars, so that nothing of the
user's travels to the solvers. A solver that does not decide raises Undecided, which the process reports as giving up.
The solvers are brought in where they work: who only asks does without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import SolverFailed, Undecided
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.certificates.certificate import Certificate, Rejected
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Moment, Valuation
from concomp.obligations.verify.proving.examination.examined import Examined

if TYPE_CHECKING:
    from concomp.obligations.verify.proving.sums.summands import Proposed

PRELOADED = (
    "concomp.obligations.verify.certificates.recheck",
    "concomp.obligations.verify.proving.engines",
    "concomp.obligations.verify.proving.unroll",
)
"""What the solvers' process brings in when it starts, so that no stage waits for it."""


def new_worker() -> Worker:
    """A process for stages; used as a context, it ends with it."""
    return Worker(preload=PRELOADED)


def search(milliseconds: int, system: System, depth: int, tokens: frozenset[Term]) -> Valuation | None:
    """A shortest way to a bad step, None if there is none of at most this length."""
    from concomp.obligations.verify.proving import unroll

    try:
        return unroll.search(system, depth, tokens, milliseconds / 1000)
    except unroll.Undecided as undecided:
        raise Undecided(f"{undecided} (shorter ones are settled)") from undecided


def equalities(milliseconds: int, obligation: Obligation) -> Invariant:
    """The equalities between registers that always hold."""
    from concomp.obligations.verify.proving import induction

    return induction.equalities(obligation, milliseconds)


def invariant(milliseconds: int, engine: str, obligation: Obligation) -> Invariant | None:
    """The invariant that the engine of this name finds, None if it finds none."""
    from concomp.obligations.verify.proving.engines import ENGINES

    return ENGINES[engine](obligation, milliseconds)


def summands(milliseconds: int, system: System) -> Proposed:
    """What may be summed up over all indices, in a system with an arbitrary one."""
    from concomp.obligations.verify.proving.sums import summands

    return summands.summands(system, milliseconds)


def core(milliseconds: int, obligation: Obligation, invariant: Invariant) -> Invariant:
    """Conjuncts of an invariant that suffice."""
    from concomp.obligations.verify.proving import templates

    return templates.core(obligation, tuple(dict.fromkeys(invariant)), milliseconds)


def examine(milliseconds: int, obligation: Obligation, known: Invariant) -> Examined:
    """What becomes of the conditions that are stated about the obligation, beside those that are known to hold."""
    from concomp.obligations.verify.proving.examination import examining

    return examining.examine(obligation, known, milliseconds)


def obstacle(milliseconds: int, obligation: Obligation) -> Moment | None:
    """A bad step in a state that no simple condition which is kept excludes, None if there is none."""
    from concomp.obligations.verify.proving.examination import examining

    return examining.obstacle(obligation, milliseconds)


def confirm(milliseconds: int, certificate: Certificate) -> None:
    """Have all solvers accept the certificate, or give up on it."""
    from concomp.obligations.verify.certificates.recheck import recheck

    try:
        recheck(certificate, milliseconds)
    except (Rejected, SolverFailed) as refusal:
        raise Undecided(str(refusal)) from refusal


def answers(milliseconds: int, text: str) -> Mapping[str, str]:
    """What each solver answers to a text."""
    from concomp.obligations.solvers.answers import engines

    return {name: answer_of(text, milliseconds) for name, answer_of in engines().items()}
