"""What the pages under docs show is what happens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import ENVIRONMENT, ROOT, agrees, blocks, sessions

PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}
COMMANDS = [session for page in PAGES.values() for block in blocks("console", page) for session in sessions(block)]
NEEDS_A_CLUSTER = "from dask.distributed import Client"
PROGRAMS = [
    (name, program)
    for name, page in PAGES.items()
    for program in blocks("python", page)
    if NEEDS_A_CLUSTER not in program
]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands_print_what_is_shown(command: str, shown: str) -> None:
    ran = subprocess.run(command, shell=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert agrees(shown, ran.stdout), ran.stdout


@pytest.mark.parametrize(("page", "program"), PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_programs_run(page: str, program: str, tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(program, encoding="utf-8")
    ran = subprocess.run([sys.executable, file], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_tutorial_asks_for_advice() -> None:
    assert any(
        command.startswith("concomp advise")
        for block in blocks("console", PAGES["tutorial.md"])
        for command, _ in sessions(block)
    )
