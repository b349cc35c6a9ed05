"""`concomp verify --evidence`: what is proved is kept for a session, which takes it for what it is about alone."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.session.errors import InvalidQuery, NoEvidence
from concomp.impl.session.session import Session
from concomp.model.files.evidence import PieceOfEvidence, PropertyEvidence, definition_hash, read_evidence
from concomp.model.language import Monitor
from concomp.obligations.verify.user_files.importing import import_file
from tests.impl.session.mechanisms import Plain, property_evidence
from tests.tools.cli.verifying import SURVEY, data, verify

BOTH = ("--property", "diagonal", "--property", "public")
COUNTS = """
from concomp.model import Bool, Int, Monitor, parameter, register, require, when

class Counts(Monitor):
    by = parameter(Int, where=lambda by: by >= 0)
    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used & (left - right <= self.by) & (right - left <= self.by))
            self.used = True

class Rising(Monitor):
    low = register(Int, 0)
    high = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left > self.low) & (right > self.high) & (left - right <= 1) & (right - left <= 1))
        self.low = left
        self.high = right
"""


@dataclass(frozen=True)
class Kept:
    """A file of functions, the directory of proofs, the file of evidence, and what is in it."""

    functions: Path
    proofs: Path
    evidence: Path
    pieces: tuple[PieceOfEvidence, ...]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The evidence of Counts, whatever its parameter."""
    folder = tmp_path_factory.mktemp("evidence")
    functions, proofs, evidence = folder / "counts.py", folder / "proofs", folder / "counts.json"
    functions.write_text(COUNTS, encoding="utf-8")
    ran = verify(f"{functions}:Counts", *BOTH, "--certificate", str(proofs), "--evidence", str(evidence))
    assert (ran.exit_code, ran.stderr) == (0, "")
    return Kept(functions, proofs, evidence, read_evidence(evidence))


def function(file: Path, name: str = "Counts", **parameters: Any) -> Monitor:
    made: Monitor = getattr(import_file(str(file)), name)(**parameters)
    return made


def launch(function: Monitor, properties: Sequence[PieceOfEvidence]) -> Any:
    echoing = Plain(begin=lambda randomness: lambda count: 0, function=function, properties=list(properties))
    return Session(PureDP(1)).create(Plain(**{**vars(echoing), "answers": frozenset({0})}))


def test_what_is_proved_is_written_with_its_hashes(kept: Kept) -> None:
    assert [each.property for each in kept.pieces if isinstance(each, PropertyEvidence)] == ["diagonal", "public"]
    for each in kept.pieces:
        assert isinstance(each, PropertyEvidence)
        assert (each.kind, each.subject) == ("certificate", definition_hash(function(kept.functions)))
        assert dict(each.parameters) == {}
        manifest = (kept.proofs / "Counts" / each.property / "manifest.json").read_bytes()
        assert each.certificates == (hashlib.sha256(manifest).hexdigest(),)
        assert [engine.split()[0] for engine in each.engines] == ["z3", "cvc5"]


def test_a_function_of_infinitely_many_messages_runs_in_a_session(kept: Kept) -> None:
    handle = launch(function(kept.functions, by=2), kept.pieces)
    assert [handle.send(number) for number in (3, 10**40, -7)] == [0, 0, 0]
    with pytest.raises(InvalidQuery):
        handle.send(True)


def test_evidence_of_another_function_is_refused(kept: Kept) -> None:
    with pytest.raises(NoEvidence, match="is diagonal, so that a refusal could tell the records"):
        launch(function(kept.functions, "Rising"), kept.pieces)


def test_evidence_of_the_function_before_an_edit_is_refused(kept: Kept, tmp_path: Path) -> None:
    edited = tmp_path / "edited.py"
    edited.write_text(COUNTS.replace("~self.used & ", ""), encoding="utf-8")
    with pytest.raises(NoEvidence, match="bring the evidence for this function"):
        launch(function(edited, by=2), kept.pieces)


def test_evidence_at_one_value_is_refused_at_another(kept: Kept, tmp_path: Path) -> None:
    fixed = tmp_path / "fixed.json"
    shown = data(f"{kept.functions}:Counts", *BOTH, "--param", "by=2", "--evidence", str(fixed))
    assert (shown["evidence"], shown["usable_at_run_time"]) == (str(fixed), True)
    pieces = read_evidence(fixed)
    launch(function(kept.functions, by=2), pieces)
    with pytest.raises(NoEvidence, match="for this function and these parameters"):
        launch(function(kept.functions, by=3), pieces)


def test_what_is_refuted_is_not_written(kept: Kept, tmp_path: Path) -> None:
    file = tmp_path / "rising.json"
    ran = verify(f"{kept.functions}:Rising", *BOTH, "--evidence", str(file))
    assert ran.exit_code == 1
    pieces = read_evidence(file)
    assert [each.property for each in pieces if isinstance(each, PropertyEvidence)] == ["diagonal"]
    with pytest.raises(NoEvidence, match="is public, so that a refusal could tell the records"):
        launch(function(kept.functions, "Rising"), pieces)


def test_a_recheck_comes_to_the_same_evidence_and_writes_none_of_what_it_rejects(kept: Kept, tmp_path: Path) -> None:
    again = tmp_path / "again.json"
    asked = (f"{kept.functions}:Counts", "--recheck", str(kept.proofs), "--evidence", str(again))
    assert verify(*asked).exit_code == 0
    assert read_evidence(again) == kept.pieces
    manifest = kept.proofs / "Counts" / "public" / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    try:
        manifest.write_text(json.dumps({**json.loads(text), "statement": "00"}), encoding="utf-8")
        assert verify(*asked, *BOTH).exit_code == 1
    finally:
        manifest.write_text(text, encoding="utf-8")
    assert [each.property for each in read_evidence(again) if isinstance(each, PropertyEvidence)] == ["diagonal"]


def test_where_nothing_is_proved_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    ran = verify(SURVEY, "--property", "witness", "--evidence", str(file))
    assert (ran.exit_code, file.exists()) == (1, False)
    assert ran.stderr == f"concomp: --evidence {file}: is not written: nothing is proved of the function alone\n"
    ran = verify(SURVEY, "--evidence", str(tmp_path))
    assert (ran.exit_code, ran.stderr.count("name a file in a directory that is there")) == (2, 1)


def test_a_session_reads_evidence_without_a_solver(kept: Kept, tmp_path: Path) -> None:
    program = (
        "import sys, concomp\n"
        f"concomp.read_evidence({str(kept.evidence)!r})\n"
        "concomp.Session(concomp.PureDP(1))\n"
        "print(sorted({'z3', 'cvc5'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_evidence_that_names_no_parameters_holds_at_all_of_them(kept: Kept) -> None:
    for by in (0, 5):
        launch(function(kept.functions, by=by), kept.pieces)
    assert property_evidence(function(kept.functions, by=0))[0].subject == kept.pieces[0].subject
