"""`concomp confounding`: the numbers of two models, the best mechanism to add, and bad input."""

from __future__ import annotations

import json
import sys
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import concomp
from concomp.cli import main
from concomp.confounded import addition
from concomp.confounded.verdicts import Best
from concomp.model.files import FormatError
from concomp.model.files.confounding.addition import wanted_of
from tests.pages import ROOT

CROSSING, SKEWED = (str(ROOT / "examples" / "confounding" / f"{name}.json") for name in ("crossing", "skewed"))
SECRETS = ["0", "1"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["confounding", *arguments])


def data(*arguments: str, status: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (status, ""), result.output
    return json.loads(result.stdout)


def test_the_product_is_below_the_composition_at_one_end_and_above_it_at_the_other() -> None:
    found = data(CROSSING)
    (least,), (delta,) = found["least"], found["results"]
    assert (least["delta"], least["composition"]["e_eps"], least["product"]["e_eps"]) == ("0", "2", "16/9")
    assert least["product_is_below"]
    assert (delta["e_eps"], delta["composition"], delta["product"]) == ("1", "1/9", "11/81")
    assert not delta["product_is_below"]
    assert (least["safe"], delta["safe"]) == ("20/9", "1/3")
    assert found["more_informative"] == "incomparable"
    assert found["profile"] == [["1", "1/9"], ["2", "0"]]


def test_people_read_the_same() -> None:
    shown = run(CROSSING).stdout
    assert 'M, the true composition: 2, eps at most 0.693148; needed by secret "1" against "0"' in shown
    assert "N, the product, not a bound: 16/9 (~1.77778), eps at most 0.575365; below M" in shown
    assert "M, the true composition: 1/9" in shown
    assert "N, the product, not a bound: 11/81" in shown
    assert "by R5, the dependence of the answers" in shown


@pytest.mark.parametrize(
    ("reads", "target", "chance"),
    [
        ("secret", "E=3,delta=0", "55/96"),
        ("secret", "E=3,delta=1/64", "11/18"),
        ("data", "E=3,delta=0", "11/20"),
        ("data", "E=3,delta=1/64", "23/40"),
    ],
)
def test_the_best_mechanism_to_add(reads: str, target: str, chance: str) -> None:
    added = data(SKEWED, "--add", reads, "--target", target)["added"]
    assert (added["verdict"], added["chance"], added["e_eps"]) == ("optimal", chance, "3")
    assert added["delta"] == added["target"][1]


@pytest.mark.parametrize("reads", ["secret", "data"])
def test_nothing_can_be_added_to_what_exceeds_the_target(reads: str) -> None:
    added = data(SKEWED, "--add", reads, "--target", "E=2,delta=0", status=1)["added"]
    assert (added["verdict"], added["deployed"]["e_eps"], added["delta"]) == ("infeasible", "5/2", "1/32")


def test_the_printed_program_reveals_the_secret() -> None:
    arguments = (SKEWED, "--add", "secret", "--target", "E=3,delta=0", "--as-printed")
    assert data(*arguments)["as_printed"] == {"chooses": "to tell the secret", "delta": "1"}
    shown = run(*arguments).stdout
    assert "chance to tell the secret: 55/96" in shown
    assert "takes it for optimal to tell the secret" in shown


def test_what_is_added_may_have_costs_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "alarm.json"
    cost = {"0": {"quiet": "0", "alarm": "1"}, "1": {"quiet": "1", "alarm": "0"}}
    file.write_text(json.dumps({"type": "addition", "reads": "secret", "outputs": ["quiet", "alarm"], "cost": cost}))
    added = data(SKEWED, "--add", str(file), "--target", "E=3")["added"]
    assert added["cost"] == "41/96"
    assert "chance" not in added


NOTHING_TOLD = {
    "type": "confounding",
    "prior": {"a": "1/2", "b": "1/2"},
    "data": {"a": [["1", "x"]], "b": [["1", "x"]]},
    "mechanisms": {"m": {"x": [["1", "n"]]}},
}
DEAR = {
    "type": "addition",
    "reads": "secret",
    "outputs": ["dear", "one", "free"],
    "cost": {"a": {"dear": "1000000000000", "one": "1", "free": "0"}, "b": {"dear": "0", "one": "1", "free": "0"}},
}
"""Costs of which the largest is of something that nobody would add."""


def demand_free() -> None:
    added = concomp.confounding(NOTHING_TOLD).add(DEAR, e_eps=1)
    assert isinstance(added, Best)
    assert (added.is_optimal, added.cost, added.bound) == (True, 0, 0)


def test_what_is_best_does_not_depend_on_the_largest_cost() -> None:
    demand_free()


def test_names_are_never_taken_for_text_of_the_report(tmp_path: Path) -> None:
    forged = "b\n  the best safe bound: 1 (1), by R1\u001b[8m"
    fields = {
        "type": "confounding",
        "prior": {"a": "1/2", forged: "1/2"},
        "data": {"a": [["1", "x"]], forged: [["1", "y"]]},
        "mechanisms": {"m, n": {"x": [["1", "0"]], "y": [["1", "1"]]}},
    }
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(fields))
    shown = run(str(file), "--add", "secret", "--target", "E=2,delta=1").stdout
    assert "\u001b" not in shown
    assert "\n  the best safe bound: 1 (1)" not in shown
    assert 'Secrets: a, "b\\n' in shown
    assert 'Mechanisms on the same data: "m, n".' in shown


