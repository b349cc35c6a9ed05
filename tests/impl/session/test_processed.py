"""Behind a post-processing a mechanism answers public questions, boundedly."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.session.answers import HALTED
from concomp.impl.session.errors import InvalidQuery, NotCopyable
from concomp.impl.session.session import Session
from concomp.model.language import Bool, Int, PostProcessing, common, ite, otherwise, parameter, register, when
from concomp.model.mechanisms.interactive import START
from concomp.model.numbers import ParameterError
from tests.impl.session.mechanisms import answering


class Majority(PostProcessing):
    """Asks so many times, and answers how often the answer was true."""

    times = parameter(Int, lambda times: times >= 1)
    asked = register(Int, 0)
    found = register(Int, 0)

    def on_left(self, message: Bool) -> None:
        self.asked = 1
        self.found = 0
        self.send_right(message)

    def on_right(self, message: Bool) -> None:
        found = self.found + ite(message, 1, 0)
        with when(self.asked == self.times):
            self.send_left(found)
        with otherwise():
            self.send_right(True)
        self.asked = self.asked + 1
        self.found = found


def asked(times: int, at_most: int = 1000) -> tuple[Any, list[object]]:
    """The post-processing in front of a mechanism that answers what it is sent, and what that is sent."""
    sent: list[object] = []

    def respond(bit: object) -> object:
        sent.append(bit)
        return bit

    handle = Session(PureDP(1)).create(answering(respond))
    return handle.post_process(Majority(times=times), at_most), sent


def test_it_asks_and_answers() -> None:
    processed, sent = asked(3)
    assert processed.query(True) == 3
    assert processed.query(False) == 2
    assert sent == [True, True, True, False, True, True]


def test_it_asks_no_more_often_than_it_may() -> None:
    processed, sent = asked(9, at_most=4)
    assert [processed.query(True), processed.query(True)] == [HALTED, HALTED]
    assert len(sent) == 4


@pytest.mark.parametrize("query", ["no bit", START, None])
def test_what_it_does_not_take_halts_it(query: object) -> None:
    processed, sent = asked(1)
    assert [processed.query(query), processed.query(True)] == [HALTED, HALTED]
    assert sent == []


def test_a_mechanism_that_failed_halts_it() -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: "no bit"))
    assert handle.post_process(Majority(times=1)).query(True) is HALTED


class Drawing(PostProcessing):
    """Answers by what comes from outside."""

    coin = common(Bool)

    def on_left(self, message: Bool) -> None:
        self.send_left(message & self.coin)

    def on_right(self, message: Bool) -> None:
        self.send_left(message)


@pytest.mark.parametrize(
    ("processing", "problem", "remedy"),
    [
        (Drawing(), "Drawing() takes coin from outside in each step", "let it send what it computes of messages and"),
        (Majority(), "Majority() runs without a value of times", "make it with values: Majority(times=...)"),
    ],
)
def test_what_does_not_run_is_refused_where_it_is_written(processing: Any, problem: str, remedy: str) -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: bit))
    with pytest.raises(InvalidQuery, match=re.escape(problem)) as refused:
        handle.post_process(processing)
    assert str(refused.value).startswith(f"the post-processing does not run: {__file__}:")
    assert f"remedy: {remedy}" in str(refused.value)


def test_what_is_no_post_processing_is_refused() -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: bit))
    with pytest.raises(InvalidQuery, match="a str is no post-processing: write one as a PostProcessing"):
        handle.post_process("x")
    with pytest.raises(ParameterError, match="at_most is 0: give a whole number from 1 on"):
        handle.post_process(Majority(times=1), 0)
    with pytest.raises(NotCopyable):
        copy.copy(handle.post_process(Majority(times=1)))
