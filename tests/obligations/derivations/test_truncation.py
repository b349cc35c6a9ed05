"""Filters and cut views, evaluated for accumulators that count launches; and what is false without a condition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import (
    BASIC,
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import instance, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.filters import truncation
from concomp.obligations.derivations.theories.renyi import coins
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import worlds

LAUNCH, TALK, ANSWERS, HALF = "launch", "talk", 2, Fraction(1, 2)
History = tuple[tuple[str, int], ...]
Strategy = tuple[str, str]


def then(strategy: Strategy, answer: int) -> Strategy:
    """How a strategy goes on after an answer."""
    return strategy[1], strategy[answer % 2]


def counting(start: int) -> Interpretation:
    """An odometer that shows `start` and one for each launch, its view cut at 1, and the filter of its rule.

    A launch answers 0 or 1 at odds that are the bit's, other replies are tosses of a fair coin, and a view counts
    the more the longer it is.
    """

    def launches(h: History) -> int:
        return sum(q == LAUNCH for q, _ in h)

    def within(h: History) -> Fraction:
        return Fraction(start + launches(h) <= 1)

    def following(h: History, q: str) -> Fraction:
        return within((*h, (q, 0)))

    def chance(b: int, h: History) -> Fraction:
        odds = (Fraction(3 if a == b else 1, 4) if q == LAUNCH else HALF for q, a in h)
        return prod(odds, start=Fraction(1))

    def worth(b: int, h: History) -> Fraction:
        return chance(b, h) * (1 + len(h) + sum(a for _, a in h))

    @cache
    def cut(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0 or not following(h, s[0]):
            return worth(b, h)
        return sum((cut(n - 1, b, then(s, a), (*h, (s[0], a))) for a in range(ANSWERS)), Fraction(0))

    @cache
    def run(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0 or (s[0] == LAUNCH and not following(h, LAUNCH)):
            return worth(b, h)
        return sum((run(n - 1, b, then(s, a), (*h, (s[0], a))) for a in range(ANSWERS)), Fraction(0))

    def passes(h: History, q: str) -> Fraction:
        return following(h, q) if q == LAUNCH else Fraction(1)

    quantities: dict[str, Callable[..., Fraction]] = {
        "Worth": worth,
        "Launch": lambda h, q: Fraction(q == LAUNCH),
        "Within": within,
        "Next": following,
        "Cut": cut,
        "Run": run,
        "Kept": lambda n, b, s, h, q, a: following(h, q) * cut(n, b, s, (*h, (q, a))),
        "Passed": lambda n, b, s, h, q, a: passes(h, q) * run(n, b, s, (*h, (q, a))),
        "Quiet": lambda h: Fraction(not launches(h)),
    }
    messages = (LAUNCH, TALK)
    domains: dict[str, Any] = {
        "bit": (0, 1),
        "history": [(), *(((q, a),) for q in messages for a in range(ANSWERS))],
        "query": messages,
        "number": range(2),
        "strategy": list(product(messages, repeat=2)),
    }
    return Interpretation(quantities, domains, {**BASIC, "rest of the strategy": then}, ANSWERS)


def tossed() -> Interpretation:
    """Three coins, with what transcripts are worth at the order 2."""
    world = worlds.coins(9, Fraction(1))
    of = world.quantities

    def worth(b: int, r: int, t: int) -> Fraction:
        return of["μ"](b, r, t) ** 2 / of["μ"](1 - b, r, t) if of["μ"](1 - b, r, t) else Fraction(0)

    moments = [sum((worth(b, r, t) for t in range(world.answers)), Fraction(0)) for b in (0, 1) for r in range(3)]
    quantities: dict[str, Callable[..., Fraction]] = {
        "Coin": of["Coin"],
        "ω": worth,
        "View": lambda b, r, t: of["Coin"](r) * worth(b, r, t),
        "W": lambda: max(moments),
    }
    return Interpretation(quantities, world.domains, world.constructors, world.answers)


SUBJECTS: dict[str, tuple[Fact, Interpretation]] = {
    "within at the start": (truncation.ALIKE, counting(0)),
    "never within": (truncation.BOTH_TELL_NOTHING, counting(2)),
    "coins": (coins.DETERMINISTIC_SUFFICE, tossed()),
}


def wrong(fact: Fact, world: Interpretation) -> list[str]:
    every = unconditional_facts(steps(fact))
    return [str(step.formula) for step in every if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_step_holds(subject: str) -> None:
    assert not wrong(*SUBJECTS[subject])


@pytest.mark.parametrize(("subject", "start"), [("within at the start", 2), ("never within", 0)])
def test_what_is_given_is_false_of_the_other_case(subject: str, start: int) -> None:
    assert wrong(SUBJECTS[subject][0], counting(start))


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "an accumulator that starts above the threshold": lambda: solve(
        "from the start",
        eq(
            truncation.run(truncation.N, truncation.B, truncation.S, truncation.EMPTY),
            truncation.cut(truncation.N, truncation.B, truncation.S, truncation.EMPTY),
        ),
        instance(truncation.SAME, {truncation.H: truncation.EMPTY}),
    ),
    "an accumulator that shrinks": lambda: solve(
        "after a reply", eq(truncation.FOLLOWING, 0), truncation.POSITIVE, truncation.ONE_OR_NONE[1]
    ),
}


@pytest.mark.parametrize("step", FALSE_STEPS)
def test_a_false_step_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(FALSE_STEPS[step]())
