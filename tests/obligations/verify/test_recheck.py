"""Both solvers are asked, and what they say is not mistaken for something else."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.obligations.solvers import answers
from concomp.obligations.solvers.answers import answer_of_cvc5, answer_of_program, answer_of_z3, engines
from concomp.obligations.solvers.errors import SolverFailed, Undecided
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim, Rejected
from concomp.obligations.verify.certificates.recheck import recheck

LIMIT = 5_000
UNSAT = "(set-logic ALL)\n(declare-const |other:x| Int)\n(assert (< |other:x| 0 |other:x|))\n(check-sat)\n"
SAT = "(set-logic ALL)\n(declare-const x Real)\n(assert (< x (/ 1.0 2.0)))\n(check-sat)\n"
HARD = """(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(assert (and (> a 50) (> b 50) (> c 50) (= (+ (* a a a) (* b b b)) (+ (* c c c) 42))))
(check-sat)
"""
both = pytest.mark.parametrize("answer_of", [answer_of_z3, answer_of_cvc5])
Engine = Callable[[str, int], str]


@both
def test_solvers_read_and_answer(answer_of: Engine) -> None:
    assert answer_of(UNSAT, LIMIT) == "unsat"
    assert answer_of(SAT, LIMIT) == "sat"


@both
def test_a_solver_that_does_not_know_says_so_in_time(answer_of: Engine) -> None:
    assert answer_of(HARD, 300) == "unknown"


@both
@pytest.mark.parametrize(
    "text",
    [
        "(assert (and))\n(check-sat)\n",
        "(set-logic ALL)\n(assert undeclared)\n(check-sat)\n",
        "(set-logic ALL)\n(declare-const x Number)\n(assert (= x x))\n(check-sat)\n",
        "(set-logic ALL)\n(assert false",
    ],
)
def test_an_error_is_an_error(answer_of: Engine, text: str) -> None:
    with pytest.raises(SolverFailed):
        answer_of(text, LIMIT)


def test_what_one_solver_lets_pass_the_other_does_not() -> None:
    confused = "(set-logic ALL)\n(declare-const x Int)\n(assert (and (= x true) (= x 0)))\n(check-sat)\n"
    assert answer_of_z3(confused, LIMIT) == "unsat"
    with pytest.raises(SolverFailed):
        recheck(certificate(confused), LIMIT)


def certificate(text: str) -> Certificate:
    """A certificate that consists of one text."""
    return Certificate(CertifiedClaim("F", "holds", "all lengths"), "", (), {"safety.smt2": text})


def test_both_must_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    recheck(certificate(UNSAT), LIMIT)
    with pytest.raises(Rejected, match="z3 finds it satisfiable"):
        recheck(certificate(SAT), LIMIT)
    monkeypatch.setattr(answers, "answer_of_z3", lambda text, limit: "unsat")
    with pytest.raises(Rejected, match="cvc5 finds it satisfiable"):
        recheck(certificate(SAT), LIMIT)


def test_what_comes_in_a_file_only_asks(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    with pytest.raises(SolverFailed, match="a question has the command set-option"):
        recheck(certificate(f"(set-option :regular-output-channel |{mine}|)\n{UNSAT}"), LIMIT)
    assert not mine.exists()


def test_not_knowing_is_not_accepting() -> None:
    with pytest.raises(Undecided, match="does not decide it within 300 ms"):
        recheck(certificate(HARD), 300)


def install(directory: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program of the name cvc5 before all others."""
    program = directory / "cvc5"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(directory), prepend=":")


def test_the_program_is_asked_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "cat > /dev/null; echo unsat")
    assert "cvc5 (program)" in engines()
    recheck(certificate(UNSAT), LIMIT)
    install(tmp_path, monkeypatch, "cat > /dev/null; echo sat")
    with pytest.raises(Rejected, match=r"cvc5 \(program\) finds it satisfiable"):
        recheck(certificate(UNSAT), LIMIT)


@pytest.mark.parametrize(
    "script", ["echo '(error \"no\")'", "echo unsat; echo unsat", "exit 1", "echo oops >&2; echo unsat"]
)
def test_a_program_that_says_anything_else_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    install(tmp_path, monkeypatch, f"cat > /dev/null; {script}")
    with pytest.raises(SolverFailed, match=r"cvc5 \(program\) says"):
        answer_of_program(UNSAT, LIMIT)


def test_a_program_that_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "exec sleep 60")
    assert answer_of_program(UNSAT, 200) == "unknown"


def test_a_program_that_cannot_be_run_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SolverFailed, match="cannot be run"):
        answer_of_program(UNSAT, LIMIT)
