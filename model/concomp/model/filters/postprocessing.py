"""A person in the middle: interactive post-processing of a mechanism that is started by a message.

The post-processing hears first what the mechanism answers to its start. Its privacy is that of the mechanism: whoever
talks to P ∘ M can, by holding P, be made to talk to M alone, and what it sees of P ∘ M is then a function of what it
sees, with its coins, of M.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side, post_process
from concomp.model.registry.tags import realises


@realises("Haney23 Definition 2.16", "Haney23 Algorithm 7", "Haney23 Theorem 2.17 (repaired)")
def post_process_from_start(
    processing: InteractivePostProcessing, mechanism: InteractiveMechanism
) -> InteractiveMechanism:
    """P ∘ M: the start goes to M, whose first answer goes to P; from then on queries go to P.

    States are pairs (state of M, state of P), first those of (data set, initial state of P).
    """

    def step(state: State, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if origin is LEFT and message is START:
            return Law.point((state, RIGHT, START))
        return processing.respond(state, origin, message)

    return post_process(InteractivePostProcessing(step, processing.initial_states, processing.name), mechanism)


# The adversary that holds the post-processing.

Coins = tuple[int, ...]
"""What P drew, as the places of the outcomes in the laws of its steps."""


@dataclass(frozen=True)
class Said:
    """A message of the adversary that holds P, with the coins it tossed for it."""

    message: Message
    coins: Coins


InnerView = tuple[tuple[Message, Coins], ...]
"""What it sees: the mechanism's messages, each followed by its coins."""


@realises("Haney23 Algorithm 8 (repaired)")
def adversary_inside(adversary: Adversary, processing: InteractivePostProcessing) -> InteractiveMechanism:
    """A′, which holds A and P: what M answers goes to P, what P answers goes to A, and what P asks is said to M.

    adversary: deterministic. States: START, then (answers that A has heard, state of P).
    """

    def step(state: Any, heard: Message) -> Law[tuple[State, Message]]:
        answers, of_processing = ((), processing.initial_states[0]) if state is START else state
        return hear(answers, of_processing, RIGHT, heard, ())

    def hear(answers: tuple[Message, ...], state: State, origin: Side, message: Message, coins: Coins) -> Law[Any]:
        law = processing.respond(state, origin, message)
        drawn = Law({place: chance for place, (_, chance) in enumerate(law.items())})
        return drawn.bind(lambda coin: go_on(answers, tuple(law)[coin], (*coins, coin)))

    def go_on(answers: tuple[Message, ...], outcome: tuple[State, Side, Message], coins: Coins) -> Law[Any]:
        state, side, message = outcome
        if side is RIGHT:
            return Law.point(((answers, state), Said(message, coins)))
        asks = adversary.strategy((), (*answers, message))
        if asks is HALT:
            return Law.point((HALT, Said(HALT, coins)))
        return hear((*answers, message), state, LEFT, asks, coins)

    return InteractiveMechanism(step, (START,), EVERYTHING, "A′")


def inner_view(inside: InteractiveMechanism, mechanism: InteractiveMechanism, dataset: Any) -> Law[InnerView]:
    """The law of what A′ sees of M, until one of them halts."""

    def after(of_mechanism: State, of_inside: State, message: Message, seen: InnerView) -> Law[InnerView]:
        def heard(sent: tuple[State, Message]) -> Law[InnerView]:
            if sent[1] is HALT:
                return Law.point((*seen, (HALT, ())))
            return inside.respond(of_inside, sent[1]).bind(lambda back: said(sent, back))

        def said(sent: tuple[State, Message], back: tuple[State, Any]) -> Law[InnerView]:
            then, query = back
            extended = (*seen, (sent[1], query.coins))
            return Law.point(extended) if query.message is HALT else after(sent[0], then, query.message, extended)

        return mechanism.respond(of_mechanism, message).bind(heard)

    return after(dataset, START, START, ())


@realises("Haney23 Algorithm 9 (repaired)")
def outer_view(view: InnerView, adversary: Adversary, processing: InteractivePostProcessing) -> tuple[Message, ...]:
    """g: what A sees of P ∘ M, from what A′ sees of M: P is run again with the coins, and what it answers recorded."""
    answers: tuple[Message, ...] = ()
    state = processing.initial_states[0]
    for heard, coins in view:
        if heard is HALT:
            return (*answers, HALT)
        origin, message = RIGHT, heard
        for coin in coins:
            state, side, sent = tuple(processing.respond(state, origin, message))[coin]
            if side is LEFT:
                answers = (*answers, sent)
                origin, message = LEFT, adversary.strategy((), answers)
    return answers
