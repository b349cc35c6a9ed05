"""Terms: one object a term, sorts by one table, and rewriting that keeps the meaning."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.language import Int, Record, evaluate
from concomp.model.language.readings.evaluation import PLAIN, WITH_DATA
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.records import record_sort
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, MapSort, OpaqueSort, UnionSort, VectorSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import NOTHING, TotalMap


class Point(Record):
    x: Int
    y: Int


class Flag(Record):
    up: Int


P, Q, R = (terms.leaf("register", BOOL, name) for name in "pqr")
N, M = (terms.leaf("register", INT, name) for name in "nm")
POINT = record_sort(Point)
UNION = UnionSort((record_sort(Flag), POINT))


def test_equal_terms_are_one_object() -> None:
    assert terms.make("sum", (N, M)) is terms.make("sum", (N, M))
    assert terms.make("sum", (N, M)) is not terms.make("sum", (M, N))
    assert terms.constant(INT, 1) is not terms.constant(REAL, 1)
    assert terms.constant(REAL, 1) is terms.constant(REAL, Fraction(1))


def test_a_term_is_the_same_object_after_pickling() -> None:
    term = terms.choice(P, terms.make("sum", (N, M)), terms.constant(INT, 3))
    assert pickle.loads(pickle.dumps(term)) is term


def test_every_operator_has_a_meaning() -> None:
    with_meaning = {*PLAIN, *WITH_DATA, *terms.LEAVES, "apply"}
    assert with_meaning == set(terms.OPERATORS)


ILL_SORTED: list[tuple[str, tuple[Term, ...], object]] = [
    ("unknown", (), None),
    ("not", (N,), None),
    ("and", (P, N), None),
    ("equal", (P, N), None),
    ("equal", (N,), None),
    ("choice", (P, N, Q), None),
    ("choice", (N, P, Q), None),
    ("less", (P, Q), None),
    ("at most", (N, terms.constant(REAL, 1)), None),
    ("sum", (N, P), None),
    ("minus", (P,), None),
    ("real", (P,), None),
    ("record", (N,), POINT),
    ("field", (terms.constant(POINT, Point(x=1, y=2)),), "z"),
    ("in union", (N,), UNION),
    ("is case", (terms.constant(POINT, Point(x=1, y=2)),), POINT),
    ("vector", (N, P), VectorSort(INT, 2)),
    ("item", (terms.constant(VectorSort(INT, 1), (1,)),), 1),
    ("with item", (terms.constant(VectorSort(INT, 1), (1,)), P), 0),
    ("read", (N, N), None),
    ("store", (terms.constant(MapSort(INT), TotalMap(0)), N, P), None),
]


@pytest.mark.parametrize(("operator", "arguments", "data"), ILL_SORTED)
def test_ill_sorted_terms_are_refused(operator: str, arguments: tuple[Term, ...], data: str) -> None:
    with pytest.raises(terms.IllSorted):
        terms.make(operator, arguments, data)


def test_constants_belong_to_their_sort() -> None:
    for sort, value in [(INT, True), (BOOL, 1), (REAL, 0.5), (VectorSort(INT, 2), (1,)), (POINT, Flag(up=1))]:
        with pytest.raises(ValueError, match="is not a value of the sort"):
            terms.constant(sort, value)


def test_defaults_belong_to_their_sorts() -> None:
    for sort in (BOOL, INT, REAL, POINT, UNION, VectorSort(BOOL, 2), MapSort(REAL), OpaqueSort(object)):
        assert sort.contains(sort.default())
    assert OpaqueSort(object).default() is NOTHING


@given(st.lists(st.sampled_from([P, Q, R, terms.TRUE, terms.FALSE]), max_size=4), st.tuples(*[st.booleans()] * 3))
def test_connectives_mean_all_any_not(parts: list[Term], values: tuple[bool, bool, bool]) -> None:
    given_values = {P: values[0], Q: values[1], R: values[2]}
    truths = [given_values.get(part, part is terms.TRUE) for part in parts]
    every, some = terms.conjunction(parts), terms.disjunction(parts)
    assert evaluate(every, given_values) == all(truths)
    assert evaluate(some, given_values) == any(truths)
    assert evaluate(terms.negation(every), given_values) == (not all(truths))
    assert terms.negation(terms.negation(every)) is every
    assert evaluate(terms.implication(every, some), given_values) == (not all(truths) or any(truths))


@given(st.sampled_from([P, terms.TRUE, terms.FALSE]), st.booleans(), st.integers(), st.integers())
def test_choice_chooses(condition: Term, truth: bool, n: int, m: int) -> None:
    taken = truth if condition is P else condition is terms.TRUE
    values = {P: truth, N: n, M: m}
    assert evaluate(terms.choice(condition, N, M), values) == (n if taken else m)
    assert terms.choice(condition, N, N) is N


def test_parts_of_what_was_just_made_are_what_it_was_made_of() -> None:
    record = terms.make("record", (N, M), POINT)
    assert terms.field(record, "y") is M
    assert terms.field(terms.constant(POINT, Point(x=1, y=2)), "y") is terms.constant(INT, 2)
    vector = terms.make("vector", (N, M), VectorSort(INT, 2))
    changed = terms.make("with item", (vector, terms.constant(INT, 7)), 0)
    assert terms.item(vector, 1) is M
    assert terms.item(changed, 0) is terms.constant(INT, 7)
    assert terms.item(changed, 1) is M


def test_fields_of_an_absent_case_hold_defaults() -> None:
    message = terms.leaf("message", UNION, "left")
    as_point = terms.make("as case", (message,), POINT)
    assert evaluate(terms.field(as_point, "x"), {message: Point(x=5, y=6)}) == 5
    assert evaluate(terms.field(as_point, "x"), {message: Flag(up=9)}) == 0


def test_deep_terms_need_no_deep_stack() -> None:
    term = N
    for _ in range(20_000):
        term = terms.make("sum", (term, terms.constant(INT, 1)))
    assert evaluate(term, {N: 5}) == 20_005


def test_arguments_come_before_what_uses_them() -> None:
    root = terms.make("sum", (terms.make("product", (N, M)), terms.make("minus", (N,))))
    order = list(terms.descendants([root, N]))
    assert len(order) == len(set(order)) == 5
    assert all(order.index(argument) < order.index(term) for term in order for argument in term.arguments)
