"""Evidence knows a meaning by all that determines what it gives, and by nothing else."""

from __future__ import annotations

import functools
import operator
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from concomp.model.files.evidence import function_hash
from concomp.model.language import Int, Monitor, Opaque, Record, relation, require
from concomp.model.language.readings.json_values import JsonError

near = relation(Opaque, Opaque)


LIMIT = 3


class Near(Monitor):
    """Both sides are near each other."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(near(left, right))


def hash_of(meaning: Callable[..., Any]) -> str:
    return function_hash(Near(near=meaning))


def never(left: object, right: object) -> bool:
    return False


def always(left: object, right: object) -> bool:
    return True


def with_default(value: object) -> Callable[..., Any]:
    def meaning(left: object, right: object, most: object = value) -> object:
        return most

    return meaning


def with_keyword(value: object) -> Callable[..., Any]:
    def meaning(left: object, right: object, *, most: object = value) -> object:
        return most

    return meaning


def closing_over(value: object) -> Callable[..., Any]:
    return lambda left, right: value


def calling(value: Callable[..., Any]) -> Callable[..., Any]:
    return lambda left, right: (lambda: value(left, right))()


def with_global(value: object) -> Callable[..., Any]:
    def meaning(left: object, right: object) -> bool:
        return [LIMIT for _ in (left,)] == [right]

    return FunctionType(meaning.__code__, {"LIMIT": value})


def with_attribute(value: object) -> Callable[..., Any]:
    def meaning(left: object, right: object) -> object:
        return right

    meaning.most = value  # type: ignore[attr-defined]
    return meaning


class Table:
    """An object that is called, or whose method is."""

    def __init__(self, held: object) -> None:
        self.held = held

    def __call__(self, left: object, right: object) -> object:
        return self.held

    def method(self, left: object, right: object) -> object:
        return self.held


class Slotted:
    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    __call__ = Table.__call__


@dataclass(frozen=True)
class Row:
    held: object

    __call__ = Table.__call__


def of_class(value: object) -> Callable[..., Any]:
    class Local:
        held = value

        def __call__(self, left: object, right: object) -> object:
            return self.held

    return Local()


def guarded(kind: type[Exception]) -> Callable[..., Any]:
    def meaning(left: Any, right: Any) -> bool:
        try:
            return bool(left / right)
        except kind:
            return False

    return meaning


FACTORIES: list[Callable[[Any], Callable[..., Any]]] = [
    *(with_default, with_keyword, closing_over, with_global, with_attribute, Table, Slotted, Row, of_class),
    lambda value: functools.partial(never, value),
    lambda value: functools.partial(never, right=value),
    lambda value: Table(value).method,
    lambda value: functools.partial(Table(value)),
    lambda value: functools.cache(closing_over(value)),
    lambda value: Table([{"key": (value, {1})}]),
    lambda value: {(1, 2): value}.get,
]


VALUES = [False, True, 0, 1, 1.0, 0.0, -0.0, "1", b"1", None, (1,), (True,), frozenset({1}), never, always, ...]


@pytest.mark.parametrize("factory", FACTORIES)
def test_what_is_held_counts(factory: Callable[[Any], Callable[..., Any]]) -> None:
    assert len({hash_of(factory(value)) for value in VALUES}) == len(VALUES)
    assert [hash_of(factory(value)) for value in VALUES] == [hash_of(factory(value)) for value in VALUES]


def test_what_is_applied_counts() -> None:
    pairs = [(functools.partial, never, always), (calling, never, always), (guarded, ValueError, ZeroDivisionError)]
    for factory, one, other in pairs:
        assert hash_of(factory(one)) != hash_of(factory(other))
    assert hash_of(operator.eq) != hash_of(operator.ne)


def test_what_is_changed_later_counts() -> None:
    table = Table([1])
    before = hash_of(table)
    table.held.append(2)  # type: ignore[attr-defined]
    assert hash_of(table) != before


class Pair(Record):
    first: Int


class Colour(Enum):
    RED = 1


def test_values_of_the_language_and_what_calls_itself_have_a_text() -> None:
    def again(left: Any, right: Any) -> bool:
        return left == right or again(right, left)

    holding: list[object] = []
    holding.append(holding)
    hashes = {hash_of(each) for each in (again, Table(Pair(first=1)), Table(Pair(first=2)), Table(Colour.RED))}
    assert len(hashes) == 4
    assert hash_of(again) == hash_of(again)
    assert hash_of(Table(holding)) != hash_of(Table([]))


def test_members_count_by_their_values() -> None:
    one, two = (Enum("Colour", {"RED": value}) for value in (1, 2))  # type: ignore[misc]
    assert hash_of(Table(one.RED)) != hash_of(Table(two.RED))


def deep() -> object:
    value: tuple[object, ...] = ()
    for _ in range(10**5):
        value = (value,)
    return value


@pytest.mark.parametrize(
    ("held", "problem"),
    [
        (iter(()), "it holds a tuple_iterator, which has no text: let it use functions, numbers, text, tuples, and"),
        (object.__new__(type("Told", (), {"__getstate__": lambda self: {}})), "it holds a Told, which has no text"),
        (type("Listed", (list,), {})(), "it holds a Listed, which has no text"),
        (ModuleType("helpers"), "it uses the module helpers: import what it uses: from helpers import"),
        (deep(), "what it holds lies too deep to be written: let it use"),
    ],
)
def test_what_has_no_text_is_refused(held: object, problem: str) -> None:
    with pytest.raises(JsonError, match=f"the meaning of near: {problem}"):
        hash_of(Table(held))


def test_it_is_the_same_in_every_process() -> None:
    program = (
        "from tests.model.language.test_meaning_texts import *\n"
        "print(hash_of(lambda left, right: left in {'a', 'b', 'c'} and Table({'x', 'y'})))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in "12"
    ]
    assert told[0] == told[1]


class Loose:
    """An object that is known by its identity."""

    def __init__(self, place: int) -> None:
        self.place = place


class Third(Fraction):
    """A number that may hold more."""


@pytest.mark.parametrize("held", [ValueError("x"), object(), Third(1, 3), {Loose(1), Loose(1)}])
def test_what_may_hold_more_than_can_be_written_is_refused(held: object) -> None:
    with pytest.raises(JsonError):
        hash_of(lambda left, right: held is None)


class Limits(NamedTuple):
    low: int
    high: int


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (range(3), range(4)),
        (slice(3), slice(4)),
        (Decimal("1"), Decimal("1.0")),
        (operator.itemgetter(1), operator.itemgetter(2)),
        (operator.methodcaller("lower"), operator.methodcaller("upper")),
        (operator.methodcaller("split", sep=","), operator.methodcaller("join", strict=True)),
        (datetime(2026, 10, 25, 2), datetime(2026, 10, 25, 2, fold=1)),
        (re.compile("a"), re.compile("a", re.I)),
        (date(2026, 1, 1), date(2026, 1, 2)),
        (timedelta(1), timedelta(2)),
        (Limits(0, 1), Limits(0, 2)),
        (functools.lru_cache(typed=True)(never), functools.lru_cache(typed=False)(never)),
        (functools.wraps(never)(functools.cache(never)), functools.wraps(never)(functools.cache(always))),
    ],
)
def test_what_people_write_has_a_text(one: object, other: object) -> None:
    assert closing_hash(one) == closing_hash(one)
    assert closing_hash(one) != closing_hash(other)


def closing_hash(held: object) -> str:
    return hash_of(lambda left, right: held is None)


def test_sets_in_sets_are_written_once_each() -> None:
    held: frozenset[object] = frozenset()
    for _ in range(40):
        held = frozenset({held})
    assert closing_hash(held) != closing_hash(frozenset({held}))


def test_a_file_called_like_one_of_pythons_is_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def meaning(value: bool) -> Callable[..., Any]:
        (tmp_path / "sndhdr.py").write_text(f"def near_by(left, right):\n    return {value}\n", encoding="utf-8")
        monkeypatch.delitem(sys.modules, "sndhdr", raising=False)
        monkeypatch.syspath_prepend(str(tmp_path))
        import_module("importlib").invalidate_caches()
        near_by: Callable[..., Any] = import_module("sndhdr").near_by
        return near_by

    assert hash_of(meaning(True)) != hash_of(meaning(False))
    monkeypatch.delitem(sys.modules, "sndhdr", raising=False)
