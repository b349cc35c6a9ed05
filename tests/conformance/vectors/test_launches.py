"""Filters are asked for a little more than each budget, and for each short list in both worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.vectors.families.filter import FEW
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector

LITTLE = Fraction(1, 10**8)
"""The part of a budget that counts as a little."""
TOTALS = {"epsilon": sum, "e_eps": prod, "delta": sum, "rho": sum}
"""How each parameter of launches comes to that of the list."""


def lists() -> Iterator[Vector]:
    """The vectors that are a list of launches within a budget, of a filter that may decide by doubles."""
    for vector in load():
        [*claims] = vector.claims
        if vector.id.startswith(f"filter-{claims[0].measure}-") and claims[0].arithmetic != "exact":
            yield vector


def exceeded(vector: Vector) -> Iterator[str]:
    """The parameters of the budget that some launch exceeds by a little, and so has to be refused."""
    sends: list[Any] = [step.send for step in vector.steps]
    granted: list[Mapping[str, Any]] = []
    for send, step in zip(sends[1:], vector.steps[1:], strict=True):
        loss = send["mechanism"]["loss"]
        if step.expect.is_ == "granted":
            granted.append(loss)
            continue
        for name, together in TOTALS.items():
            if all(name in each for each in (sends[0]["budget"], loss, *granted)):
                budget = read_number(sends[0]["budget"][name])
                if budget < together(read_number(each[name]) for each in (loss, *granted)) <= budget * (1 + LITTLE):
                    yield name


@pytest.mark.parametrize(
    ("measure", "parameter"),
    [("pure", "epsilon"), ("approximate", "e_eps"), ("approximate", "delta"), ("zcdp", "rho")],
)
def test_each_budget_is_asked_for_a_little_more(measure: str, parameter: str) -> None:
    """By one launch, and by many."""
    sizes = {
        len(vector.steps) for vector in lists() if vector.claims[0].measure == measure and parameter in exceeded(vector)
    }
    assert min(sizes, default=0) in range(1, 6)
    assert max(sizes, default=0) > 10


def test_each_short_list_is_asked_for_in_both_worlds() -> None:
    worlds: dict[str, set[object]] = {}
    for vector in lists():
        if len(vector.steps) <= FEW:
            opened: Any = vector.steps[0].send
            worlds.setdefault(vector.id.removesuffix("-second-data"), set()).add(opened["data"])
    assert len(worlds) > 20
    assert {name: each for name, each in worlds.items() if each != {"0", "1"}} == {}
