"""`concomp verify` on bad files: one line, in time."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.thinning import thinned
from tests.tools.cli.verifying import IMPORTS, LIMITED, SURVEY, verify, words, written

STEP = "class A(Monitor):\n    def step(self, left: Int, right: Int) -> None:\n"
LOOPS = ["while True:\n    pass\n", IMPORTS + STEP + "        while True:\n            pass\n"]
NO_VALUES = (
    IMPORTS
    + """
class NoValues(Monitor):
    k = parameter(Int, where=lambda k: (k >= 1) & (k <= 0))

    def step(self, left: Int, right: Int) -> None:
        require(left + self.k == right)
"""
)


@pytest.mark.parametrize(
    ("text", "said"),
    thinned(
        [
            ("import nosuchmodule\n", "written.py:1: ModuleNotFoundError: No module named 'nosuchmodule'"),
            ("import os\nos._exit(4)\n", "ended the process in which it is"),
            ("raise KeyboardInterrupt\n", "written.py:1: KeyboardInterrupt; the file must import without an error"),
            (
                "import builtins\nbuiltins.list = builtins.print = None\n",
                "gives the built-in print, list another meaning",
            ),
            ("import builtins\nbuiltins.__dict__.clear()\n", "gives the built-in __name__, __doc__, __package__, "),
            ("import sys\nsys.modules.clear()\n", "ended the process in which it is"),
            (LIMITED, "has more than one verification function or post-processing; name one of them"),
            (NO_VALUES, "no values of the parameters satisfy their constraints: (k ≥ 1) and (k ≤ 0)"),
        ],
        2,
    ),
    ids=("import", "end", "interrupt", "builtins", "no builtins", "modules", "several", "values"),
)
def test_bad_files_are_told_on_one_line(
    tmp_path: Path, text: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ran = verify(written(tmp_path, text))
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert capfd.readouterr().err == ""  # what the process that imports it would say itself
    [line] = ran.stderr.splitlines()
    assert line.startswith("concomp: ")
    assert "written.py" in line
    assert said in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{file}:AtMostK", "--param", "k=-1"], "parameter k of AtMostK is -1, which violates its constraint"),
        (["{file}:AtMostK", "--param", "k"], "is no name with a value; write --param u=3"),
        (["{file}:AtMostK", "--property", "diagnoal"], "did you mean 'diagonal'?"),
        (["{file}:AtMostK", "--property", "included"], "name the other with `within`"),
        (["{file}:AtMostK", "--within", SURVEY], "compare functions of the same messages"),
        (["{file}:AtMostK", "--time", "0"], "--time 0: give seconds for each property, more than 0 and at most 86400"),
        (["{file}:AtMostK", "--time", "nan"], "--time nan: give seconds"),
        (["{file}:AtMostK", "--time", "inf"], "--time inf: give seconds"),
        (["{file}:AtMostK", "--time", "1e9"], "--time 1e+09: give seconds"),
        (["{file}:AtMostK", "--certificate", "{file}"], "name a directory that can be made"),
    ],
    ids=("value", "parameter", "property", "other", "sorts", "time", "nan", "infinite", "large", "certificate"),
)
def test_what_cannot_be_asked_is_told_on_one_line(limited: str, arguments: list[str], said: str) -> None:
    ran = verify(*(argument.replace("{file}", limited) for argument in arguments))
    assert (ran.exit_code, ran.stdout) == (2, "")
    [line] = ran.stderr.splitlines()
    assert said in line


@pytest.mark.parametrize("text", thinned(LOOPS, 2), ids=("import", "step"))
def test_a_file_that_loops_is_ended_in_time(tmp_path: Path, text: str) -> None:
    begun = time.monotonic()
    ran = verify(written(tmp_path, text), "--time", "1")
    assert time.monotonic() - begun < 15
    assert ran.exit_code == 2
    assert "is still being imported after" in ran.stderr


STATING = (
    "from concomp.model import Int, Monitor, register, require\n\n\n"
    "class Stated(Monitor):\n"
    "    n = register(Int, 0)\n\n"
    "    def step(self, left: Int, right: Int) -> None:\n"
    "        require(left == right)\n"
    "        self.n = self.n + 1\n\n"
    "    def invariant(self) -> None:\n"
    "        while True:\n"
    "            pass\n"
)


def test_what_takes_too_long_is_named_as_what_it_is(tmp_path: Path) -> None:
    ran = verify(written(tmp_path, STATING), "--time", "1")
    assert ran.exit_code == 2
    assert "is still being asked for its `invariant` after" in ran.stderr


def test_unsatisfiable_parameters_for_machines(tmp_path: Path) -> None:
    ran = verify(written(tmp_path, NO_VALUES), "--json")
    assert ran.exit_code == 2
    [function] = json.loads(ran.stdout)["functions"]
    assert set(words(function).values()) == {"vacuous"}


def test_what_a_file_prints_is_kept_apart(tmp_path: Path) -> None:
    text = "print('hello')\n" + Path(SURVEY).read_text(encoding="utf-8")
    script = "import sys; from concomp.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", script, "verify", written(tmp_path, text), "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0
    assert "hello" in ran.stderr
    assert json.loads(ran.stdout)["functions"][0]["name"] == "Survey"
