"""The stream of the how-to with a ledger, as its example runs it: killed, resumed, looked at, verified."""

from __future__ import annotations

import io
import json
import runpy
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from concomp.cli import main

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "stream_in_ledger.py"
STREAM = [2, 0, 1, 3, 2, 0, 1, 2, 90, 85, 88, 3, 1, 0, 2, 1]


def start(how: str, url: str) -> subprocess.Popen[str]:
    """The example in a process of its own, which waits for its stream."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, str(EXAMPLE), how, url], text=True, **pipes)


def run(how: str, url: str) -> list[str]:
    """The lines that the example prints for the whole stream."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(sys, "argv", [EXAMPLE.name, how, url])
        patch.setattr(sys, "stdin", map(str, STREAM))
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    return out.getvalue().splitlines()


def ledger(*arguments: str) -> Any:
    """What `concomp ledger` prints for machines."""
    ran = CliRunner().invoke(main, ["ledger", *arguments, "--json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.output)


def it_runs_is_killed_and_goes_on(url: str) -> None:
    killed = start("start", url)
    assert killed.stdin is not None
    assert killed.stdout is not None
    killed.stdin.write("2\n0\n1\n")
    killed.stdin.flush()
    lines = [killed.stdout.readline() for _ in range(3)]
    killed.kill()
    killed.communicate()
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]

    *counted, last = run("resume", url)
    assert len(counted) == len(STREAM)
    assert last.endswith("is spent of ZCDP(rho=4)")

    (book,) = ledger("status", url)["books"]
    assert (book["name"], book["number"], book["budget"]) == ("stream", 6, {"measure": "zcdp", "numbers": {"rho": "4"}})
    entries = ledger("history", url, "--book", "stream")["entries"]
    # The one that was killed could not note which of its charges had brought answers.
    assert [each["answered"] for each in entries[3:]] == [True] * 3
    assert [each["label"] for each in entries[:3]] == [each["label"] for each in entries[3:]]
    assert ledger("verify", url, "--book", "stream", "--expect", book["head"])["books"][0]["problem"] is None


def test_it_goes_on_in_a_file(file: Path) -> None:
    it_runs_is_killed_and_goes_on(str(file))


@pytest.mark.full
def test_it_goes_on_in_postgresql(fresh_database: str) -> None:
    it_runs_is_killed_and_goes_on(fresh_database)


def test_a_refusal_is_said_in_a_line(file: Path) -> None:
    with pytest.raises(SystemExit, match=r"^the book 'stream' cannot be read.*$"):
        run("resume", str(file))
