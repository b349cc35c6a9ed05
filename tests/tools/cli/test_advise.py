"""`concomp advise`: the example plans, what machines get, exit statuses, and bad input on one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import TypeAdapter

from concomp.cli import main
from concomp.schemas.advice import AdviseOutput
from tests.thinning import thinned

pytestmark = pytest.mark.usefixtures("_standing_read_once")

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
PLANS = EXAMPLES / "plans"
OUTPUT: TypeAdapter[AdviseOutput] = TypeAdapter(AdviseOutput)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["advise", *arguments])


def data(*arguments: str, status: int = 0) -> Any:
    ran = run(*arguments, "--json")
    assert (ran.exit_code, ran.stderr) == (status, ""), ran.output
    return OUTPUT.validate_python(json.loads(ran.stdout))


@pytest.mark.parametrize(
    ("plan", "statement"),
    thinned(
        [
            ("three_counters", "HSV26 Theorem 4.10 (repaired)"),
            ("adaptive_queries", "HSV26 Theorem 4.12"),
            ("million_users", "HSV26 Corollary 5.15"),
            ("pure_streams", "HSV26 Corollary 5.5"),
            ("filtered_questions", "HSV26 Theorem 12.4"),
            ("laplace_counts", None),
            ("leaky_streams", None),
            ("routed_streams", "HSV26 Corollary 5.5"),
            ("uneven_mechanisms", "HSV26 Theorem 5.4 (repaired)"),
            ("routed_users", "HSV26 Corollary 5.15"),
            ("local_users", "HSV26 Corollary 8.8"),
            ("survey_and_users", "HSV26 Corollary 5.15"),
        ],
        6,
    ),
)
def test_example_plans(plan: str, statement: str | None) -> None:
    given = data(str(PLANS / f"{plan}.toml"))
    index = given["theorem"]
    assert (None if index is None else given["theorems"][index]["statement"]) == statement
    assert (given["attack"] is not None) == (plan in ("leaky_streams", "uneven_mechanisms"))
    assert all(each["truth"] != "false" for each in given["theorems"])
    if plan == "leaky_streams":
        reached = [(each["copies"], each["delta"]) for each in given["attack"]["deltas"]]
        assert reached == [(1, "1/4"), (2, "7/16"), (3, "37/64"), (5, "781/1024")]


@pytest.mark.parametrize(
    ("plan", "printed"),
    thinned(
        [
            (
                "concentrated_streams",
                [
                    "That is: at every order alpha the moment e^((alpha-1)D) is at most the sum of e_i(S - 1)",
                    "  zcdp: eps at most 6.08616 (concomp Proposition 21)",
                    "    100 created: least rho at least 1.03131",
                    "    in the end, with ever more of them: least rho at least 4.01366",
                    "  The guarantee above takes this into account.",
                    "HSV26 Theorem 13.6: asks that a mechanism whose first input is the same in both data sets",
                ],
            ),
            (
                "renyi_users",
                [
                    "  That is: the moment e^((alpha-1)D) of order alpha = 2 is at most 27/8 (3.375), the Renyi",
                    "  For delta = 1/1000000 (0.000001): E = at most ~843750, eps at most 13.6457",
                    "  renyi, order 2: eps at most 13.6457 (HSV26 Corollary 13.7)",
                    "The theorem is HSV26 Corollary 13.7. How far this project has established it:",
                ],
            ),
            (
                "gaussian_trade_off",
                [
                    "No theorem covers this plan, so nothing is guaranteed.",
                    "  Round its answers and clamp them to a finite range, which is post-processing and loses nothing",
                    "  Then HSV26 Corollary 14.7 (repaired) applies.",
                    "  Now: mean adds Gaussian noise of sigma 10, with infinitely many answers.",
                ],
            ),
        ],
        3,
    ),
)
def test_what_is_printed_of_a_plan_in_a_measure(plan: str, printed: list[str]) -> None:
    ran = run(str(PLANS / f"{plan}.toml"))
    assert ran.exit_code == 0
    assert [line for line in printed if line not in ran.stdout] == []


@pytest.mark.full
def test_machines_are_told_of_measures() -> None:
    given = data(str(PLANS / "concentrated_streams.toml"))
    assert (given["measure"], given["leak"]["statement"]) == ("zcdp", "concomp Proposition 20")
    assert [each["copies"] for each in given["leak"]["reached"]] == [1, 2, 3, 5, 100, None]
    assert given["beside"][0]["statement"] == "concomp Proposition 21"
    assert given["loss"].startswith("at every order alpha")


def test_the_text_tells_what_goes_wrong() -> None:
    ran = run(str(PLANS / "leaky_streams.toml"), "--all")
    assert ran.exit_code == 0
    assert "No theorem covers this plan, so nothing is guaranteed." in ran.stdout
    assert "5 created: delta = 781/1024" in ran.stdout
    assert "2  Event#1  Event#2  accepted" in ran.stdout
    assert "Change: use mechanisms with delta = 0" in ran.stdout


def test_the_answer_and_the_one_change_that_matters_come_first() -> None:
    lines = run(str(PLANS / "leaky_streams.toml")).stdout.splitlines()
    assert lines[2:6] == [
        "No theorem covers this plan, so nothing is guaranteed.",
        "",
        "What would change that",
        "  Decide at the first input of a mechanism whether it may differ at all: after an identical first",
    ]
    assert "  Then HSV26 Theorem 5.14 applies." in lines
    assert "  HSV26 Corollary 5.5: asks that every mechanism is purely private, delta = 0" in lines
    assert len(lines) < 60
    change = data(str(PLANS / "leaky_streams.toml"))["change"]
    assert (change["statement"], change["is_enough"]) == ("HSV26 Theorem 5.14", True)


@pytest.mark.parametrize(
    ("plan", "declared"),
    thinned(
        [
            ("pure_streams", "numbers touched, messages that fit, losses, discrete answers"),
            ("counters_and_vector", "messages that fit, losses"),
        ],
        2,
    ),
)
def test_what_is_declared_stands_in_one_line_before_the_number(plan: str, declared: str) -> None:
    lines = run(str(PLANS / f"{plan}.toml")).stdout.splitlines()
    assert lines[2] == f"Taken from the plan, not checked: {declared}."
    assert not any("delta =" in line for line in lines[:3])


def test_the_discrete_twin_of_ordinary_noise_is_named_with_its_guarantee() -> None:
    told = run(str(PLANS / "laplace_counts.toml")).stdout
    assert "discrete Laplace noise of scale 10 (eps =" in told
    assert "With the discrete noise in place of the continuous\n" in told
    given = data(str(PLANS / "laplace_counts.toml"))["discrete"]
    assert given["statement"] == "HSV26 Theorem 4.10 (repaired)"
    assert len(given["at_delta"]) == 1


def plan(folder: Path, *lines: str, creation: str = "fixed") -> str:
    file = folder / "plan.toml"
    file.write_text("\n".join([f'creation = "{creation}"', "discrete = true", *lines]), encoding="utf-8")
    return str(file)


MECHANISM = ("[[mechanisms]]", 'name = "a"', 'function = "one answer"', 'E = "2"')


def test_a_target_that_is_not_guaranteed_is_status_1(tmp_path: Path) -> None:
    given = data(plan(tmp_path, *MECHANISM, "count = 2", "[target]", 'E = "3"'), status=1)
    assert given["target"] == {"reached": "missed", "at_most": None}


def test_mechanisms_in_files_are_audited_together(tmp_path: Path) -> None:
    composed = json.loads((EXAMPLES / "attack_2.json").read_text(encoding="utf-8"))
    (tmp_path / "leaky.json").write_text(json.dumps(composed["components"][0]), encoding="utf-8")
    own = ("[[mechanisms]]", 'name = "a"', 'audit = "leaky.json"', 'E = "11/10"', 'delta = "1/4"', "count = 3")
    given = data(plan(tmp_path, "at_most = 1", 'at_E = ["11/10"]', *own, creation="parallel"))
    assert given["theorems"][given["theorem"]]["case"] == "at most one"
    assert given["at_e"] == [{"e_eps": "11/10", "delta": "37/64", "is_exact": True, "own_delta": "37/64"}]


COUNTER = {
    "type": "cm",
    "states": ["on"],
    "messages": ["0", "1"],
    "answers": ["0", "1"],
    "init": "on",
    "kernel": {
        "on|0": [["11/21", "on", "0"], ["10/21", "on", "1"]],
        "on|1": [["11/21", "on", "1"], ["10/21", "on", "0"]],
    },
    "horizon": 2,
    "verification": {"kind": "event level"},
}
FUNCTIONS = """
from concomp.model import Bool, Monitor, register, require, when
class Anything(Monitor):
    def step(self, left: Bool, right: Bool) -> None:
        require((left == right) | (left != right))