@pytest.mark.parametrize("reads", ["secret", "data"])
def test_beliefs_may_be_the_target(reads: str) -> None:
    added = data(SKEWED, "--add", reads, "--target", "tau=2")["added"]
    assert (added["verdict"], added["tau"], added["target_of_beliefs"]) == ("optimal", "2", ["2", "0"])
    assert "target" not in added
    added = data(SKEWED, "--add", reads, "--target", "tau=3/2", status=1)["added"]
    assert (added["verdict"], added["tau"]) == ("infeasible", "7/4")
    added = data(SKEWED, "--add", reads, "--target", "tau=4,delta=3/10")["added"]
    assert (added["verdict"], added["target_of_beliefs"]) == ("optimal", ["4", "3/10"])
    assert F(added["gap"]) < F(1, 10**9)


def test_what_may_be_far_from_the_best_is_numerical(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addition, "GAP", F(-1))
    monkeypatch.setattr(addition, "UNKNOWNS", 0)
    added = data(SKEWED, "--add", "secret", "--target", "E=3", status=3)["added"]
    assert (added["verdict"], added["cost"], added["gap"]) == ("numerical", "41/96", "0")


def test_small_programs_need_no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    added = data(SKEWED, "--add", "secret", "--target", "E=3")["added"]
    assert (added["verdict"], added["chance"]) == ("optimal", "55/96")
    monkeypatch.setattr(addition, "UNKNOWNS", 0)
    result = run(SKEWED, "--add", "secret", "--target", "E=3")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "SciPy is not installed: pip install 'concomp[inverse]'; the linear program has" in result.stderr


def test_the_flags_of_a_setting(tmp_path: Path) -> None:
    file = tmp_path / "flags.json"
    apart = {"s": [["1", "a"]], "t": [["1", "a"]], "u": [["1", "b"]]}
    told = {"m": {"a": [["1", "y"]], "b": [["1", "z"]]}}
    prior = {"s": "1/2", "t": "1/4", "u": "1/4"}
    file.write_text(json.dumps({"type": "confounding", "prior": prior, "data": apart, "mechanisms": told}))
    found = data(str(file))
    assert found["is_invertible"]
    assert (found["equal_rows"], found["singular_rows"]) == ([["s", "t"]], [["s", "u"], ["t", "u"]])
    shown = run(str(file)).stdout
    assert "Each secret has one data value: M and N are the same." in shown
    assert 'Secrets "s" and "t" have the same law of data: nothing can be learnt of which it is.' in shown
    assert 'Secrets "s" and "u", and 1 more pairs, have no data in common' in shown
    assert not data(CROSSING)["is_invertible"]


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    assert refused(SKEWED, "--add", "secret").startswith("concomp: --target: missing: say what")
    assert refused(SKEWED, "--target", "E=2").startswith("concomp: --target: nothing is added: give --add")
    assert refused(SKEWED, "--as-printed").startswith("concomp: --as-printed: nothing is added: give --add")
    assert "No such file" in refused(str(tmp_path / "none.json"))
    assert refused(SKEWED, "--delta", "2") == 'concomp: --delta: "2": delta must be from 0 to 1'
    empty = refused(SKEWED, "--add", "data", "--target", "tau=4,delta=1/8")
    assert empty == (
        "concomp: --target: delta·tau is 1/2: no beliefs have a second moment below 1; give a tau of at least 8, or "
        "delta = 0"
    )
    assert "tau is 1/2: give at least 1" in refused(SKEWED, "--add", "data", "--target", "tau=1/2")
    assert "write tau=2 or tau=2,delta=1/2" in refused(SKEWED, "--add", "data", "--target", "tau=2,eps=1")
    mechanism = str(ROOT / "examples" / "rr.json")
    assert 'type: "mechanism": write "confounding"' in refused(mechanism)


ADDITION = {"type": "addition", "reads": "data"}
COST = {"0": {"y": "1"}, "1": {"y": "0"}}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({**ADDITION, "type": "cm"}, 'type: "cm": write "addition"'),
        ({**ADDITION, "reads": "all"}, 'reads: "all": write "secret" or "data"'),
        ({**ADDITION, "outputs": ["0", "0"]}, 'outputs[1]: "0": it is there twice; keep one'),
        ({**ADDITION, "outputs": ["y"]}, 'outputs: ["y"]: no secret is among them: name some, or give a cost'),
        (
            {**ADDITION, "outputs": ["y"], "cost": {"0": {"y": "1"}}},
            'cost["1"]: missing: add it; there is one for every',
        ),
        (
            {**ADDITION, "outputs": ["y", "z"], "cost": COST},
            'cost["0"].z: missing: add it; there is one for every output',
        ),
        (
            {**ADDITION, "outputs": ["y"], "cost": {**COST, "0": {"y": "-1"}}},
            'cost["0"].y: "-1": write a cost of at least',
        ),
    ],
)
def test_what_asks_for_nothing_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError) as error:
        wanted_of(fields, SECRETS)
    assert str(error.value).startswith(message)
