"""Comparing two values part by part comes to what comparing their keys does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import pytest

from concomp.model.language.syntax.values import TotalMap
from concomp.model.laws.law import Law
from concomp.model.sameness import are_same, exact_key

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Colour(Enum):
    """Two colours."""

    RED, BLUE = range(2)


@dataclass(frozen=True)
class Held:
    """Holds a value, and what is computed from it."""

    value: Any

    @cached_property
    def text(self) -> str:
        """It as text."""
        return repr(self.value)


class Name(str):
    """A name that is equal to its text."""


class Loose:
    """Equal to all of its class, and not to be copied."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loose)

    def __hash__(self) -> int:
        return 0

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("no copy")


def looked_at(held: Held) -> Held:
    """It, after its text was asked for."""
    assert held.text
    return held


BARE = [0, 0.0, -0.0, 1, 1.0, True, Fraction(1), Decimal(1), Decimal("1.0"), "a", Name("a"), b"a", None, Colour.RED]
BARE += [float("nan"), float("nan"), NOON, NOON.astimezone(timezone(timedelta(hours=1))), Loose(), Loose(), object()]
VALUES = [
    *BARE,
    *((value,) for value in BARE),
    *(Held(value) for value in BARE),
    *({1: value} for value in BARE[:8]),
    *({"k": value} for value in BARE[:8]),
    *(frozenset({value}) for value in BARE[:8]),
    *(Law.point(value) for value in BARE[:8]),
    *(TotalMap(0, {3: value}) for value in BARE[:8]),
    *([value] for value in BARE[:8]),
    *({value: 1} for value in BARE[:8]),
    *({Name("k"): 1, "b": 2}, {"k": 1, "b": 2}, {"b": 2, "k": 1}, {"k": 1}, (), [], {}, set(), (1, 2), (1, (2, True))),
    *(Held((Held(1), {"a": True})), Held((Held(1), {"a": 1})), looked_at(Held(1)), looked_at(Held(True))),
]


def test_parts_come_to_what_keys_do() -> None:
    for first, second in product(VALUES, repeat=2):
        assert are_same(first, second) == (exact_key(first) == exact_key(second)), (first, second)


def test_what_holds_itself_is_no_value_beside_another() -> None:
    nodes = [Held([]) for _ in range(2)]
    for node in nodes:
        node.value.append(node)
    with pytest.raises(RecursionError):
        are_same(*nodes)
    assert are_same(nodes[0], nodes[0])


class Half(Fraction):
    """A number with a field that copies leave out."""

    note: str = ""


class Secretive:
    """What it holds stands in no copy of it."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secretive)

    def __hash__(self) -> int:
        return 0

    def __getstate__(self) -> None:
        return None


def noted(note: str) -> Half:
    number = Half(1, 2)
    number.note = note
    return number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (noted("a"), noted("b")),
        (Secretive(1), Secretive(2)),
    ],
)
def test_fields_count_that_copies_leave_out(one: object, other: object) -> None:
    assert one == other
    assert not are_same(one, other)
    assert exact_key(one) != exact_key(other)
