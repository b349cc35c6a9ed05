"""Opaque values are the same only if they are of one type and hold the same: 1, 1.0 and True are three."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from threading import Lock
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import pytest

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language import (
    Bool,
    Int,
    LanguageError,
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
from concomp.model.language.readings.json_values import JsonError, value_from_json, value_to_json
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


@dataclass(frozen=True)
class Cell:
    """A value of the author's, as Python makes them."""

    held: object

    @cached_property
    def shown(self) -> str:
        return str(self.held)


class Named(StrEnum):
    A = "a"


class Entry(NamedTuple):
    held: object


SIZES: dict[int, int] = {}


class Sized:
    """A value of which it stands elsewhere how long its text is."""

    def __init__(self, size: int) -> None:
        SIZES[id(self)] = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sized)

    def __hash__(self) -> int:
        return 0

    def __str__(self) -> str:
        return "x" * SIZES[id(self)]


NOON = datetime(2020, 1, 1, 12, tzinfo=UTC)
UNLIKE = [
    (1, 1.0),
    (1, True),
    (0, False),
    (1, Fraction(1)),
    ((1,), (True,)),
    (frozenset({1}), frozenset({1.0})),
    (0.0, -0.0),
    (complex(0, 0.0), complex(0, -0.0)),
    (Decimal("1"), Decimal("1.0")),
    (Cell(1), Cell(1.0)),
    (Cell(Cell((0.0,))), Cell(Cell((-0.0,)))),
    (Entry(1), Entry(True)),
    (Entry(1), (1,)),
    (NOON, NOON.astimezone(timezone(timedelta(hours=1)))),
    (datetime(2020, 1, 1), datetime(2020, 1, 1, fold=1)),
    (range(0), range(1, 1)),
]
ALIKE = [
    1,
    "a",
    float("nan"),
    -0.0,
    Decimal("1.0"),
    Cell((1, "a")),
    Entry(Cell(0.5)),
    NOON,
    UUID(int=1),
    frozenset({1, 2}),
]


@pytest.mark.parametrize(("one", "other"), UNLIKE)
@pytest.mark.parametrize("machine", [Equal, EqualRecords, EqualVectors, Alike])
def test_what_python_takes_for_equal_is_told_apart(machine: type[Monitor], one: Any, other: Any) -> None:
    def message(value: Any) -> Any:
        return {EqualRecords: Held(row=value, number=1), EqualVectors: (value,)}.get(machine, value)

    stepper = compile_step(machine())
    for left, right, holds in ((one, one, True), (one, other, False)):
        assert machine()([(message(left), message(right))]) is holds
        assert stepper.advance(stepper.initial, message(left), message(right))[0] is holds


@pytest.mark.parametrize("value", ALIKE, ids=repr)
@pytest.mark.parametrize("machine", [Equal, EqualRecords])
def test_a_copy_is_the_same(machine: type[Monitor], value: Any) -> None:
    pair = (value, copy.deepcopy(value))
    left, right = pair if machine is Equal else (Held(row=each, number=1) for each in pair)
    stepper = compile_step(machine())
    assert machine()([(left, right)])
    assert stepper.advance(stepper.initial, left, right)[0]


def test_what_is_computed_when_it_is_asked_for_makes_no_difference() -> None:
    asked, other = Cell(1), Cell(1)
    assert asked.shown == "1"
    assert Equal()([(asked, other)])


def test_what_python_cannot_copy_is_the_same_as_itself_alone() -> None:
    lock = Cell(Lock())
    assert Equal()([(lock, lock)])
    assert not Equal()([(lock, Cell(Lock()))])


@pytest.mark.parametrize("value", [1, True, "a", Fraction(1, 2), (1, (True, "a"))])
def test_what_is_written_as_json_is_read_as_the_same(value: Any) -> None:
    sort = OpaqueSort(Row)
    assert same(sort, value_from_json(sort, value_to_json(sort, value)), value)


@pytest.mark.parametrize("value", [Fraction(1), 1.0, Entry(1), Named.A, (Entry(1),)])
def test_what_would_be_read_as_another_value_is_not_written(value: Any) -> None:
    with pytest.raises(JsonError, match="has no JSON: use text, a number, a truth value or a tuple"):
        value_to_json(OpaqueSort(Row), value)


class Unhashed:
    def __hash__(self) -> int:
        raise ValueError("a hash")


@pytest.mark.parametrize("value", [[], Unhashed()])
def test_what_has_no_hash_is_of_no_sort(value: object) -> None:
    stepper = compile_step(Equal())
    assert not Equal()([(value, value)])
    assert not stepper.advance(stepper.initial, value, value)[0]


def test_a_value_that_holds_itself_is_not_compared() -> None:
    deep: tuple[Any, ...] = ()
    for _ in range(5000):
        deep = (deep,)
    with pytest.raises(LanguageError, match="a value of the class tuple holds itself, or what it holds lies too deep"):
        Equal()([(deep, (deep,))])


def test_a_meaning_that_tells_equal_values_apart_is_refused() -> None:
    stepper = compile_step(FirstAlone())
    runs = [
        lambda: FirstAlone()([(Sized(1), Sized(2))]),
        lambda: stepper.advance(stepper.initial, Sized(1), Sized(2)),
    ]
    for run in runs:
        with pytest.raises(
            LanguageError, match=r"the meaning of text gave 2 at .*, and 1 before at the same"
        ) as caught:
            run()
        assert "text = function(Row" in str(caught.value)
        assert "remedy: let it depend on the values of its arguments alone" in str(caught.value)


def test_a_meaning_by_chance_is_refused() -> None:
    answers = iter([1, 2])
    with pytest.raises(LanguageError, match=r"the meaning of text gave 2 at \('a',\), and 1 before at the same"):
        FirstAlone(text=lambda row: next(answers))([("a", "a")])


def test_no_verdict_hangs_on_what_was_asked_before() -> None:
    asked = FirstAlone()
    assert asked([(1, 1), (1, 2)])
    assert not asked([(1, 1.0), (1, 2)])
    assert not FirstAlone()([(1, 1.0), (1, 2)])


class Repeats(Monitor):
    last = register(Row, 0)

    def step(self, left: Row, right: Row) -> None:
        require(left == self.last)
        self.last = right


def test_registers_that_somebody_else_gives_are_taken_as_exactly() -> None:
    asked = Repeats()
    assert [asked.advance((last,), (1, 1))[0] for last in (1, True, 1.0, 1)] == [True, False, False, True]


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
