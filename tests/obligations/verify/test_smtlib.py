"""Terms as SMT-LIB text and back."""

from __future__ import annotations

from fractions import Fraction

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, REAL, MapSort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.smtlib import Unreadable, read, script, text
from concomp.obligations.verify.encoding.encode import Encoder
from tests.obligations.verify.small import BOUND, SEEN, X, at_most, fixed, number, state
from tests.obligations.verify.small import read as read_entry

P, Q = state(BOOL, "p"), state(BOOL, "other:q")
V, W = state(REAL, "v"), fixed(REAL, "w")
LEAVES = (P, Q, X, BOUND, V, W)


def _numbers(leaves: tuple[Term, ...], constants: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.recursive(
        st.one_of(st.sampled_from(leaves), constants),
        lambda below: st.one_of(
            st.tuples(st.sampled_from(["sum", "difference", "product", "minimum", "maximum"]), below, below).map(
                lambda drawn: terms.make(drawn[0], drawn[1:])
            ),
            st.tuples(st.sampled_from(["minus", "absolute"]), below).map(lambda drawn: terms.make(drawn[0], drawn[1:])),
        ),
        max_leaves=5,
    )


INTEGERS = _numbers((X, BOUND), st.integers(-3, 3).map(number))
REALS = _numbers((V, W), st.fractions(-3, 3, max_denominator=4).map(lambda value: terms.constant(REAL, value)))
COMPARISONS = st.one_of(
    *(
        st.tuples(st.sampled_from(["equal", "less", "at most"]), each, each).map(
            lambda drawn: terms.make(drawn[0], drawn[1:])
        )
        for each in (INTEGERS, REALS)
    )
)
CONDITIONS = st.recursive(
    st.one_of(st.sampled_from([P, Q, TRUE, FALSE]), COMPARISONS),
    lambda below: st.one_of(
        below.map(terms.negation),
        st.lists(below, max_size=3).map(terms.conjunction),
        st.lists(below, max_size=3).map(terms.disjunction),
        st.tuples(below, below, below).map(lambda drawn: terms.choice(*drawn)),
    ),
    max_leaves=6,
)


def real(value: Fraction | int) -> Term:
    """A rational number."""
    return terms.constant(REAL, value)


def same(left: Term, right: Term) -> bool:
    """Whether no values tell the conditions apart, as z3 sees it."""
    solver = z3.Solver()
    solver.set("timeout", 2_000)
    encode = Encoder()
    solver.add(encode(left) != encode(right))
    return bool(solver.check() != z3.sat)


@settings(max_examples=100, deadline=None)
@given(CONDITIONS)
def test_what_is_written_is_read_and_means_the_same(term: Term) -> None:
    again = read(text(term), LEAVES)
    assert same(term, again)
    assert text(read(text(again), LEAVES)) == text(again)


@settings(max_examples=60, deadline=None)
@given(CONDITIONS)
def test_scripts_say_what_their_assertion_says(term: Term) -> None:
    solver = z3.Solver()
    solver.set("timeout", 2_000)
    solver.from_string(script(term))
    solver.add(z3.Not(Encoder()(term)))
    assert solver.check() != z3.sat


def test_texts_of_solvers_are_read() -> None:
    source = """(let ((a!1 (* (- 1.0) |parameter.w|)) (b (/ 1.0 (- 2.0))))
      (=> register.p (>= (+ register.v a!1 b) 0.0) (distinct register.x 1 (- 2))))"""
    total = terms.make("sum", (terms.make("sum", (V, terms.make("product", (real(-1), W)))), real(Fraction(-1, 2))))
    apart = [terms.negation(terms.equality(left, right)) for left, right in ((X, number(1)), (X, number(-2)))]
    conclusion = terms.conjunction([*apart, terms.negation(terms.equality(number(1), number(-2)))])
    expected = terms.implication(P, terms.implication(at_most(real(0), total), conclusion))
    assert same(read(source, LEAVES), expected)
    assert not same(read(source, LEAVES), P)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "(",
        ")",
        "p",
        "register.p register.p",
        "(and register.p",
        "(not)",
        "(not register.p register.p)",
        "(foo register.p)",
        "(+ register.x register.v)",
        "(/ register.v register.v)",
        "(/ 1.0 0.0)",
        "(exists ((y Int)) (= y register.x))",
        "(mod register.x 2)",
    ],
)
def test_other_texts_are_refused(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, LEAVES)


def test_maps_have_no_place_in_a_text() -> None:
    assert isinstance(SEEN.sort, MapSort)
    with pytest.raises(Unsupported):
        text(read_entry(SEEN, X))
    with pytest.raises(Unsupported):
        script(terms.equality(SEEN, state(MapSort(BOOL), "seen again")))
