"""Claims about reals: what is false, vacuous or about something else is not proved."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import Max, all_of
from concomp.obligations.expectation import Violation
from concomp.obligations.solvers import algebra
from concomp.obligations.solvers.algebra import Claim, certificate, claim, prove, real, recheck
from concomp.obligations.solvers.errors import Undecided

X = real("x")


def about_squares(
    conclusion: Bool = X * X <= X,
    hypotheses: tuple[Bool, ...] = (X >= 0, X <= 1),
    interesting: Bool = Fraction(1, 2) == X,
    false_variant: Bool = X * X < X,
) -> Claim:
    """That a square in the unit interval is at most its root; or what is given in place of a part of it."""
    return claim(
        "a square in the unit interval is at most its root",
        hypotheses=hypotheses,
        conclusion=conclusion,
        interesting=interesting,
        false_variant=false_variant,
    )


SQUARE = about_squares()


def test_a_true_claim_is_proved_and_its_certificate_rechecked() -> None:
    findings = prove(SQUARE)
    assert findings == certificate(SQUARE)
    recheck(SQUARE, findings)


def test_a_false_claim_is_not_proved() -> None:
    with pytest.raises(Violation, match=r"z3 finds the negation sat, expected unsat"):
        prove(about_squares(conclusion=X <= X * X))


def test_a_claim_that_is_false_at_one_point_only_is_not_proved() -> None:
    with pytest.raises(Violation, match="the negation sat"):
        prove(about_squares(conclusion=X + Fraction(0) > X * X, hypotheses=(X >= 0, X < 1)))


def test_a_vacuous_claim_is_not_proved() -> None:
    with pytest.raises(Violation, match="an interesting case unsat, expected sat"):
        prove(about_squares(hypotheses=(X < 0, X > 0)))


def test_a_witness_outside_the_hypotheses_does_not_count() -> None:
    with pytest.raises(Violation, match="an interesting case unsat, expected sat"):
        prove(about_squares(interesting=X == 2))


def test_a_control_that_holds_is_noticed() -> None:
    with pytest.raises(Violation, match="the false variant unsat, expected sat"):
        prove(about_squares(false_variant=X * X <= 1))


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
    conditions = [
        2 - three * 3 + three == 2 - X * 3 + X,
        Max(X - 5, 0) == 0,
        Max(X - 1, 0) == 2,
        Max(X - 5, X - 4, Fraction(-1, 3)) == Fraction(-1, 3),
        all_of((1 + X == 4, Fraction(1, 2) * X == Fraction(3, 2), X > 2, X <= 3)),
    ]
    for condition in conditions:
        prove(claim("arithmetic", hypotheses=(X == 3,), conclusion=condition, interesting=X > 0, false_variant=X == 4))
