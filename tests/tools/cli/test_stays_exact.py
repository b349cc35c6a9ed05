"""What an audit answered exactly when it first had bounds, it answers exactly: without --bounds, and with it."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import pytest

from concomp.cli.audits.bounds import answer_by_bounds
from concomp.cli.audits.exact import answer_exactly
from concomp.cli.audits.questions import Questions
from concomp.door.mechanisms import subject
from concomp.report.layout import lines_of

ASKED = Questions(e_eps=(F(3, 2),), delta=F(1, 100))


def continual(rows: dict[str, Any], horizon: int, verification: str) -> dict[str, Any]:
    """A continual mechanism of which each row lists (chance, next state, answer)."""
    return {
        "type": "cm",
        "states": sorted({key[0] for key in rows}),
        "messages": ["0", "1"],
        "answers": ["0", "1"],
        "init": min(key[0] for key in rows),
        "kernel": rows,
        "horizon": horizon,
        "verification": {"kind": verification},
    }


def response(horizon: int, verification: str = "event level") -> dict[str, Any]:
    """A randomised response with odds 2:1."""
    rows = {f"a|{bit}": [["2/3", "a", bit], ["1/3", "a", other]] for bit, other in (("0", "1"), ("1", "0"))}
    return continual(rows, horizon, verification)


def hidden(horizon: int, verification: str = "any") -> dict[str, Any]:
    """A mechanism whose answers depend on a state that is not shown."""
    rows = {
        "a|0": [["1/2", "b", "0"], ["1/2", "c", "0"]],
        "a|1": [["1/3", "b", "0"], ["2/3", "c", "0"]],
        "b|0": [["3/4", "b", "0"], ["1/4", "c", "1"]],
        "b|1": [["1/4", "a", "0"], ["3/4", "c", "1"]],
        "c|0": [["2/5", "c", "0"], ["3/5", "b", "1"]],
        "c|1": [["3/5", "c", "0"], ["2/5", "a", "1"]],
    }
    return continual(rows, horizon, verification)


def side_by_side(mode: str, *components: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A composition."""
    return {"type": "composition", "mode": mode, "components": components, **more}


FOUR = [response(2)] * 4
EXACT = [
    (response(1), "1/6", "197/100"),
    (response(100), "1/6", "197/100"),
    (response(20, "any"), "5939035469/6973568802", "294153911/8900"),
    (hidden(3), "197/800", "97/30"),
    (hidden(3, "event level"), "19/80", "97/30"),
    (side_by_side("concurrent", *[response(2)] * 12), "256015/354294", "2335759/2500"),
    (side_by_side("concurrent", response(3), hidden(2)), "41/240", "224/85"),
    (side_by_side("parallel", *FOUR, labels=["2"] * 4, params=["2", "2"]), "5/18", "391/100"),
    (side_by_side("filter", *FOUR, labels=[["2", "0"]] * 4, budget_E="4", budget_delta="0"), "5/18", "391/100"),
]
"""Files, with the least δ at E = 3/2 and the least E for δ = 1/100 as the release before named kernels gave them."""


@pytest.mark.parametrize(("file", "delta", "least"), EXACT, ids=range(len(EXACT)))
def test_what_was_exact_is_not_bounded(file: dict[str, Any], delta: str, least: str) -> None:
    audited = subject(file)
    exact = answer_exactly(audited, "file", ASKED, True).told
    between = answer_by_bounds(audited, "file", ASKED, True).told
    found, bounds = (json.loads("\n".join(lines_of(told))) for told in (exact, between))
    assert (found["results"][0]["delta"], found["least"]["e_eps"]) == (delta, least)
    assert (bounds["results"][0]["delta_low"], bounds["results"][0]["delta_high"]) == (delta, delta)
    assert (bounds["least"]["e_eps_low"], bounds["least"]["e_eps_high"]) == (least, least)
    assert (bounds["reasons"], bounds["horizon"]) == ([], found["horizon"])


def test_the_horizon_is_the_file_s() -> None:
    """One pair that differs is all that an adversary needs of this sum; what is answered holds for 64."""
    kernel = {"law": "running_sum", "of": {"law": "two_sided_geometric", "ratio": "10/11"}, "clamp": [-16, 80]}
    rule = {"kind": "event level"}
    audited = subject({"type": "cm", "kernel": kernel, "horizon": 64, "verification": rule})
    exact = answer_exactly(audited, "file", ASKED, False).told
    between = answer_by_bounds(audited, "file", ASKED, False).told
    assert all("at most 64 queries." in "\n".join(lines_of(told)).splitlines()[0] for told in (exact, between))