class Once(Monitor):
    used = register(Bool, False)
    def step(self, left: Bool, right: Bool) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True
"""


def counters(folder: Path, function: str, *lines: str) -> str:
    (folder / "counter.json").write_text(json.dumps(COUNTER), encoding="utf-8")
    (folder / "functions.py").write_text(FUNCTIONS, encoding="utf-8")
    named = ("[[mechanisms]]", 'name = "a"', 'audit = "counter.json"', f'function = "functions.py:{function}"')
    return plan(folder, *lines, *named, 'E = "11/10"')


def private_of(given: Any) -> Any:
    """The hypothesis about the mechanisms' losses, of the first theorem."""
    listed = given["theorems"][0]["hypotheses"]
    return next(each for each in listed if each["hypothesis"].startswith("each mechanism has the loss"))


def test_a_file_that_loses_more_under_the_function_of_the_plan(tmp_path: Path) -> None:
    ran = run(counters(tmp_path, "Anything", 'at_E = ["11/10"]'))
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "delta = 0: the file's exact delta at this E is 11/441, if it is sent what Anything accepts" in ran.stderr


def test_a_file_is_audited_under_the_function_of_the_plan(tmp_path: Path) -> None:
    given = data(counters(tmp_path, "Once", 'at_E = ["1"]'))
    assert given["at_e"][0]["own_delta"] == "1/21"
    assert (private_of(given)["status"], private_of(given)["reason"]) == ("holds", "a: audited")
    assert given["not_audited"] == []


