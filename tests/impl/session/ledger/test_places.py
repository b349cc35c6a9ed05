"""Where a ledger lies: the same file, whatever folder the program goes to; none that is mounted by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import engines
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.locks import alone
from tests.impl.session.launching import message

RULE, UNIT = usual_rule(PureDP(4)), PureDP(1)
ODD_NAME = "bud\u00a0g\u2028et.db"
"""With blanks that are none to Linux."""
MOUNTED = """
mount --bind "$1/a/$3" "$1/b/$3" || exit 77
"$2" -m concomp ledger status "$1/a/$3" && "$2" -m concomp ledger status "$1/b/$3"
"""


@pytest.mark.parametrize("url", ["budget.db", "sqlite:///budget.db", Path("budget.db")])
def test_a_program_that_goes_to_another_folder_charges_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str | Path
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    ledger = Ledger(url)
    os.chdir("other")
    account = ledger.start("main", RULE)
    account.spend(UNIT, "a count")
    monkeypatch.setattr(engines, "BUSY", 0.01)
    with alone(tmp_path / "budget.db", 1):
        assert "its folder is locked" in message(lambda: account.spend(UNIT, "a count"), BookUnavailable)
    assert os.listdir() == []
    assert Ledger(tmp_path / "budget.db").states()[0].number == 1


def test_a_folder_that_is_a_pipe_is_said_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "Not a directory" in message(lambda: Ledger(tmp_path / "pipe" / "budget.db").states(), BookUnavailable)


def test_a_file_that_is_mounted_without_its_folder_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its names has a log of its own: a budget of 4 was answered 8 times."""
    with Ledger(file) as ledger:
        ledger.start("main", RULE)
    monkeypatch.setattr(engines, "mount_of", lambda path: "another" if path == str(file) else "the folder's")
    assert "mounted without its folder" in message(lambda: Ledger(file).states(), BookUnavailable)


@pytest.mark.full
def test_a_file_that_is_mounted_is_told_from_its_folder_by_linux(tmp_path: Path) -> None:
    if shutil.which("unshare") is None or os.getuid() != 0:
        pytest.skip("only root mounts files")
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ODD_NAME).touch()
    with Ledger(tmp_path / "a" / ODD_NAME) as ledger:
        ledger.start("main", RULE)
    script = ["unshare", "-m", "sh", "-c", MOUNTED, "sh", str(tmp_path), sys.executable, ODD_NAME]
    ran = subprocess.run(script, capture_output=True, text=True, timeout=60)
    if ran.returncode == 77 or "unshare failed" in ran.stderr:
        pytest.skip("nothing can be mounted here")
    assert "charges     0" in ran.stdout
    assert ran.returncode == 3
    assert "mounted without its folder" in ran.stderr
