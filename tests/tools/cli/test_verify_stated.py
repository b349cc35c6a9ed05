"""What comes of stated invariants is printed, for people and for machines; what cannot be stated ends with 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concomp.obligations.verify.proving.stating.moments import NOT_KEPT
from tests.obligations.verify import stating
from tests.tools.cli.verifying import verify

FILE = stating.__file__
ASKED = ("--property", "first-pair consistent")
BASE = """
from concomp.model import Int, Monitor, register, require


class Counted(Monitor):
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)
        self.count = self.count + 1

"""


def test_each_line_that_fails_is_printed_with_where() -> None:
    found = verify(f"{FILE}:PartlyWrong", *ASKED)
    text = " ".join(found.output.split())
    assert found.exit_code == 0
    assert "of 4 stated conditions 2 hold throughout, 1 do not hold, 1 could not be shown" in text
    kept = "is not kept from a state that the other lines allow: where number = 2, triangle = 3, a step"
    assert f"require(self.triangle <= 5) {kept}" in text
    assert "require(self.number >= 1) fails at the start: number = 0" in text


def test_machines_are_told_of_every_line() -> None:
    [function] = json.loads(verify(f"{FILE}:PartlyWrong", *ASKED, "--json").output)["functions"]
    [verdict] = function["properties"]
    assert [line["outcome"] for line in verdict["stated"]] == [
        NOT_KEPT,
        "is kept",
        "fails at the start",
        "is kept",
    ]
    assert verdict["stated"][2]["shown"] == "number = 0"
    assert verdict["obstacle"] == ""


def test_what_is_left_open_is_printed() -> None:
    found = verify(f"{FILE}:TooLittle", *ASKED, "--time", "10")
    assert found.exit_code == 3
    said = "left open by what was found to hold as long as the property has not failed: where number = 0"
    assert said in " ".join(found.output.split())


def test_a_proof_by_what_is_stated_is_rechecked_without_it(tmp_path: Path) -> None:
    assert verify(f"{FILE}:Triangles", *ASKED, "--certificate", str(tmp_path)).exit_code == 0
    assert verify(f"{FILE}:Triangles", *ASKED, "--recheck", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("def invariant(self) -> None:\n        require(self.cuont >= 0)", "did you mean 'count'"),
        ("def invariant(self, left: Int) -> None:\n        require(self.count <= left)", "takes 'left'"),
        ("def invariant(self) -> bool:\n        return self.count >= 0", "state each conjunct by `require(condition)`"),
    ],
)
def test_what_cannot_be_stated_is_refused_in_one_line(tmp_path: Path, lines: str, said: str) -> None:
    file = tmp_path / "counted.py"
    file.write_text(f"{BASE}    {lines}\n", encoding="utf-8")
    found = verify(str(file), *ASKED)
    assert found.exit_code == 2
    assert said in found.output
    assert len(found.output.splitlines()) == 1
