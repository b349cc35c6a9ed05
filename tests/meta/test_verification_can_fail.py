"""Every guard of `verify` is broken once, and what it guards is then seen to go wrong."""

from __future__ import annotations

import linecache
import operator
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from concomp.model.language import Bool, Int, LanguageError, Monitor, accept_if, register, relation, require, when
from concomp.model.language.syntax import ownership
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.errors import is_machinery
from concomp.model.language.syntax.python import calls, evaluation, scopes, texts
from concomp.model.language.syntax.python.scopes import Scope
from concomp.model.language.syntax.python.session import Session
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify import case as cases
from concomp.obligations.verify import doors, verification
from concomp.obligations.verify.agreement import agreement, testimony
from concomp.obligations.verify.case import report
from concomp.obligations.verify.certificates import index
from concomp.obligations.verify.certificates.certificate import Rejected
from concomp.obligations.verify.encoding import scalars
from concomp.obligations.verify.encoding.codes import UnionCode
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.postprocessing import ProcessingCase, processing_case
from concomp.obligations.verify.properties import properties
from concomp.obligations.verify.properties.properties import Question, ask
from concomp.obligations.verify.proving import pipeline
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import case_of
from tests.model.language.test_running_python import HELPERS
from tests.model.language.test_silent_python import PREAMBLE, STEP, run
from tests.obligations.verify import test_pipeline as of_pipeline
from tests.obligations.verify.functions import LeftAtMostThree
from tests.obligations.verify.refute import refute
from tests.obligations.verify.test_agreement import Related, demand, registers_that_keep_their_values
from tests.obligations.verify.test_common_values import Low
from tests.obligations.verify.test_meanings_are_not_asked import Once
from tests.obligations.verify.test_names import Remembered
from tests.obligations.verify.test_vacuous import IdenticalBelow, Never
from tests.tools.door import test_verify_arguments as of_arguments

Patch = pytest.MonkeyPatch


# What a step of Python says: each guard is taken away, and the step that it refuses goes through.


def anything_called(patch: Patch) -> None:
    known = calls.is_admitted
    patch.setattr(calls, "is_admitted", lambda callee: callee is operator.is_ or known(callee))


def objects_asked(patch: Patch) -> None:
    patch.setattr(evaluation, "is_symbolic", lambda value: False)


def classes_trusted(patch: Patch) -> None:
    patch.setattr(evaluation, "is_usable", lambda value: True)


def texts_shown(patch: Patch) -> None:
    patch.setattr(calls, "is_plain", lambda value: True)


def iterators_kept(patch: Patch) -> None:
    for module in (evaluation, scopes):
        patch.setattr(module, "is_kept_by_iterating", lambda value: False)


def changes_unseen(patch: Patch) -> None:
    patch.setattr(Session, "check_change", lambda self, container: None)


def locals_remembered(patch: Patch) -> None:
    patch.setattr(Scope, "close", lambda self, line: self._blocks.pop())


def any_text_read(patch: Patch) -> None:
    patch.setattr(texts, "_is_same", lambda one, other: one.co_name == other.co_name)


def precedence_unread(patch: Patch) -> None:
    patch.setattr(evaluation, "check_precedence", lambda text, node: None)


def sizes_unread(patch: Patch) -> None:
    from concomp.model.language.syntax import expressions

    patch.setattr(expressions, "check_size", lambda value: None)


BROKEN_BELOW = """
class Loud:
    def __eq__(self, other): return True
LOUD = Loud()
names = {}
def alike(a, b): return a == b
above = "\\n" * (alike.__code__.co_firstlineno - 1)
exec(compile(above + "def alike(a, b): return True", __file__, "exec"), names)
forged = names["alike"]
"""
STEPS: list[tuple[Callable[[Patch], None], str]] = [
    (anything_called, "require(Bool(operator.is_(left, right)))"),
    (objects_asked, "with when(Bool(left is None)):\n    pass"),
    (classes_trusted, "require(Bool(LOUD == left))"),
    (texts_shown, "require(str(left) == str(right))"),
    (iterators_kept, "x = iter([1])\nwith when(left > 0):\n    next(x)\nrequire(self.n < next(x, 9))"),
    (changes_unseen, "with when(left > 0):\n    mark()\nrequire(Bool(FLAGS['seen']))"),
    (locals_remembered, "x = 1\nwith when(left > 0):\n    x = 2\nrequire(self.n < x)"),
    (any_text_read, "require(Bool(forged(1, 2)))"),
    (precedence_unread, "require((left == 0) == (right == 0) | (self.n > 3))"),
    (sizes_unread, "require(left <= 10**5000)"),
]


