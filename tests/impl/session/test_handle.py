"""A handle answers what the verification function accepts; failure and end are fixed answers, for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import nan
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.errors import ClosedHandle, InvalidQuery
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from concomp.model.language import Int, Map, Monitor, accept_if, register, require
from concomp.model.mechanisms.interactive import HALT, START
from tests.impl.session.mechanisms import TENTH, Plain, Rising, answering

LEVELS = range(100)


def launched(respond: Callable[[Any], object], **changes: Any) -> Any:
    """The handle of a mechanism in a session of its own."""
    return Session(PureDP(1)).create(answering(respond, **changes))


class TestGuard:
    def test_a_refusal_changes_no_state(self) -> None:
        received: list[int] = []
        handle = launched(lambda level: received.append(level) or level, function=Rising(), answers=LEVELS)
        assert handle.send(5) == 5
        for refused in (5, 3, "7", True, None, START):
            with pytest.raises(InvalidQuery) as thrown:
                handle.send(refused)
            assert str(thrown.value) == (
                "<Handle 1: a response> refuses the message: its verification function does not accept it, paired "
                "with itself, after what was sent"
            )
        assert handle.send(6) == 6
        assert received == [5, 6]

    def test_a_verdict_on_exactly_the_sequence_so_far_restores_the_registers(self) -> None:
        class Alternating(Monitor):
            """Odd and even turns; an even number is sent on an even turn only."""

            turn = register(Int, 0)

            def step(self, left: Int, right: Int) -> None:
                accept_if((left == self.turn) & (right == self.turn))
                self.turn = 1 - self.turn

        handle = launched(lambda level: level, function=Alternating(), answers=LEVELS)
        assert handle.send(0) == 0
        for _ in range(3):
            with pytest.raises(InvalidQuery):
                handle.send(0)
        assert handle.send(1) == 1

    def test_maps_are_changed_by_accepted_messages_only(self) -> None:
        class Twice(Monitor):
            """Each number at most twice."""

            seen = register(Map[Int, Int], 0)

            def step(self, left: Int, right: Int) -> None:
                require((left == right) & (self.seen[left] < 2))
                self.seen[left] = self.seen[left] + 1

        session = Session(PureDP(1))
        one, other = (session.create(answering(lambda n: n, function=Twice(), answers=LEVELS)) for _ in range(2))
        assert [one.send(7), one.send(7), one.send(8), other.send(7)] == [7, 7, 8, 7]
        for _ in range(2):
            with pytest.raises(InvalidQuery):
                one.send(7)
        assert [one.send(8), other.send(7)] == [8, 7]


def raising(message: object) -> object:
    raise ValueError(f"secret {message}")


class TestFailure:
    @pytest.mark.parametrize("answer", [nan, START, None, 2, "True", FAILED, [1]])
    def test_an_answer_outside_the_answer_space_is_a_failure(self, answer: object) -> None:
        handle = launched(lambda bit: answer)
        assert handle.send(True) is FAILED
        assert handle.send(True) is FAILED

    def test_an_exception_is_a_failure_charged_and_for_ever(self) -> None:
        session = Session(TENTH)
        handle = session.create(answering(raising))
        assert [handle.send(True) for _ in range(3)] == [FAILED] * 3
        assert session.privacy_loss().guarantee == TENTH
        assert not handle.failures_covered

    @pytest.mark.parametrize(
        "kind", [GeneratorExit, asyncio.CancelledError, BaseException, RecursionError, MemoryError]
    )
    def test_whatever_is_raised_is_a_failure(self, kind: type[BaseException]) -> None:
        def end(bit: object) -> object:
            raise kind

        def begin(randomness: Randomness) -> Respond:
            raise kind

        assert launched(end).send(True) is FAILED
        assert Session(PureDP(1)).create(Plain(begin=begin)).send(True) is FAILED

    def test_after_a_change_of_state_a_failure_is_still_for_ever(self) -> None:
        state: list[object] = []

        def once(bit: object) -> object:
            state.append(bit)
            if len(state) == 2:
                raise ValueError
            return bit

        handle = launched(once)
        assert [handle.send(True) for _ in range(4)] == [True, FAILED, FAILED, FAILED]
        assert len(state) == 2

    def test_what_cannot_begin_has_failed_and_is_charged(self) -> None:
        def begin(randomness: Randomness) -> Respond:
            raise OSError("no entropy")

        session = Session(TENTH)
        handle = session.create(Plain(begin=begin))
        assert handle.send(True) is FAILED
        assert session.privacy_loss().guarantee == TENTH

    def test_a_failure_does_not_refund(self) -> None:
        session = Session(TENTH)
        session.create(answering(raising)).send(True)
        assert session.remaining().guarantee == PureDP(0)


class TestEnd:
    def test_a_longer_run_than_the_evidence_is_about_answers_halted(self) -> None:
        handle = launched(lambda bit: bit, horizon=2)
        assert [handle.send(True) for _ in range(4)] == [True, True, HALTED, HALTED]

    def test_what_is_refused_does_not_count(self) -> None:
        handle = launched(lambda level: level, function=Rising(), answers=LEVELS, horizon=2)
        assert handle.send(3) == 3
        with pytest.raises(InvalidQuery):
            handle.send(1)
        assert [handle.send(4), handle.send(5)] == [4, HALTED]

    def test_a_mechanism_that_halts_answers_halted(self) -> None:
        handle = launched(lambda bit: HALT)
        assert [handle.send(True), handle.send(True)] == [HALTED, HALTED]


def interrupting(message: object) -> bool:
    raise KeyboardInterrupt


class TestInterrupt:
    @pytest.mark.parametrize(
        ("raised", "seen"), [(KeyboardInterrupt("secret"), KeyboardInterrupt), (SystemExit("secret"), SystemExit)]
    )
    def test_an_interrupt_closes_the_handle(self, raised: BaseException, seen: type[BaseException]) -> None:
        def interrupted(bit: object) -> object:
            raise raised

        session = Session(TENTH)
        handle = session.create(answering(interrupted))
        with pytest.raises(seen) as thrown:
            handle.send(True)
        assert "secret" not in str(thrown.value)
        assert thrown.value.__context__ is None
        with pytest.raises(ClosedHandle):
            handle.send(True)
        assert session.remaining().guarantee == PureDP(0)

    def test_an_interrupted_verification_function_reads_no_more(self) -> None:
        handle = launched(lambda bit: bit)
        object.__setattr__(handle._conversation, "_guard", interrupting)
        with pytest.raises(KeyboardInterrupt):
            handle.send(True)
        with pytest.raises(ClosedHandle):
            handle.send(True)

    def test_an_interrupted_launch_is_charged(self) -> None:
        def begin(randomness: Randomness) -> Respond:
            raise KeyboardInterrupt

        session = Session(TENTH)
        with pytest.raises(KeyboardInterrupt):
            session.create(Plain(begin=begin))
        assert session.privacy_loss().guarantee == TENTH
