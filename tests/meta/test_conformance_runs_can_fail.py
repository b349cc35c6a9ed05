"""The tests of runs notice who judges the first step alone, plays in one world, is not interrupted, or deletes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concomp.cli import conform
from concomp.conformance.experiments import launched_pairs, law_test
from concomp.conformance.experiments.law_test import LawTest
from concomp.conformance.protocol.replies import RESULTS, Reply
from concomp.conformance.report.known import Known
from concomp.conformance.runner import conversation, judgement, playing
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.what_was_granted import Granting
from concomp.conformance.targets import environments
from concomp.conformance.vectors.oracles import filters as oracle
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance import test_libraries as of_libraries
from tests.conformance.experiments import test_kills as of_experiments
from tests.conformance.experiments.driving import find
from tests.conformance.experiments.test_through_the_runner import outcomes_of
from tests.conformance.protocol import test_replies as of_replies
from tests.conformance.runner import test_gravest as of_gravest
from tests.conformance.runner import test_interrupted as of_interrupted
from tests.conformance.runner import test_judgement as of_judgement
from tests.conformance.vectors import test_launches as of_launches
from tests.conformance.vectors import test_stock as of_stock
from tests.conformance.wrong.noise import HalfTwice
from tests.tools.cli import test_conform as of_conform

Patch = pytest.MonkeyPatch
Breakage = Callable[[Patch], None]
Check = Callable[[Path], object]
CHARGES_BY_DATA = "tests.conformance.wrong.sums:ChargesByData"
SAME_IN_EACH_PROCESS = "tests.conformance.wrong.noise:SameInEachProcess"
FEW = 2000
"""The draws that are enough for what repeats itself wholly."""


def judges_the_first(patch: Patch) -> None:
    """The first step that fails says what a vector costs."""
    patch.setattr(playing, "gravity", lambda outcome: 0)


def asks_no_oracle(patch: Patch) -> None:
    """What a vector expects is expected, whatever was granted before."""
    patch.setattr(Granting, "_must_be_refused", lambda self, session, number: True)


def forgives_what_follows(patch: Patch) -> None:
    """Where less was granted, everything may be granted later."""
    patch.setattr(Granting, "_must_be_refused", lambda self, session, number: False)


def knows_no_budgets_within(patch: Patch) -> None:
    """A session within another has no budget that is known."""
    patch.setattr(Granting, "_budget", lambda self, session: self._message(session).get("budget"))


def compares_epsilon_alone(patch: Patch) -> None:
    """An E is compared where its truth is written down, and nowhere else."""
    patch.setattr(judgement, "_is_told", lambda expected, name: getattr(expected, name) is not None)


def takes_the_last(patch: Patch) -> None:
    """Of a name that stands twice the last value is taken."""
    patch.setattr(conversation, "read_json", json.loads)


def counts_as_it_likes(patch: Patch) -> None:
    """Two calls have as many values as they have together."""
    patch.setattr(law_test, "_missing", lambda drawings: None)


def looks_far_alone(patch: Patch) -> None:
    """Mechanisms are compared with those of launches long before alone."""
    patch.setattr(launched_pairs, "distances", lambda size: [size // 2 + 1])


def spares_more(patch: Patch) -> None:
    """A millionth of a budget is neither granted nor refused."""
    patch.setattr(oracle, "SPARE", oracle.SPARE * 1000)


def keeps_off_budgets(patch: Patch) -> None:
    """No launch is a little more than its budget."""
    left = [each for each in load() if "just-over" not in each.id]
    patch.setattr(of_launches, "load", lambda: left)


def knows_one_world(patch: Patch) -> None:
    """Lists are asked for in the first world alone."""
    left = [each for each in load() if not each.id.endswith("-second-data")]
    patch.setattr(of_launches, "load", lambda: left)


def plays_one_world(patch: Patch) -> None:
    """Whatever the data of a vector are, those of the first world are sent."""
    right = playing.with_quotes

    def in_the_first(send: dict[str, Any], replies: Any) -> dict[str, Any]:
        message = right(send, replies)
        return {**message, "data": "0"} if "data" in message else message

    patch.setattr(playing, "with_quotes", in_the_first)


def compares_neighbours(patch: Patch) -> None:
    """Draws are compared at the distance 1 alone."""
    patch.setattr(law_test, "distances", lambda size: [1])


def stays_in_its_process(patch: Patch) -> None:
    """For another process the one that runs is taken."""
    patch.setattr(Conversation, "start_again", lambda self: Reply(seq=None, ok={}))


def knows_by_name(patch: Patch) -> None:
    """What is listed is known, at whatever cost it fails."""
    patch.setattr(Known, "covers", lambda self, outcome: outcome.vector.id == self.id)


def reads_leniently(patch: Patch) -> None:
    """What looks like a value of its sort is taken for it."""

    def demand(reply: Reply, command: str, line: bytes) -> None:
        RESULTS[command].model_validate_json(json.dumps(reply.ok))

    patch.setattr(of_replies, "_demand_result", demand)
    patch.setattr(conversation, "_demand_result", demand)


def opens_outputs_at_last(patch: Patch) -> None:
    """Whether files can be written is seen when they are."""
    patch.setattr(conform, "read_outputs", lambda named, inputs: ())


def waits_for_replies(patch: Patch) -> None:
    """Whoever interrupts a run waits until a target's time is over."""
    deaf = "from concomp.conformance.runner.target import Target\nTarget.abandon = lambda self: None\n"
    patch.setattr(of_interrupted, "RUN", deaf + of_interrupted.RUN)


