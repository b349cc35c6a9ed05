"""Annotations as texts: parts that are shared are read once, and what cannot be read is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from concomp.model.files.evidence import function_hash
from concomp.model.language import Monitor, Opaque, relation, require
from concomp.model.language.readings.json_values import JsonError

near = relation(Opaque, Opaque)


class Near(Monitor):
    """Both sides are near each other."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(near(left, right))


class Leaf:
    """Something in an annotation that counts how often it is read."""

    def __init__(self) -> None:
        self.reads = 0

    @property
    def __name__(self) -> str:
        self.reads += 1
        return "leaf"


def hash_of_annotated(annotation: object) -> str:
    """The hash of a rule one of whose arguments is annotated so."""

    def rule(left: Any, right: Any) -> bool:
        return True

    rule.__annotations__["left"] = annotation
    return function_hash(Near(near=rule))


def nested(annotation: object, depth: int, copy: Callable[[Any], object] = lambda each: each) -> object:
    """Pairs of pairs of an annotation; `copy` makes the second of each pair."""
    for _ in range(depth):
        annotation = cast(Any, tuple)[annotation, copy(annotation)]
    return annotation


def test_a_shared_part_is_read_once() -> None:
    leaf = Leaf()
    hash_of_annotated(nested(leaf, 10))
    assert leaf.reads == 1


def test_shared_parts_count_as_equal_ones_do() -> None:
    shared = nested(int, 3)
    apart = nested(int, 3, lambda each: each if each is int else cast(Any, tuple)[each.__args__])
    assert hash_of_annotated(shared) == hash_of_annotated(apart)


@pytest.mark.parametrize("other", [nested(str, 40), nested(int, 39), nested(int, 40, lambda each: str)])
def test_deep_annotations_are_told_apart(other: object) -> None:
    assert hash_of_annotated(nested(int, 40)) != hash_of_annotated(other)


def raising(self: object) -> str:
    raise ZeroDivisionError


class OfItsOwn(type):
    """A metaclass that says itself what its classes' annotations are."""

    @property
    def __annotations__(cls) -> Any:
        return [1]


def rule_that_names(kind: type) -> Callable[[Any, Any], bool]:
    return lambda left, right: kind is None


def with_attribute(name: str, value: object) -> Callable[[Any, Any], bool]:
    return rule_that_names(type("Odd", (), {name: value}))


def annotated_with_what_raises() -> Callable[[Any, Any], bool]:
    def rule(left: Any, right: Any) -> bool:
        return True

    rule.__annotations__["left"] = type("Bad", (), {"__name__": property(raising)})()
    return rule


ODD = {
    "the annotations of Odd cannot be read (TypeError)": with_attribute("__annotations__", 3),
    "the annotations of Own cannot be read (TypeError)": rule_that_names(OfItsOwn("Own", (), {})),
    "the annotations of annotated_with_what_raises.<locals>.rule cannot be read (ZeroDivisionError)": (
        annotated_with_what_raises()
    ),
    "the dataclass fields of Odd cannot be read (AttributeError)": with_attribute("__dataclass_fields__", {"x": 1}),
    "the abstract methods of Odd cannot be read (TypeError)": with_attribute("__abstractmethods__", 5),
}


@pytest.mark.parametrize("problem", ODD)
def test_notes_that_cannot_be_read_are_named(problem: str) -> None:
    with pytest.raises(JsonError) as caught:
        function_hash(Near(near=ODD[problem]))
    assert str(caught.value) == (
        f"the meaning of near: {problem}: let them be as Python makes them, of classes, typing's forms and plain values"
    )
