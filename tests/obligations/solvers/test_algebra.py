"""Claims about reals: what is false, vacuous or about something else is not proved."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.expectation import Violation
from concomp.obligations.solvers import algebra
from concomp.obligations.solvers.algebra import Claim, certificate, prove, recheck
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.terms import Term, add, at_most, both, equal, less, positive_part, text, values

X = Term("x")
SQUARE = Claim(
    name="a square in the unit interval is at most its root",
    variables=("x",),
    hypotheses=(at_most(0, X), at_most(X, 1)),
    conclusion=at_most(X * X, X),
    interesting=values(x=Fraction(1, 2)),
    false_variant=less(X * X, X),
)


def test_a_true_claim_is_proved_and_its_certificate_rechecked() -> None:
    findings = prove(SQUARE)
    assert findings == certificate(SQUARE)
    recheck(SQUARE, findings)


def test_a_false_claim_is_not_proved() -> None:
    with pytest.raises(Violation, match=r"z3 finds the negation sat, expected unsat"):
        prove(replace(SQUARE, conclusion=at_most(X, X * X)))


def test_a_claim_that_is_false_at_one_point_only_is_not_proved() -> None:
    with pytest.raises(Violation, match="the negation sat"):
        prove(replace(SQUARE, conclusion=less(X * X, X + Fraction(0)), hypotheses=(at_most(0, X), less(X, 1))))


def test_a_vacuous_claim_is_not_proved() -> None:
    with pytest.raises(Violation, match="an interesting case unsat, expected sat"):
        prove(replace(SQUARE, hypotheses=(less(X, 0), less(0, X))))


def test_a_witness_outside_the_hypotheses_does_not_count() -> None:
    with pytest.raises(Violation, match="an interesting case unsat, expected sat"):
        prove(replace(SQUARE, interesting=values(x=2)))


def test_a_control_that_holds_is_noticed() -> None:
    with pytest.raises(Violation, match="the false variant unsat, expected sat"):
        prove(replace(SQUARE, false_variant=at_most(X * X, 1)))


@pytest.mark.parametrize("part", ["negation", "witness", "control"])
def test_a_certificate_about_something_else_is_refused(part: str) -> None:
    spoiled = certificate(SQUARE) | {part: "(set-logic QF_NRA)\n(assert false)\n(check-sat)\n"}
    with pytest.raises(Violation, match="not about this claim"):
        recheck(SQUARE, spoiled)


def test_no_certificate_is_refused() -> None:
    with pytest.raises(Violation, match="not about this claim"):
        recheck(SQUARE, None)


@pytest.mark.parametrize("engine", sorted(algebra.ENGINES))
def test_one_solver_alone_proves_nothing(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(algebra.ENGINES, engine, lambda _: "sat")
    with pytest.raises(Violation, match=f"{engine} finds the negation sat"):
        prove(SQUARE)


@pytest.mark.parametrize("engine", sorted(algebra.ENGINES))
def test_unknown_is_never_proved(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(algebra.ENGINES, engine, lambda _: "unknown")
    with pytest.raises(Undecided, match=f"{engine} does not settle the negation"):
        prove(SQUARE)


@pytest.mark.parametrize("engine", sorted(algebra.ENGINES))
def test_the_solvers_read_the_text_itself(engine: str) -> None:
    answer = algebra.ENGINES[engine]
    assert answer(SQUARE.negation) == "unsat"
    assert answer(SQUARE.witness) == "sat"
    assert [answer(control) for control in SQUARE.controls] == ["sat"]


@pytest.mark.parametrize("engine", sorted(algebra.ENGINES))
def test_a_text_that_a_solver_cannot_read_is_no_answer(engine: str) -> None:
    with pytest.raises(Undecided, match=f"{engine} broke down: "):
        algebra.ENGINES[engine]("(assert (= 1")


def _hang(engine: str, script: str, milliseconds: int) -> str:
    time.sleep(60)
    return "unsat"


@pytest.mark.parametrize("engine", sorted(algebra.ENGINES))
def test_a_solver_that_does_not_come_back_is_ended(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebra, "TIME_LIMIT_MS", 1)
    monkeypatch.setattr(algebra, "GRACE", 0.1)
    monkeypatch.setattr(algebra, "answer", _hang)
    assert algebra.ENGINES[engine](SQUARE.negation) == "unknown"


def test_terms_print_what_fractions_compute() -> None:
    three = Fraction(3)
    assert text(Fraction(-1, 3)) == "(- (/ 1.0 3.0))"
    assert add() == 0
    assert add(three, 2) == 5
    scripts = [
        equal(2 - X * 3 + X, 2 - three * 3 + three),
        equal(positive_part(X - 5), 0),
        equal(positive_part(X - 1), 2),
        both(equal(1 + X, 4), equal(Fraction(1, 2) * X, Fraction(3, 2)), less(2, X), at_most(X, 3)),
    ]
    for script in scripts:
        right = Claim("arithmetic", ("x",), (values(x=3),), script, both(), equal(X, 4))
        prove(right)
