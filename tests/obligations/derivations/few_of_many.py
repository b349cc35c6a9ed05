"""A small conversation with two mechanisms, one of which may get differing pairs, for moments of order 2."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from concomp.obligations.derivations.kernel.interpretation import Interpretation
from tests.obligations.derivations.conversations import ONE, ZERO, History, of_pairs

QUERIES = ((0, True), (1, False), (1, True))
"""The number of the mechanism, and whether the pair differs."""
SLOTS = 1
CHANCE, TOLD = Fraction(1, 4), Fraction(5)


def exceptional(j: int, h: History) -> bool:
    """Whether a mechanism has got a differing pair that was answered."""
    return any(q == (j, True) and who(h[:place], q) == j for place, (q, _) in enumerate(h))


def taken(h: History) -> int:
    """How many have."""
    return sum(exceptional(j, h) for j in range(2))


def who(h: History, q: Any) -> int | None:
    """The mechanism that answers; none, if there is no slot left for it."""
    j, differs = q
    refused = differs and not exceptional(j, h) and taken(h) == SLOTS
    return None if refused else int(j)


def few_of_many() -> Interpretation:
    """The quantities of the conversation, and what its potential is made of."""
    known = of_pairs(QUERIES, who)
    touches, value, part, worth = (known.quantities[each] for each in ("Touches", "V", "ω", "λ"))

    def new(h: History, q: Any) -> Fraction:
        return Fraction(q[1] and who(h, q) is not None and not exceptional(q[0], h))

    def e(j: int, h: History) -> Fraction:
        return Fraction(exceptional(j, h))

    def base(n: int, b: int, j: int, h: History) -> Fraction:
        return e(j, h) * value(n, b, j, h) + (1 - e(j, h)) * part(b, j, h)

    def gain(n: int, b: int, j: int, h: History) -> Fraction:
        return (1 - e(j, h)) * (value(n, b, j, h) - part(b, j, h))

    @cache
    def few(n: int, k: int, b: int, h: History, u: int) -> Fraction:
        if not u or not k:
            return Fraction(u > 0)
        return base(n, b, k - 1, h) * few(n, k - 1, b, h, u) + gain(n, b, k - 1, h) * few(n, k - 1, b, h, u - 1)

    def bound(k: int, u: int) -> Fraction:
        if not u or not k:
            return Fraction(u > 0)
        return bound(k - 1, u) + (known.quantities["W"](k - 1) - 1) * bound(k - 1, u - 1)

    def copies(c: int) -> Fraction:
        return ONE if c == 0 else CHANCE * TOLD + (1 - CHANCE) * copies(c - 1)

    def after(j: int, h: History, q: Any, found: Any) -> Fraction:
        return found() if touches(j, h, q) else ZERO

    more = {
        "E": e,
        "New": new,
        "Alike": lambda b, j, h, q, a: touches(j, h, q) * (1 - e(j, h)) * (1 - new(h, q)) * worth(b, h, q, a),
        "Base": base,
        "Gain": gain,
        "Based": lambda n, b, j, h, q, a: after(j, h, q, lambda: base(n, b, j, (*h, (q, a)))),
        "Few": few,
        "FewAfter": lambda n, k, b, h, q, a, u: known.quantities["T"](k, h, q) * few(n, k, b, (*h, (q, a)), u),
        "Left": lambda h, u: Fraction(u == SLOTS - taken(h) + 1),
        "Σe": bound,
        "Copies": copies,
        "p": lambda: CHANCE,
        "Told": lambda: TOLD,
    }
    return replace(known, quantities={**known.quantities, **more})