def deletes_what_is_there(patch: Patch) -> None:
    """An environment is made where its folder is, whoever made that."""
    patch.setattr(environments, "_clear", lambda place: shutil.rmtree(place, ignore_errors=True))
    patch.setattr(environments, "_run", lambda arguments, what: None)


def vector(name: str) -> Vector:
    """The vector of this name."""
    [found] = (each for each in load() if each.id == name)
    return found


def with_few_draws(name: str) -> Vector:
    """A vector on noise with fewer draws."""
    found = vector(name)
    assert isinstance(found.experiment, LawTest)
    return found.model_copy(update={"experiment": found.experiment.model_copy(update={"draws": FEW})})


def of_the_gravest(folder: Path) -> None:
    """The test that what costs utility hides nothing."""
    of_gravest.test_who_refuses_the_first_launch_and_charges_nothing_is_failed_at_privacy()


def of_more_left(folder: Path) -> None:
    """The test that nobody is failed who had more left to grant."""
    of_gravest.test_who_refuses_the_first_launch_and_adds_up_rightly_loses_utility_alone()


def of_sessions_within(folder: Path) -> None:
    """The test that what sessions within sessions were granted is known."""
    of_gravest.test_what_sessions_within_sessions_were_granted_is_known("SessionsWarmUpAndChargeNobody", "privacy")


def of_told_e_eps(folder: Path) -> None:
    """The test of a composition that is told by an E that is too small."""
    of_judgement.test_a_reply_is_judged_at_its_cost(of_judgement.EPSILON, {"ok": {"e_eps": "1"}}, "privacy")


def of_lines(folder: Path) -> None:
    """The test of lines that may be read in two ways."""
    twice = b'{"seq": 1, "refused": "a", "refused": "b"}'
    of_replies.test_a_line_that_may_be_read_in_two_ways_is_garbage(twice, "a name stands twice")


def of_calls(folder: Path) -> None:
    """The test that each call gives as many values as it is asked for."""
    try:
        of_experiments.test_each_call_gives_as_many_values_as_it_is_asked_for("calls")
    except ValueError as error:
        pytest.fail(f"{error}")


def of_shared_noise(folder: Path) -> None:
    """The test that noise which mechanisms of a session share is found."""
    of_experiments.test_noise_that_mechanisms_of_a_session_share_is_found("two-sided-geometric")


