"""The command line as a whole: help, versions, exit statuses and errors on one line."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from concomp.cli import COMMANDS, main
from tests.thinning import thinned


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_an_example(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"])
    assert shown.exit_code == 0
    assert "Example" in shown.output
    assert f"concomp {command} " in shown.output


def test_help_names_every_command_and_shows_examples() -> None:
    for arguments in ([], ["--help"]):
        shown = CliRunner().invoke(main, arguments)
        assert shown.exit_code == 0
        assert all(f"  {command} " in shown.output for command in COMMANDS)
        assert 'concomp explain "HSV26 Theorem 5.4"' in shown.output


def test_version() -> None:
    shown = CliRunner().invoke(main, ["--version"])
    assert (shown.exit_code, shown.output) == (0, "concomp 0.1.0\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "concomp: No such command 'chek'. Did you mean 'check'? See concomp --help\n"),
        (["xyz"], "concomp: No such command 'xyz'. See concomp --help\n"),
        (
            ["audit", "--atacker", "x.json"],
            "concomp: No such option '--atacker'. Did you mean '--attacker'? See concomp audit --help\n",
        ),
        (["explain"], "concomp: Missing argument 'LABEL'. See concomp explain --help\n"),
        (
            ["check", "--jobs", "0"],
            "concomp: Invalid value for '--jobs': 0 is not in the range x>=1. See concomp check --help\n",
        ),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], message: str) -> None:
    ran = CliRunner().invoke(main, arguments)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == message


def test_an_interruption_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run_failing(monkeypatch, KeyboardInterrupt())
    assert (ran.exit_code, ran.stderr.strip()) == (130, "concomp: interrupted")


def test_an_unexpected_exception_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run_failing(monkeypatch, ZeroDivisionError("unexpected"))
    assert isinstance(ran.exception, ZeroDivisionError)


def run_failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> Result:
    @click.command("fails")
    def fails() -> None:
        raise error

    monkeypatch.setattr(type(main), "get_command", lambda self, ctx, name: fails)
    return CliRunner().invoke(main, ["fails"])


PROGRAM = [sys.executable, "-c", "from concomp.cli import main; main()"]
ASKED = ["compose", "--param", "E=2", "--e-eps", "1"]
OWN = ["audit", str(Path(__file__).parents[3] / "examples/counter.py:counter"), "--e-eps", "2"]


@pytest.mark.parametrize("asked", thinned([ASKED, [], ["--help"], ["--version"], ["audit", "--help"]], 2))
def test_a_reader_that_went_away_is_told_from_a_claim_that_does_not_hold(asked: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*PROGRAM, *asked], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_nor_is_it_an_error_if_nobody_reads_the_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*PROGRAM, "chek"], stdout=writing, stderr=writing, check=False)
    os.close(writing)
    assert ran.returncode == 141


SLEEPY = """
import os, pathlib, time
pathlib.Path({marker!r}).write_text(str(os.getpid()))
time.sleep(60)
"""
SLEEPY_PLAN = """
creation = "fixed"
discrete = true
[[mechanisms]]
name = "a"
function = "sleepy.py:F"
E = "2"
"""


@pytest.mark.parametrize(
    "asked", thinned([["audit", "sleepy.py"], ["verify", "sleepy.py"], ["advise", "plan.toml"]], 3)
)
def test_an_interruption_leaves_no_child(tmp_path: Path, asked: list[str]) -> None:
    marker = tmp_path / "marker"
    (tmp_path / "sleepy.py").write_text(SLEEPY.format(marker=str(marker)), encoding="utf-8")
    (tmp_path / "plan.toml").write_text(SLEEPY_PLAN, encoding="utf-8")
    with subprocess.Popen(
        [*PROGRAM, *asked], cwd=tmp_path, start_new_session=True, stderr=subprocess.PIPE, text=True
    ) as running:
        wait_until(lambda: marker.is_file() and marker.read_text() != "")
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=20)
    assert (running.returncode, said.strip()) == (130, "concomp: interrupted")
    wait_until(lambda: not is_running(int(marker.read_text())))


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="not every system has a device that is always full")
def test_a_full_disk_is_told_on_one_line() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run([*PROGRAM, *ASKED], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "concomp: the output: No space left on device: make room, or write it elsewhere\n"


def test_a_file_that_may_not_be_written_is_told_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run_failing(monkeypatch, PermissionError(errno.EACCES, "Permission denied", "statements.lock"))
    assert ran.exit_code == 2
    assert ran.stderr == "concomp: statements.lock: Permission denied: make it readable and writable\n"


def test_another_error_of_the_system_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    error = run_failing(monkeypatch, FileNotFoundError(errno.ENOENT, "No such file", "ours.py")).exception
    assert isinstance(error, FileNotFoundError)


@pytest.mark.parametrize("closed", thinned(["<&- >&- 2>&-", "2>&-"], 2), ids=("all", "error"))
@pytest.mark.parametrize("asked", thinned([OWN, ASKED], 2), ids=("with a child", "alone"))
def test_closed_streams_do_no_harm(closed: str, asked: list[str]) -> None:
    command = f"{shlex.join([*PROGRAM, *asked])} {closed}"
    assert subprocess.run(command, shell=True, check=False, stdout=subprocess.DEVNULL).returncode == 0
