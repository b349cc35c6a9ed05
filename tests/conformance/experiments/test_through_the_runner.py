"""Experiments put to processes, over the protocol, by the runner itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import run
from concomp.conformance.vectors.families import filter_games, mechanisms, noise
from concomp.conformance.vectors.vector import Vector

VECTORS = {vector.id: vector for family in (filter_games, mechanisms, noise) for vector in family.build()}


def outcomes(target: str, *names: str) -> Iterator[Outcome]:
    """What comes of vectors, of a target in a process of its own."""
    command = [sys.executable, "-m", "concomp.conformance.targets", target]
    yield from run(command, [VECTORS[name] for name in names]).outcomes


def test_a_wrong_filter_is_failed_at_its_cost() -> None:
    target = "tests.conformance.wrong.filters:OptimalCompositionOfTheList"
    names = ("filter-game-chosen-by-answers", "filter-game-two-losses", "noise-laplace-coarse")
    failed, passed, absent = outcomes(target, *names)
    assert (failed.verdict, failed.cost, failed.breaks) == ("failed", "privacy", True)
    assert failed.reported.startswith("delta = 89/216")
    assert passed.verdict == "passed"
    assert absent.verdict == "not claimed"


def test_concomp_passes() -> None:
    vector = VECTORS["mechanisms-response-coarse"]
    experiment = vector.experiment
    assert experiment is not None
    VECTORS["few"] = vector.model_copy(update={"experiment": experiment.model_copy(update={"games": 20})})
    names = ("filter-game-failing", "noise-geometric-pairs", "few", "mechanisms-sparse-vector-halts-after-2")
    assert [each.verdict for each in outcomes("concomp", *names)] == ["passed"] * 4


def test_a_sparse_vector_that_goes_on_is_failed() -> None:
    target = "tests.conformance.wrong.mechanisms:FreshBudgetAfterTop"
    [failed] = outcomes(target, "mechanisms-sparse-vector-halts-after-1")
    assert (failed.verdict, failed.cost, failed.step) == ("failed", "privacy", 4)


@pytest.mark.full
def test_concomp_passes_every_experiment() -> None:
    assert {each.verdict for each in outcomes("concomp", *VECTORS)} == {"passed"}


def test_a_vector_has_steps_or_an_experiment() -> None:
    fields = VECTORS["noise-laplace"].model_dump(mode="json", by_alias=True)
    assert Vector.model_validate(fields) == VECTORS["noise-laplace"]
    for wrong in ({**fields, "experiment": None}, {**fields, "steps": [{"send": "x", "expect": {"is": "anything"}}]}):
        with pytest.raises(ValueError, match='give "steps" or an "experiment"'):
            Vector.model_validate(wrong)
