"""Small worlds in which the derivations about laws, sequences and responses are evaluated."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

from concomp.model.laws.coupling import maximal_coupling
from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import Law
from concomp.model.laws.sequences import padded
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation
from tests.obligations.derivations import mechanisms

ZERO, ONE = Fraction(0), Fraction(1)
Quantities = dict[str, Callable[..., Fraction]]
POINTS = 3


def _random_law(random: Random) -> Law[int]:
    odds = [random.randint(0, 3) for _ in range(POINTS)]
    odds[random.randrange(POINTS)] += 1
    return Law({point: Fraction(odd, sum(odds)) for point, odd in enumerate(odds)})


def two_laws(seed: int, g: Fraction) -> Interpretation:
    """Two random laws on three points, a coupling, and a post-processing of a randomised response at the least δ."""
    random = Random(seed)
    laws = (_random_law(random), _random_law(random))
    best = (maximal_coupling(laws[0], laws[1]), maximal_coupling(laws[1], laws[0]))
    apart = total_variation(*laws)

    def excess(b: int, x: int) -> Fraction:
        return max(ZERO, laws[b][x] - g * laws[1 - b][x])

    def rest(b: int, x: int) -> Fraction:
        return laws[b][x] - excess(b, x)

    sums = [sum((rest(b, x) for x in range(POINTS)), ZERO) for b in (0, 1)]
    delta = 1 - min(sums)

    def lowered(b: int) -> Fraction:
        far = sums[b] - sums[1 - b] / g
        return max(ZERO, sums[b] - sums[1 - b]) / far if far else ZERO

    def noise(b: int, x: int) -> Fraction:
        return scale * ((1 - lowered(b)) * rest(b, x) + lowered(b) * rest(1 - b, x) / g)

    scale = (1 - delta) / min(sums) if min(sums) else ZERO
    quantities: Quantities = {
        "P": lambda b, x: laws[b][x],
        "In": lambda event, x: Fraction(x in event),
        "Min": lambda b, x: min(laws[0][x], laws[1][x]),
        "J": lambda b, x, y: laws[b][x] * laws[1 - b][y],
        "M": lambda b, x, y: best[b][x, y],
        "E": lambda x, y: Fraction(x == y),
        "u": lambda b: 1 / apart if apart else ZERO,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
        "Rest": rest,
        "K": noise,
        "s": lowered,
        "t": lambda: scale,
        "v": lambda: 1 / (g - 1),
        "X": lambda b, x: laws[b][x] - noise(b, x),
        "Y": lambda b, x: (g * noise(b, x) - noise(1 - b, x)) / (g - 1) if g > 1 else noise(b, x),
    }
    events = [frozenset(x for x in range(POINTS) if kept[x]) for kept in product((False, True), repeat=POINTS)]
    constructors = {
        **BASIC,
        "likelier": lambda b: frozenset(x for x in range(POINTS) if laws[b][x] > laws[1 - b][x]),
        "exceeding": lambda b: frozenset(x for x in range(POINTS) if laws[b][x] > g * laws[1 - b][x]),
        "complement": lambda event: frozenset(range(POINTS)) - event,
    }
    return Interpretation(
        quantities, {"bit": (0, 1), "number": range(POINTS), "event": events}, constructors, answers=POINTS
    )


SEQUENCES = ((), (0,), (1, 0))


def finite_sequences(seed: int) -> Interpretation:
    """Two random laws of three sequences of different lengths."""
    random = Random(seed)
    laws = [law.map(SEQUENCES.__getitem__) for law in (_random_law(random), _random_law(random))]
    delta = total_variation(laws[0], laws[1])

    def short(n: int, x: int) -> Fraction:
        return Fraction(x >= POINTS or len(SEQUENCES[x]) <= n)

    def settled(n: int, b: int, x: int) -> Fraction:
        return short(n, x) * max(ZERO, laws[b][SEQUENCES[x]] - laws[1 - b][SEQUENCES[x]]) if x < POINTS else ZERO

    quantities: Quantities = {
        "P": lambda b, x: laws[b][SEQUENCES[x]] if x < POINTS else ZERO,
        "Short": short,
        "Short₊": lambda d, n, b, k: settled(n + d, b, k),
        "ΣShort₊": lambda d, n, b, k: sum((settled(n + d, b, x) for x in range(k + 1, POINTS)), ZERO),
        "In": lambda event, x: Fraction(x in event),
        "TV": lambda n: total_variation(padded(laws[0], n), padded(laws[1], n)),
        "δ": lambda: delta,
    }
    world = two_laws(seed, Fraction(2))
    likelier = {
        b: frozenset(x for x in range(POINTS) if quantities["P"](b, x) > quantities["P"](1 - b, x)) for b in (0, 1)
    }
    return Interpretation(
        quantities,
        {**world.domains, "number": range(POINTS + 1)},
        {**world.constructors, "likelier": likelier.__getitem__},
        answers=POINTS,
    )


def coins(seed: int, g: Fraction) -> Interpretation:
    """Three coins with random laws of three transcripts each."""
    random = Random(seed)
    coin = _random_law(random)
    laws = {(b, r): _random_law(random) for b in (0, 1) for r in range(POINTS)}

    def excess(b: int, r: int) -> Fraction:
        return sum((max(ZERO, laws[b, r][t] - g * laws[1 - b, r][t]) for t in range(POINTS)), ZERO)

    delta = max(excess(b, r) for b in (0, 1) for r in range(POINTS))
    quantities: Quantities = {
        "Coin": lambda r: coin[r],
        "μ": lambda b, r, t: laws[b, r][t],
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
    }
    return Interpretation(quantities, {"bit": (0, 1), "number": range(POINTS)}, BASIC, answers=POINTS)


def stepwise(seed: int) -> Interpretation:
    """A random mechanism of two rounds at ε = 0, its steps within their distances and γ the least for them."""
    world = mechanisms.interpretation(seed, ONE)
    kappa = world.quantities["κ"]

    def common(h: Any, q: str, a: int) -> Fraction:
        return min(kappa(0, h, q, a), kappa(1, h, q, a))

    def exposure(h: Any, q: str) -> Fraction:
        return 1 - sum((common(h, q, a) for a in range(world.answers)), ZERO)

    def shared(h: Any) -> Fraction:
        return shared(h[:-1]) * common(h[:-1], *h[-1]) if h else ONE

    def unexposed(h: Any) -> Fraction:
        return unexposed(h[:-1]) * (1 - exposure(h[:-1], h[-1][0])) if h else ONE

    gamma = max(
        1 - unexposed(h) * (1 - exposure(h, q))
        for h in world.domains["history"]
        for q in mechanisms.QUERIES
        if shared(h)
    )
    quantities = {
        **world.quantities, "Δ": exposure, "R": unexposed, "W": shared, "ω": common, "γ": lambda: gamma
    }  # fmt: skip
    return Interpretation(quantities, world.domains, world.constructors, world.answers)


CREATE, EXPOSE, NOISE = "create RR_{0,1/4}", "ask it", "ask RR with e^ε = 2"
QUARTER = Fraction(1, 4)
History = tuple[tuple[str, int], ...]


def responses(queries: tuple[str, ...], g: Fraction) -> Interpretation:
    """A response RR_{0,1/4} that is created and asked, and one at e^ε = 2, all about the bits 0 and 1; two messages.

    Answers 0 and 1 are noisy bits, 2 and 3 exposed ones; 0 also acknowledges and refuses.
    """

    def asked(h: History, q: str) -> bool:
        """Whether the message is accepted as a question."""
        before = [query for query, _ in h]
        return q not in before and (q == NOISE or (q == EXPOSE and CREATE in before))

    def kappa(b: int, h: History, q: str, a: int) -> Fraction:
        if not asked(h, q):
            return Fraction(a == 0)
        if q == NOISE:
            return {b: Fraction(2, 3), 1 - b: Fraction(1, 3)}.get(a, ZERO)
        return QUARTER if a == 2 + b else (1 - QUARTER) / 2 if a < 2 else ZERO

    def factor(h: History, q: str, a: int) -> Fraction:
        return Fraction(a < 2) if asked(h, q) and q == NOISE else min(kappa(0, h, q, a), kappa(1, h, q, a))

    def chance(b: int, h: History, q: str, a: int) -> Fraction:
        return kappa(b, h, q, a) if asked(h, q) and q == NOISE else ONE

    @cache
    def along(what: str, b: int, h: History) -> Fraction:
        """The product of a factor over a history."""
        if not h:
            return ONE
        past, (q, a) = h[:-1], h[-1]
        step = {
            "μ": lambda: kappa(b, past, q, a),
            "W": lambda: factor(past, q, a),
            "ν": lambda: chance(b, past, q, a),
            "R": lambda: 1 - exposure(past, q),
            "Created": lambda: 1 - new(past, q),
        }[what]()
        return along(what, b, past) * step

    def exposure(h: History, q: str) -> Fraction:
        return QUARTER if q == EXPOSE and asked(h, q) else ZERO

    def new(h: History, q: str) -> Fraction:
        return QUARTER if q == CREATE and CREATE not in [query for query, _ in h] else ZERO

    def share(b: int, h: History) -> Fraction:
        stop = min(along("ν", b, h), g * along("ν", 1 - b, h))
        if NOISE in [query for query, _ in h] or NOISE not in queries:
            return stop
        after = [(*h, (NOISE, a)) for a in (0, 1)]
        return min(stop, sum((min(along("ν", b, k), g * along("ν", 1 - b, k)) for k in after), ZERO))

    def reached(n: int, b: int, s: tuple[str, ...], h: History) -> Fraction:
        if n == 0:
            return max(ZERO, along("μ", b, h) - g * along("μ", 1 - b, h))
        return sum((reached(n - 1, b, then(s, a), (*h, (s[0], a))) for a in range(4)), ZERO)

    def then(s: tuple[str, ...], _: int) -> tuple[str, ...]:
        return s[1], s[1]

    quantities: Quantities = {
        **{name: partial(along, name, 0) for name in ("W", "R", "Created")},
        **{name: partial(along, name) for name in ("μ", "ν")},
        "Open": lambda h: along("Created", 0, h) / along("R", 0, h),
        "κ": kappa,
        "ω": factor,
        "λ": chance,
        "Δ": exposure,
        "New": new,
        "V": share,
        "Noisy": lambda h, q: Fraction(q == NOISE and asked(h, q)),
        "D": reached,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "γ": lambda: QUARTER,
        "δ": lambda: 1 - share(0, ()),
    }
    histories = [tuple(zip(qs, a, strict=True)) for n in (0, 1) for qs in product(queries, repeat=n)
                 for a in product(range(4), repeat=n)]  # fmt: skip
    domains: dict[str, Any] = {
        "bit": (0, 1),
        "history": histories,
        "query": queries,
        "number": range(3),
        "strategy": list(product(queries, repeat=2)),
    }
    return Interpretation(quantities, domains, {**BASIC, "rest of the strategy": then}, answers=4)
