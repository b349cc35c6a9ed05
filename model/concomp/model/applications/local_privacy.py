"""Local differential privacy.

A local protocol is a server and users, each of which holds data of its own. Only what the server sees is compared:
its coins, and the messages that it exchanged with the users. The users are interactive mechanisms whose initial
states are the data that they may hold; the server draws its coins, and goes by its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.applications.local_protocol import AskUser
from concomp.model.composition.concurrent import CLOSED
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.postprocessing import PATIENCE, Unending
from concomp.model.registry.tags import realises

Data = tuple[State, ...]
"""The data of all users, in their order."""
Neighbours = Collection[tuple[Data, Data]]
"""The pairs x ~ x'."""
Exchanges = tuple[tuple[AskUser, Message], ...]
"""Whom the server asked what, each with the answer."""
View = tuple[Hashable, Exchanges]
"""The coins of the server, and its exchanges with the users."""


@dataclass(frozen=True, eq=False)
class LocalProtocol:
    """A local protocol.

    users: for each user, an interactive mechanism whose initial states are the data that the user may hold.
    coins: the law of the server's coins, which are drawn at the start.
    rule: (coins, exchanges so far) ↦ whom to ask what, users counted from 1; None means to stop.
    """

    users: tuple[InteractiveMechanism, ...]
    coins: Law[Any]
    rule: Callable[[Any, Exchanges], AskUser | None]
    name: str = "P"

    def __repr__(self) -> str:
        return self.name


def server_view(protocol: LocalProtocol, data: Data) -> Law[View]:
    """The law of the server's view where the users hold `data`; a user that has halted answers CLOSED.

    Raises Unending if the server goes on after PATIENCE questions.
    """
    law: Law[Any] = protocol.coins.map(lambda coins: (data, (coins, ())))
    for _ in range(PATIENCE):
        if all(protocol.rule(*view) is None for _, view in law):
            return law.map(lambda run: run[1])
        law = law.bind(lambda run: _exchange(protocol, *run))
    raise Unending(f"the server of {protocol!r} asks {PATIENCE} questions and does not stop: let its rule be None")


def _exchange(protocol: LocalProtocol, holding: Data, view: View) -> Law[tuple[Data, View]]:
    """The users' states and the view after one more question, if there is one."""
    (coins, exchanges), asked = view, protocol.rule(*view)
    if asked is None:
        return Law.point((holding, view))
    place: Any = asked.index
    before, after = holding[: place - 1], holding[place:]

    def noted(reply: tuple[State, Message]) -> tuple[Data, View]:
        answer = CLOSED if reply[1] is HALT else reply[1]
        return (*before, reply[0], *after), (coins, (*exchanges, (asked, answer)))

    user: InteractiveMechanism = protocol.users[place - 1]
    answered: Law[Any] = user.respond(holding[place - 1], asked.question)
    return answered.map(noted)


@realises("HSV26 Definition 8.1")
def is_locally_private(protocol: LocalProtocol, neighbours: Neighbours, privacy: PrivacyParameters) -> bool:
    """Whether the server's views under x and x' are (ε,δ)-indistinguishable for all x ~ x'."""
    return least_local_delta(protocol, neighbours, privacy.e_eps) <= privacy.delta


def least_local_delta(protocol: LocalProtocol, neighbours: Neighbours, e_eps: Fraction) -> Fraction:
    """The least δ with which the protocol is (ε,δ)-LDP."""
    views = {x: server_view(protocol, x) for x in {x for pair in neighbours for x in pair}}
    return max(distance(views[x], views[other], e_eps) for x, other in neighbours)
