"""Neighbouring streams: the functions agree with the relations said in one sentence, on all short streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from concomp.model.applications.neighbours import (
    NeighbouringNumbers,
    NeighbouringValue,
    neighbouring_rows,
    neighbouring_sums,
    neighbouring_tests,
)
from concomp.model.language import Monitor

Stream = Sequence[Any]
BITS = list(product([False, True], repeat=2))
NUMBERS = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)]


def differing(left: Stream, right: Stream) -> list[tuple[Any, Any]]:
    return [(one, other) for one, other in zip(left, right, strict=True) if one != other]


def within_one(one: Any, other: Any) -> bool:
    return all(abs(x - y) <= 1 for x, y in zip(one, other, strict=True))


def at_most_one(left: Stream, right: Stream) -> bool:
    return len(differing(left, right)) <= 1


def one_by_one(left: Stream, right: Stream) -> bool:
    return at_most_one(left, right) and all(abs(one - other) <= 1 for one, other in differing(left, right))


def one_vector(left: Stream, right: Stream) -> bool:
    return at_most_one(left, right) and all(within_one(one, other) for one, other in differing(left, right))


def one_value(left: Stream, right: Stream) -> bool:
    return len(left) <= 1 and all(abs(one - other) <= 1 for one, other in differing(left, right))


@pytest.mark.parametrize(
    ("function", "alphabet", "related"),
    [
        (neighbouring_rows(2)(), BITS, at_most_one),
        (NeighbouringNumbers(), NUMBERS, one_by_one),
        (neighbouring_sums(2)(), [(0, 0), (1, 1), (1, 2), (0, Fraction(5, 2))], one_vector),
        (NeighbouringValue(), NUMBERS, one_value),
    ],
    ids=["rows", "numbers", "sums", "value"],
)
def test_accepted_is_what_is_related(
    function: Monitor, alphabet: Sequence[Any], related: Callable[[Stream, Stream], bool]
) -> None:
    seen = set()
    for length in (1, 2, 3):
        pairs = product(product(alphabet[:3], repeat=length), repeat=2) if length == 3 else None
        for left, right in pairs or product(product(alphabet, repeat=length), repeat=2):
            accepted = function(list(zip(left, right, strict=True)))
            assert accepted == related(left, right)
            seen.add(accepted)
    assert seen == {False, True}


def test_thresholds_of_tests_are_identical() -> None:
    function = neighbouring_tests(1)()
    test: Any = function.definition.message.record  # type: ignore[attr-defined]
    calm, other, high = (
        test(row=(bit,), threshold=Fraction(height)) for bit, height in ((False, 1), (True, 1), (False, 2))
    )
    assert function([(calm, other), (high, high), (calm, calm)])
    assert not function([(calm, other), (other, calm)])
    assert not function([(calm, high)])
