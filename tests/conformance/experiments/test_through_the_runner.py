"""Experiments put to processes, over the protocol, by the runner itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import pytest

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import run
from concomp.conformance.vectors.vector import Vector
from tests.conformance.experiments.built import by_id


def outcomes(target: str, *names: str) -> Iterator[Outcome]:
    """What comes of vectors, by their names, of a target in a process of its own."""
    yield from outcomes_of(target, [by_id()[name] for name in names])


def outcomes_of(target: str, vectors: Iterable[Vector]) -> Iterator[Outcome]:
    """What comes of vectors."""
    command = [sys.executable, "-m", "concomp.conformance.targets", target]
    yield from run(command, list(vectors)).outcomes


def test_a_wrong_filter_is_failed_at_its_cost() -> None:
    target = "tests.conformance.wrong.filters:OptimalCompositionOfTheList"
    names = ("filter-game-chosen-by-answers", "filter-game-two-losses", "noise-laplace-coarse")
    failed, passed, absent = outcomes(target, *names)
    assert (failed.verdict, failed.cost, failed.breaks) == ("failed", "privacy", True)
    assert failed.reported.startswith("delta = 89/216")
    assert passed.verdict == "passed"
    assert absent.verdict == "not claimed"


def test_concomp_passes() -> None:
    vector = by_id()["mechanisms-response-coarse"]
    experiment = vector.experiment
    assert experiment is not None
    few = vector.model_copy(update={"experiment": experiment.model_copy(update={"games": 20})})
    names = ("filter-game-failing", "noise-geometric-pairs", "mechanisms-sparse-vector-halts-after-2")
    chosen = [few, *(by_id()[name] for name in names)]
    assert [each.verdict for each in outcomes_of("concomp", chosen)] == ["passed"] * 4


def test_noise_that_is_the_same_in_each_process_is_found() -> None:
    name = "noise-laplace-processes"
    [failed] = outcomes("tests.conformance.wrong.noise:SameInEachProcess", name)
    assert (failed.verdict, failed.cost) == ("failed", "privacy")
    [passed] = outcomes("concomp", name)
    assert passed.verdict == "passed"


def test_a_sparse_vector_that_goes_on_is_failed() -> None:
    target = "tests.conformance.wrong.mechanisms:FreshBudgetAfterTop"
    [failed] = outcomes(target, "mechanisms-sparse-vector-halts-after-1")
    assert (failed.verdict, failed.cost, failed.step) == ("failed", "privacy", 4)


@pytest.mark.full
def test_concomp_passes_every_experiment() -> None:
    assert {each.verdict for each in outcomes_of("concomp", by_id().values())} == {"passed"}


def test_a_vector_has_steps_or_an_experiment() -> None:
    vector = by_id()["noise-laplace"]
    fields = vector.model_dump(mode="json", by_alias=True)
    assert Vector.model_validate(fields) == vector
    for wrong in ({**fields, "experiment": None}, {**fields, "steps": [{"send": "x", "expect": {"is": "anything"}}]}):
        with pytest.raises(ValueError, match='give "steps" or an "experiment"'):
            Vector.model_validate(wrong)
