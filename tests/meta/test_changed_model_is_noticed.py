"""A changed operator in the model is noticed: what recomputes comes out otherwise, what was found is stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from concomp.obligations.runner.sources import Sources

ROOT = Path(__file__).resolve().parents[2]
LAW = "model/laws/law.py"
FINDING = "concomp.obligations.checks.hsv26.laws.randomised_response"

LOOK_AGAIN = f"""
from concomp.obligations.checks.hsv26.laws import coupling
from concomp.obligations.runner.performing import Task, perform
from concomp.obligations.runner.sources import Sources
print(Sources().digest("{FINDING}"))
check = coupling.total_variation_in_three_ways[0]
print(type(perform(Task(check.module, check.path, None, False))).__name__)
"""


def looked_at_again(portion: Path) -> subprocess.CompletedProcess[str]:
    """What comes of looking again, in a process that takes the model from a folder."""
    environment = os.environ | {"PYTHONPATH": str(portion)}
    command = [sys.executable, "-c", LOOK_AGAIN]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_a_changed_operator_in_the_laws_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "model", tmp_path, dirs_exist_ok=True)
    law = tmp_path / "concomp" / LAW
    text = law.read_text(encoding="utf-8")
    assert "ZERO) + weight\n" in text
    law.write_text(text.replace("ZERO) + weight\n", "ZERO) - weight\n", 1), encoding="utf-8")
    digest, _, outcome = looked_at_again(tmp_path).stdout.partition("\n")
    assert digest != Sources().digest(FINDING)
    assert outcome.strip() != "Done"


def test_a_comment_in_the_laws_changes_nothing(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "model", tmp_path, dirs_exist_ok=True)
    law = tmp_path / "concomp" / LAW
    law.write_text("# A remark.\n" + law.read_text(encoding="utf-8"), encoding="utf-8")
    assert looked_at_again(tmp_path).stdout.split() == [Sources().digest(FINDING), "Done"]
