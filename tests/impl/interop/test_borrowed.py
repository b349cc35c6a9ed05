"""A mechanism of another library in a session: what it may be sent, what it answers, on whose word it is charged."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy
import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.interop.answers import plain
from concomp.impl.interop.mechanism import BorrowedMechanism
from concomp.impl.interop.messages import DataThenQueries, Queryable, data, query
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.errors import InsufficientBudget, InvalidQuery, NoEvidence
from concomp.impl.session.session import Session
from concomp.model.language.readings.plain_values import is_plain
from concomp.model.numbers import ParameterError
from tests.impl.interop.sources import Asking, Library, fails, mechanism_of, same


def launched(make: Callable[[Any], Any]) -> Any:
    """A handle of a mechanism that makes this of its data."""
    return Session(PureDP(2)).create(mechanism_of(Library(make)), trust="declared")


def test_a_release_is_the_only_answer() -> None:
    handle = launched(lambda value: value + 1)
    assert handle.send(data(3)) == 4
    assert handle.send(query("more")) is HALTED


def test_a_queryable_is_asked_by_number_and_so_are_those_that_it_answers() -> None:
    handle = launched(Asking)
    root = handle.send(data([1, 2]))
    assert root == Queryable(number=0)
    assert handle.send(query(sum)) == 3
    first, second = handle.send(query(Asking)), handle.send(query(lambda value: Asking(value[0])))
    assert (first, second) == (Queryable(number=1), Queryable(number=2))
    # In any order: nothing is retired.
    assert handle.send(query(lambda value: value + 5, second)) == 6
    assert handle.send(query(len, first)) == 2
    assert handle.send(query(max, root)) == 2


@pytest.mark.parametrize("number", [-1, 1, 7])
def test_a_queryable_that_there_is_not_is_a_failure(number: int) -> None:
    handle = launched(Asking)
    handle.send(data([1]))
    assert handle.send(query(sum, Queryable(number=number))) is FAILED


def test_what_raises_has_failed_and_stays_charged() -> None:
    session = Session(PureDP(1))
    handle = session.create(mechanism_of(Library(fails)), trust="declared")
    assert handle.send(data("a secret")) is FAILED
    assert handle.send(query("again")) is FAILED
    with pytest.raises(InsufficientBudget):
        session.create(mechanism_of(Library(same)), trust="declared")


def test_the_librarys_word_has_to_be_trusted() -> None:
    session = Session(PureDP(1))
    with pytest.raises(NoEvidence, match="it is declared only: bring evidence, or say trust='declared'"):
        session.create(mechanism_of(Library(same)))
    session.create(mechanism_of(Library(same)), trust="declared")
    assert session.describe().launches == {"declared": 1}


@pytest.mark.parametrize(
    "messages",
    [[query("first")], [data(1), data(2)], [data([1]), query(sum), data([2])]],
    ids=["query", "twice", "late"],
)
def test_data_come_first_and_once(messages: list[Any]) -> None:
    handle = launched(Asking if len(messages) == 3 else same)
    *first, last = messages
    for message in first:
        handle.send(message)
    with pytest.raises(InvalidQuery):
        handle.send(last)


def test_what_is_no_message_is_refused_and_changes_nothing() -> None:
    handle = launched(same)
    for wrong in (3, [1, 2], Queryable(number=0), None):
        with pytest.raises(InvalidQuery):
            handle.send(wrong)
    assert handle.send(data(3)) == 3


def test_neighbours_are_told_by_nobody_and_queries_are_the_same_in_both_worlds() -> None:
    function = DataThenQueries(neighbouring=lambda x, y: abs(x.value - y.value) <= 1)
    (near, other, far), asked = map(data, (1, 2, 3)), query("q")
    assert function([(near, other), (asked, asked)])
    assert not function([(near, far)])
    assert not function([(near, other), (asked, query("q"))])


def test_a_query_of_what_is_no_queryable_is_refused() -> None:
    with pytest.raises(ParameterError, match="of is 7: give a Queryable that the mechanism has answered"):
        query("q", of=7)  # type: ignore[arg-type]


def test_messages_and_mechanisms_show_no_data() -> None:
    mechanism = mechanism_of(Library(same))
    assert "secret" not in repr(data("a secret"))
    assert repr(mechanism) == "<a mechanism of a library, loses PureDP(epsilon=1)>"
    assert isinstance(mechanism, BorrowedMechanism)


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ([1, [2.5, "x"]], (1, (2.5, "x"))),
        ({"a": 1, "b": [2]}, frozenset({("a", 1), ("b", (2,))})),
        (MappingProxyType({1: 2}), frozenset({(1, 2)})),
        ({1, 2}, frozenset({1, 2})),
        (numpy.int64(3), 3),
        (numpy.float32(0.5), 0.5),
        (True, True),
        (None, None),
    ],
)
def test_answers_become_plain_values(answer: Any, shown: Any) -> None:
    found = plain(answer)
    assert (found, type(found)) == (shown, type(shown))
    assert is_plain(found)


@pytest.mark.parametrize("answer", [object(), numpy.zeros(3), [object()], {"a": object()}])
def test_what_has_no_plain_value_is_a_failure(answer: Any) -> None:
    assert launched(lambda _: answer).send(data(1)) is FAILED
