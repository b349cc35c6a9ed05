"""The static vectors, read without concomp: adapters/vectors.js has the verdicts of the runner, and checks hashes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from concomp.conformance.runner.running import run
from concomp.conformance.vectors.stock import DATA, load
from concomp.conformance.vectors.vector import Vector

ROOT = Path(__file__).resolve().parents[2]
READER = ROOT / "adapters" / "vectors.js"
BY_CONCOMP = [sys.executable, "-m", "concomp.conformance.targets"]
TARGETS = {
    "an adapter in JavaScript": (["node", str(ROOT / "adapters" / "example.js")], {"passed"}),
    "a wrong composition": ([*BY_CONCOMP, "tests.conformance.wrong.composition:RoundedDown"], {"passed", "failed"}),
}

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is needed")


def read(data: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
    """What the reader comes to with these data and this target."""
    line = ["node", str(READER), str(data), *command]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def is_static(vector: Vector) -> bool:
    return bool(vector.steps) and all(step.expect.is_ != "covers" for step in vector.steps)


@pytest.mark.parametrize("name", TARGETS)
def test_its_verdicts_are_those_of_the_runner(name: str) -> None:
    command, verdicts = TARGETS[name]
    ran = read(DATA, command)
    assert (ran.returncode, ran.stderr) == (0, "")
    found = dict(line.split(": ") for line in ran.stdout.splitlines())
    ours = run(command, [each for each in load() if is_static(each)]).executed
    expected = {each.vector.id: f"failed at step {each.step}" if each.step else "passed" for each in ours}
    assert found == expected
    assert {verdict.split()[0] for verdict in found.values()} == verdicts
    assert len(found) > 30


def test_it_notices_another_file(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    with (tmp_path / "data" / "vectors" / "composition.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    ran = read(tmp_path / "data", ["node", str(ROOT / "adapters" / "example.js")])
    assert ran.returncode != 0
    assert "composition: another file" in ran.stderr


def test_it_is_short_and_brings_in_nothing() -> None:
    text = READER.read_text("utf-8")
    assert len(text.splitlines()) <= 60
    assert text.count("require") == 1
