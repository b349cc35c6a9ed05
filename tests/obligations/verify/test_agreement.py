"""What is proved is proved of the running functions: a system that is not theirs is refused, proving and rechecking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concomp.model.language import (
    Bool,
    Enumeration,
    Int,
    Map,
    Monitor,
    Opaque,
    Real,
    RegisterDefinition,
    ite,
    register,
    relation,
    require,
    when,
)
from concomp.model.language.syntax import terms
from concomp.obligations.checks.propositions import HERE
from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.agreement import replaying
from concomp.obligations.verify.agreement.agreement import demand_agreement
from concomp.obligations.verify.agreement.subject import Subject
from concomp.obligations.verify.case import report
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.certificates.directories import write_all
from concomp.obligations.verify.encoding import codes, scalars
from concomp.obligations.verify.encoding.code import EnumCode
from concomp.obligations.verify.encoding.codes import UnionCode
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.properties import Question, ask, compare
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.proofs import obligations
from concomp.obligations.verify.proving.rechecking import are_accepted
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import case_of
from tests.model.language import monitors as m
from tests.obligations.verify.test_names import Remembered

Patch = pytest.MonkeyPatch


class Data(Opaque):
    """Data of which nothing is known."""


near = relation(Data, Data, symmetric=True)


class Level(Enumeration):
    LOW = 1
    MIDDLE = 2
    HIGH = 3


class Related(Monitor):
    """Both sides are near each other, and near what came last; at most two pairs differ."""

    last = register(Data, "nothing yet")
    level = register(Level, Level.LOW)
    weights = register(Map[Int, Real], 0)
    count = register(Int, 0)

    def step(self, left: Data, right: Data) -> None:
        require(near(left, right) | (left == right))
        with when(near(self.last, left)):
            self.level = ite(self.level == Level.LOW, Level.MIDDLE, Level.HIGH)
            require(self.weights[self.count] <= 2)
            self.weights[self.count] = self.weights[self.count] + 1
        with when(left != right):
            require(self.count < 2)
            self.count += 1
        self.last = left


def demand(question: Question) -> None:
    """Demand that what can be proved about a question agrees with the functions."""
    lowered = lower(question.system)
    for obligation in obligations(lowered.system, question.indices):
        demand_agreement(Subject(question, lowered, obligation, ()), HERE)


RIGHT: tuple[Question, ...] = (
    ask("swap invariant", m.OneUser().definition),
    ask("diagonal", m.SparseVector().definition),
    ask("reflexive", m.Counter().definition),
    ask("prefix closed", m.EventLevel().definition),
    ask("swap invariant", m.Laplace().definition),
    ask("well typed", Remembered().definition),
    ask("swap invariant", m.AtMostK().definition),
    ask("prefix closed", Related().definition),
    compare("included", m.EventLevel().definition, m.EventLevelOverwritten().definition),
)


@pytest.mark.parametrize("question", RIGHT, ids=lambda each: f"{each.subject()}, {each.property}")
def test_what_is_right_agrees(question: Question) -> None:
    demand(question)


@pytest.mark.parametrize("name", ["first-pair consistent", "witness"])
def test_what_is_false_is_refuted_by_running_the_function(name: str) -> None:
    with pytest.raises(Rejected, match="a sequence that was run violates it"):
        demand(ask(name, m.EventLevel().definition))


def kept(definition: RegisterDefinition) -> RegisterDefinition:
    return RegisterDefinition(definition.name, definition.symbol, definition.initial, definition.symbol)


def registers_that_keep_their_values(patch: Patch) -> None:
    right = scalars._registers
    patch.setattr(scalars, "_registers", lambda *given: [kept(each) for each in right(*given)])


def choices_the_other_way_round(patch: Patch) -> None:
    right: Callable[..., Any] = scalars.choice
    patch.setattr(scalars, "choice", lambda condition, one, other: right(terms.negation(condition), one, other))


def maps_that_forget(patch: Patch) -> None:
    right = scalars._at_key
    patch.setattr(scalars, "_at_key", lambda name, given: tuple(given[0]) if name == "store" else right(name, given))


def members_of_one_code(patch: Patch) -> None:
    patch.setattr(EnumCode, "encode", lambda self, value, numbers: (min(1, value.value - 1),))


def relations_that_always_hold(patch: Patch) -> None:
    patch.setattr(scalars._Lowering, "_apply", lambda self, symbol, given: (terms.TRUE,))


def texts_that_count_down(patch: Patch) -> None:
    patch.setitem(smtlib.OPERATORS, "sum", "-")  # type: ignore[arg-type]


def requirements_on_identical_pairs(patch: Patch) -> None:
    right = scalars.equality
    patch.setattr(scalars, "equality", lambda one, other: right(one, other) if one == other else terms.FALSE)


SPOILED = [
    registers_that_keep_their_values,
    choices_the_other_way_round,
    maps_that_forget,
    members_of_one_code,
    relations_that_always_hold,
    texts_that_count_down,
    requirements_on_identical_pairs,
]


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda each: each.__name__)
def test_a_wrong_transition_is_noticed(spoil: Callable[[Patch], None], monkeypatch: Patch) -> None:
    question = ask("prefix closed", Related().definition)
    demand(question)
    spoil(monkeypatch)
    with pytest.raises(Rejected, match=r"does not have|have one code"):
        demand(question)


def test_a_case_that_is_taken_for_another_is_noticed(monkeypatch: Patch) -> None:
    question = ask("well typed", Remembered().definition)
    monkeypatch.setattr(UnionCode, "_place", lambda self, case: 0)
    codes.code_of.cache_clear()
    with pytest.raises(Rejected, match="does not have"):
        demand(question)


def test_a_running_function_that_does_otherwise_is_noticed(monkeypatch: Patch) -> None:
    question = ask("prefix closed", Related().definition)
    right = replaying.compile_step

    def forgetful(function: Any) -> Any:
        stepper = right(function)
        monkeypatch.setattr(stepper, "advance", lambda state, left, right: (True, stepper.initial))
        return stepper

    monkeypatch.setattr(replaying, "compile_step", forgetful)
    with pytest.raises(Rejected, match="the running function has another"):
        demand(question)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


class Once(Monitor):
    """At most one pair differs."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


def test_with_a_wrong_transition_nothing_is_proved_and_its_certificates_are_refused(
    worker: Worker, tmp_path: Path, monkeypatch: Patch
) -> None:
    case = case_of(Once)
    [inquiry] = case.inquiries("diagonal")
    registers_that_keep_their_values(monkeypatch)
    verdict = report(worker, case, ("diagonal",), 5)["diagonal"]
    assert verdict.verdict == "unknown"
    assert any("the certificate's system does not have step" in line for line in verdict.tried)
    with monkeypatch.context() as trusting:
        trusting.setattr("concomp.obligations.verify.proving.pipeline.agrees", lambda *given: True)
        write_all(tmp_path, report(worker, case, ("diagonal",), 5)["diagonal"].certificates)
    attempt = Attempt(worker, 10)
    assert not are_accepted(attempt, [inquiry], tmp_path)
    assert any("the certificate's system does not have step" in line for line in attempt.tried)
    monkeypatch.undo()
    write_all(tmp_path, report(worker, case, ("diagonal",), 5)["diagonal"].certificates)
    assert are_accepted(Attempt(worker, 10), [inquiry], tmp_path)
