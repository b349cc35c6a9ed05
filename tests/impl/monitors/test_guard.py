"""A guard reads what the function, evaluated by the book, accepts of messages paired with themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.monitors.guard import compile_guard
from concomp.impl.monitors.stepper import compile_step
from concomp.model.language import (
    REJECTED,
    Bool,
    Int,
    Map,
    Monitor,
    Opaque,
    Record,
    accept_if,
    case,
    parameter,
    register,
    require,
    when,
)


class Event(Record):
    user: Int
    value: Int


class Reset(Record):
    hard: Bool


class Capped(Monitor):
    """At most two events a user since the last hard reset, values that rise."""

    counts = register(Map[Int, Int], 0)
    last = register(Int, -1)

    def step(self, left: Event | Reset, right: Event | Reset) -> None:
        require(left == right)
        with case(left, Event) as event:
            require((self.counts[event.user] < 2) & (event.value > self.last))
            self.counts[event.user] = self.counts[event.user] + 1
            self.last = event.value
        with case(left, Reset) as reset, when(reset.hard):
            self.last = -1


class Toggle(Monitor):
    """Of every second message only small ones."""

    even = register(Bool, True)
    seen = register(Map[Int, Bool], False)

    def step(self, left: Int, right: Int) -> None:
        accept_if(~self.even | (left <= 1))
        require(left < 9)
        self.even = ~self.even
        self.seen[left] = True


def by_the_book(function: Monitor, messages: list[Any]) -> list[bool]:
    """The verdicts of the definition, which goes back to where it was after a refusal."""
    state, verdicts = function.initial, []
    for message in messages:
        accepted, after = function.advance(state, (message, message))
        assert accepted or after is REJECTED or after != state
        state = after if accepted else state
        verdicts.append(accepted)
    return verdicts


EVENTS = st.builds(Event, user=st.integers(0, 2), value=st.integers(0, 4))
CASES = {
    "requirements and maps": (Capped(), EVENTS | st.builds(Reset, hard=st.booleans()) | st.just("junk")),
    "verdicts": (Toggle(), st.integers(0, 9) | st.just("junk")),
}


@pytest.mark.parametrize("name", list(CASES))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_it_agrees_with_the_book(name: str, data: st.DataObject) -> None:
    function, drawn = CASES[name]
    messages = data.draw(st.lists(drawn, max_size=12))
    begin = compile_guard(function)
    first, second = begin(), begin()
    expected = by_the_book(function, messages)
    assert [first(message) for message in messages] == expected
    assert [second(message) for message in messages] == expected, "guards share nothing"


class Named(Opaque):
    """A name."""


class InTurn(Monitor):
    """One value on the left, another on the right."""

    first = parameter(Named)
    second = parameter(Named)

    def step(self, left: Named, right: Named) -> None:
        require((left == self.first) & (right == self.second))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("first", "second"), [((1,), (True,)), (0.0, -0.0), (Fraction(1), 1), (1, Fraction(1)), (True, 1), (b"x", -2)]
)
def test_constants_that_are_only_equal_are_two(first: Any, second: Any) -> None:
    function = InTurn(first=first, second=second)
    stepper = compile_step(function)
    for pair in product((first, second), repeat=2):
        expected = function([pair])
        assert stepper.advance(stepper.initial, *pair)[0] == expected == (pair[0] is first and pair[1] is second)
    assert not any(compile_guard(function)()(each) for each in (first, second))


def test_something_is_refused_and_something_accepted_after_it() -> None:
    messages = [Event(user=1, value=1), Event(user=1, value=0), Event(user=1, value=2), Event(user=1, value=3)]
    guard = compile_guard(Capped())()
    assert [guard(message) for message in messages] == [True, False, True, False]
