"""The mechanism of a local protocol.

M_P = S_P ∘* ExtConComp takes the data of all users in one message and answers what the server saw. Here S_P is run for
a protocol at hand: who is sent what is said by the server's description, whose values from outside, the data of the
next user and what the rules say, are those of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.applications.local_privacy import Data, LocalProtocol, View
from concomp.model.applications.local_protocol import AskUser, Assign, NewUser, Rule, Run, Server
from concomp.model.composition.catalogue import assertion_of
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.single import Ask, OnePair, Start, continual_from_interactive
from concomp.model.language import Bool, Monitor, Opaque, register, relation, require
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side, post_process
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises


class AllData(Opaque):
    """The data of all users."""


neighbouring_users = relation(AllData, AllData, name="neighbouring_users")
"""~: which data of all users are neighbouring."""


@realises("HSV26 Section 8: M_P and S_P")
class OneRunOnNeighbours(Monitor):
    """f_~: a single message (x, x') with x ~ x'."""

    begun = register(Bool, False)

    def step(self, left: AllData, right: AllData) -> None:
        require(~self.begun)
        require(neighbouring_users(left, right))
        self.begun = True


def user_creation(user: Any, function: VerificationFunction, privacy: PrivacyParameters) -> Any:
    """The query that creates a user, who is told the data first, with what it asserts of the user."""
    return assertion_of(continual_from_interactive(user, user.queries), privacy, function)


@dataclass(frozen=True)
class _Playing:
    """A state of S_P: the registers of its description, the data, what it saw, and what it asked last."""

    registers: tuple[Any, ...]
    data: Data
    view: View
    asked: AskUser | None = None


@realises("HSV26 Section 8: M_P and S_P")
def server_processing(
    protocol: LocalProtocol, creations: Iterable[Create], server: type[Server] = Server
) -> InteractivePostProcessing:
    """S_P of a protocol: takes the data of all users from the left, once, and shows the view there.

    creations: the queries that create the users, in their order. server: its description.
    """
    described, created = server(n=len(protocol.users)), tuple(creations)

    def step(state: Any, origin: Side, message: Any) -> Law[Any]:
        if origin is RIGHT:
            return Law.point(go_on(_with_answer(state, message), RIGHT, message))
        if state is not None:
            return Law.point((HALT, LEFT, HALT))
        begun = protocol.coins.map(lambda coins: _Playing(described.initial, message, (coins, ())))
        return begun.map(lambda playing: go_on(playing, LEFT, Run()))

    def go_on(playing: _Playing, origin: Side, message: Message) -> tuple[Any, Side, Message]:
        after: Any
        after, side, sent = described.respond(playing.registers, origin, message, _from_outside(protocol, playing))
        asked = sent if isinstance(sent, AskUser) else None
        said = sent if side is LEFT else _to_composition(sent, created[after[0] - 1])
        return replace(playing, registers=after, asked=asked), side, said

    return InteractivePostProcessing(step, (None,), f"S of {protocol!r}")


def _with_answer(playing: _Playing, answer: Message) -> _Playing:
    """The state with the answer to what was asked, if anything was."""
    if playing.asked is None:
        return playing
    coins, exchanges = playing.view
    return replace(playing, view=(coins, (*exchanges, (playing.asked, answer))))


def _from_outside(protocol: LocalProtocol, playing: _Playing) -> dict[str, Any]:
    """What the description takes from outside: the data of the next user, and what the rule says."""
    _, given, *_ = playing.registers
    rule: Any = protocol.rule(*playing.view) or AskUser(index=0, question=None)
    return {
        "secret": playing.data[min(given, len(playing.data) - 1)],
        "rule": Rule(index=rule.index, question=rule.question, view=playing.view),
    }


def _to_composition(sent: Any, creation: Create) -> Message:
    """The message to ExtConComp that the description speaks of; `creation` creates the last user so far."""
    if isinstance(sent, NewUser):
        return creation
    payload = Start(state=sent.data) if isinstance(sent, Assign) else Ask(query=sent.question)
    return Query(payload=payload, index=sent.index)


@realises("HSV26 Section 8: M_P and S_P")
def mechanism_of_protocol(protocol: LocalProtocol, server: type[Server] = Server) -> InteractiveMechanism:
    """M_P = S_P ∘* ExtConComp, which takes the data of all users and answers the server's view.

    Nothing is asserted of the users, which ExtConComp does not look at. server: the description of S_P.
    """
    nothing = PrivacyParameters(ONE, ONE)
    creations = [user_creation(user, OnePair(), nothing) for user in protocol.users]
    return post_process(server_processing(protocol, creations, server), extended_concurrent_composition())
