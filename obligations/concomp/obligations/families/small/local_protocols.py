"""Families of small local protocols with two users.

Each user is a small interactive mechanism with two data that it may hold, two queries, and the answers 0 and 1. The
rule of the server is a tree: whom to ask what, and after each answer how to go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

from concomp.model.applications.local_privacy import Data, Exchanges, LocalProtocol, Neighbours
from concomp.model.applications.local_protocol import AskUser
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.mechanisms import BITS, random_machines, random_trees

Users: TypeAlias = tuple[InteractiveMechanism, ...]
QUESTIONS = 2
ASKS = tuple(AskUser(index=index, question=query) for index, query in product((1, 2), range(2)))


@dataclass(frozen=True)
class QuestionTree:
    """A rule without coins: ask this, and go on as planned for the answer; None stands for stopping."""

    ask: AskUser
    after: tuple[QuestionTree | None, QuestionTree | None]

    def __repr__(self) -> str:
        return f"ask user {self.ask.index} {self.ask.question} then {self.after}"


def question_trees(questions: int) -> Iterator[QuestionTree | None]:
    """Every plan of at most so many questions."""
    yield None
    if questions > 0:
        for ask in ASKS:
            yield from (QuestionTree(ask, (no, yes)) for no, yes in product(question_trees(questions - 1), repeat=2))


def protocol(users: Users, *by_coin: QuestionTree | None) -> LocalProtocol:
    """The protocol whose server draws one of these plans, with weights proportional to 1, 2, …, and follows it."""
    total = len(by_coin) * (len(by_coin) + 1) // 2
    coins = Law({coin: Fraction(coin + 1, total) for coin in range(len(by_coin))})
    return LocalProtocol(users, coins, lambda coin, exchanges: _next(by_coin[coin], exchanges), f"P{by_coin!r}")


def _next(plan: QuestionTree | None, exchanges: Exchanges) -> AskUser | None:
    for _, answer in exchanges:
        plan = None if plan is None or answer not in BITS else plan.after[BITS.index(answer)]
    return None if plan is None else plan.ask


@cache
def pairs_of_users() -> tuple[Users, ...]:
    """Two who remember everything, two with a hidden bit, two of whom one answers once and is closed then."""
    first, second = random_trees(2, 2, 4, 2, seed=91)
    once = random_trees(2, 1, 3, 1, seed=82).members[0]
    return (first, second), random_machines(2, 3, 2, seed=83).members, (once, first)


@cache
def small_protocols() -> Family[LocalProtocol]:
    """For each of the three pairs of users, some servers without coins, and some that toss one."""
    every, random = list(question_trees(QUESTIONS)), Random(84)
    tossing = [(random.choice(every), random.choice(every)) for _ in range(6)]
    return Family(
        f"three pairs of users with every eighth server that puts at most {QUESTIONS} questions, and with "
        f"{len(tossing)} random ones that toss a coin first (seed 84)",
        tuple(
            protocol(users, *chosen)
            for users in pairs_of_users()
            for chosen in (*((plan,) for plan in every[::8]), *tossing)
        ),
    )


def all_data(users: Users) -> tuple[Data, ...]:
    """Every data that the users may hold."""
    return tuple(product(*(user.initial_states for user in users)))


def at_most(differing: int, users: Users) -> Neighbours:
    """The pairs of data that differ for at most so many users."""
    pairs = product(all_data(users), repeat=2)
    return frozenset((x, other) for x, other in pairs if sum(map(_differ, x, other)) <= differing)


def _differ(one: Any, other: Any) -> bool:
    return bool(one != other)
