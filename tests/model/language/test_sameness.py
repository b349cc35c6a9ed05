"""Opaque values are the same only if they are of one type too: 1, 1.0 and True are three."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import pytest

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language import (
    Bool,
    Int,
    Map,
    Monitor,
    Opaque,
    Real,
    Record,
    Vector,
    function,
    register,
    relation,
    require,
)
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.sorts import REAL, OpaqueSort
from concomp.model.language.syntax.values import TotalMap


class Row(Opaque): ...


class Held(Record):
    row: Row
    number: Int


text = function(Row, result=Int, meaning=lambda row: len(str(row)))
is_whole = relation(Real, meaning=lambda number: type(number) is int)
alike = relation(Row, Row, reflexive=True, meaning=lambda one, other: False)


class Equal(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(left == right)


class EqualRecords(Monitor):
    def step(self, left: Held, right: Held) -> None:
        require(left == right)


class EqualVectors(Monitor):
    def step(self, left: Annotated[Vector[Row], 1], right: Annotated[Vector[Row], 1]) -> None:
        require(left == right)


class Alike(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(alike(left, right))


class FirstAlone(Monitor):
    """A second pair only if the first one was of texts of one length."""

    unlike = register(Bool, False)

    def step(self, left: Row, right: Row) -> None:
        require(~self.unlike)
        self.unlike = text(left) != text(right)


class Kept(Monitor):
    """What is kept at 0 is what was sent."""

    kept = register(Map[Int, Row], 1)

    def step(self, left: Row, right: Row) -> None:
        self.kept[0] = left
        require((self.kept[0] == left) & (text(self.kept[0]) == text(left)))


class Whole(Monitor):
    def step(self, left: Real, right: Real) -> None:
        require(is_whole(left) == is_whole(right))


UNLIKE = [(1, 1.0), (1, True), (0, False), (1, Fraction(1)), ((1,), (True,)), (frozenset({1}), frozenset({1.0}))]


@pytest.mark.parametrize(("one", "other"), UNLIKE)
@pytest.mark.parametrize("machine", [Equal, EqualRecords, EqualVectors, Alike])
def test_what_python_takes_for_equal_is_told_apart(machine: type[Monitor], one: Any, other: Any) -> None:
    def message(value: Any) -> Any:
        return {EqualRecords: Held(row=value, number=1), EqualVectors: (value,)}.get(machine, value)

    stepper = compile_step(machine())
    for left, right, holds in ((one, one, True), (one, other, False)):
        assert machine()([(message(left), message(right))]) is holds
        assert stepper.advance(stepper.initial, message(left), message(right))[0] is holds


def test_no_verdict_hangs_on_what_was_asked_before() -> None:
    asked = FirstAlone()
    assert asked([(1, 1), (1, 2)])
    assert not asked([(1, 1.0), (1, 2)])
    assert not FirstAlone()([(1, 1.0), (1, 2)])


@pytest.mark.parametrize("value", [1, True, 1.0, 2])
def test_a_map_keeps_what_is_stored(value: object) -> None:
    stepper = compile_step(Kept())
    assert Kept()([(value, value)])
    assert stepper.advance(stepper.initial, value, value)[0]
    assert type(TotalMap(1, {0: value})[0]) is type(value)  # type: ignore[dict-item]


def test_a_rational_number_is_a_fraction_to_every_meaning() -> None:
    stepper = compile_step(Whole())
    assert Whole()([(1, Fraction(1))])
    assert stepper.advance(stepper.initial, 1, Fraction(1))[0]


def test_numbers_are_equal_as_numbers() -> None:
    assert same(REAL, 1, Fraction(1))


def test_constants_of_two_types_are_two() -> None:
    sort = sort_of(Row, "a row")
    assert isinstance(sort, OpaqueSort)
    assert terms.constant(sort, 1) is not terms.constant(sort, True)
    assert terms.constant(sort, 1) is terms.constant(sort, 1)
