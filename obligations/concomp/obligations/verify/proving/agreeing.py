"""Whether what is proved is proved of the running function, as a stage of an attempt."""

from __future__ import annotations

from collections.abc import Mapping

from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.worker import GaveUp
from concomp.obligations.verify.agreement.agreement import Solvers, demand_agreement
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.proofs import CONFIRMATION

AGREEMENT = "agreement with the running function"
SEARCH = 2.0
"""Seconds in which a solver chooses steps."""


def agrees(attempt: Attempt, subject: Subject) -> bool:
    """Whether the system that a proof is about takes the steps of the running function, wherever that is looked at."""

    def search(system: System, depth: int, tokens: frozenset[Term]) -> Valuation | None:
        found = attempt.call(AGREEMENT, SEARCH, stages.search, system, depth, tokens)
        return None if isinstance(found, GaveUp) else found

    def answers(text: str) -> Mapping[str, str]:
        said = attempt.call(AGREEMENT, CONFIRMATION, stages.answers, text)
        return {} if isinstance(said, GaveUp) else said

    try:
        demand_agreement(subject, Solvers(search, answers))
    except (Rejected, Undecided) as error:
        attempt.note(AGREEMENT, str(error))
        return False
    return True
