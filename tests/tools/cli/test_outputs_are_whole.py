"""Where there is no room for what a command writes, what stood there stays, and a line says so."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.cli.auditing import EXAMPLES, example
from tests.tools.cli.verifying import SURVEY

ROOM = 200
"""No file may grow beyond so many bytes."""
SAVING = """
import sys, concomp
concomp.plot(concomp.compose([concomp.with_e_eps("3/2")] * 2)).save(sys.argv[1])
"""
COMMANDS = {
    "kept.json": ("explain", "HSV26 Lemma 10.8", "--proof-object", "kept.json"),
    "Rules.v": ("explain", "HSV26 Notation 10.1", "--coq", "."),
    "kept.certificate": ("audit", example("hidden_state"), "--e-eps", "2", "--certificate", "kept.certificate"),
    "kept.evidence": ("verify", SURVEY, "--property", "diagonal", "--evidence", "kept.evidence"),
    "kept.html": ("advise", str(EXAMPLES / "plans/laplace_counts.toml"), "--html", "kept.html"),
}


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    def without_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

    given = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "MPLCONFIGDIR": str(folder.parent)}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=given,
        preexec_fn=without_room,
        capture_output=True,
        text=True,
        check=False,
    )


def _keeps(folder: Path, name: str) -> bool:
    return [each.name for each in folder.iterdir()] == [name] and (folder / name).read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_loses_nothing(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / name).write_text("mine", encoding="utf-8")
    ran = _run(folder, "-m", "concomp", *COMMANDS[name])
    assert ran.returncode == 2, ran.stdout + ran.stderr
    [line] = ran.stderr.splitlines()
    assert line.startswith("concomp: --")
    assert "File too large" in line
    assert _keeps(folder, name)


def test_a_picture_that_is_saved_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "kept.svg").write_text("mine", encoding="utf-8")
    ran = _run(folder, "-c", SAVING, "kept.svg")
    assert "OSError: [Errno 27] File too large" in ran.stderr
    assert _keeps(folder, "kept.svg")
