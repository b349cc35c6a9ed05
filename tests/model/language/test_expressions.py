"""Expressions mean what the same Python expression means on numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.language import (
    Abs,
    Bool,
    Enumeration,
    Int,
    LanguageError,
    Max,
    Min,
    Opaque,
    Real,
    Record,
    all_of,
    any_of,
    evaluate,
    function,
    isin,
    ite,
    relation,
)
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import lift, term_of, wrap
from concomp.model.language.syntax.records import record_sort
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, OpaqueSort, Sort
from concomp.model.language.syntax.values import NOTHING
from tests.thinning import thinned


class Colour(Enumeration):
    RED = "red"
    BLUE = "blue"


class Point(Record):
    x: Int
    y: Int


class Line(Record):
    start: Point
    colour: Colour


class Thing(Opaque): ...


def symbol(sort: Sort, name: str) -> Any:
    return wrap(sort, terms.leaf("register", sort, name))


def value(expression: Any, **given: object) -> object:
    leaves = {term for term in terms.descendants([term_of(expression)]) if term.operator == "register"}
    return evaluate(term_of(expression), {leaf: given[terms.leaf_name(leaf)] for leaf in leaves})


def answers(*truths: object) -> tuple[object, ...]:
    """The truths, none of which may be a symbol."""
    assert all(type(truth) is bool for truth in truths)
    return truths


NUMERIC: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (lambda x, y: x + y, lambda x, y: x + y),
    (lambda x, y: x - y, lambda x, y: x - y),
    (lambda x, y: x * y - 2, lambda x, y: x * y - 2),
    (lambda x, y: 3 - x, lambda x, y: 3 - x),
    (lambda x, y: 1 + x + 2 * y, lambda x, y: 1 + x + 2 * y),
    (lambda x, y: -x, lambda x, y: -x),
    (lambda x, y: x < y, lambda x, y: x < y),
    (lambda x, y: x <= y, lambda x, y: x <= y),
    (lambda x, y: x > y, lambda x, y: x > y),
    (lambda x, y: x >= y, lambda x, y: x >= y),
    (lambda x, y: x > 2, lambda x, y: x > 2),
    (lambda x, y: x == y, lambda x, y: x == y),
    (lambda x, y: x != y, lambda x, y: x != y),
    (lambda x, y: (x < y) & (y < 5) | ~(x == 0), lambda x, y: (x < y and y < 5) or x != 0),
    (lambda x, y: (x < y) == (y < 1), lambda x, y: (x < y) == (y < 1)),
    (lambda x, y: True & (x < y), lambda x, y: x < y),
    (lambda x, y: False | (x < y), lambda x, y: x < y),
    (lambda x, y: ite(x < y, x, 7), lambda x, y: x if x < y else 7),
    (lambda x, y: Min(x, y, 3), lambda x, y: min(x, y, 3)),
    (lambda x, y: Max(x, y), max),
    (lambda x, y: Abs(x - y), lambda x, y: abs(x - y)),
    (lambda x, y: all_of([x < y, y < 4]), lambda x, y: x < y and y < 4),
    (lambda x, y: any_of([x < y, y < 4]), lambda x, y: x < y or y < 4),
    (lambda x, y: isin(x, (y, 1, 2)), lambda x, y: x in (y, 1, 2)),
    (lambda x, y: sum([x, y]), lambda x, y: x + y),
]


@pytest.mark.parametrize(("symbolic", "python"), NUMERIC)
@given(x=st.integers(-6, 6), y=st.integers(-6, 6))
def test_integers(symbolic: Callable[..., Any], python: Callable[..., Any], x: int, y: int) -> None:
    expression = symbolic(symbol(INT, "x"), symbol(INT, "y"))
    assert value(expression, x=x, y=y) == python(x, y)


@pytest.mark.parametrize(("symbolic", "python"), thinned(NUMERIC, 3))
@given(x=st.fractions(-6, 6, max_denominator=7), y=st.fractions(-6, 6, max_denominator=7))
def test_reals(symbolic: Callable[..., Any], python: Callable[..., Any], x: Fraction, y: Fraction) -> None:
    expression = symbolic(symbol(REAL, "x"), symbol(REAL, "y"))
    assert value(expression, x=x, y=y) == python(x, y)


def test_division_by_a_constant_and_widening() -> None:
    x, n = symbol(REAL, "x"), symbol(INT, "n")
    assert value(x / 3, x=1) == Fraction(1, 3)
    assert value(x / Fraction(2, 3), x=1) == Fraction(3, 2)
    assert value(Real(n) / 2 + x, x=1, n=3) == Fraction(5, 2)
    assert value(Real(n) < x, x=Fraction(7, 2), n=3) is True


def test_constants_are_made_by_their_class() -> None:
    assert value(Bool(True) & True) is True
    assert value(Int(3) + 1) == 4
    assert value(Real(Fraction(1, 2)) * 2) == 1
    assert term_of(Bool(Bool(False))) is terms.FALSE


def test_members_are_values_and_symbols_are_not() -> None:
    colour = wrap(lift(Colour.RED, _sort_of_colour()).sort, terms.leaf("register", _sort_of_colour(), "c"))
    assert isinstance(colour, Colour)
    assert answers(Colour.RED == Colour.RED, Colour.RED != Colour.RED) == (True, False)
    assert {Colour.RED: 1, Colour.BLUE: 2}[Colour.BLUE] == 2
    assert value(colour == Colour.RED, c=Colour.RED) is True
    assert value(colour != Colour.RED, c=Colour.RED) is False
    assert value(ite(colour == Colour.RED, Colour.BLUE, colour), c=Colour.RED) is Colour.BLUE


def _sort_of_colour() -> Sort:
    return dict(Line._sort.fields)["colour"]


def test_concrete_records_are_values() -> None:
    one = Line(start=Point(x=1, y=2), colour=Colour.RED)
    same, other = (Line(start=Point(x=1, y=y), colour=Colour.RED) for y in (2, 3))
    assert answers(one == same, one != same) == (True, False)
    assert answers(one == other, one != other) == (False, True)
    assert answers(Point(x=1, y=2) == 3, Point(x=1, y=2) != 3) == (False, True)
    assert {one: "found"}[Line(colour=Colour.RED, start=Point(y=2, x=1))] == "found"
    assert repr(Point(x=1, y=2)) == "Point(x=1, y=2)"
    with pytest.raises(LanguageError, match="immutable"):
        one.colour = Colour.BLUE


def test_records_with_a_symbol_are_symbols() -> None:
    x = symbol(INT, "x")
    point = Point(x=x, y=2)
    assert term_of(point.x) is term_of(x)
    assert value(point == Point(x=1, y=2), x=1) is True
    assert value(Point(x=1, y=2) != point, x=1) is False
    assert value(Line(start=point, colour=Colour.RED).start.y, x=0) == 2
    assert value(point, x=4) == Point(x=4, y=2)


def test_opaque_values_have_equality_with_any_hashable_value() -> None:
    thing = symbol(OpaqueSort(Thing), "t")
    not_itself = float("nan")
    assert value(thing == "a", t="a") is True
    assert value(thing == thing, t=not_itself) is True
    assert value(thing != symbol(OpaqueSort(Thing), "u"), t=not_itself, u=not_itself) is False


near = relation(Thing, Thing, reflexive=True, symmetric=True, meaning=lambda x, y: abs(x - y) <= 1)
one_sided = relation(Thing, Thing, symmetric=True, meaning=lambda x, y: x < y)
size = function(Thing, Int, result=Int, meaning=lambda thing, n: thing + n)
wrong = function(Thing, result=Int, meaning=lambda thing: "x")
following = function(Thing, result=Thing, meaning=lambda thing: thing + 1)


def test_declared_symbols_are_named_after_their_variable_and_run_by_their_meaning() -> None:
    t, u = symbol(OpaqueSort(Thing), "t"), symbol(OpaqueSort(Thing), "u")
    assert near.name == "near"
    assert value(near(t, u), t=1, u=2) is True
    assert value(near(t, u), t=1, u=3) is False
    assert value(size(t, 2) + 1, t=1) == 4
    assert value(following(following(t)), t=1) == 3


def test_what_is_absent_satisfies_reflexivity_and_nothing_else() -> None:
    t, u = symbol(OpaqueSort(Thing), "t"), symbol(OpaqueSort(Thing), "u")
    assert value(near(t, u), t=NOTHING, u=NOTHING) is True
    assert value(near(t, u), t=NOTHING, u=1) is False
    assert value(one_sided(t, u), t=NOTHING, u=NOTHING) is False
    assert value(size(t, 2), t=NOTHING) == 0
    assert value(following(t), t=NOTHING) is NOTHING


def test_meanings_that_contradict_the_declaration_are_refused() -> None:
    t, u = symbol(OpaqueSort(Thing), "t"), symbol(OpaqueSort(Thing), "u")
    with pytest.raises(LanguageError, match="not symmetric at"):
        value(one_sided(t, u), t=1, u=2)
    with pytest.raises(LanguageError, match=r"wrong\(Thing\) -> Int gave 'x'"):
        value(wrong(t), t=1)


def test_symbols_of_truth_values_are_equal_as_conditions() -> None:
    p, q = symbol(BOOL, "p"), symbol(BOOL, "q")
    for a in (False, True):
        for b in (False, True):
            assert value(p == q, p=a, q=b) == (a == b)
            assert value(p != q, p=a, q=b) == (a != b)


class Plain(Record):
    """A record."""

    x: Int


class Longer(Plain):
    """A record with a field more than its base."""

    y: Int


def test_a_record_has_the_fields_of_all_its_bases() -> None:
    class Help:
        def twice(self) -> int:
            return 2

    class Base(Record):
        x: Int

    class Other(Record):
        y: Int

    class Behind(Help, Base):
        z: Int

    class Both(Base, Other):
        z: Int

    assert Behind(x=1, z=2).x == 1
    assert Both(x=1, y=2, z=3).y == 2


def test_a_subclass_of_a_record_has_the_fields_of_its_base() -> None:
    assert [name for name, _ in record_sort(Longer).fields] == ["x", "y"]
    assert Longer(x=1, y=2) != Longer(x=2, y=2)
