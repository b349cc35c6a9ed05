"""Local protocols at run time (HSV26 section 8).

Each user holds data, and answers questions about these by a mechanism in a session of the user's own, whose budget is
the mechanism's loss. The server is a rule: it asks, sees the answers, and stops. What it saw is recorded, and is all
that it saw. Run on the data of all users, the protocol is the mechanism M_P, of one message and one answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import ContinualMechanism, Respond
from concomp.impl.session.session import Session
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import ParameterError
from concomp.model.registry.tags import realises

Trust = Literal["seeded"] | None


class Asked(NamedTuple):
    """Whom the server asks, users counted from 0, and what: a value, such as a number, a text or a tuple of these."""

    user: int
    question: Hashable


Server = Callable[[], Generator[Asked, Any, Any]]
"""Starts the server: a generator that yields whom it asks what, is sent the answer, and returns what it found out."""


class Exchange(NamedTuple):
    """Whom the server asked what, and the answer."""

    user: int
    question: Hashable
    answer: Any


class View(NamedTuple):
    """What the server saw, in order, and what it found out from that alone."""

    exchanges: tuple[Exchange, ...]
    found: Any


@dataclass(frozen=True)
class LocalUser:
    """A user of a local protocol.

    mechanism: what the user launches. message: (data, question) ↦ what the mechanism is sent. For neighbouring data and
    one question these must be a pair that the mechanism's verification function accepts.
    """

    mechanism: ContinualMechanism
    message: Callable[[Any, Any], object]

    def hold(self, data: Any, randomness: Randomness | None, trust: Trust) -> Respond:
        """Launch the mechanism in a session within its own loss, and answer questions about the data."""
        handle = Session(self.mechanism.loss, randomness=randomness, trust=trust).create(self.mechanism)
        return lambda question: handle.send(self.message(data, question))


@realises("HSV26 Section 8: M_P and S_P")
@dataclass(frozen=True)
class LocalProtocol:
    """A local protocol: its users, and its server, which has no coins (one that tosses asks one user more for these).

    Whatever the server asks, its view loses no more than the concurrent composition of the users (HSV26 Theorem 8.7);
    where the data of at most k of them differ, no more than k times what a pure user does (Corollary 8.8).
    """

    users: Sequence[LocalUser]
    server: Server

    def run(self, data: Sequence[Any], *, randomness: Randomness | None = None, trust: Trust = None) -> View:
        """Run it on the data of all users, in their order.

        randomness: what the users draw from; any but the operating system's needs trust="seeded".
        Raises ParameterError unless each user has data, where the server asks nobody who is there, and for a question
        that may change later: what is recorded would no longer be what was asked.
        """
        if len(data) != len(self.users):
            raise ParameterError("data", f"of {len(data)} users", f"give those of {len(self.users)}, one for each")
        users = [user.hold(held, randomness, trust) for user, held in zip(self.users, data, strict=True)]
        server, exchanges, answer = self.server(), list[Exchange](), None
        while True:
            try:
                asked = server.send(answer)
            except StopIteration as stopped:
                return View(tuple(exchanges), stopped.value)
            _demand_asked(asked, len(users))
            answer = users[asked.user](asked.question)
            exchanges.append(Exchange(asked.user, asked.question, answer))

    def begin(self, randomness: Randomness) -> Respond:
        """M_P: it takes the data of all users in one message, answers the server's view, and halts."""
        begun = False

        def respond(data: Any) -> object:
            nonlocal begun
            if begun:
                return HALT
            begun = True
            return self.run(data, randomness=randomness, trust="seeded")

        return respond


def _demand_asked(asked: object, users: int) -> None:
    if not isinstance(asked, Asked) or type(asked.user) is not int or not 0 <= asked.user < users:
        raise ParameterError("server", asked, f"let it yield Asked(user, question), users from 0 to {users - 1}")
    try:
        hash(asked.question)
    except TypeError:
        raise ParameterError(
            "question", asked.question, "ask by a value that never changes: a tuple for a list"
        ) from None
