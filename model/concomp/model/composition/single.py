"""Single mechanisms: interactive ones as continual ones, and the verification functions under which they are private.

What the paper's section on continual mechanisms says in words: privacy of an interactive mechanism, where the first
message is a pair of neighbouring initial states and the rest are identical queries; privacy under continual
observation, where the streams differ in one event; one pair of bits, as a randomised response takes it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from concomp.model.language import (
    Bool,
    Int,
    Monitor,
    Opaque,
    Record,
    both,
    parameter,
    register,
    relation,
    require,
    same_case,
    when,
)
from concomp.model.language.syntax.expressions import Truth
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import NOTHING
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises


class Secret(Opaque):
    """An initial state that a continual mechanism is told in its first message."""


class Question(Opaque):
    """What an interactive mechanism is asked."""


class Start(Record):
    """The first message of a continual mechanism that stands for an interactive one: where to start."""

    state: Secret


class Ask(Record):
    """Any further message: a query."""

    query: Question


def continual_from_interactive(mechanism: InteractiveMechanism, queries: Collection[Message]) -> InteractiveMechanism:
    """The continual mechanism that is told an initial state by Start, acknowledges it, and then answers each Ask.

    queries: the query space of `mechanism`, listed.
    """

    def step(state: Any, message: Any) -> Law[tuple[State, Message]]:
        if isinstance(message, Start) != (state == NOTHING):
            return Law.point((HALT, HALT))
        if isinstance(message, Start):
            return Law.point((("running", message.state), ACKNOWLEDGED))
        return mechanism.respond(state[1], message.query).map(lambda sent: (("running", sent[0]), sent[1]))

    messages = [
        *(Start(state=state) for state in mechanism.initial_states),
        *(Ask(query=query) for query in queries),
    ]
    return InteractiveMechanism(step, (NOTHING,), tuple(messages), mechanism.name)


neighbouring = relation(Secret, Secret)


@realises("HSV26 Section 3.1-3.2: DP as pair games", "HSV26 Definition 5.12")
class Neighbouring(Monitor):
    """f_~: first a pair of neighbouring or identical initial states, then identical queries; first-pair consistent.

    `neighbouring` is the relation ~. Identical initial states are accepted whether or not ~ is reflexive: mechanisms
    that are not exceptional in a parallel composition are created with them.
    """

    started = register(Bool, False)

    def step(self, left: Start | Ask, right: Start | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Start) as (x, y):
            require(~self.started)
            require(self.may_start(x.state, y.state))
        with both(left, right, Ask) as (p, q):
            require(self.started)
            require(p.query == q.query)
        self.started = True

    def may_start(self, left: Secret, right: Secret) -> Truth:
        """Whether a sequence may begin with these initial states."""
        return (left == right) | neighbouring(left, right)


class NeighbouringAsPrinted(Neighbouring):
    """f_~ as printed, which refuses identical initial states unless ~ is reflexive."""

    def may_start(self, left: Secret, right: Secret) -> Truth:
        return neighbouring(left, right)


class Event(Opaque):
    """What a stream brings at one step: a record, or nothing."""


@realises("HSV26 Section 3.1-3.2: DP as pair games")
class EventLevel(Monitor):
    """Privacy under continual observation, event level: the two streams differ in at most one step."""

    differed = register(Bool, False)

    def step(self, left: Event, right: Event) -> None:
        with when(left != right):
            require(~self.differed)
            self.differed = True


class ShortEventLevel(Monitor):
    """At most `length` messages, which differ in at most one; the g of the counterexample is the case of length 2."""

    length = parameter(Int, where=lambda length: length >= 1)
    sent = register(Int, 0)
    differed = register(Bool, False)

    def step(self, left: Event, right: Event) -> None:
        require(self.sent < self.length)
        self.sent = self.sent + 1
        with when(left != right):
            require(~self.differed)
            self.differed = True


class OnePair(Monitor):
    """One message and no more, its two sides arbitrary: what a mechanism that answers once may be sent."""

    sent = register(Bool, False)

    def step(self, left: Event, right: Event) -> None:
        require(~self.sent)
        self.sent = True