@pytest.mark.parametrize(("breakage", "body"), STEPS, ids=[breakage.__name__ for breakage, _ in STEPS])
def test_without_its_guard_a_step_goes_through(
    breakage: Callable[[Patch], None], body: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    text = PREAMBLE + HELPERS + BROKEN_BELOW + STEP.format(sort="Int", body=textwrap.indent(body, " " * 8))
    for broken in (False, True):
        file = tmp_path / f"definition_{broken}.py"
        file.write_text(text, encoding="utf-8")
        linecache.checkcache(str(file))
        code = compile(text, str(file), "exec")
        if broken:
            breakage(monkeypatch)
            exec(code, {"__name__": "definition", "__file__": str(file)})
        else:
            with pytest.raises(LanguageError):
                exec(code, {"__name__": "definition", "__file__": str(file)})


ODD = """
class Odd:
    def __eq__(here, other): return True
class M(Odd, Record):
    v: Int
class F(Monitor):
    def step(self, left: M, right: M) -> None: ...
"""


def test_without_its_guard_a_base_may_say_what_is_equal(tmp_path: Path, monkeypatch: Patch) -> None:
    with pytest.raises(LanguageError):
        exec(PREAMBLE + ODD, {"__name__": "definition"})
    monkeypatch.setattr(ownership, "_defined_anew", lambda *given: ())
    run(tmp_path, PREAMBLE + ODD)


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


def related() -> type[Monitor]:
    near = relation(Int, Int, name="near")

    class NearPairs(Monitor):
        """Pairs that differ are near, by a relation of its own."""

        def step(self, left: Int, right: Int) -> None:
            require((left == right) | near(left, right))

    return NearPairs


def test_a_function_in_sorts_of_its_own_is_not_in_its_copy(worker: Worker, monkeypatch: Patch) -> None:
    one, copy = related(), related()
    assert report(worker, case_of(one, copy), ["included"], 10)["included"].verdict == "proved"
    monkeypatch.setattr(verification, "in_sorts_of", lambda known, other: other)
    assert report(worker, case_of(one, copy), ["included"], 10)["included"].verdict == "refuted", "which is false"


def test_without_common_values_a_parameter_has_two(worker: Worker, monkeypatch: Patch) -> None:
    three, any_value = Low(k=3), Low
    assert report(worker, case_of(three, any_value), ["included"], 10)["included"].verdict == "proved"
    monkeypatch.setattr(verification, "common_values", lambda members, links, given: ({}, {}))
    assert report(worker, case_of(three, any_value), ["included"], 10)["included"].verdict == "refuted", (
        "which is false"
    )


def test_with_the_author_s_meanings_a_replay_asks_them(worker: Worker, monkeypatch: Patch) -> None:
    def meanings_of(trace: Trace, definition: Definition) -> dict[str, Any]:
        return {
            name: trace.meanings.get(symbol) or symbol.meaning or (lambda *given: 0)
            for name, symbol in definition.declared.items()
        }

    monkeypatch.setattr(Trace, "meanings_of", meanings_of)
    with pytest.raises(AssertionError, match="a meaning is asked of"):
        report(worker, case_of(Once), ["reflexive"], 10)


def test_without_asking_for_a_first_step_nothing_is_said_of_its_like(worker: Worker, monkeypatch: Patch) -> None:
    monkeypatch.setattr(ProcessingCase, "acceptance", lambda case, name: None)
    assert report(worker, processing_case(Never), ["destination"], 5).destination.verdict == "unknown"


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


# What is needed at run time.


class LeftAtSomePlaces(Monitor):
    """The left bit counts, at two of four places; of the right side nothing is asked."""

    first = register(Bool, True)
    second = register(Bool, True)

    def step(self, left: Bool, right: Bool) -> None:
        accept_if(self.first & left)
        self.first, self.second = self.second, ~self.first


class AheadOnTheRight(Monitor):
    """Levels rise on each side, and that of the right one may be higher by one."""

    lower = register(Int, 0)
    higher = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left > self.lower) & (right > self.higher) & (left <= right) & (right <= left + 1))
        self.lower = left
        self.higher = right


def without(patch: Patch, side: int) -> None:
    """One diagonal run is left out: the function itself stands in its place."""
    worlds = properties._worlds

    def one_world(definition: Definition) -> Any:
        first, *sides = worlds(definition)
        sides[side] = (definition, sides[side][1], *first[2:])
        return first, *sides

    patch.setattr(properties, "_worlds", one_world)


def in_the_right_world(patch: Patch) -> None:
    """Only the right world is looked at."""
    without(patch, 0)


def in_the_left_world(patch: Patch) -> None:
    """Only the left world is looked at."""
    without(patch, 1)


def lasting_refusals(patch: Patch) -> None:
    """What a diagonal run refuses counts as sent."""
    patch.setattr(properties, "_restoring", lambda instance: instance)


@pytest.mark.parametrize(
    ("breakage", "name", "function"),
    [
        (in_the_right_world, "public", AheadOnTheRight),
        (in_the_left_world, "diagonal", LeftAtMostThree),
        (lasting_refusals, "public", LeftAtSomePlaces),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_a_breakage_of_what_is_needed_at_run_time_is_noticed(
    breakage: Callable[[Patch], None], name: str, function: type[Monitor], monkeypatch: Patch
) -> None:
    definition = function().definition
    monkeypatch.setattr(Question, "replay", lambda self, trace: trace)
    found = refute(ask(name, definition)) is None
    breakage(monkeypatch)
    assert (refute(ask(name, definition)) is None) != found


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


def test_without_the_asker_s_line_a_refusal_is_inside_concomp(monkeypatch: Patch) -> None:
    ask, problem = of_arguments.REFUSED[0]
    monkeypatch.setattr(doors, "_is_own", lambda frame: is_machinery(frame.f_code.co_filename))
    with pytest.raises(AssertionError):
        of_arguments.test_a_refused_value_is_at_the_asker_s_line(ask, problem)


def test_a_stage_that_ends_the_others_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(pipeline, "_as_far_as_it_goes", lambda attempt, proposals: proposals)
    with pytest.raises(AssertionError):
        of_pipeline.test_a_stage_that_cannot_speak_of_a_system_leaves_it_to_the_others(monkeypatch)
