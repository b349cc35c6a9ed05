"""How `concomp verify` is asked in tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from concomp.cli import main

ROOT = Path(__file__).resolve().parents[3]
SURVEY = str(ROOT / "examples/verification/survey.py")
AGAIN = str(ROOT / "examples/verification/survey_again.py")
IMPORTS = "from concomp.model import Bool, Int, Monitor, Real, parameter, register, require, when\n"
LIMITED = (
    IMPORTS
    + """
class AtMostK(Monitor):
    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            self.count += 1
            require(self.count <= self.k)


class OffByOne(Monitor):
    k = parameter(Int, where=lambda k: k >= 0)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(self.count <= self.k)
            self.count += 1


class Sized(Monitor):
    def __init__(self, width: int, **given: object) -> None:
        super().__init__(**given)
        self.width = width
        self.used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left - right <= self.width) & ~self.used)
        self.used = left != right


two = AtMostK(k=2)
"""
)


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments])


def data(*arguments: str) -> dict[str, Any]:
    """The function of a report for machines."""
    ran = verify(*arguments, "--json")
    found = json.loads(ran.stdout)
    assert found["schema"] == "concomp.verify/1"
    [function] = found["functions"]
    assert isinstance(function, dict)
    return function


def words(function: dict[str, Any]) -> dict[str, str]:
    return {each["property"]: each["verdict"] for each in function["properties"]}


def written(folder: Path, text: str) -> str:
    file = folder / "written.py"
    file.write_text(text, encoding="utf-8")
    return str(file)
