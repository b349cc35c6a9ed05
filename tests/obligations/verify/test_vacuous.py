"""What accepts nothing that differs can still violate a property: `vacuous` stands only where there is a proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from concomp.model.language import (
    Bool,
    Int,
    Monitor,
    PostProcessing,
    Real,
    accept_if,
    otherwise,
    parameter,
    per_copy,
    register,
    require,
    when,
)
from concomp.model.numbers import ParameterError
from concomp.obligations.processes.child import TimedOut
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report, verdict_on, witness_of
from concomp.obligations.verify.postprocessing import processing_case
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify.test_pipeline import Faulty

SECONDS = 30.0


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


class IdenticalBelow(Monitor):
    """Identical pairs below a limit."""

    limit = parameter(Int)
    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) & (left <= self.limit))
        self.n += 1


class Refunded(Monitor):
    """Identical pairs within a budget that a negative message refunds."""

    spent = register(Real, 0)

    def step(self, left: Real, right: Real) -> None:
        require(left == right)
        self.spent += left
        accept_if(self.spent <= 1)


class Passes(PostProcessing):
    """What it receives goes to the other side."""

    def on_left(self, message: Int) -> None:
        self.send_right(message)

    def on_right(self, message: Int) -> None:
        self.send_left(message)


class AnyPair(Monitor):
    """Every sequence."""

    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        self.n += 1


class Identical(Monitor):
    """Identical pairs."""

    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        self.n += 1
        require(left == right)


def test_an_inclusion_that_fails_on_identical_pairs_is_refuted(worker: Worker) -> None:
    larger = IdenticalBelow(limit=10)
    found = report(worker, case_of(larger, IdenticalBelow(limit=5)), ("included", "diagonal"), SECONDS)
    assert found.words() == {"included": "refuted", "diagonal": "proved"}
    assert found["included"].length == 1
    assert found.witness.verdict == "vacuous"
    assert found.witness.certificates
    smaller = report(worker, case_of(IdenticalBelow(limit=5), larger), ("included",), SECONDS)
    assert smaller.words() == {"included": "vacuous"}


def test_what_accepts_identical_pairs_alone_has_the_evidence_that_a_session_asks_for(worker: Worker) -> None:
    found = report(worker, case_of(IdenticalBelow(limit=5)), ("diagonal", "public"), SECONDS)
    assert found.witness.verdict == "vacuous"
    assert [each.property for each in found.evidence] == ["diagonal", "public"]
    assert found.usable_at_run_time


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "3", None, True])
def test_seconds_that_are_no_time_are_refused(worker: Worker, seconds: Any) -> None:
    with pytest.raises(ParameterError, match=r"^seconds is .*: give seconds for each property, a number above 0"):
        report(worker, case_of(Identical), ("public",), seconds)


def test_prefixes_and_identical_pairs_are_searched_too(worker: Worker) -> None:
    found = report(worker, case_of(Refunded), ("prefix closed", "reflexive", "first-pair consistent"), SECONDS)
    assert found.words() == {"prefix closed": "refuted", "reflexive": "refuted", "first-pair consistent": "vacuous"}
    assert (found.prefix_closed.length, found.reflexive.length) == (2, 1)
    assert found.opens == ()


def test_a_post_processing_that_hands_out_only_what_is_not_valid_is_refuted(worker: Worker) -> None:
    case = processing_case(Passes, Validity(AnyPair().definition, Identical().definition))
    found = report(worker, case, (MAPS,), SECONDS)
    assert (found.witness.verdict, found[MAPS].verdict, found[MAPS].length) == ("vacuous", "refuted", 1)


def test_what_is_not_proved_is_not_vacuous(worker: Worker) -> None:
    case = case_of(Identical)
    witness = witness_of(worker, case, SECONDS)
    assert witness.verdict == "vacuous"
    unable = Faulty(worker, {stages.confirm: TimedOut(1.0)})
    assert verdict_on(unable, case, "diagonal", witness, 2.0).verdict == "unknown"


class NoValues(Monitor):
    """Its parameter can have no value."""

    k = parameter(Int, where=lambda k: (k > 2) & (k < 3))
    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)
        self.n += 1


def test_that_parameters_have_no_values_is_confirmed(worker: Worker) -> None:
    case = case_of(NoValues)
    assert witness_of(worker, case, SECONDS).unsatisfiable
    doubted = witness_of(Faulty(worker, {stages.confirm: TimedOut(1.0)}), case, SECONDS)
    assert doubted.verdict == "unknown"
    assert "that there are none is not confirmed" in doubted.tried[0]
    # A solver that says of parameters with values that they have none is not believed.
    wrong = witness_of(Faulty(worker, {stages.search: None}), case_of(IdenticalBelow), SECONDS)
    assert (wrong.verdict, wrong.unsatisfiable) == ("unknown", False)


class Within(Monitor):
    """Pairs that differ at first."""

    k = parameter(Int, where=lambda k: k >= 1)
    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n < self.k))
        self.n += 1


class Below(Monitor):
    """Its parameter has no value in common with that of the other."""

    k = parameter(Int, where=lambda k: k <= 0)
    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n >= self.k))
        self.n += 1


def test_what_a_function_is_compared_with_takes_no_values_from_its_own_properties(worker: Worker) -> None:
    found = report(worker, case_of(Within, Below), ("first-pair consistent", "diagonal", "included"), SECONDS)
    assert found.words() == {"first-pair consistent": "refuted", "diagonal": "proved", "included": "vacuous"}
    assert found["included"].unsatisfiable
    assert found["included"].reason.startswith("no values of the parameters satisfy their constraints: k ≥ 1")


class Nothing(Monitor):
    """What it requires is never so."""

    def step(self, left: Int, right: Int) -> None:
        require((left < right) & (right < left))


class EveryOther(Monitor):
    """Sequences of an even length: a verifier accepts none of them, since it tests every prefix."""

    odd = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)
        accept_if(self.odd)
        self.odd = ~self.odd


class FromTheSecondOn(Monitor):
    """Sequences of two messages and more, whose prefixes are not accepted."""

    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        self.n += 1
        accept_if(self.n >= 2)


@pytest.mark.parametrize("function", [Nothing, EveryOther, FromTheSecondOn])
def test_where_nothing_is_accepted_it_is_said_at_once(worker: Worker, function: type[Monitor]) -> None:
    found = report(worker, case_of(function), ("diagonal", "public"), SECONDS)
    assert found.words() == {"diagonal": "vacuous", "public": "vacuous"}
    assert found.diagonal.reason.startswith("no sequence is accepted with all its prefixes")
    assert not found.evidence


def test_a_function_that_was_made_with_a_value_is_compared_at_it(worker: Worker) -> None:
    found = report(worker, case_of(Within(k=3), Within), ("included",), SECONDS)
    assert found.words() == {"included": "proved"}
    assert report(worker, case_of(Within(k=3), Within(k=2)), ("included",), SECONDS).words() == {"included": "refuted"}


class Longer(Monitor):
    """`Within`, by another name of its parameter."""

    w = parameter(Int, where=lambda w: w >= 1)
    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n < self.w))
        self.n += 1


def test_the_value_of_an_object_holds_for_what_is_linked(worker: Worker) -> None:
    case = case_of(Within(k=3), Longer, links={"k": "w"})
    assert report(worker, case, ("included",), SECONDS).words() == {"included": "proved"}


class Drops(PostProcessing):
    """Positive numbers are passed on, others answered at once; the answer to the second one passed on is dropped."""

    passed = register(Int, 0)

    def on_left(self, message: Int) -> None:
        with when(message > 0):
            self.passed += 1
            self.send_right(message)
        with otherwise():
            self.send_left(0)

    def on_right(self, answer: Int) -> None:
        with when(self.passed <= 1):
            self.send_left(answer)


def test_one_copy_alone_shows_that_nothing_is_sent(worker: Worker) -> None:
    found = report(worker, processing_case(Drops), ("total",), SECONDS)
    assert (found.total.verdict, found.total.length) == ("refuted", 4)


class Never(PostProcessing):
    """The first message is dropped already."""

    passed = register(Int, 0)

    def on_left(self, message: Int) -> None:
        with when(self.passed >= 1):
            self.passed += 1
            self.send_right(message)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


class Parts(PostProcessing):
    """Where it sends is secret: no first step of two copies need be alike."""

    secret = per_copy(Bool)

    def on_left(self, message: Int) -> None:
        with when(self.secret):
            self.send_right(message)
        with otherwise():
            self.send_left(message)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


def test_where_no_step_is_taken_it_is_said_at_once(worker: Worker) -> None:
    asked = ("total", "destination", "response")
    found = report(worker, processing_case(Never), asked, SECONDS)
    assert found.words() == {"total": "refuted", "destination": "vacuous", "response": "vacuous"}
    assert found.destination.reason == "in no first step both copies send one message, so the property says nothing"
    assert found.destination.seconds < 5
    assert not found.opens
    assert report(worker, processing_case(Parts), asked, SECONDS).destination.verdict == "refuted"
