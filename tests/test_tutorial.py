"""What the tutorial shows is what happens."""

from __future__ import annotations

import subprocess

import pytest

from tests.test_readme import ENVIRONMENT, ROOT, agrees, blocks, sessions

TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
COMMANDS = [session for block in blocks("console", TEXT) for session in sessions(block)]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands_print_what_is_shown(command: str, shown: str) -> None:
    ran = subprocess.run(command, shell=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert agrees(shown, ran.stdout), ran.stdout


def test_the_tutorial_asks_for_advice() -> None:
    assert any(command.startswith("concomp advise") for command, _ in COMMANDS)
