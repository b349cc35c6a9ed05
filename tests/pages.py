"""Reading the pages of the project, and running what they show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from concomp.report.map.markdown import anchor

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def blocks(kind: str, text: str) -> list[str]:
    """The fenced blocks of a kind."""
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


def run_command(command: str) -> CompletedProcess[str]:
    """What a command of the shell came to in the clone."""
    return subprocess.run(command, shell=True, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def run_program(program: str) -> CompletedProcess[str]:
    """What a program of a page came to in the clone, run from a file of its own."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "example.py"
        file.write_text(program, encoding="utf-8")
        return subprocess.run([sys.executable, file], cwd=ROOT, capture_output=True, text=True, check=False)


def links(text: str) -> list[str]:
    """Where the links of a page lead, those in blocks of code left out."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return list(dict.fromkeys(re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "code", prose))))


def broken_links(page: Path) -> list[str]:
    """The links of a page that lead to no file or folder, or to no heading of the page they lead to."""
    return [link for link in links(page.read_text(encoding="utf-8")) if not leads_somewhere(link, page)]


def leads_somewhere(link: str, page: Path) -> bool:
    """Whether a link of the page leads to something; what lies outside the clone is not asked for."""
    if "://" in link:
        return True
    path, _, heading = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not heading or heading in anchors(target))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names by which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(anchor(re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading)) for heading in headings)
