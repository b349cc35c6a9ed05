"""Each question of a text is answered, by every solver, and none is left out."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.solvers import answers_each
from concomp.obligations.solvers.answers_each import answers_of_cvc5, answers_of_program, answers_of_z3
from concomp.obligations.solvers.assumptions import script
from concomp.obligations.solvers.errors import SolverFailed
from tests.obligations.verify.small import BOUND, X, at_most, number

LIMIT = 5_000
COMMON = at_most(X, BOUND)
HARD = """(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(declare-const c Int)
(declare-const p Bool)
(declare-const q Bool)
(assert (=> p (and (> a 50) (> b 50) (> c 50) (= (+ (* a a a) (* b b b)) (+ (* c c c) 42)))))
(assert (not q))
(check-sat-assuming (p))
(check-sat-assuming (q))
"""
both = pytest.mark.parametrize("answers_of", [answers_of_z3, answers_of_cvc5])
Engine = Callable[[str, int], answers_each.Answers]


@both
@pytest.mark.parametrize(
    ("common", "questions", "answers"),
    [
        (COMMON, [terms.negation(COMMON), at_most(X, number(0))], ("unsat", "sat")),
        (COMMON, [at_most(X, number(0)), terms.negation(COMMON), COMMON], ("sat", "unsat", "sat")),
        (COMMON, [TRUE, FALSE], ("sat", "unsat")),
        (FALSE, [TRUE, COMMON], ("unsat", "unsat")),
        (TRUE, [FALSE], ("unsat",)),
        (TRUE, [TRUE], ("sat",)),
    ],
)
def test_each_question_has_its_answer(
    answers_of: Engine, common: Term, questions: list[Term], answers: answers_each.Answers
) -> None:
    assert answers_of(script(common, questions), LIMIT) == answers


@both
def test_what_is_not_known_of_one_is_known_of_another(answers_of: Engine) -> None:
    assert answers_of(HARD, 300) == ("unknown", "unsat")


@both
@pytest.mark.parametrize(
    "text",
    [
        "(set-logic ALL)\n(assert undeclared)\n(check-sat-assuming (p))\n",
        "(set-logic ALL)\n(assert false\n(check-sat-assuming (p))\n",
    ],
)
def test_an_error_is_an_error(answers_of: Engine, text: str) -> None:
    with pytest.raises(SolverFailed):
        answers_of(text, LIMIT)


def install(directory: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program of the name cvc5 before all others."""
    program = directory / "cvc5"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(directory), prepend=":")


def test_the_program_is_asked_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "cat > /dev/null; echo unsat; echo 'unknown (TIMEOUT)'")
    assert "cvc5 (program)" in answers_each.engines()
    assert answers_of_program(script(COMMON, [FALSE, TRUE]), LIMIT) == ("unsat", "unknown")


@pytest.mark.parametrize(
    "said", ["echo unsat", "echo unsat; echo unsat; echo unsat", "echo unsat; echo oops", "exit 1"]
)
def test_a_program_that_says_anything_else_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    install(tmp_path, monkeypatch, f"cat > /dev/null; {said}")
    with pytest.raises(SolverFailed, match="where an answer to each question is due"):
        answers_of_program(script(COMMON, [FALSE, FALSE]), LIMIT)


def test_a_program_that_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "exec sleep 60")
    assert answers_of_program(script(COMMON, [FALSE]), 200) == ("unknown",)


def test_a_program_that_cannot_be_run_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SolverFailed, match="cannot be run"):
        answers_of_program(script(COMMON, [FALSE]), LIMIT)
