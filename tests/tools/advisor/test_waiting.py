"""What waiting costs: known of mechanisms in files, and never less than what an exact audit finds is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from concomp.advisor.advice import Advice, Considered
from concomp.advisor.guarantees.theorems import THEOREMS, Theorem
from concomp.model.numbers import rational_text
from tests.tools.advisor.situations import advice, rested_on

REPAIRED = "HSV26 Theorem 5.4 (repaired)"
COUNTEREXAMPLE = (F(1, 4), F(1, 10), F(1, 10), F(10, 9))
UNEVEN = (F(1, 4), F(1, 5), F(1, 10), F(3, 2))


def staged(u: F, x: F, y: F, odds: F) -> dict[str, Any]:
    """First an answer a, b or c; later a mechanism that answered a tells 0 at times, b tells 1, and c tells with noise.

    What may differ is the second pair, and only with 0 on the left.
    """
    told, wrong = odds / (1 + odds), 1 / (1 + odds)
    chances = {"a": (x, F(0)), "b": (F(0), y), "c": (wrong, told)}
    rows = {f"start|{bit}": [[u, "a", "a"], [u, "b", "b"], [1 - 2 * u, "c", "c"]] for bit in "01"}
    for state, ones in chances.items():
        for bit, one in zip("01", ones, strict=True):
            rows[f"{state}|{bit}"] = [[one, state, "1"], [1 - one, state, "0"]]
    kernel = {key: [[rational_text(p), *rest] for p, *rest in row if p] for key, row in rows.items()}
    same, differing = ["0", "0"], ["0", "1"]
    good = [[], [same], [same, same], [same, ["1", "1"]], [same, differing]]
    return {
        "type": "cm",
        "states": ["start", "a", "b", "c"],
        "messages": ["0", "1"],
        "answers": ["a", "b", "c", "0", "1"],
        "init": "start",
        "kernel": kernel,
        "horizon": 2,
        "verification": {"kind": "accepted", "sequences": good},
    }


def advised(
    folder: Path, shape: tuple[F, F, F, F], e_eps: F, count: int = 3, theorems: Sequence[Theorem] = THEOREMS
) -> Advice:
    """The advice on copies of a staged mechanism, two of which may get differing inputs."""
    u, x, y, odds = shape
    (folder / "staged.json").write_text(json.dumps(staged(*shape)), encoding="utf-8")
    label = {"E": rational_text(odds), "delta": rational_text(u * max(x, y))}
    own = {"name": "staged", "audit": "staged.json", "count": count, **label}
    return advice("parallel", own, folder=folder, at_most=2, at_E=[rational_text(e_eps)], theorems=theorems)


def case(given: Advice, name: str) -> Considered:
    [found] = [each for each in given.considered if each.theorem.case == name]
    return found


def test_waiting_costs_less_than_twice_delta_where_the_two_ways_are_uneven(tmp_path: Path) -> None:
    given = advised(tmp_path, UNEVEN, F(9, 4), count=10)
    assert rested_on(given) == (REPAIRED, "what waiting costs")
    [kind] = given.situation.kinds
    # What a exposes of 0, and b of 1, each found at its own first answer.
    assert kind.waiting == F(1, 4) * (F(1, 5) + F(1, 10))
    assert kind.label.delta < kind.waiting < 2 * kind.label.delta
    twice = case(given, "twice delta").guarantee
    assert twice is not None
    assert given.at_e[0].delta is not None
    assert given.at_e[0].delta.high == 1 - (1 - kind.waiting) ** 10 < twice.delta(F(9, 4)).high  # type: ignore[union-attr]


@pytest.mark.parametrize("e_eps", [F(1), F(10, 9), F(5, 4), F(3, 2), F(2)])
@pytest.mark.parametrize("shape", [COUNTEREXAMPLE, UNEVEN], ids=["counterexample", "uneven"])
def test_no_more_is_lost_than_is_guaranteed(tmp_path: Path, shape: tuple[F, F, F, F], e_eps: F) -> None:
    given = advised(tmp_path, shape, e_eps)
    found = given.at_e[0]
    assert found.delta is not None
    assert found.exact is not None
    assert found.exact <= found.delta.high


def test_what_is_printed_is_shown_beside_and_less_than_is_lost(tmp_path: Path) -> None:
    given = advised(tmp_path, COUNTEREXAMPLE, F(1))
    [false] = given.as_printed
    [(e_eps, delta)] = false.deltas
    assert (false.statement, e_eps, delta.value) == ("HSV26 Theorem 5.4", 1, F(152939, 1216000))
    exact = given.at_e[0].exact
    assert exact == F(797, 6080) > delta.value
    told = (false.printed.erratum, "797/6080" in false.printed.why, "152939/1216000" in false.printed.why)
    assert told == ("E2", True, True)


def test_without_a_file_it_is_not_known() -> None:
    own = {"name": "own", "function": "one-sided", "count": 3, "E": "3/2", "delta": "1/40"}
    given = advice("parallel", own, at_most=2)
    failing = case(given, "what waiting costs").failing
    assert ["audit" in finding.change for _, finding in failing] == [True]


def test_one_that_treats_the_data_sets_alike_helps_beside_one_that_does_not() -> None:
    alike = {"name": "alike", "function": "event level", "count": 9, "E": "3/2", "delta": "1/40"}
    other = {"name": "other", "function": "one-sided", "count": 3, "E": "3/2", "delta": "1/50"}
    given = advice("parallel", alike, other, at_most=2, at_E=["9/4"])
    assert rested_on(given) == (REPAIRED, "what waiting costs")
    assert given.at_e[0].delta is not None
    assert given.at_e[0].delta.value == 1 - (1 - F(1, 40)) ** 9 * (1 - F(1, 25)) ** 3
