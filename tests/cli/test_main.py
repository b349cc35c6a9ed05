"""The command line as a whole: help, versions, exit statuses and errors on one line."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner, Result

from concomp.obligations.cli import COMMANDS, main


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
        (["chek"], "concomp: No such command 'chek'. See concomp --help\n"),
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
