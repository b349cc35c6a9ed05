"""`make coq`: what it says where Coq is missing, is another, refuses or needs more time, and what then stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from concomp.obligations.derivations.coq.files import theorem
from concomp.obligations.proof_assistant import __main__ as command
from concomp.obligations.proof_assistant.accepted import Accepted, AcceptedStatement, AcceptedTheorem, read, write
from concomp.obligations.proof_assistant.compiler import ALLOWED, Compiler, NoCoq, OutOfTime, axioms, version
from concomp.obligations.proof_assistant.exports import Export, exports_of
from concomp.obligations.proof_assistant.judging import judged, lines, merged
from tests.obligations.proof_assistant.small import pretend, starts_small, stays_small

KEY = "HSV26 Lemma 10.10"
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


def test_axioms_are_read_from_what_coq_says() -> None:
    assert axioms(UNDER_THE_REALS) == (
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    )
    assert axioms("Closed under the global context\n") == ()


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
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", says="Axioms:"))
    compiler = Compiler(tmp_path / "coq", 1, 60)
    compiler.compile("Small", "text")
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", refuses="another"))
    assert compiler.compile("Small", "text") == "Axioms:\n"
    answer = compiler.compile_all({"Small": "another text"})["Small"]
    assert str(answer) == "Error: not proved"


def test_a_refused_claim_costs_only_the_theorems_that_rest_on_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed = list(exports_of(KEY, [starts_small(), stays_small()]))
    (_, claim) = theorem("Small", stays_small()).claims
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", says="Axioms:", refuses=f"Lemma {claim.name} :"))
    compiler, said = command.compiled(listed, tmp_path / "coq", 1, 60)
    now = judged(listed, said, {})
    assert [each.name for each in now.statements[KEY].theorems] == [listed[0].name]
    assert now.refused == (listed[1].name,)
    why = f"the tactics do not close {claim.name}, {claim.statement}: Error: not proved"
    assert now.resists == {KEY: why}
    assert (compiler.folder / "Claims_1.v").read_text(encoding="utf-8").count("Lemma ") == 1


def test_time_that_is_too_short_is_said_and_loses_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", pretend(tmp_path / "bin", seconds=5))
    (export,) = small()
    _, said = Compiler(tmp_path / "coq", 1, 0.2), {export.name: OutOfTime()}
    assert isinstance(Compiler(tmp_path / "coq", 1, 0.2).compile_all({"Small": "text"})["Small"], OutOfTime)
    now = judged([export], said, {})
    assert (now.late, now.statements, now.resists) == (True, {}, {})
    theorem_ = AcceptedTheorem(name="Small", text="", sha256="0", axioms=())
    before = Accepted(coq="8.16.1", statements={KEY: AcceptedStatement(derivation="0", theorems=(theorem_,))})
    assert merged(before, now, [KEY], "8.16.1", "").statements == before.statements


def test_what_coq_says_is_written_and_read(tmp_path: Path) -> None:
    (export,) = small()
    now = judged([export], {export.name: UNDER_THE_REALS}, {})
    assert lines(now, "8.16.1") == [
        f"{KEY}: accepted",
        "Coq 8.16.1 accepts 1 statements, 0 in part, none of 0",
        f"axioms: {', '.join(sorted(ALLOWED - {'ClassicalDedekindReals.sig_forall_dec'}))}",
    ]
    result = merged(Accepted(), now, [KEY], "8.16.1", "library")
    write(result, tmp_path / "accepted.json")
    assert read(tmp_path / "accepted.json") == result
    assert result.statements[KEY].theorems[0].text == theorem(export.name, stays_small()).statement
