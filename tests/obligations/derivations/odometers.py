"""Odometers that count launches, their views cut at 1, and the filters of their rules, evaluated.

Three messages: a launch answers 0 or 1 at odds that are the bit's; talk is answered by a fair coin; who asks for the
loss is told it, which is nothing new. A view of at most two messages is the v-th of all of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation

LAUNCH, TALK, ASK, HALF = "launch", "talk", "ask", Fraction(1, 2)
ANSWERS = 2
History = tuple[tuple[str, int], ...]
Strategy = tuple[str, str]
Loss = Callable[[int], int]
"""What an odometer shows after so many launches."""


def counting_from(start: int) -> Loss:
    """It shows `start`, and one for each launch."""
    return lambda launches: start + launches


def shrinking(launches: int) -> int:
    """It shows 2 before anything is launched, and 0 from then on: HL9."""
    return 0 if launches else 2


def then(strategy: Strategy, answer: int) -> Strategy:
    """How a strategy goes on after an answer."""
    return strategy[1], strategy[answer % 2]


def launches(history: History) -> int:
    """How many there were."""
    return sum(query == LAUNCH for query, _ in history)


def chance(bit: int, history: History) -> Fraction:
    """Of the answers of a conversation."""
    return prod((_odds(bit, query, answer) for query, answer in history), start=Fraction(1))


def _odds(bit: int, query: str, answer: int) -> Fraction:
    if answer >= ANSWERS:
        return Fraction(0)
    if query == LAUNCH:
        return Fraction(3 if answer == bit else 1, 4)
    return HALF if query == TALK else Fraction(answer == 0)


def by_length(bit: int, history: History, number: int) -> Fraction:
    """Views that count the more the longer they are, and the more there is to say of them."""
    return chance(bit, history) * (1 + number + len(history) + sum(answer for _, answer in history))


VIEWS: tuple[History, ...] = tuple(
    tuple(zip(queries, answers, strict=True))
    for length in range(3)
    for queries in product((LAUNCH, TALK, ASK), repeat=length)
    for answers in product(range(ANSWERS), repeat=length)
)


DOMAINS: Mapping[str, Any] = {
    "bit": (0, 1),
    "history": ((), *(((query, 0),) for query in (LAUNCH, TALK, ASK)), ((LAUNCH, 1),)),
    "query": (LAUNCH, TALK, ASK),
    "number": range(2),
    "strategy": ((LAUNCH, LAUNCH), (LAUNCH, TALK), (TALK, LAUNCH), (ASK, LAUNCH), (ASK, ASK)),
}


def by_view(bit: int, history: History, number: int) -> Fraction:
    """The chance of a view if it is the one of this number, otherwise 0."""
    return chance(bit, history) if VIEWS[number] == history else Fraction(0)


def odometer(
    loss: Loss, worth: Callable[[int, History, int], Fraction] = by_length, budget: Fraction = HALF
) -> Interpretation:
    """An odometer that shows a loss, cut at 1, and the filter of its rule.

    worth: of a view, by a number that is known of it. budget: the largest difference of chances that is within d.
    """

    def within(h: History) -> Fraction:
        return Fraction(loss(launches(h)) <= 1)

    def following(h: History, q: str) -> Fraction:
        return within((*h, (q, 0)))

    @cache
    def cut(n: int, b: int, s: Strategy, h: History, v: int, of: Any = worth) -> Fraction:
        if n == 0 or not following(h, s[0]):
            return of(b, h, v)
        return sum((cut(n - 1, b, then(s, a), (*h, (s[0], a)), v, of) for a in range(ANSWERS)), Fraction(0))

    @cache
    def run(n: int, b: int, s: Strategy, h: History, v: int, of: Any = worth) -> Fraction:
        if n == 0 or (s[0] == LAUNCH and not following(h, LAUNCH)):
            return of(b, h, v)
        return sum((run(n - 1, b, then(s, a), (*h, (s[0], a)), v, of) for a in range(ANSWERS)), Fraction(0))

    def shown(n: int, b: int, s: Strategy, v: int, of: Any = worth) -> Fraction:
        return cut(n, b, s, (), v, of) if within(()) else of(b, (), v)

    def far(laws: Callable[..., Fraction], n: int, s: Strategy) -> Fraction:
        excess = (max(Fraction(0), laws(n, 0, s, v) - laws(n, 1, s, v)) for v in range(len(VIEWS)))
        return Fraction(sum(excess, Fraction(0)) > budget)

    def passes(h: History, q: str) -> Fraction:
        return following(h, q) if q == LAUNCH else Fraction(1)

    quantities: dict[str, Callable[..., Fraction]] = {
        "Worth": worth,
        "Launch": lambda h, q: Fraction(q == LAUNCH),
        "Within": within,
        "Next": following,
        "Cut": cut,
        "Run": run,
        "Shown": shown,
        "Kept": lambda n, b, s, h, q, a, v: following(h, q) * cut(n, b, s, (*h, (q, a)), v),
        "Passed": lambda n, b, s, h, q, a, v: passes(h, q) * run(n, b, s, (*h, (q, a)), v),
        "Quiet": lambda h: Fraction(not launches(h)),
        "Plain": lambda s: Fraction(ASK not in s),
        "OneShot": lambda s: Fraction(TALK not in s),
        "FarRun": cache(lambda n, s: far(lambda n, b, s, v: run(n, b, s, (), v, by_view), n, s)),
        "FarShown": cache(lambda n, s: far(lambda n, b, s, v: shown(n, b, s, v, by_view), n, s)),
        "g": lambda: Fraction(1),
        "δ": lambda: budget,
    }
    # Sums are over answers, or over views, of which there are more.
    sums = len(VIEWS) if worth is by_view else ANSWERS
    return Interpretation(quantities, DOMAINS, {**BASIC, "rest of the strategy": then}, sums)
