"""`concomp audit` of named mechanisms of a realistic size: exact values, attackers that are replayed, and tables."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import concomp
from concomp.cli import main

EXAMPLES = Path(__file__).parents[3] / "examples"
AT = ["--e-eps", "2", "--attacker", "--json"]


def run(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", str(EXAMPLES / name), *arguments])


def composed(*losses: F) -> F:
    """The exact δ at E = 2 of randomised responses."""
    found = concomp.compose([concomp.with_e_eps(loss) for loss in losses], e_eps=2)
    assert found.bounds.is_exact
    return found.bounds.low


def audited(name: str) -> tuple[F, F]:
    """The δ at E = 2 and the one that the attacker reached when it was replayed."""
    result = run(name, *AT)
    assert (result.exit_code, result.stderr) == (0, "")
    data: Any = json.loads(result.stdout)
    [attacker] = data["attackers"]
    assert attacker["plan"]
    return F(data["results"][0]["delta"]), F(attacker["delta"])


@pytest.mark.parametrize(
    ("name", "losses"), [("running_counter.json", [F(11, 10)] * 64), ("binary_tree.json", [F(3, 2)] * 6)]
)
def test_one_difference_in_a_stream_costs_a_response_for_each_sum_with_it(name: str, losses: list[F]) -> None:
    assert audited(name) == (composed(*losses),) * 2


@pytest.mark.full
def test_above_threshold_beside_releases_loses_more_than_these_and_less_than_its_bound() -> None:
    delta, reached = audited("threshold_and_releases.json")
    releases = [F(11, 10)] * 10
    assert delta == reached
    assert composed(*releases) < delta < composed(*releases, F(11, 10) * F(21, 20) ** 2)


def test_examples_are_short() -> None:
    for name in ("running_counter", "binary_tree", "threshold_and_releases"):
        assert len((EXAMPLES / f"{name}.json").read_text().splitlines()) < 20


# Tables.


def test_a_table_has_a_row_for_each_point(tmp_path: Path) -> None:
    keep = str(tmp_path / "rows")
    options = ["--grid", "ratio=1/2,2/3", "--grid", "leaves=2,3", "--e-eps", "2", "--jobs", "1", "--keep", keep]
    for _ in range(2):
        result = run("binary_tree.json", *options)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.splitlines() == [
            "ratio  leaves  delta at E = 2",
            "1/2    2       2/9 (~0.222222)",
            "1/2    3       2/9 (~0.222222)",
            "2/3    2       1/25 (0.04)",
            "2/3    3       1/25 (0.04)",
        ]
    data = json.loads(run("binary_tree.json", *options, "--json").stdout)
    assert [row["point"]["ratio"] for row in data["rows"]] == ["1/2", "1/2", "2/3", "2/3"]


def test_a_function_in_a_file_makes_the_mechanisms(tmp_path: Path) -> None:
    file = tmp_path / "family.py"
    file.write_text(
        "import concomp\n\n\ndef make(ratio, rounds):\n"
        '    return concomp.game(concomp.two_sided_geometric(ratio), rounds=rounds, function="any")\n'
    )
    result = CliRunner().invoke(
        main, ["audit", f"{file}:make", "--grid", "ratio=1/2", "--grid", "rounds=1,2", "--delta", "0"]
    )
    assert (result.exit_code, result.stdout.splitlines()[1:]) == (0, ["1/2    1       2", "1/2    2       4"])


WRONG = [
    (["--grid", "ratio="], '--grid: "ratio=": write a name and its values, like ratio=1/2,2/3'),
    (["--grid", "ratio=1/2", "--grid", "ratio=1/3"], '--grid: "ratio=1/3": ratio stands twice: give all its values'),
    (["--grid", "ratio=1/2,x"], "--grid: grid['ratio'] is 'x': write a rational"),
    (["--grid", "ratio=0"], 'ratio=0: kernel["ratio"]: 0: write a ratio strictly between 0 and 1'),
    (["--grid", "ratoi=1/2"], 'ratoi=1/2: kernel["ratoi"]: "1/2": there is no such field; remove it'),
    (["--grid", "ratio=1/2", "--attacker"], "--grid: a table is given for --e-eps, --eps and --delta"),
    (["--grid", "ratio=1/2", "--keep", "/nowhere/rows"], "--keep: /nowhere/rows: No such file or directory"),
    (["--keep", "rows"], "--jobs and --keep: these are about the points of a --grid"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_a_grid_that_is_none_is_refused_on_one_line(options: list[str], message: str) -> None:
    result = run("binary_tree.json", *options, "--e-eps", "2", *(["--jobs", "1"] if "--grid" in options else []))
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert message in line
