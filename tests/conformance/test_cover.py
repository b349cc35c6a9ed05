"""A cover fails every wrong target as often as it can be failed, by few vectors; every target is failed by three."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from concomp.conformance.vectors.catalogue import KILLS
from concomp.conformance.vectors.stock import load
from tests.conformance.cover import cover
from tests.conformance.kills import OFTEN, name_of, wrong_targets

MATRIX = {"a": ["x", "y"], "b": ["y", "z"], "c": ["z"], "d": ["x", "y", "z"]}


def kills() -> dict[str, list[str]]:
    """The kill matrix."""
    found: dict[str, list[str]] = json.loads(KILLS.read_text(encoding="utf-8"))
    return found


def demand_failed(matrix: dict[str, list[str]], targets: list[str]) -> None:
    """Each of the targets is failed by three vectors of the suite."""
    there = {vector.id for vector in load()}
    failed = Counter(target for vector, each in matrix.items() if vector in there for target in each)
    assert [target for target in targets if failed[target] < OFTEN] == []


def test_the_largest_is_chosen_first() -> None:
    assert cover(MATRIX, 1) == ["d"]
    assert cover(MATRIX, 2) == ["d", "a", "b"]
    assert sorted(cover(MATRIX, 9)) == ["a", "b", "c", "d"]
    assert cover({}, 3) == []


def test_a_cover_of_the_kill_matrix_fails_every_wrong_target() -> None:
    matrix = kills()
    times = Counter(target for vector in cover(matrix, OFTEN) for target in matrix[vector])
    assert all(times[name_of(target)] >= OFTEN for target in wrong_targets())
    assert {target for vector in cover(matrix, 1) for target in matrix[vector]} == set(times)


def test_every_wrong_target_is_failed_by_three_vectors() -> None:
    targets = [name_of(target) for target in wrong_targets()]
    assert len(targets) >= 45
    demand_failed(kills(), targets)


def test_every_vector_fails_a_wrong_target() -> None:
    """What fails none has not been shown to be of use."""
    assert {vector.id for vector in load()} == set(kills())


def test_a_wrong_target_that_two_vectors_fail_is_noticed() -> None:
    matrix, [target, *_] = kills(), [name_of(each) for each in wrong_targets()]
    failing = [vector for vector, each in matrix.items() if target in each]
    few = {vector: [] if vector in failing[2:] else each for vector, each in matrix.items()}
    with pytest.raises(AssertionError, match=target):
        demand_failed(few, [target])
