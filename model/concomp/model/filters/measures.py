"""Privacy measures: losses in their order, and when two laws are as close as a loss says.

The paper maps two laws to one element of a partially ordered set. For (ε,δ) there is none: of the pairs (ε,δ) with
which two laws are indistinguishable there is in general no least. So a measure is here what is used of that map only:
the order of the losses, and the *relation* that two laws are d-close.

Closeness is said twice. `close` is the textbook definition. `bounds` says it by divergences Σ D(P(y), Q(y)) with a
convex and homogeneous D, which no post-processing and no mixture increases, and which an adversary's best strategy is
found for step by step.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from concomp.model.laws.indistinguishability import PrivacyParameters, hockey_stick
from concomp.model.laws.law import ZERO, Law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import TradeOff, trade_off
from concomp.model.registry.tags import realises

D = TypeVar("D")
Worth = Fraction | None
"""What a divergence comes to, None if it is infinite."""


@dataclass(frozen=True, eq=False)
class Bound:
    """The demand that a divergence Σ D(P(y), Q(y)) be at most a number.

    divergence: (weight in the first world, weight in the second), not both 0 ↦ its share.
    """

    divergence: Callable[[Fraction, Fraction], Worth]
    at_most: Fraction

    def admits(self, worth: Worth) -> bool:
        """Whether the divergence may come to this."""
        return worth is not None and worth <= self.at_most


@realises("Haney23 Definition 2.1")
@dataclass(frozen=True, eq=False)
class PrivacyMeasure(Generic[D]):
    """A privacy measure (D, ⪯, closeness).

    within: (d, d') ↦ whether d ⪯ d'. close: (P, Q, d) ↦ whether P and Q are d-close in this order of the two.
    bounds: d ↦ the divergences that say the same.
    """

    name: str
    within: Callable[[D, D], bool]
    close: Callable[[Law[Any], Law[Any], D], bool]
    bounds: Callable[[D], tuple[Bound, ...]]

    def __repr__(self) -> str:
        return self.name


def add(worths: Iterable[Worth]) -> Worth:
    """The sum, infinite if one of them is."""
    total = ZERO
    for worth in worths:
        if worth is None:
            return None
        total += worth
    return total


def divergence(bound: Bound, p: Law[Any], q: Law[Any]) -> Worth:
    """What the divergence of a bound comes to for two laws."""
    return add(bound.divergence(p[outcome], q[outcome]) for outcome in p.support | q.support)


def _excess(e_eps: Fraction) -> Callable[[Fraction, Fraction], Worth]:
    return lambda p, q: max(ZERO, p - e_eps * q)


APPROXIMATE: PrivacyMeasure[PrivacyParameters] = PrivacyMeasure(
    "(ε,δ)-DP",
    within=lambda d, other: d.e_eps <= other.e_eps and d.delta <= other.delta,
    close=lambda p, q, d: hockey_stick(p, q, d.e_eps) <= d.delta,
    bounds=lambda d: (Bound(_excess(d.e_eps), d.delta),),
)
"""(ε,δ)-DP: losses are privacy parameters, in the product order."""


Extended = Fraction | None
"""A loss that may be infinite, which is None."""


def at_most(d: Extended, other: Extended) -> bool:
    """The order of losses that are numbers, the infinite one above all."""
    return other is None or (d is not None and d <= other)


@realises("Haney23 Definition 1.3", "Haney23 Definition 4.2")
def renyi(order: int) -> PrivacyMeasure[Extended]:
    """Rényi DP of an integer order of at least 2: the loss ε is written as e^{(order−1)ε}, a rational at least 1."""
    return PrivacyMeasure(
        f"Rényi DP of order {order}",
        within=at_most,
        close=lambda p, q, d: at_most(renyi_moment(p, q, order), d),
        bounds=lambda d: () if d is None else (Bound(lambda p, q: _power(p, q, order), d),),
    )


def _power(p: Fraction, q: Fraction, order: int) -> Worth:
    if p == 0:
        return ZERO
    return None if q == 0 else q * (p / q) ** order


@realises("Haney23 Definition 3.2")
def is_f_close(p: Law[Any], q: Law[Any], function: TradeOff) -> bool:
    """Whether T(P, Q) ≥ f."""
    return trade_off(p, q) >= function


def _slopes(function: TradeOff) -> tuple[Bound, ...]:
    """T(P, Q) ≥ f, tested by hockey-sticks of Q over P at the slopes of f, where f says all it says.

    On each of its segments f is 1 − δ_i − E_i·α for some E_i, δ_i, and T(P, Q)(α) ≥ 1 − δ − E·α for all α is what
    Σ max(0, Q − E·P) ≤ δ means.
    """
    found = {}
    for (left, high), (right, low) in itertools.pairwise(function.vertices):
        steepness = (high - low) / (right - left)
        found[steepness] = 1 - high - steepness * left
    return tuple(Bound(_excess_of_second(slope), delta) for slope, delta in found.items())


def _excess_of_second(slope: Fraction) -> Callable[[Fraction, Fraction], Worth]:
    return lambda p, q: max(ZERO, q - slope * p)


F_DP: PrivacyMeasure[TradeOff] = PrivacyMeasure(
    "f-DP",
    within=lambda f, other: f >= other,
    close=is_f_close,
    bounds=_slopes,
)
"""f-DP: losses are trade-off functions, a larger one meaning a smaller loss."""

PURE: PrivacyMeasure[Extended] = PrivacyMeasure(
    "pure DP",
    within=at_most,
    close=lambda p, q, d: d is None or all(weight <= d * q[outcome] for outcome, weight in p.items()),
    bounds=lambda d: () if d is None else (Bound(_excess(d), ZERO),),
)
"""ε-DP: the loss is e^ε, a rational at least 1."""
