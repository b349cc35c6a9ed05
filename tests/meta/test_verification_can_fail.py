"""Every guard of `verify` is broken once, and what it guards is then seen to go wrong."""

from __future__ import annotations

import linecache
import textwrap
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from concomp.model.language import Int, LanguageError, Monitor, register, require, when
from concomp.model.language.readings import machine
from concomp.model.language.syntax import ownership, recording
from concomp.model.language.syntax.python import blocks, changes, running, silence
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify import case as cases
from concomp.obligations.verify.agreement import agreement, testimony
from concomp.obligations.verify.case import report
from concomp.obligations.verify.certificates import index
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding import scalars
from concomp.obligations.verify.encoding.codes import UnionCode
from concomp.obligations.verify.properties.properties import ask
from concomp.obligations.verify.proving import pipeline
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import case_of
from tests.model.language.test_running_python import HELPERS
from tests.model.language.test_silent_python import PREAMBLE, STEP
from tests.obligations.verify.test_agreement import Related, demand, registers_that_keep_their_values
from tests.obligations.verify.test_names import Remembered
from tests.obligations.verify.test_vacuous import IdenticalBelow

Patch = pytest.MonkeyPatch


# What a step of Python says: each guard is taken away, and the step that it refuses goes through.


def unread(patch: Patch) -> None:
    patch.setattr(machine, "functions_read", nullcontext)
    patch.setattr(machine, "check_method", lambda *given: None)
    patch.setattr(blocks, "check_method", lambda *given: None)


def helpers_unread(patch: Patch) -> None:
    patch.setattr(machine, "functions_read", nullcontext)


def recorded_once(patch: Patch) -> None:
    record = machine._record
    known: dict[type, Any] = {}

    def once(made: Any, show: Any) -> Any:
        if type(made) not in known:
            known[type(made)] = record(made, show)
        return known[type(made)]

    patch.setattr(machine, "_record", once)


def printed_as_they_are(patch: Patch) -> None:
    patch.setattr(machine, "all_alike", recording.as_they_are)


def refusals_forgotten(patch: Patch) -> None:
    patch.setattr(recording.Recording, "refusals", property(lambda self: [], lambda self, value: None), raising=False)


def objects_not_compared(patch: Patch) -> None:
    patch.setattr(changes.Reachable, "changed", None)


def blocks_unread(patch: Patch) -> None:
    class Everywhere:
        def __contains__(self, line: int) -> bool:
            return True

    patch.setattr(blocks, "_check", lambda frame: Everywhere())


def precedence_unread(patch: Patch) -> None:
    patch.setattr(silence, "_misread", lambda node, lines: ())


def sizes_unread(patch: Patch) -> None:
    from concomp.model.language.syntax import expressions

    patch.setattr(expressions, "check_size", lambda value: None)


def bases_unread(patch: Patch) -> None:
    patch.setattr(ownership, "_defined_anew", lambda *given: ())


def sourceless_read(patch: Patch) -> None:
    patch.setattr(running, "_demand_source", lambda code: None)


def only_symbols_followed(patch: Patch) -> None:
    patch.setattr(running, "_is_apart", lambda code, values: not any(map(running._holds, values.values())))


STEPS: list[tuple[Callable[[Patch], None], str]] = [
    (unread, "with when(left is right):\n    pass"),
    (helpers_unread, "require(same(left, right) or self.n > 3)"),
    (recorded_once, "require(left <= random.randrange(10**9))"),
    (printed_as_they_are, "require(str(left) == str(right))"),
    (refusals_forgotten, "try:\n    ok = left in {1}\nexcept Exception:\n    ok = True\nrequire(ok)"),
    (objects_not_compared, "with when(left > 0):\n    mark()\nrequire(FLAGS['seen'])"),
    (blocks_unread, "x = 1\nwith when(left > 0):\n    x = 2\nrequire(self.n < x)"),
    (precedence_unread, "require((left == 0) == (right == 0) | (self.n > 3))"),
    (
        bases_unread,
        "class Odd:\n    def __eq__(here, other): return True\nclass M(Odd, Record):\n    v: Int\nrequire(self.n < 3)",
    ),
    (
        sourceless_read,
        "d = {}\nexec('def f(x, y): return x is y', d)\nrequire(Bool(d['f'](left, right)))",
    ),
    (only_symbols_followed, "require(Bool(Both(left, right).same()))"),
    (sizes_unread, "require(left <= 10**5000)"),
]


