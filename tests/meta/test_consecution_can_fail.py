"""Consecution that forgets to ask, or asks about something else, is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.model.language.syntax import terms
from concomp.obligations.solvers import answers_each, assumptions
from concomp.obligations.solvers.errors import SolverFailed
from concomp.obligations.verify.certificates import certificate
from concomp.obligations.verify.certificates.certificate import CertifiedClaim, Rejected, certify
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.obligation import Obligation
from tests.obligations.verify.small import BOUND, X, at_most, bounded, number

Patch = pytest.MonkeyPatch
LIMIT = 5_000
CLAIM = CertifiedClaim("Bounded", "stays below", "all lengths")
OBLIGATION = Obligation(bounded())
NOT_KEPT = at_most(X, number(3))
RIGHT = (at_most(X, BOUND), at_most(number(0), X))


def test_unbroken_each_conjunct_counts() -> None:
    recheck(certify(CLAIM, OBLIGATION, RIGHT), LIMIT)
    for wrong in [(*RIGHT, NOT_KEPT), (NOT_KEPT, *RIGHT)]:
        with pytest.raises(Rejected, match="consecution"):
            recheck(certify(CLAIM, OBLIGATION, wrong), LIMIT)


def only_the_first(patch: Patch) -> None:
    whole = Obligation.departures
    patch.setattr(Obligation, "departures", lambda self, invariant: whole(self, invariant)[:1])


def nothing_leads_out(patch: Patch) -> None:
    patch.setattr(Obligation, "departures", lambda self, invariant: [terms.FALSE for _ in invariant])


def no_step_is_allowed(patch: Patch) -> None:
    patch.setattr(Obligation, "step", lambda self, invariant: terms.FALSE)


def the_first_answer_is_taken(patch: Patch) -> None:
    asked = answers_each.answers_of_z3, answers_each.answers_of_cvc5
    for name, answers_of in zip(("answers_of_z3", "answers_of_cvc5"), asked, strict=True):
        patch.setattr(answers_each, name, lambda text, limit, answers_of=answers_of: answers_of(text, limit)[:1])


@pytest.mark.parametrize(
    "spoil",
    [only_the_first, nothing_leads_out, no_step_is_allowed, the_first_answer_is_taken],
    ids=lambda one: one.__name__,
)
def test_each_breakage_would_accept_what_is_no_proof(monkeypatch: Patch, spoil: Callable[[Patch], None]) -> None:
    spoil(monkeypatch)
    recheck(certify(CLAIM, OBLIGATION, (*RIGHT, NOT_KEPT)), LIMIT)


def test_texts_without_their_questions_are_not_accepted(monkeypatch: Patch) -> None:
    made = assumptions.script
    monkeypatch.setattr(
        certificate.assumptions, "script", lambda *given: made(*given).partition(f"({assumptions.QUESTION}")[0]
    )
    with pytest.raises((Rejected, SolverFailed)):
        recheck(certify(CLAIM, OBLIGATION, RIGHT), LIMIT)
