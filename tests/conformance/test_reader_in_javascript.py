"""The static vectors, read without concomp: adapters/vectors.js has the verdicts of the runner, and checks hashes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import run
from concomp.conformance.runner.what_was_granted import Granting
from concomp.conformance.vectors.stock import DATA, load
from concomp.conformance.vectors.vector import Vector

ROOT = Path(__file__).resolve().parents[2]
READER = ROOT / "adapters" / "vectors.js"
JUDGEMENT = ROOT / "adapters" / "judgement.js"


def wrong(name: str) -> list[str]:
    """What starts a wrong target."""
    return [sys.executable, "-m", "concomp.conformance.targets", f"tests.conformance.wrong.{name}"]


QUICK = {
    "an adapter in JavaScript": (["node", str(ROOT / "adapters" / "example.js")], {"passed"}),
    "a filter that refuses the first launch": (wrong("sums:WarmsUp"), {"passed", "utility", "privacy"}),
}
MORE = {
    "a wrong composition": (wrong("composition:RoundedDown"), {"passed", "rounding"}),
    "a composition that is claimed alone": (wrong("composition:Unsupporting"), {"unsupported"}),
    "a filter that charges by data": (wrong("sums:ChargesByData"), {"passed", "privacy"}),
    "closed mechanisms that answer": (wrong("sessions:ClosedAnswers"), {"passed", "privacy"}),
    "signs that are dropped": (wrong("sessions:SignsDropped"), {"passed", "robustness", "privacy"}),
    "a verifier that refuses all": (wrong("verifiers:RefusesAll"), {"passed", "utility"}),
}
"""Targets, and what the verdicts on them are, or cost."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is needed")


def read(data: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    """What the reader comes to with these data and this target."""
    line = ["node", str(READER), str(data), *command]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def is_static(vector: Vector) -> bool:
    return bool(vector.steps) and all(step.expect.is_ != "covers" for step in vector.steps)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.full) for name in MORE)])
def test_its_verdicts_are_those_of_the_runner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what the runner computes anew, where less was granted than expected."""
    command, verdicts = {**QUICK, **MORE}[name]
    monkeypatch.setattr(Granting, "_must_be_refused", lambda self, session, number: False)
    ran = read(DATA, command)
    assert (ran.returncode, ran.stderr) == (0, "")
    found = dict(line.split(": ") for line in ran.stdout.splitlines())
    ours = run(command, [each for each in load() if is_static(each)]).executed
    assert found == {each.vector.id: in_words(each) for each in ours}
    assert {each.cost or each.verdict for each in ours} == verdicts
    assert len(found) > 30


def in_words(outcome: Outcome) -> str:
    """An outcome as the reader tells it."""
    return f"failed ({outcome.cost or outcome.verdict}) at step {outcome.step}" if outcome.step else outcome.verdict


def test_it_notices_another_file(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    with (tmp_path / "data" / "vectors" / "composition.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    ran = read(tmp_path / "data", ["node", str(ROOT / "adapters" / "example.js")])
    assert ran.returncode != 0
    assert "composition: another file" in ran.stderr


def test_it_is_short_and_brings_in_nothing() -> None:
    for file in (READER, JUDGEMENT):
        text = file.read_text("utf-8")
        assert len(text.splitlines()) <= 60
        assert text.count("require") == 1
