"""A verdict names what every function that it is about was made with: sizes, and values of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from concomp.model.language import (
    Bool,
    Conjunction,
    Int,
    Monitor,
    PostProcessing,
    Projection,
    Record,
    WithinBudget,
    parameter,
    require,
)
from concomp.obligations.verify.case import Case
from concomp.obligations.verify.postprocessing import processing_case, validity_of
from concomp.obligations.verify.properties.properties import WITNESS, NotAskable
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.verification import case_of


class Sized(Monitor):
    def __init__(self, size: int = 1, **given: Any) -> None:
        super().__init__(**given)
        self.size = size

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (left < self.size))


class Limited(Monitor):
    k = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (left < self.k))


class Narrow(Monitor):
    w = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (left < self.w))


class Counted(PostProcessing):
    k = parameter(Int)

    def on_left(self, number: Int) -> None:
        self.send_right(number + self.k)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


class Around(Monitor):
    """A function of the author's that takes another."""

    def __init__(self, inner: Monitor) -> None:
        super().__init__()
        self.inner = inner

    def step(self, left: Int, right: Int) -> None:
        require(left == right)


class Passes(PostProcessing):
    def __init__(self, width: int = 2) -> None:
        super().__init__()
        self.width = width

    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


class Point(Record):
    x: Int
    y: Int


class Switched(Monitor):
    on = parameter(Bool)

    def __init__(self, on: int, **given: Any) -> None:
        super().__init__(on=on == 1, **given)

    def step(self, left: Int, right: Int) -> None:
        require(self.on)


def _scope(case: Case, name: str) -> str:
    [inquiry] = case.inquiries(name) if name != WITNESS else [case.witness]
    return inquiry.subject.scope


def _spend(spent: Any, message: Any) -> Any:
    return spent + 1


CASES: list[tuple[Callable[[], Case], str, str]] = [
    (lambda: case_of(Sized), "diagonal", "size = 1"),
    (lambda: case_of(Conjunction(Sized(), Limited(k=4))), "diagonal", "Sized.size = 1, k = 4"),
    (lambda: case_of(Conjunction(Sized(), Sized(2))), "diagonal", "Sized_1.size = 1, Sized_2.size = 2"),
    (lambda: case_of(Conjunction(Around(Sized(3)))), "diagonal", "Around.Sized.size = 3"),
    (lambda: case_of(Around(Limited(k=5))), "diagonal", "Limited.k = 5"),
    (
        lambda: case_of(WithinBudget(Sized(3), _spend, start=1)),
        WITNESS,
        "all budget, spend = '_spend', start = 1, Sized.size = 3",
    ),
    (
        lambda: case_of(Projection(Sized(3), Point, "x")),
        "diagonal",
        "sort = 'Point', component = 'x', Sized.size = 3",
    ),
    (lambda: case_of(Sized, within=Sized(0)), "included", "size = 1, Sized.size = 0"),
    (lambda: case_of(Sized, within=Sized(0)), "diagonal", "size = 1"),
    (lambda: case_of(Limited, within=Limited(k=0)), "included", "k = 0, Limited.k = 0"),
    (
        lambda: case_of(Sized, within=Conjunction(Sized(2), Limited(k=4))),
        "included",
        "size = 1, Sized_and_Limited.Sized.size = 2, Sized_and_Limited.k = 4",
    ),
    (lambda: case_of(Limited, within=Narrow, links={"k": "w"}), "included", "all k, Narrow.w = k"),
    (
        lambda: processing_case(Counted, validity_of(Narrow, Narrow, {}), links={"k": "w"}),
        MAPS,
        "all k, Narrow_1.w = k, Narrow_2.w = k",
    ),
    (
        lambda: processing_case(Passes, validity_of(Sized, Limited(k=4), {})),
        MAPS,
        "width = 2, Sized.size = 1, Limited.k = 4",
    ),
    (
        lambda: processing_case(Passes, validity_of(Sized, Sized(4), {})),
        WITNESS,
        "width = 2, Sized_1.size = 1, Sized_2.size = 4",
    ),
    (lambda: processing_case(Passes, validity_of(Sized, Sized(4), {})), "total", "width = 2"),
]


@pytest.mark.parametrize(("make", "name", "scope"), CASES)
def test_every_size_is_named(make: Callable[[], Case], name: str, scope: str) -> None:
    assert _scope(make(), name) == f"all lengths, {scope}"


def test_one_and_true_are_two_values_of_one_name() -> None:
    with pytest.raises(NotAskable, match="Switched was made with on = 1, and its parameter 'on' is True"):
        case_of(Switched(1))