def of_expectations(folder: Path) -> None:
    """The test that filters are asked for what the oracle can decide."""
    try:
        of_stock.test_the_data_of_a_family_are_what_the_model_says("filter")
    except oracle.Undetermined as error:
        pytest.fail(f"{error}")


def of_budgets(folder: Path) -> None:
    """The test of what lies a little beyond budgets."""
    of_launches.test_each_budget_is_asked_for_a_little_more("approximate", "delta")


def of_both_worlds(folder: Path) -> None:
    """The test of the data of short lists."""
    of_launches.test_each_short_list_is_asked_for_in_both_worlds()


def of_the_second_world(folder: Path) -> None:
    """Who charges nothing there is failed there."""
    [outcome] = outcomes_of(CHARGES_BY_DATA, [vector("filter-pure-sum-second-data")])
    assert (outcome.verdict, outcome.cost) == ("failed", "privacy")


def of_distances(folder: Path) -> None:
    """Who gives the same half of what is asked for twice is failed."""
    experiment = with_few_draws("noise-laplace-distances").experiment
    assert experiment is not None
    assert not find(experiment, HalfTwice()).kept


def of_processes(folder: Path) -> None:
    """Whose noise is the same in each process is failed."""
    [outcome] = outcomes_of(SAME_IN_EACH_PROCESS, [with_few_draws("noise-laplace-processes")])
    assert (outcome.verdict, outcome.cost) == ("failed", "privacy")


def of_known_costs(folder: Path) -> None:
    """The test that a reason hides nothing graver."""
    file = folder / "cheap.py"
    file.write_text(of_conform.CHEAP, encoding="utf-8")
    of_conform.test_a_reason_hides_nothing_graver_than_its_cost(f"{file}:Cheap", folder)


def of_garbage(folder: Path) -> None:
    """The test of what looks like a value."""
    of_replies.test_what_looks_like_a_value_is_garbage("ran", {"count": "3"})


def of_outputs(folder: Path) -> None:
    """The test of files that cannot be written."""
    of_conform.test_a_file_that_cannot_be_written_is_refused_before_anything_is_run("--json", folder)


def of_interruptions(folder: Path) -> None:
    """The test of a run that is interrupted."""
    of_interrupted.test_an_interrupted_run_ends_at_once()


def of_folders(folder: Path) -> None:
    """The test of folders of other people."""
    with Patch.context() as patch:
        of_libraries.test_a_folder_that_is_not_ours_is_left_as_it_is("pyvenv.cfg", folder, patch)


BREAKAGES: tuple[tuple[Breakage, Check], ...] = (
    (judges_the_first, of_the_gravest),
    (asks_no_oracle, of_more_left),
    (forgives_what_follows, of_the_gravest),
    (knows_no_budgets_within, of_sessions_within),
    (compares_epsilon_alone, of_told_e_eps),
    (takes_the_last, of_lines),
    (counts_as_it_likes, of_calls),
    (looks_far_alone, of_shared_noise),
    (spares_more, of_expectations),
    (keeps_off_budgets, of_budgets),
    (knows_one_world, of_both_worlds),
    (plays_one_world, of_the_second_world),
    (compares_neighbours, of_distances),
    (stays_in_its_process, of_processes),
    (knows_by_name, of_known_costs),
    (reads_leniently, of_garbage),
    (opens_outputs_at_last, of_outputs),
    (waits_for_replies, of_interruptions),
    (deletes_what_is_there, of_folders),
)
OWN = (of_the_second_world, of_distances, of_processes)
"""The checks that are tests nowhere else."""


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(breakage: Breakage, check: Check, monkeypatch: Patch, tmp_path: Path) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(tmp_path)


@pytest.mark.parametrize("check", OWN, ids=lambda check: check.__name__)
def test_unbroken_they_pass(check: Check, tmp_path: Path) -> None:
    check(tmp_path)
