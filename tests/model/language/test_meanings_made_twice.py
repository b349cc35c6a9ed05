"""What one text makes twice, its objects tell apart: two classes, functions or values of one name."""

from __future__ import annotations

import abc
import enum
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from types import new_class
from typing import Any, NamedTuple, Protocol, get_type_hints, runtime_checkable

import pytest

from concomp.model.language.readings.json_values import JsonError
from tests.model.language.test_meaning_texts import hash_of

Versions = Callable[[bool], Callable[..., Any]]


def by_annotation(value: bool) -> Callable[..., Any]:
    def rule(given: int if value else str) -> object:  # type: ignore[valid-type]
        return given

    rule.__annotations__["given"] = int if value else str
    return lambda left, right: get_type_hints(rule)["given"] is int


def by_name(value: bool) -> Callable[..., Any]:
    def rule() -> None: ...

    rule.__name__ = "strict" if value else "loose"
    return lambda left, right: rule.__name__ == "strict"


def by_docstring(value: bool) -> Callable[..., Any]:
    def rule() -> None: ...

    rule.__doc__ = "strict" if value else ""
    return lambda left, right: bool(rule.__doc__)


def by_property_docstring(value: bool) -> Callable[..., Any]:
    class Kind:
        name = property(lambda self: 1, doc="strict" if value else "")

    return lambda left, right: bool(Kind.name.__doc__)


def by_field(value: bool) -> Callable[..., Any]:
    @dataclass(frozen=True)
    class Limits:
        most: object

    fields(Limits)[0].type = float if value else str
    return lambda left, right: fields(Limits)[0].type is float


def by_protocol(value: bool) -> Callable[..., Any]:
    annotations = {"most" if value else "least": int}
    limited = new_class("Limited", (Protocol,), exec_body=lambda names: names.update(__annotations__=annotations))
    checked = runtime_checkable(limited)

    class Known:
        most = 3

    return lambda left, right: isinstance(Known(), checked)


def by_tuple(value: bool) -> Callable[..., Any]:
    class Made(NamedTuple):
        x: object

    Made.__annotations__["x"] = int if value else str
    return lambda left, right: Made.__annotations__["x"] is int


def by_registration(value: bool) -> Callable[..., Any]:
    class Kept(abc.ABC): ...  # noqa: B024

    class Known: ...

    if value:
        Kept.register(Known)
    return lambda left, right: issubclass(Known, Kept)


def by_registration_with_python(value: bool) -> Callable[..., Any]:
    class Known: ...

    if value:
        Sequence.register(Known)
    return lambda left, right: isinstance(Known(), Sequence)


def by_other_values(value: bool) -> Callable[..., Any]:
    class Level(enum.Enum):
        def __new__(cls, first: int, other: str) -> Any:
            made = object.__new__(cls)
            made._value_ = first
            cls._value2member_map_[other] = made
            return made

        LOW = 1, "a" if value else "b"
        HIGH = 2, "b" if value else "a"

    # What it was made of may be forgotten; how members are found is not.
    return lambda left, right: Level("a") is Level(1)  # type: ignore[call-arg]


def by_equal_members(value: bool) -> Callable[..., Any]:
    class Level(enum.Enum):
        LOW = float("nan")
        HIGH = float("nan")  # noqa: PIE796

    held = Level.LOW if value else Level.HIGH
    return lambda left, right: held is Level.LOW


def by_what_a_static_method_holds(value: bool) -> Callable[..., Any]:
    class Kind:
        @staticmethod
        def rule() -> None: ...

    vars(Kind)["rule"].strict = value
    return lambda left, right: vars(Kind)["rule"].strict


def by_slot_of_a_class(value: bool) -> Callable[..., Any]:
    class One:
        __slots__ = ("held",)

    class Other:
        __slots__ = ("held",)

    get = vars(One if value else Other)["held"]
    held = One()
    return lambda left, right: isinstance(held, get.__objclass__)


VERSIONS: list[Versions] = [
    *(by_annotation, by_name, by_docstring, by_property_docstring, by_field, by_protocol, by_tuple, by_registration),
    *(by_registration_with_python, by_other_values, by_equal_members, by_what_a_static_method_holds),
    by_slot_of_a_class,
]


@pytest.mark.parametrize("make", VERSIONS)
def test_what_one_text_makes_twice_is_told_apart(make: Versions) -> None:
    one, other = make(True), make(False)
    assert bool(one("a", "b")) != bool(other("a", "b"))
    assert hash_of(one) == hash_of(make(True))
    assert hash_of(one) != hash_of(other)


def test_what_flags_were_met_does_not_count() -> None:
    class Kind(enum.Flag):
        ONE = 1
        TWO = 2

    before = hash_of(lambda left, right: Kind.ONE)
    assert Kind.ONE | Kind.TWO
    assert hash_of(lambda left, right: Kind.ONE) == before


class Unpicklable:
    def __reduce__(self) -> Any:
        raise ValueError("no")


class Number(int):
    def __getnewargs__(self) -> Any:
        return ()


class Outer:
    __slots__ = ("held",)


class Inner(Outer):
    __slots__ = ("held",)


@pytest.mark.parametrize("held", [logging.getLogger("a"), Unpicklable(), Number(3), Inner()])
def test_what_says_itself_how_it_is_copied_is_refused(held: object) -> None:
    with pytest.raises(
        JsonError, match=f"the meaning of near: it holds a {type(held).__qualname__}, which has no text"
    ):
        hash_of(lambda left, right: held)


def test_what_python_copies_of_a_function_to_its_wrapper_has_a_text() -> None:
    def rule(left: object, right: object) -> bool:
        return True

    class Kind:
        @staticmethod
        @wraps(rule)
        def near(left: object, right: object) -> bool:
            return rule(left, right)

    assert hash_of(Kind.near) == hash_of(Kind.near)
