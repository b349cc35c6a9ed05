"""`concomp explain --coq`: the theorems are written with all that they stand on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main

pytestmark = pytest.mark.usefixtures("_standing_read_once")

LEMMA = "HSV26 Notation 10.1"


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


def test_a_theorem_is_written_with_all_that_it_stands_on(tmp_path: Path) -> None:
    ran = explain(LEMMA, "--coq", str(tmp_path / "new"))
    assert ran.exit_code == 0
    names = ["Rules", "Views", "Tactics", "Resistant", "Claims_1", "Claims", "HSV26_Notation_10_1"]
    listed = " ".join(f"{name}.v" for name in names)
    assert ran.output.splitlines()[-1].startswith(
        f"The theorems are written; in {tmp_path / 'new'}, for f in {listed}; "
    )
    assert {path.stem for path in (tmp_path / "new").iterdir()} == {*names}


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ("HSV26 Theorem 5.4", "HSV26 Theorem 5.4: it is not derived; `concomp explain 'HSV26 Theorem 5.4' --evidence`"),
        ("HSV26 Corollary 14.10", "HSV26 Corollary 14.10: no lemma in Coq says what it concludes by: “tapes”, “indep"),
        ("E2", "E2 is an erratum: name a statement"),
        (LEMMA, "Not a directory: name a folder that can be written"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(label: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = explain(label, "--coq", str(tmp_path / "file" / "folder"))
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: --coq: ")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
