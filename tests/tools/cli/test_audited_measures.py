"""`concomp audit --renyi --zcdp --tcdp`: figures that are found otherwise, in text and as data, and what is refused."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from concomp.impl.audit.measures import concentrated
from concomp.model.laws.balls import precision
from tests.impl.audit.measured import tanh
from tests.tools.cli.auditing import data, example, run
from tests.tools.cli.test_bad_input import says_why_on_one_line


def between(found: dict[str, str]) -> tuple[F, F]:
    return F(found["low"]), F(found["high"])


def narrow(found: dict[str, str], low: str, high: str) -> bool:
    """Whether what is found lies between two numbers, and is one number for all purposes."""
    return F(low) < F(found["low"]) <= F(found["high"]) < F(high)


@pytest.mark.parametrize(("count", "moment"), [(1, "2"), (2, "183/64"), (3, "14737/4096")])
def test_the_attack_on_renyi_divergence(count: int, moment: str) -> None:
    """One of the copies gets a differing pair; the moment is 1 + (1 − (55/64)^count)·64/9 (HSV26 Theorem 13.5)."""
    assert F(moment) == 1 + (1 - F(55, 64) ** count) * F(64, 9)
    (found,) = data(f"renyi_attack_{count}", "--renyi", "2")["renyi"]
    assert (found["order"], found["moment_0"], found["moment_1"]) == (2, moment, moment)
    told = run(example(f"renyi_attack_{count}"), "--renyi", "2").stdout
    assert f"  world 0 over world 1: {moment}" in told


def test_the_attack_on_concentrated_loss() -> None:
    (found,) = data("zcdp_attack", "--zcdp", "--rho", "1/2")["concentrated"]
    assert found["omega"] is None
    assert narrow(found["rho"], "0.4835", "0.4837")
    assert narrow(found["rho_0"], "0.4835", "0.4837")
    assert F("4.78") < F(found["rho_1"]["order"]) < F("4.79")
    assert found["target"] == {"rho": "1/2", "exceeded": False}
    exceeded = run(example("zcdp_attack"), "--zcdp", "--rho", "0.48")
    assert (exceeded.exit_code, "The target rho = 12/25 (0.48) is exceeded." in exceeded.stdout) == (1, True)


def test_whole_orders_are_exact_and_others_enclosed() -> None:
    """Moments, and divergences, rise with the order."""
    found = data("two_continual", "--renyi", "2", "--renyi", "3", "--renyi", "3/2")
    assert [moment["order"] for moment in found["renyi"]] == [2, 3]
    (half,) = found["renyi_between"]
    assert half["order"] == "3/2"
    low, high = between(half["moment_0"])
    assert 1 < low <= high < F(found["renyi"][0]["moment_0"])
    assert high - low < F(1, 10**30)
    assert between(half["divergence"])[1] < between(found["renyi"][0]["divergence"])[0]


def test_what_is_infinite_is_told() -> None:
    nothing = {"moment_0": None, "moment_1": None, "divergence": None}
    found = data("rr", "--renyi", "2", "--renyi", "5/2", "--zcdp", "--tcdp", "3")
    assert found["renyi"] == [{"order": 2, **nothing}]
    assert found["renyi_between"] == [{"order": "5/2", **nothing}]
    assert [each["rho"] for each in found["concentrated"]] == [None, None]
    told = run(example("rr"), "--renyi", "2", "--tcdp", "3")
    assert "  world 0 over world 1: infinite" in told.stdout
    assert "at every order between 1 and 3 (tCDP): there is none, a moment is infinite" in told.stdout
    assert run(example("rr"), "--zcdp", "--rho", "100").exit_code == 1


def test_orders_below_omega_and_their_ends() -> None:
    """Of the attack the largest D/order below 4 is approached at 4; of the hidden state at 1."""
    (found,) = data("zcdp_attack", "--tcdp", "4")["concentrated"]
    assert (found["omega"], found["rho_0"]["order"]) == ("4", "4")
    assert narrow(found["rho"], "0.459162", "0.459163")
    assert "as the order tends to 4" in run(example("zcdp_attack"), "--tcdp", "4").stdout
    assert "as the order tends to 1" in run(example("hidden_state"), "--zcdp").stdout


def test_the_target_of_rho_is_decided_on_both_sides_of_the_closed_form(tmp_path: Path) -> None:
    with precision(64):
        low, high = tanh(F(3))
    file = tmp_path / "response.json"
    file.write_text(RESPONSE)
    for rho, status in ((low - F(1, 10**9), 1), (high + F(1, 10**9), 0)):
        assert run(str(file), "--zcdp", "--rho", str(rho)).exit_code == status


RESPONSE = """{"type": "mechanism", "states": ["0", "1"], "queries": ["ask"], "answers": ["0", "1"], "init": ["0", "1"],
"kernel": {"0|ask": [["3/4", "0", "0"], ["1/4", "0", "1"]], "1|ask": [["1/4", "1", "0"], ["3/4", "1", "1"]]},
"horizon": 1}"""


def test_a_tie_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concentrated, "REFINEMENTS", 4)
    (found,) = data("zcdp_attack", "--zcdp")["concentrated"]
    tie = str(sum(between(found["rho"])) / 2)
    line = says_why_on_one_line(run(example("zcdp_attack"), "--zcdp", "--rho", tie), status=3)
    assert "the least rho is too close to" in line


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--renyi", "1"), ("--renyi", '"1"', "give a number above 1, at most 1000")),
        (("--renyi", "1/2"), ("--renyi", '"1/2"', "above 1")),
        (("--renyi", "0/0"), ("--renyi", '"0/0"', "the denominator is zero")),
        (("--renyi", "two"), ("--renyi", '"two"', 'write a rational "p/q"')),
        (("--renyi", "nan"), ("--renyi", '"nan"', 'write a rational "p/q"')),
        (("--renyi", "1001"), ("--renyi", '"1001"', "at most 1000")),
        (("--tcdp", "1"), ("--tcdp", '"1"', "above 1, at most 1000000, or ask for zCDP")),
        (("--tcdp", "-3"), ("--tcdp", '"-3"', "above 1")),
        (("--tcdp", "inf"), ("--tcdp", '"inf"', 'write a rational "p/q"')),
        (("--zcdp", "--rho", "-1"), ("--rho", '"-1"', "rho must be at least 0")),
        (("--zcdp", "--rho", "1/0"), ("--rho", '"1/0"', "the denominator is zero")),
        (("--rho", "1/2"), ("--rho", "1/2", "give --zcdp for all, or --tcdp OMEGA")),
        (("--zcdp", "--bounds"), ("--bounds", "leave out the other options")),
        (("--tcdp", "2", "--grid", "a=1"), ("--grid", "no other questions")),
    ],
)
def test_bad_input_is_told_on_one_line(arguments: tuple[str, ...], parts: tuple[str, ...]) -> None:
    line = says_why_on_one_line(run(example("rr"), *arguments))
    assert all(part in line for part in parts)


def test_bounds_of_what_was_not_asked_are_not_left_by_a_limit() -> None:
    line = says_why_on_one_line(run(example("tree_counters"), "--zcdp", "--time", "0.01"), status=3)
    assert "allow more by --time and --memory" in line