def test_where_functions_cannot_be_compared_nothing_is_called_met() -> None:
    file = str(PLANS / "counters_and_vector.toml")
    words = " ".join(run(file).stdout.split())
    assert "audited together for what their files accept, lose exactly delta = 1495/101871" in words
    assert "what the plan lets sparse vector accept beyond that is not audited" in words
    assert "the guarantee is" not in words
    assert data(file)["not_audited"] == ["sparse vector"]


def test_what_a_nested_plan_declares_is_declared_at_the_top(tmp_path: Path) -> None:
    Path(plan(tmp_path, *MECHANISM)).rename(tmp_path / "inner.toml")
    given = data(plan(tmp_path, "[[mechanisms]]", 'name = "whole"', 'plan = "inner.toml"', 'E = "2"'))
    private = private_of(given)
    assert private["status"] == "declared"
    assert "whole: nested plan, which takes as given: " in private["reason"]
    assert "each mechanism has the loss stated for it" in private["reason"]


def test_mechanisms_that_are_too_many_to_decide_are_status_3(tmp_path: Path) -> None:
    composed = json.loads((EXAMPLES / "attack_2.json").read_text(encoding="utf-8"))
    own = ("[[mechanisms]]", 'name = "a"', 'audit = "long.json"', 'E = "2"', 'delta = "1"', 'count = "unbounded"')
    # What is known of event level holds for all lengths; of what any sequences break nothing is known in advance.
    for kind, status in (("any", 3), ("event level", 0)):
        long = {**composed["components"][0], "horizon": 9, "verification": {"kind": kind}}
        (tmp_path / "long.json").write_text(json.dumps(long), encoding="utf-8")
        assert run(plan(tmp_path, "at_most = 1", *own, creation="parallel")).exit_code == status


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("no such thing", 'a: function: "no such thing": name FILE.py:Name, or one of "event level"'),
        ("no_such_file.py:F", "there is no such file"),
    ],
)
def test_functions_that_cannot_be_used(tmp_path: Path, function: str, said: str) -> None:
    lines = [f'function = "{function}"' if line.startswith("function") else line for line in MECHANISM]
    ran = run(plan(tmp_path, *lines))
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_file_that_loses_more_than_is_stated(tmp_path: Path) -> None:
    composed = json.loads((EXAMPLES / "attack_2.json").read_text(encoding="utf-8"))
    (tmp_path / "leaky.json").write_text(json.dumps(composed["components"][0]), encoding="utf-8")
    ran = run(plan(tmp_path, "[[mechanisms]]", 'name = "a"', 'audit = "leaky.json"', 'E = "2"'))
    assert ran.exit_code == 2
    assert "a: delta: delta = 0: the file's exact delta at this E is 1/4" in ran.stderr
