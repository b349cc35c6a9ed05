"""The page of an advice: its numbers, every hypothesis of every theorem, what is false, and what can go wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main
from tests.tools.cli.auditing import EXAMPLES
from tests.tools.pictures.pages.reading import demand_whole

pytestmark = pytest.mark.usefixtures("_standing_read_once")

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
PLANS = ["leaky_streams", "uneven_mechanisms", "counters_and_vector", "routed_users", "renyi_users"]


@pytest.mark.full
@pytest.mark.parametrize("name", PLANS)
def test_it_tells_what_is_advised(tmp_path: Path, name: str) -> None:
    out = tmp_path / "advice.html"
    plan = str(EXAMPLES / f"plans/{name}.toml")
    ran = CliRunner().invoke(main, ["advise", plan, "--html", str(out), "--json"])
    assert ran.stderr == ""
    data, written = json.loads(ran.stdout), out.read_text("utf-8")
    read = demand_whole(written)
    assert data["title"] in read.text
    for theorem in data["theorems"]:
        told = [theorem["statement"], *(each["hypothesis"] for each in theorem["hypotheses"])]
        told += [each["reason"] for each in theorem["hypotheses"]]
        told += [line for each in theorem["hypotheses"] for line in each["trace"]]
        assert [text for text in told if text not in read.text] == []
    if data["theorem"] is None:
        assert "No theorem covers this plan" in read.text
        assert data["change"]["change"] in read.text
    else:
        assert data["theorems"][data["theorem"]]["says"] in read.text
        assert f"guaranteed by {data['theorems'][data['theorem']]['statement']}" in read.text
    for each in data["as_printed"]:
        assert each["erratum"] in read.text
        assert each["counterexample"] in read.text
    if data["attack"] is not None:
        assert data["attack"]["mechanism"] in read.text
        reached = [each["delta"] for each in data["attack"]["deltas"]]
        assert [delta for delta in reached if len(delta) < 20 and delta not in read.text] == []


@pytest.mark.full
def test_the_text_says_where_the_page_is(tmp_path: Path) -> None:
    plan, out = str(EXAMPLES / "plans/two_continual.toml"), tmp_path / "a.html"
    plain, with_page = (CliRunner().invoke(main, ["advise", plan, *more]) for more in ((), ("--html", str(out))))
    assert with_page.stdout == f"{plain.stdout}\nThe page is in {out}.\n"
