"""Mechanism files that tests ask about."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from concomp.about.file import about_file
from concomp.about.spoken import About
from concomp.model.registry.registry import load
from concomp.obligations.solvers.worker import Worker
from tests.pages import ROOT

EXAMPLES = ROOT / "examples"


def about_example(name: str, worker: Worker) -> About:
    """What is said of an example."""
    return about_file(str(EXAMPLES / f"{name}.json"), load(), worker)


def changed(name: str, folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """An example with a change."""
    contents = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    change(contents)
    file = folder / f"{name}.json"
    file.write_text(json.dumps(contents), encoding="utf-8")
    return file


def too_little(about: About) -> list[str]:
    """The statements that are opened and guarantee less than is lost exactly, as far as they name short numbers."""
    named = re.compile(r"δ [=≤] ([\d/.]+)[^;]*is guaranteed, ([\d/.]+)[^;]* is exact")
    found = [(each.statement, named.findall(each.words)) for each in about.spoken if each.verdict == "opened"]
    return [key for key, pairs in found for bound, exact in pairs if Fraction(bound) < Fraction(exact)]
