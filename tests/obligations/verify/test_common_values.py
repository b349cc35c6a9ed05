"""Parameters of one name, and those that are linked, are one and the same: they never have two values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from concomp.model.language import Int, Monitor, Opaque, PostProcessing, Record, parameter, require
from concomp.obligations.verify.case import Case
from concomp.obligations.verify.postprocessing import processing_case, validity_of
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.properties.validity import MAPS
from concomp.obligations.verify.verification import case_of


class Low(Monitor):
    k = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ((left <= self.k) & (right <= self.k)))


class Below(Monitor):
    """`Low`, by another name of its parameter."""

    w = parameter(Int)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ((left <= self.w) & (right <= self.w)))


class LowByDefault(Low):
    def __init__(self, k: int = 3, **given: object) -> None:
        super().__init__(k=k, **given)


class Unmade(Low):
    """No value of its parameter can be given."""

    def __init__(self) -> None:
        super().__init__()


class Passes(PostProcessing):
    def on_left(self, number: Int) -> None:
        self.send_right(number)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


class Adds(PostProcessing):
    k = parameter(Int)

    def on_left(self, number: Int) -> None:
        self.send_right(number + self.k)

    def on_right(self, number: Int) -> None:
        self.send_left(number)


LINK = {"k": "w"}


def inclusion(function: Any, within: Any, links: Mapping[str, str] = {}, **given: int) -> Callable[[], Case]:
    return lambda: case_of(function, within, given, links)


def routing(machine: Any, left: Any, right: Any, links: Mapping[str, str] = {}, **given: int) -> Callable[[], Case]:
    return lambda: processing_case(machine, validity_of(left, right, {}), parameters=given, links=links)


SCOPES = [
    (inclusion(Low(k=3), Low), "k = 3, Low.k = 3"),
    (inclusion(Low, Low(k=3)), "k = 3, Low.k = 3"),
    (inclusion(Low, LowByDefault), "k = 3, LowByDefault.k = 3"),
    (inclusion(Low, Low(k=3).definition), "all k"),
    (inclusion(Low(k=3).definition, Low(k=3)), "k = 3, Low.k = 3"),
    (inclusion(Low(k=3), Low(k=2)), "k = 3, Low.k = 2"),
    (inclusion(Low(k=3), Low(k=2), k=5), "k = 5, Low.k = 5"),
    (inclusion(Low, Low(k=2), k=5), "k = 5, Low.k = 5"),
    (inclusion(Low, LowByDefault, k=5), "k = 5, LowByDefault.k = 5"),
    (inclusion(Low(k=3), Below, LINK), "k = 3, Below.w = k"),
    (inclusion(Low, Below(w=3), LINK), "k = 3, Below.w = k"),
    (inclusion(Low(k=3), Below(w=3), LINK), "k = 3, Below.w = k"),
    (inclusion(Low(k=3), Below(w=2)), "k = 3, Below.w = 2"),
    (routing(Passes, Low(k=3), Low), "Low_1.k = 3, Low_2.k = 3"),
    (routing(Passes, Low, Low(k=3)), "Low_1.k = 3, Low_2.k = 3"),
    (routing(Passes, Low(k=3), Low(k=4)), "Low_1.k = 3, Low_2.k = 4"),
    (routing(Adds, Low(k=3), Low(k=3)), "k = 3, Low_1.k = 3, Low_2.k = 3"),
    (routing(Adds(k=2), Low, Low), "k = 2, Low_1.k = 2, Low_2.k = 2"),
    (routing(Adds, Low(k=3), Low, k=2), "k = 2, Low_1.k = 2, Low_2.k = 2"),
    (routing(Adds, Low, Below(w=3), LINK), "k = 3, Low.k = 3, Below.w = k"),
]


@pytest.mark.parametrize(("make", "scope"), SCOPES)
def test_a_value_holds_in_all_that_leave_the_parameter_open(make: Callable[[], Case], scope: str) -> None:
    case = make()
    [inquiry] = case.inquiries(MAPS if MAPS in case.usual else "included")
    assert inquiry.subject.scope == f"all lengths, {scope}"
    assert ("all k" in scope) == bool(inquiry.question.system.parameters)


CONTRADICTIONS = [
    (inclusion(Low(k=3), Below(w=2), LINK), "'k' has two values: Low.k = 3 and Below.w = 2; .* or do without the link"),
    (inclusion(Low, Below(w=2), LINK, k=3), "'k' has two values: Low.k = 3 and Below.w = 2"),
    (routing(Adds, Low(k=3), Low(k=4)), "'k' has two values: Low_1.k = 3 and Low_2.k = 4; .* or rename one of the"),
    (routing(Adds, Low(k=3), Below(w=4), LINK), "'k' has two values: Low.k = 3 and Below.w = 4"),
    (inclusion(Unmade, Low(k=3)), None),
    (inclusion(Low(k=3), Unmade), "Unmade is not made with k .*let its `__init__` take `\\*\\*given`"),
    (inclusion(LowByDefault(3), Low, k=5), "LowByDefault was made with k = 3, and its parameter 'k' is 5"),
    (inclusion(Low, LowByDefault(3), k=5), "LowByDefault is not made with k"),
]


@pytest.mark.parametrize(("make", "said"), CONTRADICTIONS)
def test_two_values_of_one_parameter_are_told(make: Callable[[], Case], said: str | None) -> None:
    if said is None:
        assert make().values == {"k": 3}
        return
    with pytest.raises(NotAskable, match=said):
        make()


def in_a_file() -> tuple[type[Monitor], type[Record]]:
    """The same text as it stands in each of two files."""

    class Row(Opaque): ...

    class Key(Record):
        number: Int
        row: Row

    class Exactly(Monitor):
        key = parameter(Key)

        def step(self, left: Key, right: Key) -> None:
            require((left == right) | (left == self.key))

    return Exactly, Key


def test_a_record_is_handed_on_in_the_sort_of_the_other_file() -> None:
    (one, key), (copy, other_key) = in_a_file(), in_a_file()
    for function, within, kind in (
        (one, copy(key=other_key(number=1, row="a")), key),
        (one(key=key(number=1, row="a")), copy, key),
    ):
        case = case_of(function, within)
        [inquiry] = case.inquiries("included")
        assert not inquiry.question.system.parameters
        assert isinstance(case.values["key"], kind)
