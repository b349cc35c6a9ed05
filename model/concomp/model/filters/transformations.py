"""Post-processings that turn one composition into another, as the proofs need them.

Each hears queries from the left, where the adversary is, and answers from the right, where the composition is that it
turns into another one. A launch is pending until the composition has answered it. What halts the composition halts the
post-processing too: of itself it would go on to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.filters.messages import (
    COUNT_LIMIT,
    INSUFFICIENT_BUDGET,
    INVALID_QUERY,
    NOT_VERIFIED,
    PRIVACY_LOSS,
    Ask,
    Launch,
    Loss,
)
from concomp.model.filters.odometers import Accumulator
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.registry.tags import realises

Sent = Law[tuple[State, Side, Message]]
HALTING = (INSUFFICIENT_BUDGET, COUNT_LIMIT)
"""The answers after which a filter answers no more."""
ERRORS = (*HALTING, NOT_VERIFIED)
"""The answers to a launch that started nothing."""


def to_left(state: State, message: Message) -> Sent:
    """Answer the adversary."""
    return Law.point((state, LEFT, message))


def to_right(state: State, message: Message) -> Sent:
    """Ask the composition."""
    return Law.point((state, RIGHT, message))


# From non-interactive mechanisms to interactive ones.


@dataclass(frozen=True)
class Reduction:
    """How an interactive mechanism is simulated, in two worlds: P ∘ N behaves like it.

    processing: hears the output of N from the right and answers the first message; then queries from the left.
    """

    noninteractive: NonInteractiveMechanism
    processing: InteractivePostProcessing


@dataclass(frozen=True)
class Simulated:
    """A mechanism that is simulated: its reduction, and the state of the post-processing."""

    mechanism: InteractiveMechanism
    processing: InteractivePostProcessing
    state: State


@dataclass(frozen=True)
class Simulation:
    """The simulated mechanisms, the last of them pending or not."""

    running: tuple[Simulated, ...] = ()
    pending: Simulated | None = None


@realises("Haney23 Algorithm 11 (repaired)")
def interactive_from_noninteractive(
    reductions: Mapping[InteractiveMechanism, Reduction],
) -> InteractivePostProcessing:
    """Turns F-Filt(NIM) into F-FiltCon(IM): launches what simulates a mechanism, and answers queries for it itself.

    reductions: of every mechanism that is launched.
    """

    def step(state: Simulation, origin: Side, message: Any) -> Sent:
        if origin is LEFT and isinstance(message, Launch):
            reduction = reductions[message.mechanism]
            pending = Simulated(message.mechanism, reduction.processing, reduction.processing.initial_states[0])
            return to_right(replace(state, pending=pending), Launch(reduction.noninteractive, message.loss))
        if origin is LEFT:
            return query(state, message)
        if state.pending is None:
            return to_left(state, message)
        if message in ERRORS:
            return to_left(HALT if message in HALTING else replace(state, pending=None), message)
        number = len(state.running)
        return tell(Simulation((*state.running, state.pending)), number, RIGHT, message)

    def query(state: Simulation, message: Any) -> Sent:
        there = isinstance(message, Ask) and 1 <= message.index <= len(state.running) and message.query is not START
        if not there or message.query not in state.running[message.index - 1].mechanism.queries:
            return to_left(state, INVALID_QUERY)
        return tell(state, message.index - 1, LEFT, message.query)

    def tell(state: Simulation, place: int, origin: Side, message: Message) -> Sent:
        one = state.running[place]
        before, behind = state.running[:place], state.running[place + 1 :]

        def placed(sent: tuple[State, Side, Message]) -> tuple[State, Side, Message]:
            then = Simulation((*before, replace(one, state=sent[0]), *behind))
            return then, LEFT, CLOSED if sent[2] is HALT else sent[2]

        return one.processing.respond(one.state, origin, message).map(placed)

    return InteractivePostProcessing(step, (Simulation(),), "P")


# From two mechanisms to many.


@dataclass(frozen=True)
class TwoOfMany:
    """M_1 and, as the second of the two, the filter of all the others.

    spent: the loss of M_1, None before its launch. first_answer: what M_1 answered, kept while the filter starts.
    launching: whether the last query was a launch. started: whether both run.
    """

    spent: Loss | None = None
    first_answer: Message | None = None
    launching: bool = False
    started: bool = False


@realises("Haney23 Algorithm 12 (repaired)")
def many_from_two(rest: Callable[[Loss], Launch]) -> InteractivePostProcessing:
    """Turns the filter of at most two mechanisms into that of at most K: the second is the filter of the other K − 1.

    rest: loss of the first mechanism ↦ the launch of the filter of at most K − 1 with what is left of the budget.
    """

    def step(state: TwoOfMany, origin: Side, message: Any) -> Sent:
        return query(state, message) if origin is LEFT else answered(state, message)

    def query(state: TwoOfMany, message: Any) -> Sent:
        if isinstance(message, Launch):
            if state.started:
                return to_right(replace(state, launching=True), Ask(2, message))
            return to_right(TwoOfMany(spent=message.loss, launching=True), message)
        within = state.started and isinstance(message, Ask) and message.index > 1
        asked = Ask(2, Ask(message.index - 1, message.query)) if within else message
        return to_right(replace(state, launching=False), asked)

    def answered(state: TwoOfMany, message: Any) -> Sent:
        if state.launching and message in ERRORS:
            return to_left(HALT if message in HALTING else _nothing_new(state), message)
        if state.started or not state.launching:
            return to_left(state, message)
        if state.first_answer is None:
            return to_right(replace(state, first_answer=message), rest(state.spent))
        return to_left(TwoOfMany(state.spent, started=True), state.first_answer)

    return InteractivePostProcessing(step, (TwoOfMany(),), "P")


def _nothing_new(state: TwoOfMany) -> TwoOfMany:
    return state if state.started else TwoOfMany()


# From one measure to another.


@realises("Haney23 Algorithm 13 (repaired)")
def with_losses_as(translated: Callable[[Loss], Loss]) -> InteractivePostProcessing:
    """Turns a filter of one measure into that of another: launches are passed on with their losses translated."""

    def step(state: State, origin: Side, message: Any) -> Sent:
        if origin is RIGHT:
            return to_left(state, message)
        launch = isinstance(message, Launch)
        return to_right(state, Launch(message.mechanism, translated(message.loss)) if launch else message)

    return InteractivePostProcessing(step, ("P",), "P")


# Between filters and odometers.


@dataclass(frozen=True)
class Ledger:
    """The losses of the mechanisms that were launched, and of the one that is pending, if any."""

    losses: tuple[Loss, ...] = ()
    pending: tuple[Loss, ...] = ()

    def settled(self, answer: Message) -> Ledger:
        """What it is after an answer: a pending loss counts unless the answer is an error."""
        return Ledger(self.losses if answer in ERRORS else (*self.losses, *self.pending))


@realises("Haney23 Algorithm 14")
def odometer_from_filter(accumulator: Accumulator) -> InteractivePostProcessing:
    """Turns F-FiltCon(IM) into the halting odometer: the loss so far is said by P, all else passes."""

    def step(state: Ledger, origin: Side, message: Any) -> Sent:
        if origin is RIGHT:
            return _back(state, message)
        if message == PRIVACY_LOSS:
            return to_left(state, accumulator(state.losses))
        return to_right(_pending(state, message), message)

    return InteractivePostProcessing(step, (Ledger(),), "P")


@realises("Haney23 Algorithm 15")
def filter_from_odometer() -> InteractivePostProcessing:
    """Turns the halting odometer into F-FiltCon(IM): a query for the loss so far is none, all else passes."""

    def step(state: Ledger, origin: Side, message: Any) -> Sent:
        if origin is RIGHT:
            return _back(state, message)
        if message == PRIVACY_LOSS:
            return to_left(state, INVALID_QUERY)
        return to_right(_pending(state, message), message)

    return InteractivePostProcessing(step, (Ledger(),), "P")


def _pending(state: Ledger, message: Any) -> Ledger:
    return replace(state, pending=(message.loss,)) if isinstance(message, Launch) else state


def _back(state: Ledger, message: Any) -> Sent:
    halted = state.pending and message in HALTING
    return to_left(HALT if halted else state.settled(message), message)
