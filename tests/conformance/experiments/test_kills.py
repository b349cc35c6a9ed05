"""The games and the tests of laws: nothing right is failed, and each wrong target by the vectors that name it."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from concomp.conformance.experiments.finding import Unplayable
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.target import Reference
from concomp.conformance.statistics.shares import demand_shares
from concomp.conformance.vectors.catalogue import KILLS
from tests.conformance.experiments.built import BUILDERS, by_id, experiments
from tests.conformance.experiments.driving import find
from tests.conformance.experiments.kills import failed_by, wrong_targets
from tests.conformance.kills import OFTEN, name_of
from tests.conformance.wrong import filters, mechanisms, noise
from tests.conformance.wrong.plain import Plain

IN_STEPS = (
    "ComparesWithNothing",
    "FillsInWhatIsMissing",
    "FreshBudgetAfterTop",
    "GoesOnWhenClosed",
    "MoreDelta",
    "MoreEpsilon",
    "ReadsAnyQuery",
    "SameInEachProcess",
    "SendsTheOtherText",
)
"""The wrong targets that vectors fail which are messages known in advance, and no experiments; or two processes."""
THRESHOLD = "mechanisms-above-threshold-noise"


def test_the_shares_of_all_that_is_sampled_come_to_what_is_allowed() -> None:
    stated = {each.id: getattr(each.experiment, "alpha", None) for each in by_id().values()}
    shares = {name: read_number(alpha) for name, alpha in stated.items() if alpha is not None}
    assert len(shares) == 50
    demand_shares(shares)


def test_a_small_right_filter_passes_every_game() -> None:
    assert list(failed_by(experiments(filters)[:6], Plain)) == []


def test_one_wrong_target_a_family_is_failed() -> None:
    chosen = by_id()["filter-game-chosen-by-answers"].experiment
    assert chosen is not None
    found = find(chosen, filters.OptimalCompositionOfTheList())
    assert (found.kept, found.cost) == (False, "privacy")
    assert found.expected == "no attacker needs more than delta = 3/8 at e_eps = 3/2"
    assert found.reported.startswith("delta = 89/216 (~0.412), by: launch (e_eps 2, delta 0) (after 0: launch (e_eps 3")
    assert next(failed_by(experiments(noise), noise.OneSided)) == "noise-laplace-coarse"
    assert list(failed_by([by_id()[THRESHOLD]], mechanisms.NoThresholdNoise)) == [THRESHOLD]


def test_free_failures_are_found() -> None:
    assert list(failed_by([by_id()["filter-game-failing"]], filters.FailuresAreFree)) == ["filter-game-failing"]


class Mute(Plain):
    """A right filter whose mechanisms do not answer."""

    def ask(self, on: str, query: object) -> dict[str, Any]:
        return {"answer": "nothing in particular"}


def test_a_filter_whose_mechanisms_do_not_answer_is_failed() -> None:
    experiment = by_id()["filter-game-just-over"].experiment
    assert experiment is not None
    found = find(experiment, Mute())
    assert (found.kept, found.cost) == (False, "robustness")
    assert found.reported == "ask: {'answer': 'nothing in particular'}, and not '0'"


def test_a_draw_that_is_repeated_is_found() -> None:
    assert list(failed_by([by_id()["noise-laplace-pairs"]], noise.RepeatsEachDraw)) == ["noise-laplace-pairs"]


def test_what_a_call_repeats_is_found_at_its_distance() -> None:
    chosen = [by_id()["noise-laplace-distances"]]
    assert [list(failed_by(chosen, each)) for each in (noise.HalfTwice, noise.TwoTwice, Reference)] == [
        ["noise-laplace-distances"],
        ["noise-laplace-distances"],
        [],
    ]


class AllAtOnce(Reference):
    """It gives twice as many values as it is asked for, every second time, and none the other time."""

    calls = 0

    def draw(self, law: Any, count: int, tape: Any) -> dict[str, Any]:
        self.calls += 1
        return super().draw(law, 2 * count, tape) if self.calls % 2 else {"values": []}


@pytest.mark.parametrize("of", ["calls", "processes"])
def test_each_call_gives_as_many_values_as_it_is_asked_for(of: str) -> None:
    experiment = by_id()[f"noise-geometric-{of}"].experiment
    assert experiment is not None
    found = find(experiment, AllAtOnce())
    assert not found.kept
    assert found.reported.endswith(f"values instead of {500 if of == 'processes' else 100}")


class SharesNoise(Reference):
    """Every second response, and every second number with noise, is the one before, and answers as it did."""

    def __init__(self) -> None:
        """Begin without mechanisms."""
        super().__init__()
        self._waiting: dict[tuple[str, str], str] = {}
        self._answers: dict[tuple[str, str], dict[str, Any]] = {}
        self._shared: set[str] = set()

    def launch(self, on: str, mechanism: Any) -> dict[str, Any]:
        """One, twice."""
        same = (on, mechanism.model_dump_json())
        if same in self._waiting:
            return {"handle": self._waiting.pop(same)}
        launched = super().launch(on, mechanism)
        if mechanism.kind in ("randomised_response", "two_sided_geometric"):
            self._waiting[same] = launched["handle"]
            self._shared.add(launched["handle"])
        return launched

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        """The same answer to the same query."""
        if on not in self._shared:
            return super().ask(on, query)
        same = (on, str(query))
        if same not in self._answers:
            self._answers[same] = super().ask(on, query)
        return self._answers[same]


@pytest.mark.parametrize("kind", ["two-sided-geometric", "randomised-response"])
def test_noise_that_mechanisms_of_a_session_share_is_found(kind: str) -> None:
    chosen = [by_id()[f"mechanisms-{kind}-side-by-side"]]
    assert list(failed_by(chosen, SharesNoise)) == [f"mechanisms-{kind}-side-by-side"]
    assert list(failed_by(chosen, Reference)) == []


def test_noise_that_a_copied_process_repeats_is_found() -> None:
    forked = [by_id()["mechanisms-forked-1-2"]]
    assert list(failed_by(forked, mechanisms.RepeatsAfterFork)) == ["mechanisms-forked-1-2"]
    assert list(failed_by(forked, mechanisms._DrawsAnewAfterFork)) == []
    assert forked[0].experiment is not None
    assert find(forked[0].experiment, Reference()).reported == "nothing is launched in the copy: refused"


def test_by_tapes_a_hundredth_is_found_and_an_open_law_is_no_law() -> None:
    experiment = by_id()["noise-tapes-discrete-laplace-1"].experiment
    assert experiment is not None
    right, wrong, open_ = (
        find(experiment, target()) for target in (Reference, noise.HundredthMoreByTapes, noise.WordsTooLong)
    )
    assert right.kept
    assert right.reported == "the law, but for a chance of 0.000336, by 593 tapes"
    assert (wrong.kept, wrong.cost) == (False, "privacy")
    assert wrong.reported == "< -3 has a chance from 0.0137787 to 0.0141144, by 593 tapes, and not 0.0133898"
    assert (open_.kept, open_.cost) == (False, "robustness")
    assert open_.reported == "a chance of 1 is left open: draw below small bounds"


def test_the_reference_passes_one_vector_of_each_kind() -> None:
    quick = [by_id()[name] for name in ("filter-game-by-answers", "noise-laplace-coarse", "noise-laplace-pairs")]
    assert list(failed_by(quick, Reference)) == []


def test_a_target_that_has_no_such_law_is_not_failed() -> None:
    experiment = by_id()["mechanisms-response-coarse"].experiment
    assert experiment is not None
    with pytest.raises(Unplayable, match="launch is unsupported: mechanism: sparse"):
        find(experiment.model_copy(update={"mechanism": {"kind": "sparse"}}), Reference())


@pytest.mark.full
@pytest.mark.parametrize("module", BUILDERS, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_wrong_target_is_failed(module: ModuleType) -> None:
    """By three of the vectors that name it, or more; nothing fails the reference."""
    vectors, kills = experiments(module), json.loads(KILLS.read_text(encoding="utf-8"))
    assert list(failed_by(vectors, Reference)) == []
    for name, target in wrong_targets(module).items():
        if name not in IN_STEPS:
            named = [vector for vector in vectors if name_of(f"{module.__name__}:{name}") in kills[vector.id]]
            assert len(list(failed_by(named, target))) >= OFTEN, name
