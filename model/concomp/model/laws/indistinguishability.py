"""(ε,δ)-indistinguishability of two laws, and total variation.

Two formulations stand side by side on purpose: by the hockey-stick divergence, which is what one computes,
and by all events, which is what the definition says. The first is the positive part of P − E·Q summed over
outcomes; it is attained by the event of the outcomes where that difference is positive.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from concomp.model.laws.law import ZERO, Law
from concomp.model.numbers import exact_delta, exact_e_eps, parameter
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)


@dataclass(frozen=True, order=True)
class PrivacyParameters:
    """Privacy parameters: e_eps = e^ε, a rational at least 1, and delta in [0, 1]."""

    e_eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "e_eps", parameter("e_eps", exact_e_eps, self.e_eps))
        object.__setattr__(self, "delta", parameter("delta", exact_delta, self.delta))


@realises("HSV26 Equation (1)")
def hockey_stick(p: Law[X], q: Law[X], e_eps: Fraction) -> Fraction:
    """The hockey-stick divergence Σ max(0, P − e_eps·Q): the least δ that one direction needs."""
    return sum((max(ZERO, weight - e_eps * q[outcome]) for outcome, weight in p.items()), ZERO)


def distance(p: Law[X], q: Law[X], e_eps: Fraction) -> Fraction:
    """The least δ with which p and q are (ε,δ)-indistinguishable: the larger of the two hockey-sticks."""
    return max(hockey_stick(p, q, e_eps), hockey_stick(q, p, e_eps))


@realises("HSV26 Definition 2.1")
def indistinguishable(p: Law[X], q: Law[X], privacy: PrivacyParameters) -> bool:
    """Whether p and q are (ε,δ)-indistinguishable, by the hockey-stick divergence in both directions."""
    return distance(p, q, privacy.e_eps) <= privacy.delta


def events(p: Law[X], q: Law[X]) -> Iterator[tuple[X, ...]]:
    """Every event over the outcomes of p and q; their number is exponential."""
    outcomes = sorted(p.support | q.support, key=repr)
    for size in range(len(outcomes) + 1):
        yield from combinations(outcomes, size)


@realises("HSV26 Definition 2.1")
def indistinguishable_by_events(p: Law[X], q: Law[X], privacy: PrivacyParameters) -> bool:
    """Whether p and q are (ε,δ)-indistinguishable, by trying every event; for small supports."""
    return bounded_by_events(p, q, privacy) and bounded_by_events(q, p, privacy)


@realises("HSV26 Equation (1)")
def bounded_by_events(p: Law[X], q: Law[X], privacy: PrivacyParameters) -> bool:
    """Whether P(S) ≤ e_eps·Q(S) + δ for every event S: one direction, by trying every event."""
    return all(_bounded(p, q, event, privacy) for event in events(p, q))


def _bounded(p: Law[X], q: Law[X], event: tuple[X, ...], privacy: PrivacyParameters) -> bool:
    on_p = sum((p[outcome] for outcome in event), ZERO)
    on_q = sum((q[outcome] for outcome in event), ZERO)
    return on_p <= privacy.e_eps * on_q + privacy.delta


@realises("HSV26 Definition 11.3")
def total_variation(p: Law[X], q: Law[X]) -> Fraction:
    """The total variation distance: the largest difference of probabilities of an event."""
    return hockey_stick(p, q, Fraction(1))


@realises("HSV26 Definition 11.3")
def total_variation_by_events(p: Law[X], q: Law[X]) -> Fraction:
    """The total variation distance by trying every event, as its definition says; for small supports."""
    return max(sum((p[outcome] - q[outcome] for outcome in event), ZERO) for event in events(p, q))
