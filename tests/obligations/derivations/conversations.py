"""Small conversations with several mechanisms, launched under a filter or run side by side, for moments of order 2.

A mechanism answers a noisy bit at odds 2 to 1, and, asked once more, another at odds 3 to 1 if the first was 0; then it
answers 0. Under the filter the first bit comes with the launch; two are accepted, and what is no message to a mechanism
that was launched is answered 0 by the filter itself, mechanism 0.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation

ZERO, ONE = Fraction(0), Fraction(1)
ANSWERS, LAUNCH = 2, "launch"
History = tuple[tuple[Any, int], ...]
Who = Callable[[History, Any], int | None]
"""Which mechanism answers a message."""
Strategy = tuple[Any, ...]


def noisy(bit: int, odds: int, answer: int) -> Fraction:
    """The chance of an answer."""
    return Fraction(odds if answer == bit else 1, odds + 1)


def said(bit: int, before: tuple[int, ...], answer: int) -> Fraction:
    """The chance of an answer of a mechanism that has given some answers before."""
    if not before:
        return noisy(bit, 2, answer)
    return noisy(bit, 3, answer) if before == (0,) else Fraction(answer == 0)


def power(chance: Fraction, other: Fraction) -> Fraction:
    """P²·Q⁻¹."""
    return chance**2 / other if other else ZERO


@cache
def best_alone(before: tuple[int, ...]) -> Fraction:
    """The best moment against a mechanism that has given some answers before, in units of what these are worth."""
    if len(before) == 2:
        return ONE
    worth = [power(said(0, before, a), said(1, before, a)) * best_alone((*before, a)) for a in range(ANSWERS)]
    return max(ONE, sum(worth, ZERO))


PRICE = best_alone(())


def then(strategy: Strategy, answer: int) -> Strategy:
    """How a strategy goes on after an answer; after the second message it repeats itself."""
    query = strategy[1:][min(answer, 1)]
    return query, query, query


def _conversation(
    queries: tuple[Any, ...],
    who: Who,
    public: int | None,
    launches: bool,
    identical: Callable[[Any], bool] = lambda query: False,
) -> Interpretation:
    """The quantities of a conversation. public: the number of what knows no data. launches: whether `launch` does.

    identical: which messages are answered alike in both worlds.
    """

    def own(j: int, h: History) -> tuple[int, ...]:
        return tuple(a for place, (q, a) in enumerate(h) if who(h[:place], q) == j)

    def chance(b: int, h: History, q: Any, a: int) -> Fraction:
        j = who(h, q)
        if a >= ANSWERS:
            return ZERO
        return Fraction(a == 0) if j is None or j == public else said(b and not identical(q), own(j, h), a)

    def worth(b: int, h: History, q: Any, a: int) -> Fraction:
        return power(chance(b, h, q, a), chance(1 - b, h, q, a))

    def touches(j: int, h: History, q: Any) -> Fraction:
        return Fraction(who(h, q) == j)

    def launched(j: int, h: History, q: Any) -> Fraction:
        return Fraction(launches and q == LAUNCH and j != public) * touches(j, h, q)

    def asks(j: int, h: History, q: Any) -> Fraction:
        return touches(j, h, q) - launched(j, h, q)

    @cache
    def part(b: int, j: int, h: History) -> Fraction:
        if not h:
            return ONE
        past, (q, a) = h[:-1], h[-1]
        return part(b, j, past) * (worth(b, past, q, a) if touches(j, past, q) else ONE)

    @cache
    def moment(n: int, b: int, j: int, s: Strategy, h: History) -> Fraction:
        if n == 0:
            return part(b, j, h)
        later = (asked(n - 1, b, j, then(s, a), h, s[0], a) for a in range(ANSWERS))
        return max(part(b, j, h), sum(later, ZERO))

    def asked(n: int, b: int, j: int, s: Strategy, h: History, q: Any, a: int) -> Fraction:
        return asks(j, h, q) * moment(n, b, j, s, (*h, (q, a))) if asks(j, h, q) else ZERO

    @cache
    def value(n: int, b: int, j: int, h: History) -> Fraction:
        return max(moment(n, b, j, s, h) for s in strategies)

    def answered(k: int, h: History, q: Any) -> Fraction:
        return sum((touches(j, h, q) for j in range(k)), ZERO)

    def weight(k: int, b: int, h: History) -> Fraction:
        return prod((part(b, j, h) for j in range(k)), start=ONE)

    @cache
    def reached(n: int, k: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0:
            return weight(k, b, h)
        later = (continued(n - 1, k, b, then(s, a), h, s[0], a) for a in range(ANSWERS))
        return max(weight(k, b, h), sum(later, ZERO))

    def continued(n: int, k: int, b: int, s: Strategy, h: History, q: Any, a: int) -> Fraction:
        return reached(n, k, b, s, (*h, (q, a))) if answered(k, h, q) else ZERO

    def whole(b: int, h: History) -> Fraction:
        return prod((worth(b, h[:place], q, a) for place, (q, a) in enumerate(h)), start=ONE)

    @cache
    def of_all(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0:
            return whole(b, h)
        return max(whole(b, h), sum((of_all(n - 1, b, then(s, a), (*h, (s[0], a))) for a in range(ANSWERS)), ZERO))

    def values(n: int, k: int, b: int, h: History) -> Fraction:
        return prod((value(n, b, j, h) for j in range(k)), start=ONE)

    def accepted(h: History) -> int:
        return sum(who(h[:place], q) != public and q == LAUNCH for place, (q, _) in enumerate(h))

    def loss(h: History, q: Any) -> Fraction:
        return Fraction(launches and q == LAUNCH and who(h, q) != public)

    def kept(h: History, q: Any) -> Fraction:
        """1 if what a message launches fits as well, otherwise 0."""
        return Fraction(loss(h, q) == (launches and q == LAUNCH))

    @cache
    def cut(n: int, b: int, s: Strategy, h: History) -> Fraction:
        if n == 0 or not kept(h, s[0]):
            return whole(b, h)
        return sum((cut(n - 1, b, then(s, a), (*h, (s[0], a))) for a in range(ANSWERS)), ZERO)

    strategies = [(first, *later) for first in queries for later in product(queries, repeat=2)]
    histories = [
        tuple(zip(asked_, answers, strict=True))
        for length in (0, 1)
        for asked_ in product(queries, repeat=length)
        for answers in product(range(ANSWERS), repeat=length)
    ]
    quantities: dict[str, Callable[..., Fraction]] = {
        "Asks": asks,
        "Touches": touches,
        "Launches": launched,
        "λ": worth,
        "ω": part,
        "R": moment,
        "Asked": asked,
        "Launched": lambda n, b, j, s, h, q, a: launched(j, h, q) * moment(n, b, j, s, (*h, (q, a))),
        "V": value,
        "Top": lambda n, b, j, h: Fraction(100),
        "Best": lambda n, b, j, h, q, a: touches(j, h, q) * value(n, b, j, (*h, (q, a))),
        "T": answered,
        "∏V": values,
        "∏ω": weight,
        "Joint": lambda n, k, b, h, q, a: answered(k, h, q) * values(n, k, b, (*h, (q, a))),
        "D": reached,
        "Then": continued,
        "Ω": whole,
        "M": of_all,
        "Fits": lambda h, n, k: Fraction(len(h) + n < k),
        "Worth": lambda b, h, v: whole(b, h),
        "Next": kept,
        "Cut": lambda n, b, s, h, v: cut(n, b, s, h),
        "Kept": lambda n, b, s, h, q, a, v: kept(h, q) * cut(n, b, s, (*h, (q, a))),
        "Declared": lambda h, q: Fraction(launches and q == LAUNCH),
        "Loss": loss,
        "Spent": lambda h: Fraction(accepted(h)),
        "Cost": lambda h, q: PRICE ** int(loss(h, q)),
        "Left": lambda h: PRICE ** (2 - accepted(h)),
        "Rest": lambda h, q: PRICE ** int(2 - accepted(h) - loss(h, q)),
        "W": lambda *j: PRICE ** (1 if j else 2),
        "∏W": lambda k: PRICE**k,
        "Wρ": lambda k: PRICE**k,
        "α": lambda: Fraction(2),
        **{budget: lambda *j: Fraction(1 if j else 2) for budget in ("ε", "d", "ρ")},
        "Σρ": lambda k: Fraction(k),
        "Σε": lambda k: Fraction(2 * k),
    }
    domains: dict[str, Any] = {
        "bit": (0, 1),
        "history": histories,
        "query": queries,
        "number": range(3),
        "strategy": strategies,
    }
    return Interpretation(quantities, domains, {**BASIC, "rest of the strategy": then}, ANSWERS)


def filtered() -> Interpretation:
    """Mechanisms launched at will, as long as there are at most two, and asked."""

    def launched(h: History) -> int:
        return min(2, sum(q == LAUNCH for q, _ in h))

    def who(h: History, q: Any) -> int:
        if q == LAUNCH:
            return launched(h) + 1 if launched(h) < 2 else 0
        return q if q <= launched(h) else 0

    return _conversation((LAUNCH, 1), who, 0, launches=True)


def side_by_side() -> Interpretation:
    """Mechanisms 0 and 1, asked by their numbers."""
    return _conversation((0, 1), lambda h, q: int(q), None, launches=False)


def of_pairs(queries: tuple[Any, ...], who: Who) -> Interpretation:
    """Mechanisms that are sent pairs: a query is the number of a mechanism, and whether the pair differs."""
    return _conversation(queries, who, None, launches=False, identical=lambda query: not query[1])
