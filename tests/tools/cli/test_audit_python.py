"""`concomp audit FILE.py:NAME`: games that are written in Python."""

import json
from pathlib import Path

import pytest

from tests.tools.cli.auditing import EXAMPLES, run


def test_a_game_in_python_is_audited_in_a_process_of_its_own() -> None:
    result = run(f"{EXAMPLES / 'counter.py'}:counter", "--e-eps", "1", "--attacker", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found["results"][0]["delta"] == found["attackers"][0]["delta"] == "113/256"
    assert found["attackers"][0]["tree"]["send"] == [
        "Visit(user=1, counts=False)",
        "Visit(user=1, counts=True)",
    ]


def test_the_only_game_of_a_python_file_needs_no_name() -> None:
    named, unnamed = (run(f"{EXAMPLES / 'counter.py'}{name}", "--e-eps", "2") for name in (":counter", ""))
    assert (unnamed.exit_code, unnamed.stdout) == (0, named.stdout)


GAME = "from concomp.model import Game\n{} = {}Game.__new__(Game)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "own.py: holds no Game: make one, for example by concomp.model.continual_game"),
        (
            GAME.format("first", "second = "),
            "own.py: holds 2 games: name one of them: {0}:first, {0}:second",
        ),
    ],
)
def test_none_or_several_games_are_told_on_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(text)
    result = run(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"concomp: {tmp_path}/{message.format(file)}\n"


@pytest.mark.parametrize(
    ("text", "name", "status", "message"),
    [
        ("x = 1", "x", 2, "int: make it a Game"),
        ("x = 1", "y", 2, "there is no such name"),
        ("x = ", "x", 2, "SyntaxError"),
        ("1/0", "x", 2, "own.py:1: ZeroDivisionError: division by zero; the file must import without an error"),
        ("import builtins; builtins.list = None", "x", 2, "gives the built-in list another meaning"),
        ("import os; os._exit(7)", "x", 2, "ended with status 7"),
        (None, "x", 2, "no such file"),
    ],
)
def test_what_is_wrong_with_a_python_file_is_told_on_one_line(
    tmp_path: Path, text: str | None, name: str, status: int, message: str
) -> None:
    file = tmp_path / "own.py"
    if text is not None:
        file.write_text(text)
    result = run(f"{file}:{name}")
    assert (result.exit_code, result.stdout) == (status, "")
    (line,) = result.stderr.splitlines()
    assert message in line
