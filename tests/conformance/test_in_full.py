"""What the whole suite is held to: its time on two cores, and that wrong targets are failed in every run of three."""

from __future__ import annotations

import json
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter

import pytest

from concomp.conformance.runner.running import run
from concomp.conformance.vectors.catalogue import BUILDERS, KILLS
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from tests.conformance.kills import DETERMINISTIC, OFTEN, SERVING, failed, name_of, run_target, wrong_targets

CORES, RUNS = 2, 3
MOST = 6
"""How many of the vectors that fail a wrong target are put to it in each run."""


def processor() -> float:
    """The seconds of the processor so far, of this process and of what it has waited for."""
    return sum(each.ru_utime + each.ru_stime for each in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def quickest(target: str) -> list[Vector]:
    """Of the vectors that fail a wrong target some that take least."""
    kills = json.loads(KILLS.read_text(encoding="utf-8"))
    named = [each for each in load() if name_of(target) in kills.get(each.id, ())]
    return sorted(named, key=lambda each: (each.experiment is not None, getattr(each.experiment, "games", 0)))[:MOST]


@pytest.mark.full
@pytest.mark.parametrize(("families", "seconds"), [(DETERMINISTIC, 20), (tuple(BUILDERS), 120)])
def test_the_reference_conforms_in_time(families: tuple[str, ...], seconds: int) -> None:
    """`pytest -m full -rP` prints the figures. The machine may be shared, so it is processor time that counts."""
    vectors = [each for each in load() if each.family in families]
    before, clock = processor(), perf_counter()
    found = run([sys.executable, "-m", SERVING, "concomp"], vectors, jobs=CORES)
    taken = processor() - before
    print(f"{len(found.executed)} vectors: {perf_counter() - clock:.1f} s, {taken:.1f} s of the processor")
    assert failed(found) == []
    assert len(found.executed) == len([each for each in vectors if each.is_for(tuple(found.identity.claims))])
    assert taken < CORES * seconds


@pytest.mark.full
@pytest.mark.parametrize("target", [*wrong_targets()])
def test_a_wrong_target_is_failed_in_three_runs_of_three(target: str) -> None:
    vectors = quickest(target)
    assert len(vectors) >= OFTEN
    assert all(failed(run_target(target, vectors)) for _ in range(RUNS))
