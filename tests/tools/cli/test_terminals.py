"""On a terminal nothing is wider than it, NO_COLOR is heeded, and progress is taken away."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rich.cells import cell_len

from tests.tools.cli.terminals import COLOUR, ROOT, lines, on_terminal

CONCOMP = ("-m", "concomp")
WIDTHS = (40, 80, 120)
SAID: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "examples/hidden_state.json", "--profile", "--trade-off", "--attacker"),
    "compose": ("compose", "--param", "eps=0.1,delta=1e-9", "--count", "100", "--delta", "1e-6"),
    "check": ("check", "HSV26 Theorem 5.4"),
    "list": ("list", "section", "5.2"),
    "verify": ("verify", "examples/verification/survey.py"),
    "explain": ("explain", "HSV26 Theorem 5.4", "--all"),
    "grid": ("audit", "examples/binary_tree.json", "--grid", "leaves=8,32", "--e-eps", "2"),
}
WORKING = """
import sys, time
from concomp.cli import progress as module
module.QUIET = 0.0
with module.progress("working on what takes long to say in full") as count:
    count.of = 3
    count.step()
    time.sleep(0.6)
print("done")
"""


def demand_within(written: str, width: int) -> None:
    """Something was said, and no line of it is wider than the terminal."""
    said = lines(written)
    assert len(said) > 2
    assert [line for line in said if cell_len(line) > width] == []


def test_an_audit_is_no_wider_than_a_narrow_terminal_and_has_no_colour_where_none_is_wanted() -> None:
    written = on_terminal(40, *CONCOMP, "audit", "examples/rr.json", NO_COLOR="1")
    demand_within(written, 40)
    assert not COLOUR.search(written)


@pytest.mark.full
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SAID)
def test_nothing_is_wider_than_the_terminal(name: str, width: int) -> None:
    written = on_terminal(width, *CONCOMP, *SAID[name])
    demand_within(written, width)
    assert bool(COLOUR.search(written)) == (name in {"list", "verify"})


@pytest.mark.full
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("name", ["list", "verify"])
def test_there_is_no_colour_where_none_is_wanted(name: str, environment: dict[str, str]) -> None:
    written = on_terminal(80, *CONCOMP, *SAID[name], **environment)
    demand_within(written, 80)
    assert not COLOUR.search(written)
    assert "TERM" not in environment or "\x1b" not in written


def test_progress_is_said_within_the_terminal_and_taken_away() -> None:
    written = on_terminal(30, "-c", WORKING)
    demand_within(written, 30)
    assert "working on what takes long to" in written
    *_, after = written.partition("working")[2].split("\x1b[2K")
    assert "working" not in after
    assert lines(after)[-2:] == ["done", ""]
    assert not COLOUR.search(written)


@pytest.mark.parametrize(
    "command", [("list", "--help"), pytest.param(("list", "--json", "5.4"), marks=pytest.mark.full)]
)
def test_a_command_that_prints_no_table_does_not_pay_for_one(command: tuple[str, ...]) -> None:
    code = "import sys; from concomp.cli import main; main.main(sys.argv[1:], standalone_mode=False)"
    looking = f"import atexit, sys; atexit.register(lambda: sys.stderr.write(str('rich' in sys.modules))); {code}"
    done = subprocess.run([sys.executable, "-c", looking, *command], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "False")
