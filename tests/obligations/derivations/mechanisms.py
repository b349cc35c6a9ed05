"""Random mechanisms of two rounds as interpretations of the derivations: every quantity computed by its definition."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.split import Share, shared
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation

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


Laws = dict[tuple[int, History, str], tuple[Fraction, Fraction]]


def interpretation(
    seed: int, g: Fraction, alike: Collection[History] = (), adjusted: Callable[[Laws], Laws] = dict
) -> Interpretation:
    """A random mechanism of two rounds; after them it answers 0 for ever. δ is the least for which it is private.

    alike: histories after which p0 is answered with the same law in both worlds. adjusted: what becomes of the laws.
    """
    random = Random(seed)
    laws = {(b, h, q): law(random) for b in (0, 1) for h in HISTORIES if len(h) < ROUNDS for q in QUERIES}
    laws |= {(1, h, "p0"): laws[0, h, "p0"] for h in alike}
    laws = adjusted(laws)

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

    def settled(n: int, b: int, h: History) -> Fraction:
        """The control function, which more rounds than the mechanism has leave as it is."""
        return control(min(n, ROUNDS), b, h)

    @cache
    def reached(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0:
            return excess(b, h)
        return sum((reached(n - 1, b, then(s, a), extended(h, s[0], a)) for a in range(ANSWERS)), Fraction(0))

    delta = max(reached(ROUNDS, b, s, ()) for b in (0, 1) for s in STRATEGIES)

    @cache
    def parts(h: History, q: str) -> tuple[WeightPair, ...]:
        """The budget of a history, shared among the answers to a query; beyond them there is nothing to share."""
        shares = [
            Share((control(ROUNDS, 0, after), control(ROUNDS, 1, after)), (mu(0, after), mu(1, after)))
            for after in (extended(h, q, a) for a in range(ANSWERS))
        ]
        return tuple(shared((budget(0, h), budget(1, h)), shares, g))

    def budget(b: int, h: History) -> Fraction:
        if not h:
            return delta
        q, a = h[-1]
        return parts(h[:-1], q)[a][b] if a < ANSWERS else Fraction(0)

    def left(b: int, h: History, q: str, k: int) -> Fraction:
        return budget(b, h) - sum((part[b] for part in parts(h, q)[:k]), Fraction(0))

    def answers_after(value: Callable[[int, History], Fraction], b: int, h: History) -> Fraction:
        """What later answers to the same query are given."""
        q, k = h[-1]
        return sum((value(b, extended(h[:-1], q, a)) for a in range(k + 1, ANSWERS)), Fraction(0))

    def greatest(b: int, h: History, caps: Callable[[int, History], Fraction]) -> Fraction:
        """One side of the largest pair below its caps that obeys (ξ.3)."""
        return min(caps(b, h), caps(1 - b, h) / g + mu(b, h) - mu(1 - b, h) / g)

    def needs(b: int, h: History) -> Fraction:
        return control(ROUNDS, b, h)

    def cap(b: int, h: History) -> Fraction:
        room = unspent(b, h[:-1], *h[-1]) - answers_after(needs, b, h)
        return min(room, mu(b, h), needs(0, h) + needs(1, h))

    @cache
    def xi(b: int, h: History) -> Fraction:
        return greatest(b, h, cap)

    def unspent(b: int, h: History, q: str, k: int) -> Fraction:
        return budget(b, h) - sum((xi(b, extended(h, q, a)) for a in range(k)), Fraction(0))

    def cap_of_chosen(b: int, h: History) -> Fraction:
        return min(unexposed(b, h[:-1], *h[-1]) - answers_after(xi, b, h), mu(b, h))

    @cache
    def chosen(b: int, h: History) -> Fraction:
        return greatest(b, h, cap_of_chosen)

    def unexposed(b: int, h: History, q: str, k: int) -> Fraction:
        return budget(b, h) - sum((chosen(b, extended(h, q, a)) for a in range(k)), Fraction(0))

    def noisy(b: int, h: History) -> Fraction:
        rest, other = mu(b, h) - budget(b, h), mu(1 - b, h) - budget(1 - b, h)
        return rest if g == 1 else (g * rest - other) / (g - 1)

    def exposed(b: int, h: History) -> Fraction:
        return budget(b, h) / delta

    quantities: dict[str, Callable[..., Fraction]] = {
        "κ": kappa,
        "μ": mu,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
        "Lower": lower,
        "L": control,
        "L∞": lambda b, h: control(ROUNDS, b, h),
        "L₊": lambda d, n, b, h, k, q: settled(n + d, b, extended(h, q, k)),
        "ΣL₊": lambda d, n, b, h, k, q: sum(
            (settled(n + d, b, extended(h, q, a)) for a in range(k + 1, ANSWERS)), Fraction(0)
        ),
        "D": reached,
        "X": budget,
        "Z": left,
        "δφ": budget,
        "φ": exposed,
        "ψ": lambda b, h: noisy(b, h) / (1 - delta),
        "f": lambda b, h, q, a: exposed(b, extended(h, q, a)) / exposed(b, h) if exposed(b, h) else Fraction(0),
        "i": lambda b, h: 1 / exposed(b, h) if exposed(b, h) else Fraction(0),
        "u": lambda: 1 / ((1 - delta) * (g - 1)),
        "Rest": unexposed,
        "ξ": xi,
        "Left": unspent,
        "Cap": cap,
        "Cap⁺": cap_of_chosen,
        "δφ⁺": chosen,
        "y": needs,
        "N": noisy,
        "r": lambda: 1 / (1 + g),
        "d": lambda: 1 / (g - 1) if g > 1 else Fraction(0),
    }
    domains: dict[str, Any] = {
        "bit": (0, 1),
        "history": [h for h in HISTORIES if len(h) < ROUNDS],
        "query": QUERIES,
        "number": range(ROUNDS + 2),
        "strategy": STRATEGIES,
    }
    return Interpretation(quantities, domains, {**BASIC, "rest of the strategy": then}, ANSWERS)


def response(bit: int, e_eps: Fraction, budget: Fraction) -> dict[tuple[str, int], Fraction]:
    """The law of RR_ε,β: the bit exposed, or a bit with noise."""
    noisy = {("noisy", c): (1 - budget) * (e_eps if c == bit else 1) / (1 + e_eps) for c in (0, 1)}
    return {("exposed", bit): budget, ("exposed", 1 - bit): Fraction(0), **noisy}


def simulated(world: Interpretation, bit: int, history: History) -> Fraction:
    """The weight of a history if a response is drawn, and then answered by the quotients of the weights X or N."""
    law = response(bit, world.quantities["g"](), world.quantities["δ"]())
    result = Fraction(0)
    for (kind, shown), chance in law.items():
        weights = world.quantities["X" if kind == "exposed" else "N"]
        for length in range(len(history)):
            before, after = weights(shown, history[:length]), weights(shown, history[: length + 1])
            chance *= after / before if before else Fraction(history[length][1] == 0)
        result += chance
    return result


def then(s: Strategy, a: int) -> Strategy:
    """How a strategy goes on after an answer; after the second query it does not matter."""
    query = s[1][min(a, 1)]
    return query, (query, query)


def spoiled(interpretation: Interpretation, name: str) -> Interpretation:
    """The same with one quantity larger by a third."""
    right = interpretation.quantities[name]
    wrong = {name: lambda *at: right(*at) + Fraction(1, 3)}
    return replace(interpretation, quantities={**interpretation.quantities, **wrong})
