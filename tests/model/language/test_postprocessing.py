"""A post-processing says what it sends on each path, runs as the model's one, and errs with a place."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.model.applications.local_protocol import Answer, AskUser, Assign, NewUser, Rule, Run, Server
from concomp.model.language import Int, LanguageError, PostProcessing, UnknownName, per_copy, register, require, when
from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms as graph
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, Side
from tests.model.language.postprocessings import Doubler, Forgetful

START = Run()
STOP = Rule(index=0, question="none", view="the end")


def play(lowered: Any, messages: list[tuple[Side, object]]) -> list[tuple[Side, object]]:
    [state] = lowered.initial_states
    sent = []
    for origin, message in messages:
        [(outcome, weight)] = lowered.respond(state, origin, message).items()
        assert weight == 1
        state, side, answer = outcome
        sent.append((side, answer))
    return sent


def test_the_server_creates_assigns_asks_and_stops() -> None:
    rules = {5: Rule(index=2, question="q", view="none"), 6: STOP}
    lowered = Server(n=2).lower(
        secret=lambda received: f"data {len(received)}", rule=lambda received: rules.get(len(received), STOP)
    )
    assert play(lowered, [(LEFT, START), *[(RIGHT, "ok")] * 5]) == [
        (RIGHT, NewUser()),
        (RIGHT, NewUser()),
        (RIGHT, Assign(index=1, data="data 3")),
        (RIGHT, Assign(index=2, data="data 4")),
        (RIGHT, AskUser(index=2, question="q")),
        (LEFT, "the end"),
    ]


def test_what_is_not_of_its_sort_makes_it_halt() -> None:
    assert play(Doubler().lower(), [(LEFT, 3), (RIGHT, "no number"), (LEFT, 1)])[1:] == [(LEFT, HALT), (LEFT, HALT)]


def test_it_remembers_what_it_received_only_where_something_depends_on_it() -> None:
    [state] = Doubler().lower().initial_states
    after = Doubler().lower().respond(state, RIGHT, 3)
    assert list(after) == [(((1,), ()), LEFT, 6)]


def test_the_definition_says_what_is_sent_where() -> None:
    definition = Server().definition
    assert [graph.leaf_name(leaf) for leaf in definition.per_copy] == ["secret"]
    assert [graph.leaf_name(leaf) for leaf in definition.common] == ["rule"]
    assert [send.side for send in definition.on_right.sends] == [RIGHT, RIGHT, RIGHT, LEFT]
    assert definition.on_left.sent(RIGHT) is graph.TRUE
    assert definition.on_left.sent(LEFT) is graph.FALSE
    assert definition.on_left.message(LEFT) is None
    sorts = {send.message.sort.name for send in (*definition.on_left.sends, *definition.on_right.sends)}
    assert sorts == {"AskUser | Assign | NewUser", "View"}


@pytest.mark.parametrize("odd", [False, True])
def test_exactly_one_message_is_a_condition_of_the_definition(odd: bool) -> None:
    definition = Forgetful().definition
    [symbol] = [register.symbol for register in definition.registers]
    assert evaluate(definition.on_right.exactly_one, {symbol: odd}) is odd
    assert definition.on_left.exactly_one is graph.TRUE


def test_running_into_a_path_without_a_message_is_an_error() -> None:
    lowered = Forgetful().lower()
    with pytest.raises(LanguageError, match="sends 0 messages on 3 from the right"):
        play(lowered, [(LEFT, 3), (RIGHT, 3), (LEFT, 3), (RIGHT, 3)])


def test_values_are_checked() -> None:
    with pytest.raises(LanguageError, match="runs without secret, rule"):
        Server(n=1).lower()
    with pytest.raises(UnknownName, match="no value 'secrets' from outside"):
        Server(n=1).lower(secrets=lambda received: 0)
    with pytest.raises(LanguageError, match=r"rule of .* is 3"):
        play(Server(n=1).lower(secret=lambda _: 0, rule=lambda _: 3), [(LEFT, START)])
    with pytest.raises(LanguageError, match="violates its constraint"):
        Server(n=0)
    with pytest.raises(LanguageError, match="runs without a value of n"):
        _ = Server().initial
    with pytest.raises(LanguageError, match="received 'x'"):
        Doubler().respond((0,), LEFT, "x")


def test_two_messages_on_one_path_are_refused() -> None:
    with pytest.raises(LanguageError) as raised:

        class Twice(PostProcessing):
            def on_left(self, number: Int) -> None:
                self.send_right(number)
                with when(number > 0):
                    self.send_left(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)

    assert "a second message is sent where line" in raised.value.problem
    assert raised.value.position.text == "self.send_left(number)"
    assert "`otherwise`" in raised.value.remedy


def test_messages_of_several_sorts_to_one_side_are_refused() -> None:
    with pytest.raises(LanguageError, match="messages of several sorts are sent to the left: Int, Answer"):

        class Mixed(PostProcessing):
            def on_left(self, number: Int) -> None:
                self.send_left(number)

            def on_right(self, answer: Answer) -> None:
                self.send_left(answer)


def test_a_requirement_is_refused() -> None:
    with pytest.raises(LanguageError, match="requires nothing"):

        class Requires(PostProcessing):
            def on_left(self, number: Int) -> None:
                require(number > 0)
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)


def test_registers_and_names_are_checked_as_in_monitors() -> None:
    with pytest.raises(LanguageError, match="register 'seen' of Unset is never set"):

        class Unset(PostProcessing):
            seen = register(Int, 0)

            def on_left(self, number: Int) -> None:
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)

    with pytest.raises(LanguageError, match="'initial' is declared, a name that every post-processing has"):

        class Named(PostProcessing):
            initial = register(Int, 0)  # type: ignore[assignment]

            def on_left(self, number: Int) -> None:
                self.initial = number
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)

    with pytest.raises(LanguageError, match="a value from outside is named 'received'"):

        class Clash(PostProcessing):
            received = per_copy(Int)

            def on_left(self, number: Int) -> None:
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)

    with pytest.raises(LanguageError, match="'secret' is assigned"):

        class Assigned(PostProcessing):
            secret = per_copy(Int)

            def on_left(self, number: Int) -> None:
                self.secret = number
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)


def test_the_message_needs_a_sort() -> None:
    with pytest.raises(LanguageError, match="on_left does not say the sort of its message"):

        class Unsorted(PostProcessing):
            def on_left(self, number) -> None:  # type: ignore[no-untyped-def]
                self.send_right(number)

            def on_right(self, number: Int) -> None:
                self.send_left(number)


def test_a_message_is_sent_in_a_step_only() -> None:
    with pytest.raises(LanguageError, match="sent outside the step"):
        Doubler().send_left(3)
