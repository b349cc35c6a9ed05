"""`make coq`: what it says where Coq is missing, is another, refuses or needs more time, and what then stays."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from concomp.obligations.derivations.coq.files import theorem
from concomp.obligations.proof_assistant import __main__ as command
from concomp.obligations.proof_assistant import accepted, programs
from concomp.obligations.proof_assistant.accepted import Accepted, AcceptedTheorem, read, recorded, write
from concomp.obligations.proof_assistant.assumptions import ALLOWED
from concomp.obligations.proof_assistant.compiler import Compiler
from concomp.obligations.proof_assistant.exports import Export, exports_of
from concomp.obligations.proof_assistant.judging import judged, lines, merged
from concomp.obligations.proof_assistant.programs import NoCoq, OutOfTime, version
from tests.obligations.proof_assistant.small import CLEAN, CLOSED, pretend, starts_small, stays_small

KEY, SMALL = "HSV26 Lemma 10.10", "HSV26 Notation 10.1"
UNDER_THE_REALS = """\
Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
"""


def small() -> list[Export]:
    """The export of a small derivation."""
    return list(exports_of(KEY, [stays_small()]))


def test_missing_coq_is_a_line_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCoq, match=r"^coqc is not installed\. On Debian: apt-get update && apt-get install .* coq "):
        version()


def test_missing_coq_ends_with_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.main([]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_another_version_is_a_line_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", version="9.1.0"))
    with pytest.raises(NoCoq, match=r"^coqc is 9\.1\.0, and 8\.16 is needed\. On Debian 12: apt-get"):
        version()


def test_what_is_accepted_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin"))
    compiler = Compiler(tmp_path / "coq", 1, 60)
    compiler.compile("Small", "text")
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", refuses="another"))
    assert compiler.compile("Small", "text") == f"{CLOSED}\n"
    answer = compiler.compile_all({"Small": "another text"})["Small"]
    assert str(answer) == "Error: not proved"


def test_a_refused_claim_costs_only_the_theorems_that_rest_on_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed = list(exports_of(KEY, [starts_small(), stays_small()]))
    (_, claim) = theorem("Small", stays_small()).claims
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", refuses=f"Lemma {claim.name} :"))
    compiler, said = command.compiled(listed, tmp_path / "coq", 1, 60)
    now = judged(listed, said)
    assert now.names == [listed[0].name]
    assert now.refused == (listed[1].name,)
    why = f"the tactics do not close {claim.name}, {claim.statement}: Error: not proved"
    assert now.resists == {KEY: why}
    assert (compiler.folder / "Claims_1.v").read_text(encoding="utf-8").count("Lemma ") == 1


def test_time_that_is_too_short_is_said_and_loses_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", seconds=5))
    (export,) = small()
    answer = Compiler(tmp_path / "coq", 1, 0.2).compile_all({"Small": "text"})["Small"]
    assert isinstance(answer, OutOfTime)
    now = judged([export], {export.name: answer})
    assert (now.undecided, now.accepted, now.resists) == ({KEY: answer}, {}, {})
    theorem_ = AcceptedTheorem(name="Small", text="", sha256="0", axioms=())
    before = Accepted(statements={KEY: recorded(KEY, (theorem_,), "", "8.16.1", {})})
    assert merged(before, now, "8.16.1", {}).statements == before.statements


def test_what_coq_says_is_written_and_read(tmp_path: Path) -> None:
    (export,) = small()
    now = judged([export], {export.name: UNDER_THE_REALS})
    assert lines(now, "8.16.1") == [
        f"{KEY}: accepted",
        "Coq 8.16.1 accepts 1 statements, 0 in part, none of 0",
        f"axioms: {', '.join(sorted(ALLOWED - {'ClassicalDedekindReals.sig_forall_dec'}))}",
    ]
    result = merged(Accepted(), now, "8.16.1", {})
    write(result, tmp_path / "accepted.json")
    assert read(tmp_path / "accepted.json") == result
    assert result.statements[KEY].theorems[0].text == theorem(export.name, stays_small()).statement


@pytest.fixture
def committed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the command writes what was accepted, and keeps what was compiled beside it."""
    place = tmp_path / "accepted.json"
    monkeypatch.setattr(command, "FOLDER", tmp_path / "cache")
    monkeypatch.setattr(accepted, "place", lambda clone: place)
    return place


