"""What an author states proves nothing by being stated: each guard against that is broken once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from concomp.model import require
from concomp.model.language.syntax import terms
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import verdict_on, witness_of
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.certificates.directories import load, write
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.proving import controls, pipeline, proofs, stages
from concomp.obligations.verify.proving.examination.examined import Examined
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.proving.stating.moments import NOT_KEPT
from concomp.obligations.verify.proving.stating.stated import Stated
from concomp.obligations.verify.verdicts import Verdict
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify import stating

Patch = pytest.MonkeyPatch
FIRST_PAIR = "first-pair consistent"
SECONDS = 8.0


def settled(worker: Worker, function: type) -> Verdict:
    case = case_of(function)
    return verdict_on(worker, case, FIRST_PAIR, witness_of(worker, case, SECONDS), SECONDS)


def not_examining(milliseconds: int, obligation: Obligation, known: Invariant) -> Examined:
    return Examined(obligation.stated, (), proves=True)


def everything_is_kept(patch: Patch) -> None:
    """Lines are not examined."""
    patch.setattr(stages, "examine", not_examining)


def certificates_are_not_confirmed(patch: Patch) -> None:
    patch.setattr(proofs, "is_accepted", lambda attempt, certificate: True)
    patch.setattr(pipeline, "is_accepted", lambda attempt, certificate: True)
    patch.setattr(controls, "_is_refused", lambda attempt, proof: True)


def what_is_stated_is_assumed(patch: Patch) -> None:
    """The system takes only steps from states in which all lines hold."""
    beside = Stated.beside

    def assuming(self: Stated, listed: list[Obligation]) -> list[Obligation]:
        return [each.with_lemmas(each.stated) for each in beside(self, listed)]

    patch.setattr(Stated, "beside", assuming)


class Wrong(stating.Unstated):
    def invariant(self) -> None:
        require(self.number <= 0)


def test_unbroken_a_false_line_proves_nothing() -> None:
    with new_worker() as worker:
        found = settled(worker, Wrong)
    assert found.verdict == "unknown"
    assert [line.outcome for line in found.stated] == [NOT_KEPT]


def test_lines_that_are_not_examined_are_refused_by_the_certificate(monkeypatch: Patch) -> None:
    everything_is_kept(monkeypatch)
    with new_worker() as worker:
        found = settled(worker, Wrong)
    assert found.verdict == "unknown"
    assert any("certificate: consecution.smt2" in line for line in found.tried)


def test_without_certificates_and_running_the_function_anything_would_be_proved(monkeypatch: Patch) -> None:
    everything_is_kept(monkeypatch)
    certificates_are_not_confirmed(monkeypatch)
    with new_worker() as worker:
        refused = settled(worker, Wrong)
        monkeypatch.setattr(pipeline, "agrees", lambda attempt, subject: True)
        found = settled(worker, Wrong)
    assert refused.verdict == "unknown"
    assert any("the certificate's invariant does not hold" in line for line in refused.tried)
    assert found.verdict == "proved"


def test_a_certificate_that_assumes_what_is_stated_is_about_something_else(tmp_path: Path, monkeypatch: Patch) -> None:
    [inquiry] = case_of(Wrong).inquiries(FIRST_PAIR)
    [meant] = proofs.obligations(lower(inquiry.question.system).system)
    with monkeypatch.context() as patch:
        what_is_stated_is_assumed(patch)
        with new_worker() as worker:
            refused = settled(worker, Wrong)
            patch.setattr(pipeline, "agrees", lambda attempt, subject: True)
            found = settled(worker, Wrong)
    assert refused.verdict == "unknown"
    assert any("the certificate's system does not have" in line for line in refused.tried)
    assert found.verdict == "proved", "assumed, the false line proves what does not follow"
    write(tmp_path, found.certificates[0])
    with pytest.raises(Rejected, match="the function has changed since"):
        load(tmp_path, inquiry.subject, meant)


def test_what_is_stated_is_no_part_of_what_is_proved() -> None:
    with_lines, without = (_obligation(one) for one in (stating.Triangles, stating.Unstated))
    assert replace(with_lines.system, name="") == replace(without.system, name="")
    assert terms.conjunction(with_lines.stated) is terms.TRUE


def _obligation(function: type) -> Obligation:
    [inquiry] = case_of(function).inquiries(FIRST_PAIR)
    assert isinstance(inquiry, Inquiry)
    [obligation] = proofs.obligations(lower(inquiry.question.system).system)
    return obligation
