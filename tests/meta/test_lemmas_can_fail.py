"""Each guard of a proof by a lemma is left out once, and something false is then proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from concomp.model import Bool, Int, Monitor, register, require
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.certificates import directories
from concomp.obligations.verify.certificates.directories import MANIFEST
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding import assuming
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.lemmas import propose, report_by
from concomp.obligations.verify.proving import unroll
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Verdict
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify import small_lemmas as small
from tests.obligations.verify import test_lemmas as unbroken
from tests.obligations.verify.random_lemmas import is_safe, pairs

Patch = pytest.MonkeyPatch
FIRST_PAIR = "first-pair consistent"
BESIDE = assuming._beside
proofs, worker = unbroken.proofs, unbroken.worker


def nothing_is_outside(patch: Patch) -> None:
    """That a step is one that the lemma allows is not asked."""
    patch.setattr(assuming, "_beside", lambda *given: replace(BESIDE(*given), knows=TRUE))


def constraints_are_dropped(patch: Patch) -> None:
    """A lemma is taken for one about all values of its parameters."""

    def unconstrained(system: System, lemma: System, prefix: str) -> assuming._Beside:
        parameters = tuple(replace(each, constraint=TRUE) for each in lemma.parameters)
        return BESIDE(system, replace(lemma, parameters=parameters), prefix)

    patch.setattr(assuming, "_beside", unconstrained)


def names_are_enough(patch: Patch) -> None:
    """Registers of one name are taken for one and the same."""

    def shared(system: System, lemma: System) -> frozenset[Term]:
        return frozenset({each.symbol for each in system.registers} & {each.symbol for each in lemma.registers})

    patch.setattr(assuming, "_shared", shared)


def what_they_depend_on_is_not_looked_at(patch: Patch) -> None:
    """Registers that go on by the same term are taken for one and the same."""
    patch.setattr(assuming, "_registers_of", lambda update: set())


BREAKAGES = {
    "narrow": nothing_is_outside,
    "constrained": constraints_are_dropped,
    "alike": names_are_enough,
    "depending": what_they_depend_on_is_not_looked_at,
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_without_a_guard_a_lemma_excludes_what_can_be_reached(name: str, monkeypatch: Patch) -> None:
    pair, breakage = small.WRONG[name], BREAKAGES[name]
    assert unroll.search(pair.whole, 6) is not None
    breakage(monkeypatch)
    assert unroll.search(pair.whole, 6) is None
    recheck(pair.certificate, small.LIMIT)
    monkeypatch.undo()
    assert unroll.search(pair.system, 6) is not None


@pytest.mark.parametrize("name", BREAKAGES)
def test_without_a_guard_some_system_that_is_drawn_is_safe_only_beside_its_lemma(name: str, monkeypatch: Patch) -> None:
    BREAKAGES[name](monkeypatch)
    assert any(is_safe(assuming.assuming(one, [lemma])) and not is_safe(one) for one, lemma in pairs(400))


class Late(Monitor):
    """What was identical at first may differ after thirty messages, which no search comes to."""

    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.count == 0) | (self.count >= 30))
        self.count = self.count + 1


class Anything(Monitor):
    """Accepts everything."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        self.used = left != right


def settled(worker: Worker) -> tuple[Verdict, tuple[str, ...]]:
    case = case_of(Late())
    found = report_by(worker, case, propose(case, [(Anything(), FIRST_PAIR)]), [FIRST_PAIR], 4)
    return found[FIRST_PAIR], found.warnings


def test_a_false_lemma_that_is_believed_proves_something_false(monkeypatch: Patch) -> None:
    with new_worker() as one:
        verdict, warnings = settled(one)
        assert verdict.verdict == "unknown"
        assert any(f"the lemma Anything: {FIRST_PAIR} is not used: it is refuted" in each for each in warnings)
        monkeypatch.setattr(Verdict, "is_certified", property(lambda self: True))
        verdict, _ = settled(one)
    assert verdict.verdict == "proved"


def hashes_are_not_compared(patch: Patch) -> None:
    patch.setattr(directories, "_demand_lemmas", lambda *given: None)
    patch.setattr(directories, "_demand_manifest", lambda *given: None)


def test_without_its_hash_a_lemma_is_exchanged(
    worker: Worker, proofs: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    copy = unbroken.changed(proofs, tmp_path, MANIFEST, "{\n", "{ \n")
    assert "prove it again" in unbroken.accepted(worker, copy)
    hashes_are_not_compared(monkeypatch)
    assert unbroken.accepted(worker, copy) == ""


def test_without_asking_for_the_lemma_itself_a_broken_one_is_rested_on(
    worker: Worker, proofs: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    from concomp.obligations.verify.proving import rechecking

    copy = unbroken.changed(proofs, tmp_path, "safety.smt2", "(check-sat)", "(check-sat) ")
    assert "whose certificate is rejected" in unbroken.accepted(worker, copy)
    whole: Callable[..., bool] = rechecking.are_accepted
    monkeypatch.setattr(rechecking, "are_accepted", lambda *given: len(given) == 3 or whole(*given))
    assert unbroken.accepted(worker, copy) == ""