def test_a_result_is_written_when_the_checker_has_agreed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], committed: Path
) -> None:
    spoiled = CLEAN.replace("positivity is assumed: <none>", "positivity is assumed:\n    Concomp.Rules.bad")
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", lists=spoiled))
    assert command.main([SMALL]) == 1
    why = "the checker of Coq does not accept these: coqchk lists '* Inductives whose positivity is assumed:'"
    assert capsys.readouterr().err == f"make coq: {why}\n"
    assert not committed.exists()
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin"))
    assert command.main([SMALL]) == 0
    assert {*read(committed).statements} == {SMALL}


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("kill -9 $$", "coqc was ended by SIGKILL; try fewer --jobs if memory is short"),
        ("exit 137", "coqc ended with status 137, and without a word"),
        ("exit 0", "coqc wrote no HSV26_Notation_10_1.vo, and did not say why"),
        ("echo Error: x.vo: No space left on device >&2; exit 1", "coqc could not work: .*: No space left on device"),
        ("echo Error: Out of memory. >&2; exit 1", "coqc could not work: Error: Out of memory."),
    ],
)
def test_a_compiler_that_does_not_answer_leaves_it_undecided(
    does: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    committed: Path,
) -> None:
    at_the_theorem = f'case "$file" in *HSV26*) {does};; esac'
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", does=at_the_theorem, lists="never asked"))
    assert command.main([SMALL]) == 3
    said = capsys.readouterr()
    assert re.fullmatch(f"make coq: undecided: {why}. Mend that .*\n", said.err)
    assert "Coq 8.16.1 accepts 0 statements, 0 in part, none of 0, 1 undecided\n" in said.out
    assert f"{SMALL}: undecided: " in said.out
    assert read(committed).statements == {}


def test_a_compiler_that_cannot_work_has_not_refused_the_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], committed: Path
) -> None:
    full = "echo System error: No space left on device >&2; exit 1"
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", does=full))
    assert command.main([SMALL]) == 3
    assert capsys.readouterr().err.startswith("make coq: undecided: coqc could not work: System error: No space left")
    assert not committed.exists()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--seconds", "nan"], "argument --seconds: 'nan': give a number of seconds above 0, at most 1e+06"),
        (["--seconds", "inf"], "argument --seconds: 'inf': give a number of seconds above 0, at most 1e+06"),
        (["--seconds=-5"], "argument --seconds: '-5': give a number of seconds above 0, at most 1e+06"),
        (["--jobs", "0"], "argument --jobs: '0': give a whole number from 1 to 1000"),
        (["--nope"], "unrecognized arguments: --nope"),
    ],
)
def test_what_cannot_be_used_is_one_line(given: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(given)
    assert (ended.value.code, capsys.readouterr().err) == (2, f"make coq: {why}\n")


def test_a_file_where_the_folder_should_be_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], committed: Path
) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin"))
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "coq").write_text("", encoding="utf-8")
    assert command.main([SMALL]) == 2
    assert re.fullmatch(
        r"make coq: .*: Not a directory: make it a place that can be written\n", capsys.readouterr().err
    )


def test_a_result_that_cannot_be_read_is_one_line_and_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], committed: Path
) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin"))
    committed.write_text("{", encoding="utf-8")
    assert command.main([SMALL]) == 2
    assert re.fullmatch(
        r"make coq: accepted\.json: .*; `git checkout` brings it back, or .*\n", capsys.readouterr().err
    )
    assert committed.read_text(encoding="utf-8") == "{"


def test_a_program_of_coq_that_is_missing_is_told_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pretend(tmp_path)
    (tmp_path / "coqchk").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCoq, match=r"^coqchk is not installed\. On Debian: apt-get update"):
        version()


def test_a_compiler_that_does_not_say_its_version_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path))
    (tmp_path / "coqc").write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    monkeypatch.setattr(programs, "AT_ONCE", 0.2)
    assert command.main([]) == 3
    assert capsys.readouterr().err.startswith("make coq: undecided: coqc --print-version says nothing within 0.2 s")


def test_what_is_no_text_is_not_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", does=r"printf '\\377\\376'"))
    (export,) = small()
    now = judged([export], {export.name: Compiler(tmp_path / "coq", 1, 60).compile("Small", "text")})
    assert now.resists[KEY].startswith("what it rests on is not understood: Coq says ")


def test_a_disk_without_room_leaves_it_undecided(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], committed: Path
) -> None:
    def full(place: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(place))

    monkeypatch.setenv("PATH", pretend(tmp_path / "bin"))
    monkeypatch.setattr("concomp.obligations.proof_assistant.compiler.replace", full)
    assert command.main([SMALL]) == 3
    assert capsys.readouterr().err.startswith("make coq: undecided: No space left on device. Mend that")
    assert not committed.exists()
