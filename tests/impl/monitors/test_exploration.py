"""The exploration finds the shortest way in which a refusal could tell the worlds apart."""

from __future__ import annotations

from enum import auto
from itertools import product
from typing import Annotated

import pytest

from concomp.impl.monitors.exploration import Sequence, explore, explored_properties, messages
from concomp.impl.monitors.guard import Guard, compile_guard
from concomp.model.language import (
    Bool,
    Enumeration,
    Int,
    Monitor,
    Opaque,
    Real,
    Record,
    Vector,
    accept_if,
    ite,
    parameter,
    register,
    relation,
    require,
    when,
)
from concomp.model.numbers import ParameterError


class Level(Enumeration):
    ONE = auto()
    TWO = auto()
    THREE = auto()


class OneDifference(Monitor):
    """At most one pair differs."""

    used = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class Rising(Monitor):
    """Levels rise, on each side by itself, and may differ by one step, once."""

    left_most = register(Int, 0)
    right_most = register(Int, 0)

    def step(self, left: Level, right: Level) -> None:
        heights = [ite(side == Level.ONE, 1, ite(side == Level.TWO, 2, 3)) for side in (left, right)]
        require((heights[0] > self.left_most) & (heights[1] > self.right_most))
        self.left_most = heights[0]
        self.right_most = heights[1]


class LeftIsSmall(Monitor):
    """The left one is not the largest."""

    def step(self, left: Level, right: Level) -> None:
        require(left != Level.THREE)


class Toggle(Monitor):
    """At even places, no true bit: of each prefix only the last place counts."""

    even = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        accept_if(~self.even | (~left & ~right))
        self.even = ~self.even


def named(function: Monitor) -> list[str]:
    """The properties that the function has."""
    return [each.property for each in explored_properties(function)]


def runs_alike(function: Monitor, length: int) -> bool:
    """Whether guards in both worlds decide alike, whatever is sent: pairs that the function accepts, or public ones."""
    values, begin = messages(function.definition.message), compile_guard(function)

    def after(pairs: Sequence) -> tuple[Guard, Guard]:
        guards = begin(), begin()
        for pair in pairs:
            assert all(guard(message) for guard, message in zip(guards, pair, strict=True))
        return guards

    def alike(accepted: Sequence, left: int) -> bool:
        if left == 0:
            return True
        for pair in product(values, repeat=2):
            allowed = all(function([*accepted, pair][:end]) for end in range(1, len(accepted) + 2))
            if allowed or pair[0] == pair[1]:
                decided = tuple(guard(message) for guard, message in zip(after(accepted), pair, strict=True))
                if decided != (allowed, allowed) or (allowed and not alike((*accepted, pair), left - 1)):
                    return False
        return True

    return alike((), length)


@pytest.mark.parametrize(
    ("function", "alike"), [(OneDifference(), True), (Toggle(), True), (Rising(), False), (LeftIsSmall(), False)]
)
def test_with_both_properties_guards_decide_alike_in_both_worlds(function: Monitor, alike: bool) -> None:
    assert runs_alike(function, 4) == alike
    assert (len(named(function)) == 2) == alike


def test_a_function_of_which_a_refusal_tells_nothing() -> None:
    assert named(OneDifference()) == named(Toggle()) == ["diagonal", "public"]
    [diagonal, _] = explored_properties(OneDifference())
    assert (diagonal.kind, diagonal.engines) == ("audit", ("exhaustive exploration, 2 states",))


def test_a_public_message_that_one_world_refuses_is_found() -> None:
    assert named(Rising()) == ["diagonal"]
    assert explore(Rising()).public == ((Level.ONE, Level.TWO), (Level.TWO, Level.TWO))


def test_a_pair_that_one_side_does_not_survive_is_found() -> None:
    assert named(LeftIsSmall()) == ["public"]
    assert explore(LeftIsSmall()).diagonal == ((Level.ONE, Level.THREE),)


class LeftBits(Monitor):
    """One pair, whose right bit is true; the left diagonal run may refuse it."""

    state = register(Int, 0)

    def step(self, left: Bool, right: Bool) -> None:
        require((self.state == 0) & right)
        self.state = ite(left, 2, 1)


def test_what_a_diagonal_run_refuses_leaves_it_where_it_was() -> None:
    assert named(LeftBits()) == []
    assert explore(LeftBits()).public == ((False, True), (True, True))


class Name(Opaque):
    """A name."""


class Marked(Monitor):
    """Once a pair differs, only false bits may follow."""

    unmarked = parameter(Name)
    marked = parameter(Name)
    mark = register(Name, unmarked)

    def step(self, left: Bool, right: Bool) -> None:
        require((self.mark == self.unmarked) | ~left)
        with when(left != right):
            self.mark = self.marked


def test_states_that_are_only_equal_are_two() -> None:
    assert named(Marked(unmarked=1, marked=2)) == named(Marked(unmarked=1, marked=True)) == ["diagonal"]
    assert explore(Marked(unmarked=1, marked=True)).public == ((False, True), (True, True))


def test_all_messages_of_a_finite_sort_are_listed() -> None:
    class Visit(Record):
        page: Level
        new: Bool

    class Leave(Record):
        page: Bool

    class Both(Monitor):
        def step(self, left: Visit | Leave, right: Visit | Leave) -> None:
            require(left == right)

    assert len(messages(Both().definition.message)) == 8
    assert messages(OneDifference().definition.message) == (False, True)


class OfIntegers(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left == right)


near = relation(Opaque, Opaque)


class OfManyBits(Monitor):
    def step(self, left: Annotated[Vector[Bool], 64], right: Annotated[Vector[Bool], 64]) -> None:
        require(left == right)


class Declaring(Monitor):
    def step(self, left: Opaque, right: Opaque) -> None:
        require(near(left, right))


class Counting(Monitor):
    """Without end."""

    count = register(Real, 0)

    def step(self, left: Bool, right: Bool) -> None:
        self.count = self.count + 1


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (OfIntegers(), "its messages are infinitely many"),
        (OfManyBits(), "it has too many messages"),
        (Declaring(), "it declares relations"),
        (Counting(), "it has too many states"),
    ],
)
def test_what_cannot_be_explored_is_refused(function: Monitor, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.impl.monitors.exploration.STEPS", 1000)
    with pytest.raises(ParameterError) as thrown:
        explore(function)
    asked = f"{__file__}:{function.definition.name} --property diagonal --property public --evidence properties.json"
    assert str(thrown.value) == (
        f"the function is {function!r}: {problem}: prove what it is by `concomp verify {asked}`, "
        "and give `read_evidence('properties.json')` as the properties"
    )


def test_parameters_are_part_of_what_is_explored() -> None:
    class AtMost(Monitor):
        bound = parameter(Int, lambda bound: bound >= 0)
        count = register(Int, 0)

        def step(self, left: Bool, right: Bool) -> None:
            require(self.count < self.bound)
            self.count = self.count + 1

    assert [each.parameters for each in explored_properties(AtMost(bound=3))] == [{"bound": "3"}] * 2
