"""`concomp experiment`: what it prints, its statuses, and what it refuses in one line."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.experiments import membership
from concomp.impl.confounding.gaussian_design import single
from concomp.model.confounding.measured_areas import INDEPENDENT
from tests.pages import ROOT, blocks

TINY = ("--people", "60", "--places", "20", "--repeats", "5", "--releases", "10", "--scored", "20")
PAGE = ROOT / "docs" / "experiments.md"
FETCHED = "CONCOMP_GENOTYPES"
"""The variable that names a folder in which genotypes are, as the command fetches them."""


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["experiment", *arguments])


def test_what_is_possible_is_beside_what_is_measured_and_printed() -> None:
    shown = ran("membership", *TINY)
    assert shown.exit_code == 0
    rows = [line for line in shown.stdout.splitlines() if " sd" in line]
    assert [row.split()[0] for row in rows] == ["0.25", "0.5", "1.5"]
    assert "0.5665    0.5796    0.7441  0.7485   by 26 sd" in rows[0]
    assert "person's bit: eps_g = 0.25, 0.5, 1.5." in shown.stdout
    assert "above what is possible: none." in shown.stdout


def test_the_same_seed_prints_the_same_and_another_does_not() -> None:
    first, again, other = (
        json.loads(ran("membership", *TINY, "--json", "--seed", seed).stdout)["tests"] for seed in ("1", "1", "2")
    )
    assert first == again != other
    demand_possible(first)


def demand_possible(tests: list[dict[str, Any]]) -> None:
    """Eleven tests, in each of which the ceiling is above Gaussian releases, and these above what is expected."""
    assert [each["table"] for each in tests] == ["VIII"] * 5 + ["IX"] * 6
    for each in tests:
        assert 0.5 < each["expected"] < each["gaussian"] < each["ceiling"] < 1
        assert not each["exceeds"]
    assert [each["impossible_by"] is not None for each in tests] == [True] * 3 + [False] * 8


def test_more_than_is_possible_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "gaussian_area", lambda told: (Fraction(1, 2), Fraction(1, 2)))
    loud = [("Table VIII", INDEPENDENT[-1:], lambda target, each: single(4 * target))]
    monkeypatch.setattr(membership, "ARMS", loud)
    shown = ran("membership", *TINY)
    assert shown.exit_code == 1
    assert "above what is possible: eps_g = 5." in shown.stdout


def test_correlation_gains_for_one_sign_and_loses_for_two() -> None:
    shown = ran("correlation")
    assert shown.exit_code == 0
    assert "\n0.5           0.7004        0.00114     1.2131        0.0596\n" in shown.stdout
    rows = json.loads(ran("correlation", "--json").stdout)["rows"]
    assert [row["one_sign"] for row in rows] == [row["opposite"] for row in reversed(rows)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("correlation", "--eps", "x"), '--eps: "x": write a rational'),
        (("correlation", "--eps", "-1"), "--eps, --delta: epsilon is -1: give a number from 0 to 100"),
        (("correlation", "--eps", "1000"), "--eps, --delta: epsilon is 1000: give a number from 0 to 100"),
        (("correlation", "--delta", "0"), "--eps, --delta: delta is 0: give a number between 0 and 1"),
        (("correlation", "--eps", "0", "--delta", "1e-12"), "no noise of nine digits is enough"),
        (("correlation", "--plot", "x.pdf"), "--plot: x.pdf: what is written is told by the name's end"),
        (("correlation", "--plot", "no/x.svg"), "--plot: no/x.svg: its folder is not there"),
        (("membership", "--releases", "2", "--scored", "2", "--seed", "8"), "releases is 2: no two can be compared"),
        (("membership", "--people", "100000", "--places", "10000"), "people × places is 1000000000: give numbers"),
        (("membership", "--releases", "10000", "--scored", "10000"), "releases × scored × places is 18000000000: give"),
        (("membership", "--people", "1"), "Invalid value for '--people'"),
        (("genotypes", "/dev/null"), "/dev/null: is no folder: name one that is empty or new"),
        (("membership", "--genotypes", "nowhere"), "--genotypes: nowhere/data/aisnps/kidd.aisnp.1kg.vcf: No such file"),
        (("member",), "No such command 'member'."),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    shown = ran(*arguments)
    assert shown.exit_code == 2
    assert message in shown.stderr
    assert shown.stderr.count("\n") == 1


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
@pytest.mark.parametrize("arguments", [("correlation",), ("membership", *TINY)])
def test_a_picture_is_the_same_for_the_same_numbers(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        assert ran(*arguments, "--plot", str(tmp_path / name / "picture.svg")).exit_code == 0
    pictures = [(tmp_path / name / "picture.svg").read_bytes() for name in ("a", "b")]
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"<?xml")


def test_a_picture_without_matplotlib_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.pictures.style.find_spec", lambda name: None)
    shown = ran("correlation", "--plot", "x.svg")
    assert shown.exit_code == 2
    assert shown.stderr.startswith("concomp: --plot: pictures are drawn by matplotlib, which is not installed: pip")


@pytest.mark.full
@pytest.mark.skipif(FETCHED not in os.environ, reason=f"{FETCHED} names no folder with genotypes")
def test_the_page_shows_what_real_genotypes_give() -> None:
    (table,) = (block for block in blocks("text", PAGE.read_text(encoding="utf-8")) if "1000 Genomes" in block)
    assert ran("membership", "--genotypes", os.environ[FETCHED]).stdout == table
