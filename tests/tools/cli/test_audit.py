"""`concomp audit`: what it answers, in text and as data, and its exit statuses."""

import json
from fractions import Fraction as F
from pathlib import Path

import pytest

from concomp.cli.audits import report
from concomp.report.quantities import approximate_epsilon
from tests.model.files.documents import as_fraction
from tests.tools.cli.auditing import data, example, run


def test_a_target_at_an_epsilon_is_decided_at_that_epsilon(tmp_path: Path) -> None:
    # e^1.1 = 3.0041660239464331…: one ratio is just below it, the other just above.
    for chance, status in ((F("3.00416602394643"), 0), (F("3.00416602394644"), 1)):
        high = chance / (1 + chance)
        kernel = {
            "0|ask": [[str(high), "0", "0"], [str(1 - high), "0", "1"]],
            "1|ask": [[str(1 - high), "1", "0"], [str(high), "1", "1"]],
        }
        fields = {"type": "mechanism", "states": ["0", "1"], "queries": ["ask"], "answers": ["0", "1"]}
        file = tmp_path / "near.json"
        file.write_text(json.dumps({**fields, "init": ["0", "1"], "kernel": kernel, "horizon": 1}))
        for options in ((), ("--bounds",)):
            found = run(str(file), "--target", "eps=1.1,delta=0", *options)
            assert (found.exit_code, found.stderr) == (status, "")
        told = json.loads(run(str(file), "--target", "eps=1.1,delta=0", "--json").stdout)["target"]
        assert (told["epsilon"], told["exceeded"]) == ("11/10", bool(status))


def test_the_trade_off_curve() -> None:
    found = data("two_continual", "--trade-off")["trade_off"]
    assert found[0][0] == "0"
    assert found[-1] == ["1", "0"]
    assert data("rr", "--trade-off")["trade_off"] == [["0", "9/10"], ["9/40", "9/40"], ["9/10", "0"], ["1", "0"]]
    told = run(example("rr"), "--trade-off").stdout
    assert "  alpha = 9/40 (0.225)  beta = 9/40 (0.225)" in told


def test_results_come_in_the_order_asked_with_both_directions() -> None:
    found = data("hidden_state", "--e-eps", "2", "--e-eps", "1", "--e-eps", "2")
    assert list(found) == ["schema", "horizon", "results", "profile"]
    assert (found["schema"], found["horizon"]) == ("concomp.audit/1", 2)
    assert [result["e_eps"] for result in found["results"]] == ["2", "1", "2"]
    for result in found["results"]:
        assert list(result) == ["e_eps", "delta_0", "delta_1", "delta"]
        assert as_fraction(result["delta"]) == max(as_fraction(result["delta_0"]), as_fraction(result["delta_1"]))


def test_the_two_directions_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "lopsided.json"
    document = json.loads(Path(example("rr")).read_text())
    document["kernel"]["bit 0|ask"] = [["1", "bit 0", "noisy 0"]]
    document["kernel"]["bit 1|ask"] = [["1/2", "bit 1", "noisy 0"], ["1/2", "bit 1", "noisy 1"]]
    file.write_text(json.dumps(document))
    found = json.loads(run(str(file), "--e-eps", "4/2", "--attacker", "--json").stdout)
    assert found["results"] == [{"e_eps": "2", "delta_0": "0", "delta_1": "1/2", "delta": "1/2"}]
    (attacker,) = found["attackers"]
    assert (attacker["suspected"], attacker["delta"]) == (1, "1/2")
    assert attacker["tree"] == {"send": "ask", "on": {"noisy 0": {"say": None}, "noisy 1": {"say": 1}}}


@pytest.mark.parametrize(("delta", "e_eps"), [("1/10", "3"), ("0.325", "2"), ("1", "1"), ("1/11", None)])
def test_the_least_e_for_a_delta_is_found_or_said_not_to_exist(delta: str, e_eps: str | None) -> None:
    assert data("rr", "--delta", delta)["least"]["e_eps"] == e_eps
    told = run(example("rr"), "--delta", delta)
    expected = "no E suffices; delta is at least 1/10 (0.1) at every E" if e_eps is None else f"the least E is {e_eps}"
    assert told.exit_code == 0
    assert expected in told.stdout


