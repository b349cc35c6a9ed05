"""Meanings are held to what they gave, on every call; what nobody changes is looked into once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from itertools import chain, repeat
from typing import Any

import pytest

from concomp.impl.monitors.stepper import compile_step
from concomp.impl.monitors.subverifiers import SubVerifiers
from concomp.impl.monitors.verifier import compile_monitor
from concomp.model.language import Int, LanguageError, Monitor, Opaque, function, require
from concomp.model.language.readings import steadiness
from concomp.model.language.readings.steadiness import Answers, steady
from concomp.model.language.syntax.sorts import INT
from concomp.model.language.syntax.values import exact
from concomp.model.sameness import exact_key, is_settled

FAR = steadiness._MEMORY


class Row(Opaque): ...


number = function(Row, result=Int, name="number")


class Counted(Monitor):
    """Pairs at which a meaning gives the same."""

    def step(self, left: Row, right: Row) -> None:
        require(number(left) == number(right))


class Box:
    """A value that somebody may change."""

    def __init__(self, held: int) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.held == other.held

    def __hash__(self) -> int:
        return 1


class Plain:
    """A value that is the same as itself alone."""


def _compiled(meaning: Callable[[Any], int]) -> Callable[[Any, Any], bool]:
    return compile_monitor(Counted(number=meaning)).accepts


def _stepped(meaning: Callable[[Any], int]) -> Callable[[Any, Any], bool]:
    stepper = compile_step(Counted(number=meaning))
    return lambda left, right: stepper.advance(stepper.initial, left, right)[0]


def _by_the_book(meaning: Callable[[Any], int]) -> Callable[[Any, Any], bool]:
    held = steady(meaning, Answers(INT, exact, "number"))
    return lambda left, right: held(left) == held(right)


RUNS = [_compiled, _stepped, _by_the_book]


@pytest.mark.parametrize(
    "row", ["a", 7, ("a", (1, None)), Plain(), frozenset({2.5})], ids=["text", "number", "tuple", "object", "set"]
)
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("calls", [1, 2, 3, 7, 2 * FAR + 1])
def test_the_first_other_answer_is_refused_whenever_it_comes(run: Any, row: object, calls: int) -> None:
    answers = chain(repeat(0, calls), [1], repeat(0))
    accepts = run(lambda given: next(answers))
    # Of left and right, whichever comes first.
    for _ in range((calls - 1) // 2):
        assert accepts(row, row)
    with pytest.raises(LanguageError, match=r"gave 1 at .* and 0 before at the same"):
        assert [accepts(row, row), accepts(row, row)]


@pytest.mark.parametrize("run", RUNS)
def test_what_was_changed_is_compared_with_what_it_is_now(run: Any) -> None:
    one, other = Box(1), Box(2)
    given = {id(one): 1, id(other): 2}
    accepts = run(lambda row: given[id(row)])
    for _ in range(3):
        assert accepts(one, one)
        assert accepts(other, other)
    other.held = 1
    with pytest.raises(LanguageError, match=r"gave 2 at .* and 1 before at the same"):
        accepts(other, other)


@pytest.mark.parametrize("run", RUNS)
def test_what_was_changed_inside_a_tuple_is_compared_with_what_it_is_now(run: Any) -> None:
    one, other = (Box(1),), (Box(2),)
    accepts = run(lambda row: 1 if row is one else 2)
    assert accepts(one, one)
    assert accepts(other, other)
    other[0].held = 1
    with pytest.raises(LanguageError, match=r"gave 2 at .* and 1 before at the same"):
        accepts(other, other)


@pytest.mark.parametrize("run", RUNS)
def test_the_same_is_compared_though_it_is_another_object(run: Any) -> None:
    accepts = run(id)
    one, other = ("a", int("1000")), ("a", int("1000"))
    assert accepts(one, one)
    assert accepts(one, one)
    with pytest.raises(LanguageError, match=r"before at the same"):
        accepts(other, other)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("met", [1, FAR // 2, FAR - 60, FAR + 60])
def test_what_is_met_again_and_again_is_remembered_from_the_last_time_on(run: Any, met: int) -> None:
    often, again = ("often", int("1000")), ("often", int("1000"))
    accepts = run(lambda row: 1 if row is often else 0)
    for between in range(met):
        row = str(between)
        assert accepts(row, row)
        assert accepts(often, often)
    for between in range(FAR - 2):
        row = str(-between)
        assert accepts(row, row)
    with pytest.raises(LanguageError, match=r"gave 0 at .* and 1 before at the same"):
        accepts(again, again)


def test_what_is_known_by_its_identity_is_kept_so_that_nothing_else_has_it() -> None:
    answers = Answers(INT, exact, "number")
    held = steady(lambda row: 1, answers)
    for each in range(3 * FAR + 7):
        held((each, ()))
        if each % 100 == 0 or each % FAR in (FAR - 1, 0, 1):
            assert answers._seen.keys() <= {tuple(map(id, kept)) for kept in answers._looked_at}
            assert 0 < len(answers._looked_at) <= FAR


def test_the_very_same_settled_arguments_are_looked_into_once() -> None:
    looked: list[object] = []

    def in_common(row: Any) -> Hashable:
        looked.append(row)
        return exact(row)

    held = steady(lambda row: 1, Answers(INT, in_common, "number"))
    for row in ("a", Box(1)):
        for _ in range(5):
            held(row)
    assert [type(row) for row in looked] == [str, *[Box] * 5]


@pytest.mark.parametrize("value", [1, True, "a", b"a", None, 1.5, (1, ("a",)), frozenset({1}), Plain(), Plain, int])
def test_what_nobody_changes_is_settled(value: object) -> None:
    assert is_settled(value)
    assert exact_key(value) == exact_key(value)


@pytest.mark.parametrize("value", [Box(1), (1, Box(1)), frozenset({Box(1)}), [], {}, Counted(number=len)])
def test_what_may_be_changed_is_not_settled(value: object) -> None:
    assert not is_settled(value)


class Chances:
    """A verification function by chance, not written in the language."""

    initial = 0

    def __init__(self, *answers: tuple[bool, Hashable]) -> None:
        self._answers = iter(answers)

    def advance(self, state: object, message: object) -> tuple[bool, Hashable]:
        return next(self._answers)


@pytest.mark.parametrize(("last", "name"), [((False, 0), "admits"), ((True, 1), "continues")])
def test_a_function_of_another_kind_is_held_to_what_it_answered(last: tuple[bool, int], name: str) -> None:
    sub, chances = SubVerifiers(), Chances((True, 0), (True, 0), last)
    assert sub.admits(chances, 0, "a", "a")
    assert sub.admits(chances, 0, "b", "b")
    with pytest.raises(LanguageError, match=f"the meaning of {name} gave"):
        sub.admits(chances, 0, "a", "a")


class Small(Monitor):
    """Pairs whose left is small."""

    def step(self, left: Row, right: Row) -> None:
        require(number(left) < 2)


def test_functions_that_are_the_same_are_held_to_each_others_answers() -> None:
    answers = iter([1, 2])
    sub, one = SubVerifiers(), Small(number=lambda row: next(answers))
    other = copy(one)
    assert one is not other
    assert sub.admits(one, (), "a", "a")
    with pytest.raises(LanguageError, match=r"the meaning of number gave 2 at .* and 1 before at the same"):
        sub.admits(other, (), "a", "a")
