"""Limits of time and memory: what is left when one is hit, and whose limit it is."""

from __future__ import annotations

import json
import resource
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.cli.audits import limits
from concomp.cli.children import apart
from concomp.cli.children.apart import Job, Rounds, with_own_code
from concomp.cli.errors import Undecided
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import read_file
from concomp.obligations.processes.child import start_copy, tell

EXAMPLES = Path(__file__).parents[3] / "examples"
GIB = 2**30


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact answers that are still sought when the time is up."""
    monkeypatch.setattr(limits, "answer_exactly", lambda *arguments: time.sleep(60))


@pytest.mark.usefixtures("never")
def test_the_best_bounds_so_far_are_left_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COARSE", (50_000, 100_000))
    file = EXAMPLES / "two_continual.json"
    result = run(str(file), "--e-eps", "2", "--time", "2.5", "--json")
    assert result.exit_code == 3
    assert result.stderr == "concomp: no answer in 2.5 s: lower the horizon, or ask for --bounds\n"
    [left] = json.loads(result.stdout)["results"]
    exact = max(Audit(of_document(read_file(file))).deltas(Fraction(2)))
    assert Fraction(left["delta_low"]) <= exact <= Fraction(left["delta_high"]) < 1


def test_they_are_left_as_well_where_it_takes_too_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise Undecided("it takes more than 3 steps")

    monkeypatch.setattr(limits, "answer_exactly", refuse)
    result = run(str(EXAMPLES / "two_continual.json"), "--e-eps", "2", "--time", "60", "--json")
    assert (result.exit_code, result.stderr) == (3, "concomp: it takes more than 3 steps\n")
    [left] = json.loads(result.stdout)["results"]
    assert Fraction(left["delta_low"]) <= Fraction(left["delta_high"]) < 1


@pytest.mark.parametrize(
    ("memory", "shown"), [(int(1e-4 * GIB), "0.0001"), (4 * GIB, "4"), (int(5.86 * GIB), "5.9"), (128 * GIB, "128")]
)
def test_memory_is_shown_to_two_digits_and_never_as_a_power(memory: int, shown: str) -> None:
    assert apart._gib(memory) == shown


def test_whoever_asked_for_bounds_is_not_told_to_ask_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FINER", ())
    monkeypatch.setattr(limits, "answer_by_bounds", lambda *arguments: time.sleep(60))
    result = run(str(EXAMPLES / "rr.json"), "--e-eps", "2", "--bounds", "--time", "0.5")
    assert (result.exit_code, result.stderr) == (
        3,
        "concomp: no answer in 0.5 s: lower the horizon, or allow more by --time and --memory\n",
    )


@pytest.mark.usefixtures("never")
def test_what_is_known_at_once_is_left_when_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COARSE", ())
    result = run(str(EXAMPLES / "rr.json"), "--target", "E=2,delta=1/2", "--time", "0.5")
    assert (result.exit_code, result.stdout.splitlines()[1]) == (3, "At E = 2: delta from 0 to 1 (gap 1)")


@pytest.mark.skipif(sys.platform != "linux", reason="not every system lets a process limit itself")
def test_the_best_bounds_so_far_are_left_when_memory_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "answer_exactly", lambda *arguments: bytearray(8 * GIB))
    result = run(str(EXAMPLES / "rr.json"), "--e-eps", "2", "--memory", "4")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[1].startswith("At E = 2: delta from ~0.325000 to ~0.325000 (gap ")
    assert result.stderr.startswith("concomp: more memory than 4 GiB is needed: lower the horizon, ")


def own_limit() -> int:
    return resource.getrlimit(resource.RLIMIT_AS)[0]


@pytest.mark.skipif(sys.platform != "linux", reason="not every system lets a process limit itself")
def test_a_limit_of_ones_own_is_never_raised() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    for asked in (None, 64 * GIB):
        try:
            resource.setrlimit(resource.RLIMIT_AS, (3 * GIB, before[1]))
            assert with_own_code(Job("looking", memory=asked), own_limit) == 3 * GIB
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
    assert with_own_code(Job("looking", memory=2 * GIB), own_limit) == 2 * GIB


def audit_in_rounds() -> Any:
    return Audit(of_document(read_file(EXAMPLES / "tree_counters.json"))).curve.floor


def test_the_rounds_that_are_done_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "OFTEN", 0.0)
    told: list[Any] = []
    with start_copy() as child:
        child.hear = told.append
        child.call(60, apart._perform, audit_in_rounds, (), {})
    assert [each.done for each in told] == sorted({each.done for each in told})
    assert told[-1] == Rounds(16, 16)


def chatter() -> str:
    tell("one")
    tell("two")
    return "answer"


def test_what_a_child_tells_is_heard_before_its_answer() -> None:
    heard: list[object] = []
    assert with_own_code(Job("talking", hear=heard.append), chatter) == "answer"
    assert heard == ["one", "two"]


@pytest.mark.parametrize(
    ("option", "value", "remedy"),
    [
        ("--time", "0", "give a positive number, at most 1000000"),
        ("--time", "-3", "give a positive number, at most 1000000"),
        ("--time", "1e9", "give a positive number, at most 1000000"),
        ("--memory", "nan", "write a decimal, like 30 or 0.5"),
        ("--memory", "lots", "write a decimal, like 30 or 0.5"),
    ],
)
def test_a_limit_that_is_none_is_refused(option: str, value: str, remedy: str) -> None:
    result = run(str(EXAMPLES / "rr.json"), option, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert remedy in result.stderr
    assert result.stderr.startswith(f"concomp: {option}: ")