@pytest.mark.parametrize(
    ("target", "status"), [("E=1,delta=11/20", 0), ("E=1,delta=0.5499", 1), ("delta=1/10, E=3", 0), ("E=3,delta=0", 1)]
)
def test_the_status_is_one_only_if_a_target_is_exceeded(target: str, status: int) -> None:
    told, found = run(example("rr"), "--target", target), run(example("rr"), "--target", target, "--json")
    assert told.exit_code == found.exit_code == status
    assert ("is exceeded" in told.stdout) == json.loads(found.stdout)["target"]["exceeded"] == (status == 1)
    assert (told.stderr, found.stderr) == ("", "")


def test_the_profile_is_told_when_nothing_else_is_asked() -> None:
    assert run(example("rr")).stdout == (
        "Exact privacy against every adaptive adversary, 1 query.\n"
        "The least delta for every E >= 1: linear between these, constant after the last.\n"
        "  E = 1  eps 0         delta = 11/20 (0.55)\n"
        "  E = 3  eps ~1.09861  delta = 1/10 (0.1)\n"
    )
    asked = run(example("rr"), "--e-eps", "1.5").stdout
    assert "At E = 3/2 (1.5): delta = 7/16 (0.4375)" in asked
    assert "every E >= 1" not in asked
    assert "every E >= 1" in run(example("rr"), "--e-eps", "1.5", "--profile").stdout


def test_help_shows_an_example() -> None:
    assert "concomp audit examples/rr.json" in run("--help").stdout


def test_what_is_too_large_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "STEPS", 10)
    result = run(example("attack_3"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "the exact value takes more than 10 steps: lower the horizon" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("e_eps", "shown"),
    [(F(1), "0"), (F(11, 6), "~0.606136"), (1 + F(1, 10**40), "~1.00000E-40"), (F(10**2000), "~4605.17")],
)
def test_epsilon_is_shown_to_six_digits(e_eps: F, shown: str) -> None:
    assert approximate_epsilon(e_eps) == shown


def test_exact_numbers_of_any_length_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    tiny = 10**900
    kernel = {
        "s|q": [[f"1/{tiny}", "s", "a"], [f"{tiny - 1}/{tiny}", "s", "b"]],
        "t|q": [[f"2/{tiny}", "t", "a"], [f"{tiny - 2}/{tiny}", "t", "b"]],
    }
    shape = {"type": "mechanism", "states": ["s", "t"], "queries": ["q"], "answers": ["a", "b"], "init": ["s", "t"]}
    file.write_text(json.dumps({**shape, "kernel": kernel, "horizon": 6}))
    text, found = run(str(file)), run(str(file), "--json")
    assert (text.exit_code, found.exit_code) == (0, 0)
    assert max(len(delta) for _, delta in json.loads(found.stdout)["profile"]) > 5000


def test_an_epsilon_is_taken_at_an_e_just_below() -> None:
    below = F("2.718281828459")
    assert data("rr", "--eps", "1")["results"] == data("rr", "--e-eps", str(below))["results"]
    text = run(example("rr"), "--eps", "1", "--eps", "0", "--target", "eps=0.5,delta=0.5").stdout.splitlines()
    assert text[1:3] == [
        "For eps = 1, E is taken just below e^eps: 2718281828459/1000000000000 (~2.71828)",
        "For eps = 1/2 (0.5), E is taken just below e^eps: 16487212707001/10000000000000 (~1.64872)",
    ]
    assert "For eps = 1, E is taken just below" in run(example("rr"), "--eps", "1", "--bounds").stdout
    assert run(example("rr"), "--target", "eps=0.5,delta=0.1").exit_code == 1
