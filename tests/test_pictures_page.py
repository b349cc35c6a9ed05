"""The pictures of docs/pictures.md are what its commands draw."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks, run_command
from tests.thinning import thinned

PAGE = (ROOT / "docs/pictures.md").read_text(encoding="utf-8")
FOLDER = ROOT / "docs/pictures"
LINES = [command for block in blocks("sh", PAGE) for command in block.splitlines()]
COMMANDS = {command.split("--plot docs/pictures/")[1]: command for command in LINES}
"""The command of each picture."""


def pinned() -> bool:
    """Whether matplotlib is there in the version that the pictures were drawn with."""
    [wanted] = re.findall(r"^matplotlib==(.+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    try:
        return version("matplotlib") == wanted
    except PackageNotFoundError:
        return False


def made_again(name: str, folder: Path) -> bytes:
    """The picture of this name, drawn by its command into a folder."""
    ran = run_command(COMMANDS[name].replace("docs/pictures/", f"{folder}/"))
    assert (ran.returncode, ran.stderr) == (0, "")
    return (folder / name).read_bytes()


@pytest.mark.skipif(not pinned(), reason="another matplotlib than that of constraints.txt draws otherwise")
@pytest.mark.parametrize("name", thinned(COMMANDS, 6))
def test_a_picture_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    assert made_again(name, tmp_path) == (FOLDER / name).read_bytes()


def test_every_picture_has_its_command_and_its_place() -> None:
    assert sorted(COMMANDS) == sorted(each.name for each in FOLDER.iterdir())
    assert sorted(re.findall(r"^!\[.+\]\(pictures/(.+)\)$", PAGE, re.MULTILINE)) == sorted(COMMANDS)
