"""The plugin of pytest: an item a vector, no solver, and nothing at all unless it is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TARGET = """\
class Cheap:
    name, version, claims = "cheap", "0", [{"claim": "composition", "measure": "approximate", "grade": "upper"}]

    def compose(self, measure, losses, at):
        return {"epsilon": losses[0].epsilon_between[1]}
"""
LISTING = """\
import sys

def pytest_unconfigure():
    print("LOADED", *sys.modules)
"""
ONE, TWO, UNCLAIMED = "composition-one-count", "composition-two-pure-count", "filter-pure-sum"
KNOWN = (
    f'[[known]]\nid = "{TWO}"\nreason = "counts the first only"\nissue = "#1"\ncost = "privacy"\nexpires = 2999-01-01\n'
)
CHOSEN = ("-k", f"{ONE} or {TWO} or {UNCLAIMED}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Somebody's project, with a target and nothing to test it by."""
    (tmp_path / "cheap.py").write_text(TARGET, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(LISTING, encoding="utf-8")
    (tmp_path / "known.toml").write_text(KNOWN, encoding="utf-8")
    return tmp_path


def run(folder: Path, *options: str) -> tuple[int, str]:
    """What pytest, called there, ends with, and what it prints."""
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *options]
    wide = os.environ | {"COLUMNS": "200"}
    ran = subprocess.run(command, cwd=folder, env=wide, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout


def loaded(printed: str) -> set[str]:
    """The modules that were brought in."""
    return set(printed.rsplit("LOADED", 1)[1].split())


def test_each_vector_is_an_item(folder: Path) -> None:
    status, printed = run(folder, "--concomp-target", "cheap.py:Cheap", *CHOSEN)
    assert status == 1, printed
    assert f"PASSED concomp::{ONE}\n" in printed
    assert f"FAILED concomp::{TWO} - {TWO}: failed (privacy) at step 1 of 1\n" in printed
    assert re.search(r"^SKIPPED \[\d+\] concomp: not claimed$", printed, re.MULTILINE)
    assert "expected  epsilon >= ~1.79" in printed
    assert f"replay    concomp conform cheap.py:Cheap --id {TWO}\n" in printed
    assert loaded(printed).isdisjoint({"z3", "cvc5", "click", "concomp.obligations"})


@pytest.mark.full
def test_what_is_known_is_expected_to_fail(folder: Path) -> None:
    adapter = f"{sys.executable} -m concomp.conformance.targets cheap.py:Cheap"
    status, printed = run(folder, "--concomp-adapter", adapter, "--concomp-known", "known.toml", *CHOSEN)
    assert status == 0, printed
    assert f"XFAIL concomp::{TWO} - counts the first only\n" in printed


@pytest.mark.full
def test_what_cannot_be_tested_is_an_error(folder: Path) -> None:
    status, printed = run(folder, "--concomp-target", "cheap.py:None")
    assert status == 2
    assert "TARGET: cheap.py has no class None: name one that it has" in printed


def test_nothing_is_brought_in_unless_it_is_asked_for(folder: Path) -> None:
    status, printed = run(folder)
    assert status == 5
    ours = {name for name in loaded(printed) if name.startswith("concomp.conformance")}
    assert ours == {"concomp.conformance", "concomp.conformance.pytest_plugin"}
    assert loaded(printed).isdisjoint({"pydantic", "flint", "numpy"})
