"""What is taken together has one meaning for each name: that very callable, whatever its text."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

import pytest

from concomp.model.language import (
    Conjunction,
    Int,
    LanguageError,
    Monitor,
    Opaque,
    PostProcessing,
    WithinBudget,
    register,
    relation,
    require,
)
from concomp.obligations.verify.postprocessing import processing_case, validity_of
from concomp.obligations.verify.verification import case_of


class Row(Opaque): ...


def _is_equal(one: object, other: object) -> bool:
    return one == other


near = relation(Row, Row)
known = relation(Row, Row, meaning=_is_equal)


class Near(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(near(left, right))


class Known(Monitor):
    def step(self, left: Row, right: Row) -> None:
        require(known(left, right))


class Counted(Monitor):
    count = register(Int, 0)

    def step(self, left: Row, right: Row) -> None:
        require(known(left, right))
        self.count += 1


class Pass(PostProcessing):
    def on_left(self, row: Row) -> None:
        self.send_right(row)

    def on_right(self, row: Row) -> None:
        self.send_left(row)


class PassNear(PostProcessing):
    def on_left(self, row: Row) -> None:
        self.send_right(row)

    def on_right(self, row: Row) -> None:
        self.send_left(near(row, row))


def _of_text() -> Callable[[Any, Any], bool]:
    return lambda one, other: one == other


def _bound(to: bool) -> Callable[[Any, Any], bool]:
    return MethodType(lambda strict, one, other: one == other or not strict, to)


def _whole(function: Monitor) -> Conjunction:
    return Conjunction(function, known=_of_text())


TOGETHER: list[Callable[[], object]] = [
    lambda: case_of(Near(near=_of_text()), within=Near(near=_of_text())),
    lambda: case_of(Near(near=_bound(True)), within=Near(near=_bound(False))),
    lambda: case_of(Known(), within=Known(known=_of_text())),
    lambda: validity_of(Near(near=_of_text()), Near(near=_is_equal), {}),
    lambda: validity_of(Known(), Known(), {"drawn": Known(known=_of_text())}),
    lambda: processing_case(PassNear(near=_of_text()), validity_of(Near(near=_is_equal), Near(near=_is_equal), {})),
    lambda: Conjunction(Known(known=_of_text()), Counted()),
    lambda: Conjunction(Known(), Counted(known=_of_text())),
    lambda: _whole(Known()),
    lambda: WithinBudget(Known(), lambda spent, message: spent, known=_of_text()),
]


@pytest.mark.parametrize("together", TOGETHER)
def test_two_callables_are_two_meanings(together: Callable[[], object]) -> None:
    with pytest.raises(LanguageError, match="has two meanings in what is taken together") as raised:
        together()
    assert "declare it once, with its meaning, and import it" in raised.value.remedy


def test_one_callable_is_one_meaning() -> None:
    assert case_of(Near(near=_is_equal), within=Near(near=_is_equal)).within is not None
    assert case_of(Near(near=_is_equal), within=Near()).within is not None
    assert case_of(Known(), within=Known(known=_is_equal)).within is not None
    case = processing_case(Pass(), validity_of(Near(near=_is_equal), Near(near=_is_equal), {}))
    assert case.validity is not None
    assert case.validity.meanings == {"near": _is_equal}
    assert Conjunction(Known(known=_is_equal), Counted())([("a", "a")])
