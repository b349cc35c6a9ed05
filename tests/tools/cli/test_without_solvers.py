"""What says that a solver is missing: the commands and functions that need it, before they start any process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SURVEY = ROOT / "examples/verification/survey.py"
PLAN = ROOT / "examples/plans/million_users.toml"
COMMANDS = {
    "verify": [str(SURVEY)],
    "advise": [str(PLAN)],
    "check": ["HSV26 Theorem 5.4"],
}
CALLS = {
    "verify": "concomp.verify(Same)",
    "advise": f"concomp.advise({str(PLAN)!r})",
    "verify_post_processing": "concomp.verify_post_processing(Relay)",
    "assert_post_processing": "concomp.testing.assert_post_processing(Relay, concomp.validity_of(Same, Same, {}))",
}
DEFINITIONS = """
import concomp
import concomp.testing
from concomp.model import Int, Monitor, PostProcessing, require
from concomp.obligations.solvers.installed import SolverMissing

class Same(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left == right)

class Relay(PostProcessing):
    def on_left(self, number: Int) -> None:
        self.send_right(number)
    def on_right(self, number: Int) -> None:
        self.send_left(number)

errors = []
def caught(call):
    try:
        call()
    except SolverMissing as error:
        errors.append(str(error))
"""
NO_PROCESS = """
from concomp.obligations.processes import child
def start(*arguments):
    raise SystemExit("a process was started")
child.Child.__init__ = start
"""


def without(modules: tuple[str, ...], program: str) -> tuple[int, str]:
    """Run a program in which modules cannot be imported: its status, and the last line of its errors."""
    blocked = "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in modules)
    ran = subprocess.run(
        [sys.executable, "-c", blocked + NO_PROCESS + program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return ran.returncode, (ran.stderr.strip().splitlines() or [""])[-1]


def told(name: str, missing: str) -> str:
    return f"`{name}` needs the solvers z3 and cvc5, and {missing} not installed: pip install z3-solver cvc5"


@pytest.mark.parametrize(
    ("command", "modules"),
    [("verify", ("cvc5",)), ("verify", ("z3", "cvc5")), ("advise", ("cvc5",)), ("check", ("z3",))],
)
def test_a_command_says_in_one_line_which_solver_is_missing(command: str, modules: tuple[str, ...]) -> None:
    arguments = [command, *COMMANDS[command]]
    missing = f"{' and '.join(modules)} {'is' if len(modules) == 1 else 'are'}"
    found = without(modules, f"from concomp.cli import main; main({arguments!r})")
    assert found == (2, f"concomp: {told(command, missing)}")


def test_a_function_says_which_solver_is_missing(tmp_path: Path) -> None:
    # A function is recorded only where its source can be read.
    (tmp_path / "definitions.py").write_text(DEFINITIONS)
    calls = "".join(f"caught(lambda: {call})\n" for call in CALLS.values())
    known = f"sys.path.insert(0, {str(tmp_path)!r})\nfrom definitions import *\n"
    status, line = without(("cvc5",), f"{known}{calls}raise SystemExit(' / '.join(errors))")
    assert (status, line.split(" / ")) == (1, [told(name, "cvc5 is") for name in CALLS])


def test_what_needs_no_solver_goes_on() -> None:
    arguments = ["compose", "--param", "eps=1/10", "--count", "2", "--delta", "1/100"]
    assert without(("z3", "cvc5"), f"from concomp.cli import main; main({arguments!r})") == (0, "")
