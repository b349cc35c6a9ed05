"""Post-processings: the four properties are settled as the table of cases says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from concomp.model.applications.histogram import HistogramSteps
from concomp.model.applications.local_protocol import OneRun, Server, ServerMessages, SparseData
from concomp.model.language import Int, Monitor, PostProcessing, accept_if, function, register
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.postprocessing import verify_post_processing
from concomp.obligations.verify.properties.copies import CopiesQuestion, ask_copies, maps_validity
from concomp.obligations.verify.properties.exchanges import Exchange
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import MAPS, Validity
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.pipeline import settle, settle_witness
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.scopes import value_text
from concomp.obligations.verify.verdicts import Verdict
from tests.model.language.monitors import EventLevel
from tests.model.language.postprocessings import Doubler, Forgetful
from tests.obligations.verify import postprocessings as p
from tests.obligations.verify.settling import verify
from tests.thinning import thinned

SECONDS = 60.0
NAMES = ("total", "destination", "response", MAPS)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


def settled(worker: Worker, question: CopiesQuestion) -> Verdict:
    """The verdict on a property, the witness being that a step can be taken."""
    inquiry = Inquiry(question, question.property, question.property, {})
    return settle(worker, inquiry, settle_witness(worker, inquiry, 1), SECONDS)


@pytest.mark.parametrize("dimension", thinned([1, 2, 3], 3))
def test_the_histogram_mechanism_sends_one_message_whose_side_and_answers_are_public(
    worker: Worker, dimension: int
) -> None:
    machine, known = p.histogram(dimension), p.sensitive(dimension)
    words = [settled(worker, ask_copies(name, machine, known)).verdict for name in NAMES[:3]]
    assert words == ["proved"] * 3


@pytest.mark.full
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_the_histogram_mechanism_maps_neighbouring_rows_to_neighbouring_inputs_of_its_parts(dimension: int) -> None:
    report = verify_post_processing(p.histogram(dimension), p.rows_to_parts(dimension), p.sensitive(dimension))
    assert [each.verdict for each in report.verdicts] == ["proved"] * 4
    assert all(each.certificates for each in report.verdicts)
    assert report[MAPS].scope == f"all lengths, dimension = {dimension}, query is 1-sensitive"
    assert [each.theorem for each in report.opens] == ["HSV26 Theorem 6.1", "HSV26 Corollary 6.6 (repaired)"]


@pytest.mark.parametrize("dimension", thinned([1, 2], 2))
def test_sums_that_are_never_cleared_reach_the_parts_twice(worker: Worker, dimension: int) -> None:
    machine = p.histogram(dimension, p.NeverCleared)
    found = settled(worker, maps_validity(machine, p.rows_to_parts(dimension), p.sensitive(dimension)))
    assert (found.verdict, found.length) == ("refuted", 11)
    assert found.trace is not None
    assert found.trace.rejection is not None
    assert "noise_differed" in found.trace.rejection.position.text


@pytest.mark.parametrize(
    ("steps", "name", "length"), [(p.ShowsSums, "response", 4), (p.SkipsNoise, "destination", 6)], ids=repr
)
def test_wrong_histogram_mechanisms(worker: Worker, steps: type[HistogramSteps], name: str, length: int) -> None:
    found = settled(worker, ask_copies(name, p.histogram(1, steps), p.sensitive(1)))
    assert (found.verdict, found.length) == ("refuted", length)


def test_without_the_sensitivity_of_the_query_the_noise_would_not_do(worker: Worker) -> None:
    found = settled(worker, maps_validity(p.histogram(1), p.rows_to_parts(1)))
    assert (found.verdict, found.length) == ("refuted", 5)


def test_the_server_of_a_local_protocol_has_all_four_and_opens_the_theorem() -> None:
    told: list[str] = []
    report = verify_post_processing(Server(), p.data_to_users(), progress=told.append)
    assert [(each.property, each.verdict) for each in report.verdicts] == [(name, "proved") for name in NAMES]
    assert (report.witness.verdict, report.witness.length) == ("proved", 2)
    assert report[MAPS].scope == "all lengths, all n ≥ 1, all k ≥ 0"
    assert [each.theorem for each in report.opens] == ["HSV26 Theorem 6.1", "HSV26 Corollary 6.6 (repaired)"]
    assert told == ["witness", *NAMES]


def test_a_server_whose_questions_depend_on_data_is_refuted_and_opens_nothing() -> None:
    report = verify_post_processing(p.AsksForData(), p.data_to_users())
    assert [each.verdict for each in report.verdicts] == ["proved"] * 3 + ["refuted"]
    found = report[MAPS]
    assert found.length == 3
    assert found.trace is not None
    last = found.trace.steps[-1]
    assert isinstance(last.left, Exchange)
    assert last.left.sent[0] is last.right.sent[0] is RIGHT
    assert last.left.sent[1] != last.right.sent[1]
    assert report.opens == ()


def test_nothing_sent_is_shown_as_such(worker: Worker) -> None:
    found = settled(worker, ask_copies("total", Forgetful()))
    assert (found.verdict, found.length) == ("refuted", 4)
    assert found.trace is not None
    assert found.trace.finding == "not exactly one message is sent"
    assert value_text(found.trace.steps[-1].left) == "right 0 ⟶ nothing"
    assert found.trace.steps[0].left.origin is LEFT


class Late(Monitor):
    """Verdicts that do not last."""

    seen = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        self.seen = self.seen + 1
        accept_if(self.seen == 2)


@pytest.mark.parametrize(
    ("machine", "validity", "message"),
    [
        (Server(), Validity(SparseData().definition, ServerMessages().definition), "receives from the left messages"),
        (Server(), Validity(OneRun().definition, OneRun().definition), "sends to the right messages of the sort"),
        (Forgetful(), Validity(Late().definition, Late().definition), "verdicts that do not last"),
    ],
    ids=["left", "right", "verdicts"],
)
def test_what_does_not_fit_is_not_asked(machine: PostProcessing, validity: Validity, message: str) -> None:
    with pytest.raises(NotAskable, match=message):
        maps_validity(machine, validity)


def test_an_unknown_property_is_not_asked() -> None:
    with pytest.raises(NotAskable, match="there is no property 'totl' of post-processings"):
        ask_copies("totl", Server())


def test_an_enforced_function_is_1_sensitive_and_near_to_the_given_one() -> None:
    known = Sensitivity(function(Int, result=Int, name="f")).enforce(lambda vector: 10 * vector[0])
    assert [known(vector) for vector in [(0, 0), (1, 0), (3, 1), (1, 0), (-5, 0)]] == [0, 1, 3, 1, -5]


def test_what_is_no_post_processing_is_told_what_verifies_it() -> None:
    for machine in (EventLevel, EventLevel()):
        with pytest.raises(NotAskable, match=r"^EventLevel is a verification function; use concomp\.verify$"):
            verify_post_processing(machine)  # type: ignore[arg-type]
    for machine in (Doubler, Doubler()):
        with pytest.raises(NotAskable, match=r"^Doubler is a post-processing; use concomp\.verify_post_processing$"):
            verify(machine)  # type: ignore[arg-type]
    with pytest.raises(NotAskable, match=r"^3 is no post-processing; give a PostProcessing or its class$"):
        verify_post_processing(3)  # type: ignore[arg-type]
