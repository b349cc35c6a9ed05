"""`concomp explain --proof-object`: the derivation is written, and the independent checker replays it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.obligations.proof_objects.checker.objects import replay

LEMMA = "HSV26 Lemma 10.8"


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


def test_a_proof_is_written_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "lemma.json"
    ran = explain(LEMMA, "--proof-object", str(path))
    assert ran.exit_code == 0
    last = ran.output.splitlines()[-1]
    assert last == f"The proof is written; python -m concomp.obligations.proof_objects.checker {path} replays it."
    assert replay(json.loads(path.read_text(encoding="utf-8")))[-1].words["states"] == LEMMA


@pytest.mark.parametrize(
    ("label", "place", "says"),
    [
        (
            "HSV26 Theorem 5.4",
            "lemma.json",
            "HSV26 Theorem 5.4 is not derived; `concomp explain 'HSV26 Theorem 5.4' --evidence` says",
        ),
        ("E2", "lemma.json", "E2 is an erratum: name a statement"),
        (LEMMA, "nowhere/lemma.json", "its folder is not there: make it, or name a file in one that is"),
        (LEMMA, ".", "is a folder: name another file"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(label: str, place: str, says: str, tmp_path: Path) -> None:
    ran = explain(label, "--proof-object", str(tmp_path / place))
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: --proof-object: ")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert [*tmp_path.iterdir()] == []
