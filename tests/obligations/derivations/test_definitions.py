"""A definition says what a new quantity is; what could contradict something is refused."""

from __future__ import annotations

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXTENDED,
    NEXT,
    OTHER,
    THEN,
    ZERO,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Formula,
    Implication,
    Quantity,
    Real,
    eq,
    largest,
    le,
    lt,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    define_quotient,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import quotient

N, K, A, Q = Var("n", "number"), Var("k", "number"), Var("a", "number"), Var("q", "query")
H, S, B = Var("h", "history"), Var("s", "strategy"), Var("b", "bit")
HQA, HQK = EXTENDED(H, Q, A), EXTENDED(H, Q, K)
ORIGIN = "HSV26 Definition 3.1"


def x(*at: Index) -> Quantity:
    return Quantity("x", at)


def y(*at: Index) -> Quantity:
    return Quantity("y", at)


def w(*at: Index) -> Quantity:
    return Quantity("w", at)


def is_(formula: Formula) -> Fact:
    return define("as defined", ORIGIN, formula)


def together(*facts: Fact) -> Fact:
    return state(join(*facts), "HSV26 Lemma 4.7")


def positive(term: Real) -> Fact:
    return hypothesis("positive", ORIGIN, lt(0, term))


ALONE: dict[str, Formula] = {
    "no equation": le(x(N), 1),
    "nothing to define": eq(1, x(N)),
    "by itself": eq(x(H), 1 - x(H)),
    "depending on more": eq(x(H), w(H, Q)),
    "depending on a bit": eq(x(H), w(BIT_0, H) - w(B, H)),
    "at one index twice": eq(x(N, N), 1),
    "at a part of a strategy": eq(x(THEN(S, A)), 0),
    "a sum of two": eq(x(N) + y(N), 1),
    "the larger of two": eq(largest(x(N), y(N)), 1),
    "divided by what may be 0": eq(x(N) * w(N), 1),
    "divided by something else than the guard says": Implication(lt(0, y(N)), eq(x(N) * w(N), 1)),
    "in some cases only": Implication(lt(0, w(N)), eq(x(N), 1)),
    "divided by itself": Implication(lt(0, x(N)), eq(x(N) * x(N), 2)),
    "with something more": Conjunction((eq(x(N), 1), le(w(N), 0))),
}


@pytest.mark.parametrize("name", ALONE)
def test_what_is_no_definition_is_refused(name: str) -> None:
    with pytest.raises(WrongStep):
        is_(ALONE[name])


TOGETHER: dict[str, tuple[Comparison, ...]] = {
    "twice": (eq(x(H), 0), eq(x(H), 1)),
    "twice where they meet": (eq(x(ZERO), 1), eq(x(N), 0)),
    "twice for a bit": (eq(x(BIT_0), 1), eq(x(OTHER(B)), 0)),
    "by a later number": (eq(x(N), 1 - x(NEXT(N))),),
    "by another number": (eq(x(NEXT(N), K), x(K, N)),),
    "by what follows in a history": (eq(x(H), total(A, w(H) - total(K, x(EXTENDED(H, Var("p", "query"), K))))),),
    "by the same in other words": (eq(x(H), y(H)), eq(y(H), 1 - x(H))),
    "in a wide circle": (eq(x(H), y(H)), eq(y(H), w(H)), eq(w(H), 1 - x(H))),
    "bit by bit in a circle": (eq(x(BIT_0, H), 1 + x(BIT_1, H)), eq(x(BIT_1, H), 1 + x(BIT_0, H))),
    "by a later answer": (eq(x(HQK), y(H, Q, NEXT(K))), eq(y(H, Q, NEXT(K)), 1 - x(HQK))),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_definitions_that_cannot_stand_together_are_refused(name: str) -> None:
    with pytest.raises(WrongStep):
        together(*map(is_, TOGETHER[name]))


def _quotient(of: Real) -> Fact:
    """x(n), of which x(n)·w(n) is something between 0 and w(n)."""
    return quotient(x(N), hypothesis("at least 0", ORIGIN, le(0, of)), hypothesis("at most w", ORIGIN, le(of, w(N))))


def _forged() -> dict[str, tuple[Fact, ...]]:
    known = hypothesis("x is small", ORIGIN, le(x(N), 1))
    ratio = _quotient(y(N))
    return {
        "what was supposed before": (known, is_(eq(x(N), 5))),
        "what was derived before": (solve("so is", le(x(N), 2), known), is_(eq(x(N), 5))),
        "what an instance was supposed of": (instance(known, {N: ZERO}), is_(eq(x(N), 5))),
        "the name of a quotient": (ratio, is_(eq(x(N), 5))),
        "a quotient of what was defined": (is_(eq(x(N), 5)), _quotient(y(N))),
        "two quotients": (ratio, _quotient(1 - y(N))),
        "a quotient of itself": (_quotient(x(N)),),
        "what was supposed of a quotient": (known, define_quotient("as defined", ORIGIN, x(N), positive(w(N)))),
    }


@pytest.mark.parametrize("name", list(_forged()))
def test_a_name_of_which_something_is_known_is_not_free(name: str) -> None:
    with pytest.raises(WrongStep, match=r"is defined|is known|in a circle"):
        together(*_forged()[name])


def test_a_forged_definition_would_prove_anything() -> None:
    known = hypothesis("w is small", ORIGIN, le(w(N), 1))
    forged = hypothesis("w is 5, not seen to be new", ORIGIN, eq(w(N), 5))
    assert state(solve("so anything", eq(1, 0), known, forged), "HSV26 Lemma 4.7").origin
    with pytest.raises(WrongStep, match="before it is defined what w is"):
        state(solve("so anything", eq(1, 0), known, is_(eq(w(N), 5))), "HSV26 Lemma 4.7")


def test_recursions_are_definitions() -> None:
    parts = (
        is_(eq(x(EMPTY), 1)),
        is_(eq(x(HQK), y(H, Q, K) - w(H))),
        is_(eq(y(H, Q, ZERO), x(H))),
        is_(eq(y(H, Q, NEXT(K)), y(H, Q, K) - x(HQK))),
        solve("what follows from a hypothesis", le(x(H), 2), hypothesis("about it", ORIGIN, le(x(H), 1))),
    )
    assert together(*parts).origin


def test_what_makes_no_difference_of_bits_is_a_definition() -> None:
    assert together(is_(eq(x(H), largest(w(B, H), w(OTHER(B), H)) + w(B, H) * w(OTHER(B), H)))).origin


def test_a_definition_comes_before_an_induction_about_it() -> None:
    formula = le(x(N), 1)
    start, step = is_(eq(x(ZERO), 1)), is_(eq(x(NEXT(N)), x(N) - 1))
    proof = induction(
        formula,
        N,
        solve("start", le(x(ZERO), 1), start),
        solve("step", le(x(NEXT(N)), 1), assume(formula, N), step),
    )
    assert state(proof, "HSV26 Lemma 4.7").origin
