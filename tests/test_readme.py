"""What the README shows is what happens: its commands are run and their output compared, its programs are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def blocks(kind: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def sessions(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output that it is said to have."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def agrees(shown: str, printed: str) -> bool:
    """Whether output is as shown; a line of three dots stands for any number of lines, seconds for any others."""
    lines = shown.splitlines(keepends=True)
    pattern = "".join(r"(?:.*\n)*?" if line == "...\n" else any_seconds(line) for line in lines)
    return re.fullmatch(pattern, printed) is not None


def any_seconds(line: str) -> str:
    """A pattern for the line, whatever time it says at its end."""
    text, time = re.fullmatch(r"(.*?)(\d+\.\d\d s)?\n", line).groups()  # type: ignore[union-attr]
    return re.escape(text) + (r"\d+\.\d\d s" if time else "") + "\n"


COMMANDS = [session for block in blocks("console") for session in sessions(block)]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands_print_what_is_shown(command: str, shown: str) -> None:
    ran = subprocess.run(command, shell=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert agrees(shown, ran.stdout), ran.stdout


@pytest.mark.parametrize("program", blocks("python"))
def test_programs_run(program: str, tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(program, encoding="utf-8")
    ran = subprocess.run([sys.executable, file], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_there_is_something_to_run() -> None:
    assert len(COMMANDS) >= 3
    assert len(blocks("python")) >= 1


def test_the_comparison_can_fail() -> None:
    assert agrees("a\n...\nb\n", "a\n1\n2\nb\n")
    assert agrees("...\nb\n", "b\n")
    assert not agrees("a\n...\nb\n", "a\nc\n")
    assert not agrees("a\n", "a\nb\n")
    assert agrees("a  0.12 s\n", "a  3.40 s\n")
    assert not agrees("a  0.12 s\n", "b  0.12 s\n")
    assert not agrees("a  0.12 s\n", "a\n")


@pytest.mark.parametrize(
    "page", sorted(["README.md", "CONTRIBUTING.md", *(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/*.md"))])
)
def test_every_link_resolves(page: str) -> None:
    path = ROOT / page
    links = re.findall(r"\]\(([^)\s#]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).is_file()] == []


def test_every_dependency_is_listed_with_a_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = set(re.findall(r'^    "([a-z0-9-]+)>=', project, re.MULTILINE))
    listed = {
        name.strip()
        for row in re.findall(r"^\| ([a-z0-9, -]+?)(?: \(dev\))? \|", TEXT, re.MULTILINE)
        for name in row.split(",")
    }
    assert declared <= listed
    assert listed - declared == {"package", "command"}
