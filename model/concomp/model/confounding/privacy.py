"""Differential confounding privacy: how well adjacent secrets are told apart by what is told of the data."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, Generic, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair
from concomp.model.laws.curve import STOP, Curve, highest, mixture
from concomp.model.laws.indistinguishability import PrivacyParameters, bounded_by_events, hockey_stick
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.profile import Profile, Vertex
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


@realises("Zhang24 Definition 1", "Zhang24 Equation (1)", "Zhang24 Section III: DCP of the composition")
def is_private(told: Kernel[S, Any], pairs: Iterable[Pair[S]], privacy: PrivacyParameters) -> bool:
    """Whether Pr^s[Y ∈ W] − e^ε·Pr^s'[Y ∈ W] ≤ δ for all adjacent secrets and events W, by trying every event."""
    return all(bounded_by_events(told[secret], told[other], privacy) for secret, other in pairs)


@realises("Zhang24 Equation (3)")
def least_delta(told: Kernel[S, Any], pairs: Iterable[Pair[S]], e_eps: Fraction) -> Fraction:
    """δ(E): the supremum over adjacent secrets and events of Pr^s[Y ∈ W] − E·Pr^s'[Y ∈ W].

    Raises ValueError if there is no pair, or a secret of which nothing is told.
    """
    return max(hockey_stick(told[secret], told[other], e_eps) for secret, other in _of_told(told, pairs))


def curve(p: Law[Any], q: Law[Any]) -> Curve:
    """x ↦ Σ max(0, P − x·Q): both directions, at all odds."""
    return mixture((p[outcome], q[outcome], STOP) for outcome in p.support | q.support)


def privacy_profile(told: Kernel[S, Any], pairs: Iterable[Pair[S]]) -> Profile:
    """E ↦ δ(E) for all E ≥ 1 at once, each pair in both orders; ValueError as for `least_delta`."""
    ordered = {both for s, t in _of_told(told, pairs) for both in ((s, t), (t, s))}
    worst = reduce(highest, (curve(told[s], told[t]) for s, t in ordered))
    return Profile(tuple(reversed(list(_corners(worst)))))


@dataclass(frozen=True)
class Optimum(Generic[S]):
    """The least privacy parameter, and what needs it.

    e_eps: e^OPT, None if no E is enough.
    pair: the adjacent secrets that are told apart best there.
    event: the outputs by which they are.
    """

    e_eps: Fraction | None
    pair: Pair[S]
    event: frozenset[Any]


@realises("Zhang24 Equation (5)", "Zhang24 Appendix C: opt")
def optimum(told: Kernel[S, Any], pairs: Iterable[Pair[S]], delta: Fraction) -> Optimum[S]:
    """OPT: the least E with δ(E) ≤ delta, and a pair and an event that no smaller E is enough for.

    Raises ValueError as `least_delta` does, and for a delta below 0.
    """
    if delta < 0:
        raise ValueError(f"delta is {delta}: give one from 0 to 1")
    needed = {pair: _least_of_pair(told, pair, delta) for pair in sorted(_of_told(told, pairs), key=repr)}
    pair, e_eps = max(needed.items(), key=lambda item: (item[1] is None, item[1] or 0))
    p, q = told[pair[0]], told[pair[1]]
    judged = 1 if e_eps is None else e_eps
    event = (outcome for outcome in p if (q[outcome] == 0 if e_eps is None else p[outcome] >= judged * q[outcome]))
    return Optimum(e_eps, pair, frozenset(event))


def _least_of_pair(told: Kernel[S, Any], pair: Pair[S], delta: Fraction) -> Fraction | None:
    right: Vertex | None = None
    for e_eps, value in _corners(curve(told[pair[0]], told[pair[1]])):
        if value > delta:
            return None if right is None else right[0] - (delta - right[1]) * (right[0] - e_eps) / (value - right[1])
        right = e_eps, value
    return ONE


def _corners(judged: Curve) -> Iterator[Vertex]:
    """The corners of a curve from odds of 1 on, the last one first."""
    value, slope, right = judged.floor, ZERO, ONE
    for knee, weight in reversed([hinge for hinge in judged.hinges if hinge[0] > 1]):
        value += slope * (right - knee)
        yield knee, value
        slope, right = slope + weight, knee
    yield ONE, value + slope * (right - 1)


def _of_told(told: Kernel[S, Any], pairs: Iterable[Pair[S]]) -> list[Pair[S]]:
    """The pairs, if there are any, each of two secrets of which something is told."""
    listed = list(pairs)
    if not listed:
        raise ValueError("no two secrets are adjacent: name a pair")
    for pair in listed:
        if pair[0] == pair[1]:
            raise ValueError(f"the pair {pair!r} names one secret twice: name two that differ")
        for secret in pair:
            if secret not in told:
                raise ValueError(f"the pair {pair!r}: nothing is told of {secret!r}: give that law")
    return listed
