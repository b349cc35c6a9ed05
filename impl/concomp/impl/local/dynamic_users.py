"""Local protocols at run time whose users come and go, and whose data change (HSV26 Remark 8.10).

The users are continual mechanisms, each in a session of its own. What a user loses by its updates is for pairs of these
that the mechanism's verification function accepts; where updates differ for at most k users, the server's view loses k
times what a pure user does (Corollary 5.5). Of users with δ > 0 all who ever join count (Theorem 5.4, repaired).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from concomp.impl.local.protocol import Trust
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import HALTED
from concomp.impl.session.handle import Handle
from concomp.impl.session.mechanism import ContinualMechanism, Respond
from concomp.impl.session.session import Session
from concomp.model.applications.dynamic_users import JOIN, Asks, Leave, Memory, Seen, Update
from concomp.model.mechanisms.interactive import HALT
from concomp.model.registry.tags import realises


@realises("HSV26 Remark 8.10")
@dataclass(frozen=True)
class DynamicProtocol:
    """A local protocol with users who come and go.

    mechanism: of whoever joins; updates and questions are its messages. remember: (memory, what was seen) ↦ what the
    server remembers, at first None. rule: (memory) ↦ whom it asks what, users counted from 1; None to wait.
    """

    mechanism: ContinualMechanism
    remember: Callable[[Any, Seen], Memory]
    rule: Callable[[Any], Asks | None]

    def start(self, *, randomness: Randomness | None = None, trust: Trust = None) -> Respond:
        """M_P: it takes JOIN, `Leave` and `Update`, and answers what the server saw; HALT where there is no such user.

        Whoever has left, or ended, or never joined, answers HALTED.
        randomness: what the users draw from; any but the operating system's needs trust="seeded".
        """
        return _Running(self, lambda: Session(self.mechanism.loss, randomness=randomness, trust=trust)).respond


class _Running:
    """A protocol that runs: its users, None for one who has left, and what the server remembers."""

    def __init__(self, protocol: DynamicProtocol, session: Callable[[], Session]) -> None:
        self._protocol, self._session = protocol, session
        self._users: list[Handle | None] = []
        self._memory: Memory = None

    def respond(self, message: Any) -> object:
        """What the server saw because of a message."""
        if isinstance(message, str) and message == JOIN:
            self._users.append(self._session().create(self._protocol.mechanism))
            return self._asked_on()
        if not isinstance(message, Leave | Update) or not self._is_user(message.user):
            return HALT
        if isinstance(message, Leave):
            self._users[message.user - 1] = None
            return self._asked_on()
        return self._asked_on(self._heard(Asks(message.user, message.data)))

    def _is_user(self, user: object) -> bool:
        return type(user) is int and 1 <= user <= len(self._users)

    def _asked_on(self, *seen: Seen) -> tuple[Seen, ...]:
        """What was seen, and what the server sees when it asks on."""
        listed = list(seen)
        while (asks := self._protocol.rule(self._memory)) is not None:
            listed.append(self._heard(asks))
        return tuple(listed)

    def _heard(self, asks: Asks) -> Seen:
        user = self._users[asks.user - 1] if self._is_user(asks.user) else None
        seen = Seen(asks.user, HALTED if user is None else user.send(asks.question))
        self._memory = self._protocol.remember(self._memory, seen)
        return seen
