"""A process that launches until it is killed, at a point of a launch that a test names."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from unittest.mock import patch

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.events import Event
from concomp.impl.session.handle import Handle
from concomp.impl.session.ledger import transactions
from concomp.impl.session.ledger.account import Account
from concomp.impl.session.ledger.heads import APPEND, NAMED
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.statements import Rows, Statement
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import TENTH, Plain

BUDGET = PureDP(1)
POINTS = (
    "before BEGIN",
    "after INSERT",
    "before COMMIT",
    "after COMMIT",
    "after registering",
    "after running",
    "before returning",
)
"""The points of a launch, from before its charge to after its answer."""


@dataclass
class Killer:
    """Does something, such as kill, when a point is reached for the nth time."""

    point: str
    nth: int
    action: Callable[[], object]
    reached: Iterator[int] = field(default_factory=lambda: count(1))

    def at(self, point: str) -> None:
        """Note that a point is reached."""
        if point == self.point and next(self.reached) == self.nth:
            self.action()


def kill() -> None:
    """End this process at once, as a crash does."""
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def failing(killer: Killer) -> Iterator[None]:
    """Every point of a launch tells the killer."""

    def after(point: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def reaching(*arguments: Any, **named: Any) -> Any:
            result = call(*arguments, **named)
            killer.at(point)
            return result

        return reaching

    def charge(account: Account, *arguments: Any) -> Any:
        killer.at("before BEGIN")
        return charging(account, *arguments)

    def insert(rows: Rows, statement: Statement, values: Any) -> None:
        running(rows, statement, values)
        if statement is APPEND:
            # What is only sent may not be there yet: whoever asks for rows waits for it.
            rows.all_of((NAMED, {"name": "main"}))
            killer.at("after INSERT")

    def commit(rows: Rows) -> None:
        killer.at("before COMMIT")
        committing(rows)
        killer.at("after COMMIT")

    charging, running, committing = Account.keep, Rows.run, transactions.commit
    with (
        patch.object(Account, "keep", charge),
        patch.object(Rows, "run", insert),
        patch.object(transactions, "commit", commit),
        patch.object(Handle, "_exchange", after("before returning", Handle._exchange)),
    ):
        yield


def launcher(killer: Killer) -> Plain:
    """A mechanism that tells the killer when it has run."""

    def begin(randomness: Randomness) -> Respond:
        def respond(bit: object) -> object:
            answer = bool(bit) ^ (randomness.below(4) == 0)
            killer.at("after running")
            return answer

        return respond

    return Plain(TENTH, begin)


def telling(url: str, killer: Killer) -> Session:
    """A session that tells the killer when a launch is registered."""

    def hook(told: Event) -> None:
        if told.kind == "launch":
            killer.at("after registering")

    return Session.resume(url, BUDGET, hook=hook)


def launch_until_killed(url: str, killer: Killer, answered: Callable[[], object]) -> None:
    """Launch within the budget, and tell of each answer."""
    session = telling(url, killer)
    with failing(killer):
        while True:
            session.create(launcher(killer)).send(True)
            answered()


def answers_of_child(
    work: Callable[[Callable[[], object]], None], meanwhile: Callable[[int], object] = lambda child: None
) -> int:
    """How many answers leave a child process before it ends.

    work: what the child does, told what to call after each answer. meanwhile: done here, told the child's number.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with suppress(BaseException):
            work(lambda: os.write(writing, b"."))
        os._exit(0)
    os.close(writing)
    meanwhile(child)
    with os.fdopen(reading, "rb") as pipe:
        answers = len(pipe.read())
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, -signal.SIGKILL)
    return answers


def answers_of_killed(url: str, killer: Killer) -> int:
    """How many answers leave a child process before it is killed at a point."""
    return answers_of_child(lambda answered: launch_until_killed(url, killer, answered))


def demand_nothing_lost(url: str, answers: int, charges_more: int = 1) -> int:
    """How many charges are kept; every answer has one, there is at most one more a thread, and all of them verify."""
    ledger = Ledger(url)
    (found,), (state,) = ledger.verify(), ledger.states()
    assert found.problem is None
    assert answers <= state.number <= answers + charges_more
    spent, remaining = state.spent.guarantee, state.remaining.guarantee
    assert isinstance(spent, PureDP)
    assert isinstance(remaining, PureDP)
    assert spent.epsilon_down == state.number * TENTH.epsilon_down
    assert spent.epsilon_down + remaining.epsilon_down == BUDGET.epsilon_down
    ledger.close()
    return state.number
