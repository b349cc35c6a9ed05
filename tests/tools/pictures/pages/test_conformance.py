"""The page of a run: everything is told, nothing is loaded, and what a target says is never markup."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from concomp.conformance.protocol.replies import Identity
from concomp.conformance.report.claims import claim_rows
from concomp.conformance.report.junit import junit
from concomp.conformance.runner.running import Run, run
from concomp.conformance.targets.commands import Asked
from concomp.conformance.vectors.stock import load
from concomp.pictures.pages.conformance import COSTS, page
from concomp.report.conformance.data import data
from concomp.report.conformance.report import Report
from concomp.report.conformance.text import lines
from concomp.report.layout import lines_of
from tests.tools.pictures.pages.reading import Reader, demand_whole

SCRIPT = "<script>alert(1)</script>"
HOSTILE = """\
import json, sys
SAID = "<script>alert(1)</script>\\x1b[31m\\u202e</style>\\x00"
CLAIMS = [{"claim": "filter", "measure": "pure"}, {"claim": "noise", "law": SAID}, {"claim": "nesting"}]
ME = {"name": SAID, "version": SAID, "language": SAID, "claims": CLAIMS}
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "launch":
        sys.exit(SAID)
    reply = {"ok": ME} if message["cmd"] == "start" else {"ok": {"handle": "a", SAID: 1}}
    print(json.dumps({"seq": message["seq"], **reply}), flush=True)
"""
CHOSEN = ("filter-pure-sum", "filter-pure-huge", "interleaving-nested", "composition-one-count")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """What comes of a target whose every word is an attack."""
    return hostile_report(tmp_path_factory.mktemp("targets"))


def hostile_report(folder: Path) -> Report:
    """The report, of a target that is written into a folder."""
    file = folder / "hostile.py"
    file.write_text(HOSTILE, encoding="utf-8")
    command = (sys.executable, "-S", str(file))
    found = run(command, [each for each in load() if each.id in CHOSEN])
    return Report(Asked(command, f"--adapter '{SCRIPT}'"), found, (), ("x: it passes now: remove it",))


def test_it_tells_everything_and_loads_nothing(report: Report) -> None:
    told: Any = data(report)
    read = demand_whole(page(told))
    assert read.links
    failed = [each for each in report.run.executed if each.verdict != "passed"]
    assert len(failed) == 2
    for each in failed:
        wanted = (each.vector.id, each.vector.why, each.expected, each.reported, report.replay(each))
        assert [text for text in (*wanted, *each.vector.statements) if text not in read.text] == []
    wanted = (*COSTS, *map(str, (row.claim for row in claim_rows(report.run))), *report.complaints, *told["unclaimed"])
    assert [text for text in wanted if text not in read.text] == []


def test_what_a_target_says_is_text(report: Report) -> None:
    assert SCRIPT not in page(data(report))
    assert SCRIPT in Reader(page(data(report))).text


@pytest.mark.parametrize("written", ["page", "lines", "junit"])
def test_nothing_that_a_target_says_commands_a_terminal(report: Report, written: str) -> None:
    text = {
        "page": page(data(report)),
        "lines": "\n".join(lines_of(lines(report))),
        "junit": junit(report.run, (), report.replay).decode("utf-8"),
    }[written]
    assert r"\x1b[31m\u202e" in text
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []


def test_a_run_in_which_nothing_failed() -> None:
    mine = Identity(name="mine", version="1", language="C", claims=[])
    empty = Run(mine, ())
    text = Reader(page(data(Report(Asked((), "x"), empty, (), ())))).text
    assert "mine 1" in text
    assert "None." in text
