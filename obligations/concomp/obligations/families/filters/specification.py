"""What compositions must answer, told from the whole history of messages, without any state.

A history fixes which launches were accepted, and splits into a history for each mechanism. The composition's own
answers follow from it; a mechanism's answers have the chances that they have when the mechanism runs by itself. So the
chance of a history is a product, and it is compared here with the weight that the machine gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.filters.filtered import ContinuationRule, Losses, Verifier
from concomp.model.filters.messages import (
    COUNT_LIMIT,
    INSUFFICIENT_BUDGET,
    INVALID_QUERY,
    NOT_VERIFIED,
    PRIVACY_LOSS,
    READY,
    Ask,
    Launch,
    Loss,
    at_once,
)
from concomp.model.filters.transformations import ERRORS, HALTING
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.answers import next_answer
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message, State

History = tuple[tuple[Message, Message], ...]
"""(message, answer) pairs, the first (START, READY)."""
STARTED: History = ((START, READY),)


@dataclass(frozen=True, eq=False)
class Specification:
    """What a composition decides on launches.

    verifies: whether a launch is what it says. rule: of a filter; None for what refuses nothing.
    accumulator: of an odometer; None for what does not say what was lost.
    limit: how many may be launched, if there is one.
    listed: the mechanisms that are there from the start, where nothing can be launched.
    """

    verifies: Verifier
    rule: Callable[[Losses], bool] | None = None
    accumulator: Callable[[Losses], Loss] | None = None
    limit: int | None = None
    listed: tuple[InteractiveMechanism, ...] = ()

    def accepted(self, history: History) -> list[Launch]:
        """The launches of a history that started something."""
        return [
            asked for asked, reply in history if isinstance(asked, Launch) and reply not in (*ERRORS, INVALID_QUERY)
        ]

    def own_answer(self, history: History, message: Message) -> Message | None:
        """What the composition itself answers; None where it is for a mechanism to answer."""
        if any(reply in HALTING for _, reply in history):
            return HALT
        launched = self.accepted(history)
        losses = tuple(each.loss for each in launched)
        if isinstance(message, Launch) and not self.listed:
            if len(launched) == self.limit:
                return COUNT_LIMIT
            if not self.verifies(message):
                return NOT_VERIFIED
            return None if self.rule is None or self.rule((*losses, message.loss)) else INSUFFICIENT_BUDGET
        if message == PRIVACY_LOSS and self.accumulator is not None:
            return self.accumulator(losses)  # type: ignore[no-any-return]
        return None if self.mechanism(history, message) is not None else INVALID_QUERY

    def mechanism(self, history: History, message: Message) -> InteractiveMechanism | None:
        """The mechanism that a message is a query to, if it is one; the empty query is none."""
        if not isinstance(message, Ask) or message.query is START:
            return None
        there = self.listed or tuple(at_once(each.mechanism) for each in self.accepted(history))
        if not 1 <= message.index <= len(there):
            return None
        mechanism = there[message.index - 1]
        return mechanism if message.query in mechanism.queries else None

    def chance(self, history: History, message: Message, reply: Message, dataset: Any) -> Fraction:
        """The chance of an answer after a history."""
        own = self.own_answer(history, message)
        if own is not None:
            return ONE if reply == own else ZERO
        if isinstance(message, Launch):
            started = at_once(message.mechanism).respond(dataset, START)
            return sum((chance for (_, first), chance in started.items() if first == reply), ZERO)
        assert isinstance(message, Ask)
        mechanism = self.mechanism(history, message)
        assert mechanism is not None
        law = next_answer(mechanism, dataset, self.own_history(history, message.index), message.query)
        return ZERO if law is None else law[reply]

    def own_history(self, history: History, index: int) -> History:
        """What the mechanism of an index was asked, from its start on, and what it answered."""
        starts = [(START, reply) for asked, reply in history if isinstance(asked, Launch) and reply not in ERRORS]
        if self.listed:
            [(_, first)] = self.listed[index - 1].respond(self.listed[index - 1].initial_states[0], START)
            starts = [(START, first)] * len(self.listed)
        asked = (
            (message.query, reply)
            for place, (message, reply) in enumerate(history)
            if isinstance(message, Ask)
            and message.index == index
            and self.mechanism(history[:place], message) is not None
        )
        return (starts[index - 1], *asked)


def differing(
    machine: InteractiveMechanism, specification: Specification, messages: Sequence[Message], rounds: int
) -> Iterator[tuple[History, bool]]:
    """Every history of at most `rounds` messages after the start, in either world, and whether the two agree on it."""
    for dataset in machine.initial_states:
        [(started, reply)] = machine.respond(dataset, START)
        assert reply is READY
        yield from _compare(machine, specification, messages, rounds, dataset, STARTED, {started: ONE})


def _compare(
    machine: InteractiveMechanism,
    specification: Specification,
    messages: Sequence[Message],
    rounds: int,
    dataset: Any,
    history: History,
    weights: dict[State, Fraction],
) -> Iterator[tuple[History, bool]]:
    if rounds == 0:
        return
    total = sum(weights.values(), ZERO)
    for message in messages:
        gathered: dict[Message, dict[State, Fraction]] = {}
        for state, weight in weights.items():
            for (then, reply), chance in machine.respond(state, message).items():
                here = gathered.setdefault(reply, {})
                here[then] = here.get(then, ZERO) + weight * chance
        for reply, after in gathered.items():
            demanded = total * specification.chance(history, message, reply, dataset)
            extended = (*history, (message, reply))
            yield extended, sum(after.values(), ZERO) == demanded
            if reply is not HALT:
                yield from _compare(machine, specification, messages, rounds - 1, dataset, extended, after)


def under(rule: ContinuationRule, budget: Loss) -> Callable[[Losses], bool]:
    """A rule with its budget fixed."""
    return lambda losses: rule(losses, budget)
