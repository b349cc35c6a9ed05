"""Post-processing, identifier, verifier, and V[f] ∘* I ∘* M."""

from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.composition.single import Ask, Start, continual_from_interactive
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import continual_from_noninteractive, identifier, is_continual, verified, worlds
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    RIGHT,
    InteractivePostProcessing,
    Unending,
    chain,
    chain_as_printed,
    post_process,
)
from concomp.model.mechanisms.verification import Predicate, is_valid, verifier

ECHO = InteractiveMechanism(lambda state, query: Law.point((state, query)), (0,), EVERYTHING, "echo")
ANYTHING = Predicate(lambda messages: True, "anything")
AT_MOST_TWO = Predicate(lambda messages: len(messages) <= 2, "at most two")
PAIR = ("left", "right")


@pytest.mark.parametrize("bit", [0, 1])
def test_a_chain_keeps_the_side_a_message_comes_from_apart_from_the_side_it_goes_to(bit: int) -> None:
    both = chain(verifier(ANYTHING), identifier(bit))
    (state, destination, message), *others = both.respond(((), bit), LEFT, PAIR)
    assert not others
    assert (destination, message) == (RIGHT, PAIR[bit])
    assert both.respond(state, RIGHT, "answer") == Law.point((state, LEFT, "answer"))


def test_the_printed_chain_bounces_a_pair_for_ever() -> None:
    with pytest.raises(Unending, match="exchanged 64 messages and sent none out"):
        chain_as_printed(verifier(ANYTHING), identifier(1)).respond(((), 1), LEFT, PAIR)


def test_post_processing_that_never_answers_is_an_error() -> None:
    chatty = InteractivePostProcessing(lambda state, *_: Law.point((state, RIGHT, "more")), (0,), "chatty")
    with pytest.raises(Unending, match="chatty sent 64 messages to the right and none to the left"):
        post_process(chatty, ECHO).respond((0, 0), "x")


def test_post_processing_may_ask_several_times_and_toss_coins() -> None:
    def step(state: Any, side: object, message: Any) -> Law[Any]:
        if side is LEFT:
            return Law.point(((), RIGHT, message))
        if state == ():
            return Law.coin(F(1, 3), ((message,), RIGHT, "again"), ((), LEFT, message))
        return Law.point(((), LEFT, (*state, message)))

    doubled = post_process(InteractivePostProcessing(step, ((),)), ECHO)
    answers = doubled.respond((0, ()), "x").map(lambda outcome: outcome[1])
    assert answers == Law({("x", "again"): F(1, 3), "x": F(2, 3)})


def test_a_halt_on_either_side_is_for_ever() -> None:
    guarded = post_process(verifier(AT_MOST_TWO), ECHO)
    state: Any = (0, ())
    for expected in ("x", "x", HALT, HALT):
        ((state, answer),) = guarded.respond(state, "x")
        assert answer is expected or answer == expected


@pytest.mark.parametrize("message", ["x", ("x",), ("x", "y", "z"), None, 5])
def test_what_is_not_a_pair_of_queries_halts_the_game(message: object) -> None:
    game = verified(ANYTHING, InteractiveMechanism(ECHO.step, (0,), ("x", "y")))
    for world in worlds(game):
        assert game.respond(world, message) == Law.point((HALT, HALT))


def test_each_world_sees_its_side() -> None:
    game = verified(ANYTHING, InteractiveMechanism(ECHO.step, (0,), PAIR))
    shown = [game.respond(world, PAIR).map(lambda outcome: outcome[1]) for world in worlds(game)]
    assert shown == [Law.point("left"), Law.point("right")]


def test_noninteractive_mechanisms_answer_once() -> None:
    coin = NonInteractiveMechanism(lambda bit: Law.coin(F(1, 4), 1 - bit, bit), (0, 1))
    wrapped = continual_from_noninteractive(coin)
    assert is_continual(wrapped)
    law = wrapped.respond(wrapped.initial_state, 1)
    assert law.map(lambda outcome: outcome[1]) == coin.output(1)
    assert {wrapped.respond(state, 1) for state, _ in law} == {Law.point((HALT, HALT))}


def test_interactive_mechanisms_are_started_by_their_first_message() -> None:
    shows = InteractiveMechanism(lambda state, query: Law.point((state, (state, query))), (0, 1), ("q",))
    wrapped = continual_from_interactive(shows, ("q",))
    ((running, answer),) = wrapped.respond(wrapped.initial_state, Start(state=1))
    assert answer is ACKNOWLEDGED
    ((_, told),) = wrapped.respond(running, Ask(query="q"))
    assert told == (1, "q")
    assert wrapped.respond(running, Start(state=0)) == Law.point((HALT, HALT))
    assert wrapped.respond(wrapped.initial_state, Ask(query="q")) == Law.point((HALT, HALT))


def test_the_empty_sequence_is_valid() -> None:
    assert is_valid(Predicate(lambda messages: False), ())
