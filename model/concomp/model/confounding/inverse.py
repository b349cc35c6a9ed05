"""Inverse composition: the best mechanism to add to those that have told something already.

What is added reads the secret itself, or the data. What counts is the joint law of what was told and of what the added
mechanism reads, given the secret: all that the extended composition tells is linear in the kernel that is added, and
so are privacy, with one unknown for every excess, and what the added mechanism costs or is good for. The best one is
therefore the solution of a linear program.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any, Generic, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair, Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)
Seen = Kernel[S, tuple[Any, Any]]
"""Secret ↦ the joint law of what was told, and of what an added mechanism reads."""
Cost = Callable[[S, Any], Fraction]
"""What it costs, at least 0, to tell y of a secret."""
ROOT_BITS = 64
"""The bits after the point of a root that is rounded up."""
LOSS = "loss"
"""The unknown that is to be least: the expected cost."""


@realises("Zhang24 Section IV: goal of Task-1")
def reading_the_secret(told: Kernel[S, Any]) -> Seen[S]:
    """What an added mechanism sees that acts on the secret, independently of all else given it."""
    return {secret: law.map(lambda y, secret=secret: (y, secret)) for secret, law in told.items()}  # type: ignore[misc]


def reading_the_data(setting: Setting[S, X], mechanism: Kernel[X, Any]) -> Seen[S]:
    """What an added mechanism sees that reads the same data as the existing ones, which are one joint kernel."""
    return {secret: law.bind(lambda x: mechanism[x].map(lambda y: (y, x))) for secret, law in setting.data.items()}


def extended(seen: Seen[S], added: Kernel[Any, Any]) -> dict[S, Law[tuple[Any, Any]]]:
    """What the extended composition tells: what was told, and the answer of what is added."""
    return {secret: law.bind(lambda pair: added[pair[1]].map(lambda y: (pair[0], y))) for secret, law in seen.items()}


def expected_cost(prior: Law[S], seen: Seen[S], added: Kernel[Any, Any], cost: Cost[S]) -> Fraction:
    """The mean cost of what is told by the added mechanism."""
    told = extended(seen, added)
    return sum(
        (chance * weight * cost(s, y) for s, chance in prior.items() for (_, y), weight in told[s].items()), ZERO
    )


@dataclass(frozen=True)
class Limit(Generic[S]):
    """Σ max(0, Σ_s κ_s·M(·|s)) ≤ budget, summed over all that the extended composition may tell.

    direction: κ, secret ↦ coefficient, 0 where there is none. budget: at least 0; what it bounds is linear if it is 0.
    """

    direction: Mapping[S, Fraction]
    budget: Fraction


def limits_of_privacy(pairs: Iterable[Pair[S]], privacy: PrivacyParameters) -> tuple[Limit[S], ...]:
    """What (ε,δ)-privacy of adjacent secrets asks: Σ max(0, M(·|s) − e^ε·M(·|s')) ≤ δ."""
    return tuple(Limit({s: ONE, t: -privacy.e_eps}, privacy.delta) for s, t in sorted(pairs, key=repr))


@realises("Zhang24 Repair R7")
def limits_of_floor(prior: Law[S], tau: Fraction) -> tuple[Limit[S], ...]:
    """What true beliefs of at least P(s)/τ ask: Σ_t P(t)·M(·|t) ≤ τ·M(·|s), as M is what Bayes' rule divides."""
    return tuple(
        Limit({t: chance - (tau if s == t else 0) for t, chance in prior.items()}, ZERO)
        for s in sorted(prior, key=repr)
    )


def limits_of_roof(prior: Law[S], tau: Fraction) -> tuple[Limit[S], ...]:
    """What true beliefs of at most τ·P(s) ask: M(·|s) ≤ τ·Σ_t P(t)·M(·|t)."""
    return tuple(
        Limit({t: (1 if s == t else 0) - tau * chance for t, chance in prior.items()}, ZERO)
        for s in sorted(prior, key=repr)
    )


def limit_of_moment(prior: Law[S], moment: Fraction, ratios: Mapping[S, Fraction]) -> Limit[S]:
    """What Σ_s μ(s)²/P(s) ≤ moment of true beliefs asks in the direction of beliefs r_s·P(s), by Cauchy and Schwarz.

    It is Σ_s P(s)·r_s·M(·|s) ≤ K·Σ_s P(s)·M(·|s) with K² = moment·Σ_s P(s)·r_s², or with a rational K just above.
    """
    square = moment * sum((chance * ratios[s] ** 2 for s, chance in prior.items()), ZERO)
    root = _root_above(square)
    return Limit({s: chance * (ratios[s] - root) for s, chance in prior.items()}, ZERO)


def _root_above(square: Fraction) -> Fraction:
    """The square root of a number, or a rational just above it."""
    numerator, denominator = square.numerator * square.denominator << 2 * ROOT_BITS, square.denominator << ROOT_BITS
    root = isqrt(numerator)
    return Fraction(root if root**2 == numerator else root + 1, denominator)


@dataclass(frozen=True, eq=False)
class Problem(Generic[S]):
    """Which mechanism is best to add.

    prior: the law of the secret. seen: what was told, and what the added mechanism reads. outputs: what it may tell.
    limits: what the extended composition has to keep. cost: of telling y of s.
    """

    prior: Law[S]
    seen: Seen[S]
    outputs: Sequence[Any]
    limits: Sequence[Limit[S]]
    cost: Cost[S]

    @cached_property
    def inputs(self) -> list[Any]:
        """What the added mechanism may read."""
        return list(dict.fromkeys(i for law in self.seen.values() for _, i in law))

    @cached_property
    def told(self) -> list[Any]:
        """What was told."""
        return list(dict.fromkeys(y for law in self.seen.values() for y, _ in law))

    @cached_property
    def costs(self) -> dict[tuple[Any, Any], Fraction]:
        """(i, y) ↦ the mean cost of telling y of i."""
        costs = dict.fromkeys(((i, y) for i in self.inputs for y in self.outputs), ZERO)
        for s, chance in self.prior.items():
            for (_, i), weight in self.seen[s].items():
                for y in self.outputs:
                    costs[(i, y)] += chance * weight * self.cost(s, y)
        return costs

    def slope(self, limit: Limit[S], before: Any, i: Any) -> Fraction:
        """How fast Σ_s κ_s·M(ȳ, y|s) grows with the chance that y is told of i."""
        return sum((kappa * self.seen[s][(before, i)] for s, kappa in limit.direction.items()), ZERO)


def keeps(told: Kernel[S, Any], limit: Limit[S]) -> bool:
    """Whether what is told keeps a limit."""
    answers = dict.fromkeys(y for s in limit.direction for y in told[s])
    excess = (sum((kappa * told[s][y] for s, kappa in limit.direction.items()), ZERO) for y in answers)
    return sum((each for each in excess if each > 0), ZERO) <= limit.budget


@realises("Zhang24 Repair R9")
def program(problem: Problem[S]) -> System:
    """The linear program of the mechanism to add: its rows are laws, the extension keeps the limits, `LOSS` its cost.

    The unknown ("added", i, y) is the chance that it tells y of i.
    """
    inputs, outputs = problem.inputs, problem.outputs
    rows = [Row(tuple((("added", i, y), ONE) for y in outputs), ONE) for i in inputs]
    unknowns: list[Hashable] = [LOSS, *(("added", i, y) for i in inputs for y in outputs)]
    for index, limit in enumerate(problem.limits):
        places = [(index, before, y) for before in problem.told for y in outputs]
        for _, before, y in places:
            # Σ_s κ_s·M(ȳ, y|s) = excess − spare.
            terms = [(("added", i, y), problem.slope(limit, before, i)) for i in inputs]
            ends = ((("excess", index, before, y), -ONE), (("spare", index, before, y), ONE))
            rows.append(Row((*terms, *ends), ZERO))
        unknowns += [(kind, *place) for place in places for kind in ("excess", "spare")] + [("left", index)]
        rows.append(Row((*((("excess", *place), ONE) for place in places), (("left", index), ONE)), limit.budget))
    costs = [(("added", i, y), -cost) for (i, y), cost in problem.costs.items()]
    rows.append(Row(((LOSS, ONE), *costs), ZERO))
    return System(tuple(unknowns), tuple(rows))


def least_cost(problem: Problem[S], weights: Mapping[tuple[int, Any, Any], Fraction]) -> Fraction:
    """What any mechanism costs at least whose addition keeps the limits, by weak duality.

    weights: (number of a limit, ȳ, y) ↦ w ≥ 0, the price of an excess there; 0 where there is none. As an excess is
    at least Σ_s κ_s·M(ȳ, y|s), no limit is paid more than its budget at its highest price, and each row of the added
    mechanism, a law, costs at least as much as its cheapest output. Raises ValueError for a negative weight.
    """
    prices = dict(problem.costs)
    highest = dict.fromkeys(range(len(problem.limits)), ZERO)
    for (index, before, y), weight in weights.items():
        if weight < 0:
            raise ValueError(f"the weight of {(index, before, y)!r} is {weight}: give one of at least 0")
        highest[index] = max(highest[index], weight)
        for i in problem.inputs:
            prices[(i, y)] += weight * problem.slope(problem.limits[index], before, i)
    budgets = sum((highest[index] * limit.budget for index, limit in enumerate(problem.limits)), ZERO)
    return sum((min(prices[(i, y)] for y in problem.outputs) for i in problem.inputs), ZERO) - budgets


def added_by(point: Point, seen: Seen[S], outputs: Sequence[Any]) -> dict[Any, Law[Any]]:
    """The kernel of a solution."""
    inputs = dict.fromkeys(i for law in seen.values() for _, i in law)
    return {i: Law({y: point[("added", i, y)] for y in outputs}) for i in inputs}


def wrong_guess(secret: Hashable, told: object) -> Fraction:
    """1 unless the secret itself is told: its mean is the chance of a wrong guess."""
    return ZERO if secret == told else ONE
