"""Of a meaning counts what its classes, their members and what was computed of them say."""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import CONFORM, KEEP, Enum, IntFlag
from typing import Any

import pytest

from concomp.model.files.evidence import function_hash
from concomp.model.language import Enumeration, Int, Monitor, Record, relation, require
from concomp.model.language.readings.json_values import JsonError
from tests.model.language.test_meaning_texts import Loose, hash_of


def with_property(value: bool) -> Callable[..., Any]:
    class Kind(Enum):
        NARROW = 1

        @property
        def all_near(self) -> bool:
            return value

    return lambda left, right: Kind.NARROW.all_near


def with_fields(value: bool) -> Callable[..., Any]:
    class Kind(Enum):
        NARROW = 1

        def __init__(self, _: int) -> None:
            self.all_near = value

    return lambda left, right: Kind.NARROW.all_near


def with_another_method(value: bool) -> Callable[..., Any]:
    class Kind(Enum):
        NARROW = 1

        @staticmethod
        def all_near() -> bool:
            return value

    return lambda left, right: Kind.NARROW.all_near()


@pytest.mark.parametrize("make", [with_property, with_fields, with_another_method])
def test_all_that_an_enumeration_has_counts(make: Callable[[bool], Callable[..., Any]]) -> None:
    assert hash_of(make(True)) == hash_of(make(True))
    assert hash_of(make(True)) != hash_of(make(False))


def by_key(value: bool) -> Callable[..., Any]:
    """A dictionary knows the one object, or the other one of the same fields."""
    one, other = Loose(1), Loose(1)
    known = {one if value else other: True}
    return lambda left, right: (known.get(one, False), other)[0]


def by_membership(value: bool) -> Callable[..., Any]:
    one, other = Loose(1), Loose(1)
    known = {one if value else other}
    return lambda left, right: (one in known, other)[0]


class Pairs:
    def __init__(self, listed: tuple[int, ...]) -> None:
        self.listed = listed

    @functools.cached_property
    def pairs(self) -> frozenset[int]:
        return frozenset(self.listed)

    def near(self, left: object, right: object) -> bool:
        return left in self.pairs


def by_what_was_set(value: bool) -> Callable[..., Any]:
    held = Pairs((1, 2))
    if not value:
        held.pairs = frozenset()
    return held.near


def by_boundary(value: bool) -> Callable[..., Any]:
    class Kept(IntFlag, boundary=KEEP if value else CONFORM):
        ONE = 1

    return lambda left, right: bool(Kept(8))


@pytest.mark.parametrize("make", [by_key, by_membership, by_what_was_set, by_boundary])
def test_what_was_told_apart_by_identity_or_set_counts(make: Callable[[bool], Callable[..., Any]]) -> None:
    assert hash_of(make(True)) == hash_of(make(True))
    assert hash_of(make(True)) != hash_of(make(False))


def test_what_cannot_be_computed_anew_is_refused() -> None:
    held = Pairs((1, 2))
    held.pairs = frozenset({3})
    del held.listed
    with pytest.raises(JsonError, match=r"its pairs was computed or set, and does not compute any more"):
        hash_of(held.near)


def test_what_was_computed_does_not_count() -> None:
    held = Pairs((1, 2))
    before = hash_of(held.near)
    assert held.near(1, 1)
    assert hash_of(held.near) == before


def points(limit: int) -> type[Monitor]:
    class Point(Record):
        x: Int

        def close_to(self, other: Any) -> bool:
            return abs(self.x - other.x) <= limit

    close = relation(Point, Point, meaning=lambda one, other: one.close_to(other))

    class Close(Monitor):
        def step(self, left: Point, right: Point) -> None:
            require(close(left, right))

    return Close


def test_what_a_record_says_of_another_counts() -> None:
    assert function_hash(points(1)()) == function_hash(points(1)())
    assert function_hash(points(1)()) != function_hash(points(1000)())


def levels(high: int) -> Monitor:
    class Level(Enumeration):
        LOW = 1
        HIGH = high

    near = relation(Level, Level, name="near", meaning=lambda left, right: abs(left.value - right.value) <= 1)

    class NearLevels(Monitor):
        def step(self, left: Level, right: Level) -> None:
            require((left == right) | near(left, right))

    return NearLevels()


def test_values_of_the_members_of_messages_count() -> None:
    assert function_hash(levels(2)) == function_hash(levels(2))
    assert function_hash(levels(2)) != function_hash(levels(50))
