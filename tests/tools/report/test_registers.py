"""The table of registers says by which line each is tainted, and whether two copies differ in it."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.model.language.taint_of_lines import taintings
from concomp.obligations.verify.registers import RegisterTaint
from concomp.obligations.verify.verdicts import Verdict
from concomp.report.layout import lines_of
from concomp.report.registers import register_data, register_table
from tests.obligations.verify.test_registers import Choice

UNTAINTED: dict[str, Any] = {
    "name": "answer",
    "tainted": False,
    "place": None,
    "sources": [],
    "by_condition": False,
    "copies": "same",
    "messages": None,
}


def tainted(name: str, **more: Any) -> Any:
    return {**UNTAINTED, "name": name, "tainted": True, "place": "file.py:7", "sources": ["x", "y"], **more}


def test_each_register_has_a_row() -> None:
    registers: Any = [
        UNTAINTED,
        tainted("sum", copies="differ", messages=2),
        tainted("flag", by_condition=True, copies="differ", messages=1),
        tainted("guess"),
        tainted("slow", copies="unknown"),
    ]
    assert [" ".join(line.split()) for line in lines_of(register_table(registers))] == [
        "",
        "register tainted two copies",
        "answer no never differ",
        "sum file.py:7, by x and y differ after 2 messages",
        "flag file.py:7, under a condition on x and y differ after 1 message",
        "guess file.py:7, by x and y never differ",
        "slow file.py:7, by x and y not decided",
    ]


@pytest.mark.parametrize(("alike", "copies"), [(True, "same"), (False, "unknown")])
def test_copies_that_may_part_are_not_said_to_hold_the_same(alike: bool, copies: str) -> None:
    tainting = taintings(Choice())["choice"]
    for taint in (RegisterTaint("x"), RegisterTaint("choice", tainting, Verdict("untainted", "proved", "", 0.0))):
        assert register_data(taint, alike)["copies"] == copies


def test_a_verification_function_has_no_table() -> None:
    assert register_table([]) == []
