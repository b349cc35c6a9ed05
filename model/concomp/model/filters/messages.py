"""What is sent to a filter or an odometer, what it answers, and what it remembers.

A mechanism is started by a message of its own, START, in a state that is a data set. Once it runs START is a query like
any that it does not know, for a second start would undo what the first has spent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from concomp.model.composition.concurrent import ask_component
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.noninteractive import DONE, NonInteractiveMechanism

Loss = Any
"""A privacy loss, an element of the poset of a measure."""


class Reply(Enum):
    """The answers that a composition gives of itself."""

    READY = "ready"
    INVALID_QUERY = "invalid query"
    NOT_VERIFIED = "divergence cannot be parsed"
    INSUFFICIENT_BUDGET = "insufficient budget"
    COUNT_LIMIT = "at mechanism count limit"

    def __repr__(self) -> str:
        return self.value


READY = Reply.READY
INVALID_QUERY = Reply.INVALID_QUERY
NOT_VERIFIED = Reply.NOT_VERIFIED
INSUFFICIENT_BUDGET = Reply.INSUFFICIENT_BUDGET
COUNT_LIMIT = Reply.COUNT_LIMIT
PRIVACY_LOSS = "privacy_loss"
"""The query that an odometer answers by the loss so far."""


def loss_text(loss: Loss) -> str:
    """A privacy loss as text."""
    if isinstance(loss, PrivacyParameters):
        return f"(e^ε = {loss.e_eps}, δ = {loss.delta})"
    return "∞" if loss is None else str(loss)


@dataclass(frozen=True)
class Launch:
    """(M, d): start mechanism M, which is said to be d-private. M is interactive, or non-interactive where all are."""

    mechanism: Any
    loss: Loss

    def __repr__(self) -> str:
        return f"launch {self.mechanism!r} at {loss_text(self.loss)}"


@dataclass(frozen=True)
class Ask:
    """(j, q): query q for the j-th mechanism, counted from 1."""

    index: int
    query: Message

    def __repr__(self) -> str:
        return f"({self.index}, {self.query!r})"


@dataclass(frozen=True)
class Running:
    """The state of a composition: the data set, the mechanisms, each with its state, and the losses in their order.

    Where all mechanisms are non-interactive they are done when they have answered, and only losses are kept.
    """

    dataset: Any
    mechanisms: tuple[InteractiveMechanism, ...] = ()
    states: tuple[State, ...] = ()
    losses: tuple[Loss, ...] = ()

    def admits(self, message: Message) -> bool:
        """Whether the message is (j, q) with a mechanism j that is there and a query q that it knows, not START."""
        return (
            isinstance(message, Ask)
            and 1 <= message.index <= len(self.mechanisms)
            and message.query is not START
            and message.query in self.mechanisms[message.index - 1].queries
        )


Next = Law[tuple[State, Message]]
"""What a step gives: the law of the new state and the answer."""


def answer(state: State, reply: Message) -> Next:
    """The answer `reply`, in the state `state`."""
    return Law.point((state, reply))


def halt(reason: Reply) -> Next:
    """The last answer; whoever asks further is answered HALT."""
    return Law.point((HALT, reason))


def at_once(mechanism: Any) -> InteractiveMechanism:
    """A non-interactive mechanism as one that answers START with its output and then halts; others as they are."""
    if not isinstance(mechanism, NonInteractiveMechanism):
        return mechanism  # type: ignore[no-any-return]

    def step(state: Any, _: Message) -> Next:
        return Law.point((HALT, HALT)) if state == DONE else mechanism.output(state).map(lambda output: (DONE, output))

    return InteractiveMechanism(step, mechanism.datasets, (START,), mechanism.name)


def launch(state: Running, request: Launch) -> Next:
    """Start a mechanism on the data set, record it with its loss, and answer its first message."""

    def recorded(started: tuple[State, Message]) -> tuple[State, Message]:
        of_mechanism, first = started
        mechanisms, losses = (*state.mechanisms, request.mechanism), (*state.losses, request.loss)
        return Running(state.dataset, mechanisms, (*state.states, of_mechanism), losses), first

    return request.mechanism.respond(state.dataset, START).map(recorded)  # type: ignore[no-any-return]


def run_once(state: Running, request: Launch) -> Next:
    """Run a non-interactive mechanism on the data set with fresh coins, record its loss, and answer its output."""
    then = Running(state.dataset, losses=(*state.losses, request.loss))
    return request.mechanism.output(state.dataset).map(lambda output: (then, output))  # type: ignore[no-any-return]


def ask(state: Running, message: Ask) -> Next:
    """Forward a query to its mechanism."""
    mechanism = state.mechanisms[message.index - 1]

    def kept(sent: tuple[Any, Message]) -> tuple[State, Message]:
        return replace(state, states=sent[0]), sent[1]

    return ask_component(mechanism, state.states, message.index, message.query).map(kept)


def only(law: Next) -> tuple[State, Message]:
    """The one outcome of a step that draws nothing; ValueError if it does."""
    if len(law) != 1:
        raise ValueError(f"{len(law)} outcomes are possible: only a deterministic step has one")
    [outcome] = law
    return outcome