@pytest.mark.parametrize(("breakage", "body"), STEPS, ids=[breakage.__name__ for breakage, _ in STEPS])
def test_without_its_guard_a_step_goes_through(
    breakage: Callable[[Patch], None], body: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    text = PREAMBLE + HELPERS + STEP.format(sort="Int", body=textwrap.indent(body, " " * 8))
    for broken in (False, True):
        file = tmp_path / f"definition_{broken}.py"
        file.write_text(text, encoding="utf-8")
        linecache.checkcache(str(file))
        code = compile(text, str(file), "exec")
        if broken:
            breakage(monkeypatch)
            exec(code, {"__name__": "definition"})
        else:
            with pytest.raises(LanguageError):
                exec(code, {"__name__": "definition"})


# What is proved.


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


def test_without_names_of_their_own_two_records_are_one(worker: Worker, monkeypatch: Patch) -> None:
    """The parts of a union by the printed names of its cases: two registers have one name, and nothing is asked."""
    monkeypatch.setattr(UnionCode, "names", property(lambda self: tuple(case.name for case in self.sort.cases)))
    assert [each.name for each in UnionCode(Remembered().definition.message).components("m")] == [
        "m.case",
        "m.Parcel.v",
        "m.Parcel.v",
    ]
    assert report(worker, case_of(Remembered), ["prefix closed"], 5).prefix_closed.verdict == "unknown"
    monkeypatch.setattr(scalars, "check_names", lambda system: None)
    monkeypatch.setattr("concomp.obligations.verify.encoding.obligation.check_names", lambda system: None)
    monkeypatch.setattr(pipeline, "agrees", lambda *given: True)
    found = report(worker, case_of(Remembered), ["first-pair consistent"], 10)
    assert found.first_pair_consistent.verdict == "proved", "which is false"


def test_agreement_alone_refuses_what_a_confusion_of_names_proves(worker: Worker, monkeypatch: Patch) -> None:
    monkeypatch.setattr(UnionCode, "names", property(lambda self: tuple(case.name for case in self.sort.cases)))
    monkeypatch.setattr(scalars, "check_names", lambda system: None)
    monkeypatch.setattr("concomp.obligations.verify.encoding.obligation.check_names", lambda system: None)
    found = report(worker, case_of(Remembered), ["first-pair consistent"], 10)
    assert found.first_pair_consistent.verdict == "unknown"


def test_vacuous_before_violations_hides_one(worker: Worker, monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        cases,
        "settle_without_witness",
        lambda worker, inquiry, witness, seconds: cases.replace(witness, property=inquiry.name),
    )
    hidden = report(worker, case_of(IdenticalBelow(limit=10), IdenticalBelow(limit=5)), ("included",), 10)
    assert hidden["included"].verdict == "vacuous", "which is false at message 1"


class Counted(Monitor):
    """Identical pairs first; then they may differ."""

    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(self.count < 1):
            require(left == right)
        self.count += 1


def test_without_agreement_a_wrong_transition_proves_what_is_false(worker: Worker, monkeypatch: Patch) -> None:
    registers_that_keep_their_values(monkeypatch)
    case = case_of(Counted)
    assert report(worker, case, ["reflexive"], 5)["reflexive"].verdict != "proved"
    monkeypatch.setattr(pipeline, "agrees", lambda *given: True)
    found = report(worker, case, ["witness", "diagonal"], 5)
    assert found.witness.verdict == "vacuous", "pairs differ from the second on"


def walks_of_nothing(patch: Patch) -> None:
    patch.setattr(agreement, "LENGTH", 0)
    patch.setattr(agreement, "_chosen", lambda *given: ())
    patch.setattr(agreement, "_drawn", lambda *given: ())


def no_testimony(patch: Patch) -> None:
    patch.setattr(testimony.Testimony, "_step", lambda self, place: scalars.TRUE)


def solvers_that_agree(patch: Patch) -> None:
    patch.setattr(agreement, "_is_possible", lambda condition, solvers: True)


@pytest.mark.parametrize("breakage", [walks_of_nothing, no_testimony, solvers_that_agree])
def test_an_agreement_that_sees_nothing_lets_a_wrong_transition_pass(
    breakage: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    question = ask("prefix closed", Related().definition)
    registers_that_keep_their_values(monkeypatch)
    with pytest.raises(Rejected):
        demand(question)
    breakage(monkeypatch)
    demand(question)


def test_functions_that_are_not_run_may_do_anything(monkeypatch: Patch) -> None:
    question = ask("first-pair consistent", Counted().definition)
    with pytest.raises(Rejected, match="a sequence that was run violates it"):
        demand(question)
    monkeypatch.setattr(agreement, "_demand_functions", lambda *given: None)
    with pytest.raises(Rejected, match="does not have"):
        demand(question)


def test_an_index_that_says_nothing_lets_properties_vanish(tmp_path: Path, monkeypatch: Patch) -> None:
    index.enter(tmp_path, "Survey", "diagonal", proved=True)
    assert index.differences(tmp_path, "Survey")
    monkeypatch.setattr(index, "read", lambda directory: index.Index(schema="concomp.certificates/1"))
    assert not index.differences(tmp_path, "Survey")
