"""Small worlds of data that depend on a secret, computed by the model, to evaluate the derivations about them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from concomp.model.confounding.kernels import Kernel, after, side_by_side
from concomp.model.confounding.loss import copula_ratio
from concomp.model.confounding.posterior import posterior
from concomp.model.confounding.privacy import least_delta
from concomp.model.confounding.safe_bounds import ceiling, dependence_bounds, local_profile
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation
from concomp.obligations.families.confounding.model import Model

Quantities = Mapping[str, Callable[..., Fraction]]
BITS = (0, 1)
OUTPUTS = tuple(product(BITS, repeat=2))
"""What two mechanisms of two outputs tell."""


def subsets(size: int) -> list[frozenset[int]]:
    """All events of so many outputs."""
    return [frozenset(x for x in range(size) if kept[x]) for kept in product(BITS, repeat=size)]


def _inside(event: frozenset[Any], outcome: Any) -> Fraction:
    return Fraction(outcome in event)


def through_the_data(model: Model, g: Fraction) -> Interpretation:
    """The data, and both mechanisms as one kernel; δ is the least for telling the data."""
    data, joint = model.setting.data, side_by_side(*model.mechanisms)
    delta = ceiling(model.setting)(g)

    def law(b: int, x: int) -> Fraction:
        return data[b][x]

    size = len(OUTPUTS)
    quantities: Quantities = {
        "P": law,
        "γ": lambda x, y: joint[x if x in joint else 0][OUTPUTS[y]],
        "In": _inside,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
    }
    constructors = {
        **BASIC,
        "exceeding": lambda b: frozenset(x for x in range(size) if law(b, x) > g * law(1 - b, x)),
        "likelier": lambda b: frozenset(x for x in range(size) if law(b, x) > law(1 - b, x)),
    }
    domains = {"bit": BITS, "number": range(size), "event": subsets(size)}
    return Interpretation(quantities, domains, constructors, answers=size)


def _sets(items: Sequence[Any]) -> list[frozenset[Any]]:
    """All sets of some things."""
    return [frozenset(each for place, each in enumerate(items) if place in kept) for kept in subsets(len(items))]


def all_data(model: Model, delta: Fraction) -> Interpretation:
    """Mechanisms side by side, the first of them again and again after the second, each with the least E_n for δ."""
    data, mechanisms = model.setting.data, model.mechanisms
    needed = [local_profile(each, BITS).least_e_eps(delta) for each in mechanisms]
    assert None not in needed

    def row(n: int, x: int) -> Law[int]:
        return mechanisms[n if n < len(mechanisms) else 0][x if x in BITS else 0]

    def odds(n: int) -> Fraction:
        found = needed[n if n < len(mechanisms) else 0]
        assert found is not None
        return found

    @cache
    def told(n: int, x: int, event: frozenset[tuple[int, ...]]) -> Fraction:
        of_length = (answers for answers in event if len(answers) == n)
        return sum(
            (prod((row(n - 1 - place, x)[a] for place, a in enumerate(answers)), start=ONE) for answers in of_length),
            ZERO,
        )

    quantities: Quantities = {
        "P": lambda b, x: data[b][x],
        "γ": lambda n, x, a: row(n, x)[a],
        "In": lambda event, a: _inside(event, (a,)),
        "Has": lambda event: _inside(event, ()),
        "Told": told,
        "e": odds,
        "δ": lambda n: delta,
        "E": lambda n: prod(map(odds, range(n)), start=ONE),
        "D": lambda n: n * delta,
    }
    constructors = {
        **BASIC,
        "rest of an event": lambda event, a: frozenset(answers[1:] for answers in event if answers[:1] == (a,)),
        "told better": lambda n, x, z: frozenset((a,) for a in BITS if row(n, x)[a] > odds(n) * row(n, z)[a]),
    }
    events = [*_sets(OUTPUTS), *_sets([(0,), (1,)])[1:], frozenset({()})]
    return Interpretation(quantities, {"bit": BITS, "number": range(3), "event": events}, constructors, answers=2)


def responses(model: Model, g: Fraction) -> Interpretation:
    """The same of mechanisms that are randomised responses to the data, and of the responses."""
    world = all_data(model, ZERO)
    right = model.mechanisms[0][0][0]

    def response(_: object, b: int, r: int) -> Fraction:
        return right if b == r else 1 - right

    def share(b: int, h: Sequence[tuple[object, int]]) -> Fraction:
        return prod((response(q, b, r) for q, r in h), start=ONE)

    def exceeding(n: int, h: tuple[tuple[object, int], ...]) -> Fraction:
        later = ([*h, *((None, r) for r in outcomes)] for outcomes in product(BITS, repeat=n))
        return sum((max(ZERO, share(0, all_) - g * share(1, all_)) for all_ in later), ZERO)

    def post(n: int, x: int, z: int, r: int, a: int) -> Fraction:
        one, other = (datum if datum in BITS else 0 for datum in (x, z))
        return (
            world.quantities["γ"](n, x, a)
            if one == other
            else Fraction(a == (min(r, 1) if one == 0 else 1 - min(r, 1)))
        )

    more = {
        "RR": response,
        "Share": share,
        "Opt": exceeding,
        "Post": post,
        "g": lambda: g,
        "δ": lambda: exceeding(2, ()),
    }
    histories = [(), *(((None, r),) for r in BITS)]
    return replace(
        world,
        quantities={**world.quantities, **more},
        domains={**world.domains, "history": histories, "query": (None,)},
        constructors={**world.constructors, "response of a mechanism": lambda n: None},
    )


def joint_and_product(model: Model, g: Fraction) -> Interpretation:
    """M, N and their ratio; δ is the least for N, and κ the largest e^L^G."""
    joint, apart = model.joint, model.product
    above, below = dependence_bounds(joint, apart, model.setting.pairs)
    assert below is not None
    delta = least_delta(apart, model.setting.pairs, g)
    ratios = [copula_ratio(joint[b], apart[b]) for b in BITS]

    def ratio(b: int, y: int) -> Fraction:
        return ratios[b].get(OUTPUTS[y], ONE)

    largest = max(ratio(b, y) / ratio(1 - b, y) for b in BITS for y in range(len(OUTPUTS)))
    quantities: Quantities = {
        "M": lambda b, y: joint[b][OUTPUTS[y]],
        "N": lambda b, y: apart[b][OUTPUTS[y]],
        "c": ratio,
        "In": _inside,
        "K": lambda: above,
        "K′": lambda: below,
        "κ": lambda: largest,
        "g": lambda: g,
        "δ": lambda: delta,
    }
    size = len(OUTPUTS)
    return Interpretation(quantities, {"bit": BITS, "number": range(size), "event": subsets(size)}, BASIC, answers=size)


def losses(model: Model, with_noises: Kernel[int, tuple[int, int]]) -> Interpretation:
    """The odds of every outcome, with independent noises and with others."""
    told = [after(model.setting.data, mechanism) for mechanism in model.mechanisms]
    true = after(model.setting.data, with_noises)

    def effective(i: int, b: int, y: int) -> Fraction:
        return told[i][b][OUTPUTS[y][i]] if i < len(told) else ONE

    def apart(k: int, b: int, y: int) -> Fraction:
        return prod((effective(i, b, y) for i in range(k)), start=ONE)

    def independent(b: int, y: int) -> Fraction:
        return model.joint[b][OUTPUTS[y]]

    def dependent(b: int, y: int) -> Fraction:
        return true[b][OUTPUTS[y]]

    def ratio(k: int, b: int, y: int) -> Fraction:
        return independent(b, y) / apart(k, b, y)

    quantities: Quantities = {
        "ψ": effective,
        "N": apart,
        "M": independent,
        "T": dependent,
        "c": ratio,
        "d": lambda b, y: dependent(b, y) / independent(b, y),
        "Odds": lambda y: independent(0, y) / independent(1, y),
        "OddsT": lambda y: dependent(0, y) / dependent(1, y),
        "OddsOf": lambda i, y: effective(i, 0, y) / effective(i, 1, y),
        "OddsId": lambda k, y: apart(k, 0, y) / apart(k, 1, y),
        "OddsG": lambda k, y: ratio(k, 0, y) / ratio(k, 1, y),
        "OddsD": lambda y: (dependent(0, y) / independent(0, y)) / (dependent(1, y) / independent(1, y)),
    }
    return Interpretation(quantities, {"bit": BITS, "number": range(len(OUTPUTS))}, BASIC, answers=len(OUTPUTS))


def rare_odds(told: Kernel[int, int], g: Fraction) -> Interpretation:
    """What is told of two secrets; δ is the larger chance that odds exceed g."""
    size = 1 + max(y for law in told.values() for y in law)

    def near(b: int, x: int) -> Fraction:
        return Fraction(told[b][x] <= g * told[1 - b][x])

    delta = max(sum((told[b][x] * (1 - near(b, x)) for x in range(size)), ZERO) for b in BITS)
    quantities: Quantities = {
        "P": lambda b, x: told[b][x],
        "In": _inside,
        "Near": near,
        "g": lambda: g,
        "c": lambda: 1 / g,
        "δ": lambda: delta,
    }
    return Interpretation(quantities, {"bit": BITS, "number": range(size), "event": subsets(size)}, BASIC, answers=size)


def moves(prior: Law[int], law: Law[int], g: Fraction) -> Interpretation:
    """Beliefs above the floor for g; δ is the least for their second moment."""
    size = len(prior)

    def moved(u: int) -> Fraction:
        return law[u] / prior[u] if prior[u] else ONE

    delta = sum((moved(u) * law[u] for u in range(size)), ZERO) / g
    quantities: Quantities = {
        "P": lambda u: prior[u],
        "F": lambda u: law[u],
        "r": moved,
        "Near": lambda u: Fraction(moved(u) <= g),
        "g": lambda: g,
        "δ": lambda: delta,
    }
    return Interpretation(quantities, {"number": range(size)}, BASIC, answers=size)


def beliefs(prior: Law[int], told: Kernel[int, int], added: Kernel[int, int]) -> Interpretation:
    """True beliefs after what is told, and after what is added; τ is the least that bounds them from both sides."""
    size = 1 + max(y for law in told.values() for y in law)
    both = {s: law.bind(lambda y, s=s: added[s].map(lambda a, y=y: (y, a))) for s, law in told.items()}  # type: ignore[misc]
    after_one, after_both = posterior(prior, told), posterior(prior, both)

    def belief(u: int, *outputs: int) -> Fraction:
        found = after_one.get(outputs[0]) if len(outputs) == 1 else after_both.get((outputs[0], outputs[1]))
        return (prior if found is None else found)[u]

    def chance(u: int, *outputs: int) -> Fraction:
        row = u if u in prior.support else 0
        return told[row][outputs[0]] * (added[row][outputs[1]] if len(outputs) == 2 else 1)

    def mean(*outputs: int) -> Fraction:
        return sum((weight * chance(u, *outputs) for u, weight in prior.items()), ZERO)

    moved = [law[u] / prior[u] for law in (*after_one.values(), *after_both.values()) for u in prior]
    tau = max(*moved, 1 / min(moved))
    rarest = min(weight for _, weight in prior.items())
    quantities: Quantities = {
        "P": lambda u: prior[u],
        "ψ": chance,
        "m": mean,
        "μ": belief,
        "ψ′": chance,
        "m′": mean,
        "μ′": belief,
        "In": _inside,
        "τ": lambda: tau,
        "p": lambda: rarest,
        "v": lambda: 1 / rarest,
        "δ": lambda: ZERO,
        "α": lambda a: added[0][a],
        "F": lambda u, y: prior[u],
        "G": belief,
        "λ": lambda: Fraction(1, 3),
    }
    domains = {"number": range(size), "event": subsets(size)}
    return Interpretation(quantities, domains, BASIC, answers=size)


def above_floors(prior: Law[int], told: Kernel[int, int]) -> Interpretation:
    """The same with nothing added, τ the least of the floors, and δ what beliefs exceed τ·P by, in sum."""
    after_one = posterior(prior, told)
    tau = 1 / min(law[u] / prior[u] for law in after_one.values() for u in prior)
    delta = max(sum((max(ZERO, law[u] - tau * prior[u]) for u in prior), ZERO) for law in after_one.values())
    world = beliefs(prior, told, {u: Law.point(0) for u in prior})
    return replace(world, quantities={**world.quantities, "τ": lambda: tau, "δ": lambda: delta})


def fair_beliefs() -> Interpretation:
    """A fair bit that is shown with 3/4, for which the root of the second moments is rational."""
    half = Fraction(1, 2)
    shown = {b: Law.coin(Fraction(3, 4), b, 1 - b) for b in BITS}
    world = beliefs(Law.uniform(BITS), shown, {b: Law.point(0) for b in BITS})
    belief, prior = world.quantities["μ"], world.quantities["P"]

    def moved(u: int, y: int) -> Fraction:
        return belief(u, y) / half if u in BITS else ONE

    quantities = {
        **world.quantities,
        "r": moved,
        "λ": lambda s, y: prior(s) * (moved(s, y) - 1) / (1 - prior(s)),
        "τ": lambda: Fraction(2),
        "δ": lambda: Fraction(5, 8),
        "R": lambda: half,
    }
    return replace(world, quantities=quantities)


def fair_bits(told: Kernel[int, int]) -> Interpretation:
    """What is told of a fair bit; τ is the least for which 2τ − 1 is enough at δ = 0."""
    size = 1 + max(y for law in told.values() for y in law)
    needed = max(told[b][y] / told[1 - b][y] for b in BITS for y in range(size))

    def mean(y: int) -> Fraction:
        return (told[0][y] + told[1][y]) / 2

    quantities: Quantities = {
        "ψ": lambda b, y: told[b][y],
        "m": mean,
        "μ": lambda b, y: told[b][y] / 2 / mean(y),
        "τ": lambda: (needed + 1) / 2,
    }
    return Interpretation(quantities, {"bit": BITS, "number": range(size)}, BASIC, answers=size)


def copies(g_root: Fraction) -> Interpretation:
    """Copies of a bit that is shown with 4/5, of which the roots are rational; up to three answers."""
    shown = {b: Law.coin(Fraction(4, 5), b, 1 - b) for b in BITS}
    g, root = g_root**2, Fraction(2, 5)
    rate = (1 + 2 * root) / 2

    def along(b: int, h: tuple[tuple[str, int], ...]) -> Fraction:
        return prod((shown[b][a] for _, a in h), start=ONE)

    def exceeding(n: int, b: int, h: tuple[tuple[str, int], ...]) -> Fraction:
        tuples = product(BITS, repeat=n)
        chances = ([along(c, (*h, *(("copy", a) for a in answers))) for c in (b, 1 - b)] for answers in tuples)
        return sum((max(ZERO, one - g * other) for one, other in chances), ZERO)

    quantities: Quantities = {
        "ψ": lambda b, a: shown[b][a],
        "Root": lambda a: root,
        "Pr": along,
        "Roots": lambda h: root ** len(h),
        "D": exceeding,
        "g": lambda: g,
        "q": lambda: g_root,
        "ρ": lambda: rate,
        "w": lambda: 1 / rate,
        "v": lambda: 1 / g_root,
        "Power": lambda n: rate**n,
    }
    histories = [tuple(("copy", a) for a in answers) for length in range(3) for answers in product(BITS, repeat=length)]
    domains: dict[str, Any] = {"bit": BITS, "number": BITS, "history": histories, "query": ("copy",)}
    return Interpretation(quantities, domains, {**BASIC, "the copy": lambda: "copy"}, answers=2)


def example(chances: tuple[Fraction, Fraction, Fraction], tau: Fraction, moved: tuple[Fraction, ...]) -> Interpretation:
    """Two outputs, of which the first multiplies the beliefs in s, in t and in the others by some numbers."""
    first = 1 / (tau + 1)
    p = chances[0]
    bound, up = 1 + (tau - 1) / p, 1 - 1 / tau
    quantities: Quantities = {
        **{f"P{who}": lambda chance=chance: chance for who, chance in zip("sto", chances, strict=True)},
        **{f"R{who}": lambda each=each: each for who, each in zip("sto", moved, strict=True)},
        "c": lambda: first,
        "w": lambda: 1 / tau,
        "τ": lambda: tau,
        "p": lambda: p,
        "E": lambda: bound,
        "Up": lambda: up,
        "Down": lambda: up / bound,
        "m": lambda: p * up + (1 - p) * up / bound,
    }
    return Interpretation(quantities, {}, BASIC, answers=1)
