"""Random mechanisms of two rounds as interpretations of the derivations: every quantity computed by its definition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.obligations.derivations.interpretation import BASIC, Interpretation

ROUNDS, ANSWERS, QUERIES = 2, 2, ("p0", "p1")
History = tuple[tuple[str, int], ...]
HISTORIES: tuple[History, ...] = tuple(
    tuple(zip(queries, answers, strict=True))
    for length in range(ROUNDS + 1)
    for queries in product(QUERIES, repeat=length)
    for answers in product(range(ANSWERS), repeat=length)
)
Strategy = tuple[str, tuple[str, str]]
STRATEGIES: tuple[Strategy, ...] = tuple((first, then) for first in QUERIES for then in product(QUERIES, repeat=2))
"""A first query and one for each answer to it; later queries are never answered otherwise than by 0."""


def law(random: Random) -> tuple[Fraction, Fraction]:
    """A random law of two answers, sometimes a certainty."""
    weight = Fraction(random.randint(0, 4), 4)
    return weight, 1 - weight


def interpretation(seed: int, g: Fraction) -> Interpretation:
    """A random mechanism of two rounds; after them it answers 0 for ever. δ is the least for which it is private."""
    random = Random(seed)
    laws = {(b, h, q): law(random) for b in (0, 1) for h in HISTORIES if len(h) < ROUNDS for q in QUERIES}

    def kappa(b: int, h: History, q: str, a: int) -> Fraction:
        if a >= ANSWERS:
            return Fraction(0)
        return laws[b, h, q][a] if (b, h, q) in laws else Fraction(a == 0)

    @cache
    def mu(b: int, h: History) -> Fraction:
        return mu(b, h[:-1]) * kappa(b, h[:-1], *h[-1]) if h else Fraction(1)

    @cache
    def excess(b: int, h: History) -> Fraction:
        return max(Fraction(0), mu(b, h) - g * mu(1 - b, h))

    def extended(h: History, q: str, a: int) -> History:
        return (*h, (q, a))

    @cache
    def lower(n: int, b: int, h: History, q: str) -> Fraction:
        after = [extended(h, q, a) for a in range(ANSWERS)]
        if n == 0:
            return sum((excess(b, h) for h in after), Fraction(0))
        return sum((max(lower(n - 1, b, h, p) for p in QUERIES) for h in after), Fraction(0))

    def control(n: int, b: int, h: History) -> Fraction:
        return max(lower(n - 1, b, h, p) for p in QUERIES) if n else excess(b, h)

    @cache
    def reached(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0:
            return excess(b, h)
        return sum((reached(n - 1, b, then(s, a), extended(h, s[0], a)) for a in range(ANSWERS)), Fraction(0))

    delta = max(reached(ROUNDS, b, s, ()) for b in (0, 1) for s in STRATEGIES)
    quantities: dict[str, Callable[..., Fraction]] = {
        "κ": kappa,
        "μ": mu,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
        "Lower": lower,
        "L": control,
        "L∞": lambda b, h: control(ROUNDS, b, h),
        "D": reached,
    }
    domains: dict[str, Any] = {
        "bit": (0, 1),
        "history": [h for h in HISTORIES if len(h) < ROUNDS],
        "query": QUERIES,
        "number": range(ROUNDS + 2),
        "strategy": STRATEGIES,
    }
    return Interpretation(quantities, domains, {**BASIC, "rest of the strategy": then}, ANSWERS)


def then(s: Strategy, a: int) -> Strategy:
    """How a strategy goes on after an answer; after the second query it does not matter."""
    query = s[1][min(a, 1)]
    return query, (query, query)


def spoiled(interpretation: Interpretation, name: str) -> Interpretation:
    """The same with one quantity larger by a third."""
    right = interpretation.quantities[name]
    wrong = {name: lambda *at: right(*at) + Fraction(1, 3)}
    return replace(interpretation, quantities={**interpretation.quantities, **wrong})
