"""Local protocols whose users come and go, and whose data change (HSV26 Remark 8.10).

The users are continual mechanisms. M_P is sent who joins, who leaves, and updates of users' data, which it forwards;
after each message the server asks what its rule says. M_P answers what the server saw since the message before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from concomp.model.composition.concurrent import CLOSED, ask_component
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import PATIENCE, Unending
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises

JOIN = "join"
"""The message by which one more user joins; users are counted from 1."""


class Leave(NamedTuple):
    """A user leaves, and answers CLOSED from then on."""

    user: int


class Update(NamedTuple):
    """A change of a user's data, which is forwarded to the user."""

    user: int
    data: Message


class Asks(NamedTuple):
    """Whom the server asks what."""

    user: int
    question: Message


class Seen(NamedTuple):
    """What the server saw: who answered what."""

    user: int
    answer: Message


Memory = Hashable


@dataclass(frozen=True, eq=False)
class DynamicProtocol:
    """A local protocol with users who come and go.

    user: the continual mechanism of whoever joins; updates and questions are its messages. remember: (memory, what was
    seen) ↦ what the server remembers, at first None. rule: (memory) ↦ whom it asks what; None to wait.
    """

    user: InteractiveMechanism
    remember: Callable[[Any, Seen], Memory]
    rule: Callable[[Any], Asks | None]
    name: str = "P"


class _Running(NamedTuple):
    """The users' states, what the server remembers, and what it saw since the last message."""

    states: tuple[State, ...] = ()
    memory: Memory = None
    seen: tuple[Seen, ...] = ()


@realises("HSV26 Remark 8.10")
def mechanism_of_dynamic_protocol(protocol: DynamicProtocol) -> InteractiveMechanism:
    """M_P: it takes JOIN, `Leave` and `Update`, and answers what the server saw; it halts where there is no such user.

    Raises Unending, when it is asked, if the server goes on asking after PATIENCE questions.
    """

    def step(before: Any, message: Any) -> Law[tuple[State, Message]]:
        states = before.states
        if message == JOIN:
            return _asked_on(protocol, before._replace(states=(*states, protocol.user.initial_state)))
        if not isinstance(message, Leave | Update) or not 1 <= message.user <= len(states):
            return Law.point((HALT, HALT))
        if isinstance(message, Leave):
            left = (*states[: message.user - 1], HALT, *states[message.user :])
            return _asked_on(protocol, before._replace(states=left))
        forwarded = _heard(protocol, before, Asks(message.user, message.data))
        return forwarded.bind(lambda running: _asked_on(protocol, running))

    return InteractiveMechanism(step, (_Running(),), EVERYTHING, f"M of {protocol.name}")


def _asked_on(protocol: DynamicProtocol, running: _Running) -> Law[tuple[State, Message]]:
    """The law of the state and of all that was seen, once the server asks no more."""
    law = Law.point(running)
    for _ in range(PATIENCE):
        if all(protocol.rule(now.memory) is None for now in law):
            return law.map(lambda ended: (ended._replace(seen=()), ended.seen))
        law = law.bind(lambda now: _heard(protocol, now, protocol.rule(now.memory)))
    raise Unending(f"the server of {protocol.name} asks {PATIENCE} questions on end: let its rule be None")


def _heard(protocol: DynamicProtocol, running: _Running, asks: Asks | None) -> Law[_Running]:
    """What becomes of a question, if there is one; who is not there answers CLOSED."""
    if asks is None:
        return Law.point(running)

    def noted(reply: Any) -> _Running:
        states, answer = reply
        seen = Seen(asks.user, answer)
        return _Running(states, protocol.remember(running.memory, seen), (*running.seen, seen))

    if not 1 <= asks.user <= len(running.states):
        return Law.point(noted((running.states, CLOSED)))
    answered: Law[Any] = ask_component(protocol.user, running.states, asks.user, asks.question)
    return answered.map(noted)


@realises("HSV26 Remark 8.10")
@dataclass(frozen=True)
class SparseUpdates:
    """f for M_P: the same users join, leave and are updated; each user's updates are accepted, and few users' differ.

    function: f of a user. most: of how many users updates may differ. A state is, for each user, the state of f and
    whether updates have differed; None once a sequence is rejected.
    """

    function: VerificationFunction
    most: int
    initial: Hashable = ()

    def advance(self, state: Any, message: Any) -> tuple[bool, Hashable]:
        """The verdict on the sequence that ends with this pair, and the state after it."""
        left, right = message
        if state is None or type(left) is not type(right):
            return False, None
        if not isinstance(left, Update):
            after = (*state, (self.function.initial, False)) if left == JOIN else state
            return (True, after) if left == right else (False, None)
        if left.user != right.user or not 1 <= left.user <= len(state):
            return False, None
        before, differed = state[left.user - 1]
        valid, of_user = self.function.advance(before, (left.data, right.data))
        updated = of_user, differed or left.data != right.data
        after = (*state[: left.user - 1], updated, *state[left.user :])
        few = sum(differs for _, differs in after) <= self.most
        return (True, after) if valid and few else (False, None)
