"""What the README shows is what happens: its commands are run and their output compared, its program is run."""

from __future__ import annotations

import re

import pytest

from tests.pages import ROOT, agrees, blocks, run_command, run_program, sessions

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [session for block in blocks("console", TEXT) for session in sessions(block)]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands_print_what_is_shown(command: str, shown: str) -> None:
    ran = run_command(command)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert agrees(shown, ran.stdout), ran.stdout


@pytest.mark.parametrize("program", blocks("python", TEXT))
def test_programs_print_what_their_comments_show(program: str) -> None:
    ran = run_program(program)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "".join(f"{line}\n" for line in re.findall(r"^# (.*)$", program, re.MULTILINE))


def test_there_is_one_block_each_for_verify_audit_and_advise() -> None:
    assert len(re.findall(r"^```", TEXT, re.MULTILINE)) == 6
    assert "concomp.verify(" in blocks("python", TEXT)[0]
    assert [command.split()[1] for command, _ in COMMANDS] == ["audit", "advise"]


def test_it_is_short() -> None:
    prose = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    words = re.findall(r"[\w’'-]+", re.sub(r"\]\([^)]*\)", "]", prose))
    assert len(words) <= 400
