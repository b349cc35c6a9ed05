"""Rényi divergences of integer order, by their moments.

D_α(P‖Q) = (1/(α − 1))·ln Σ Q·(P/Q)^α is the logarithm of a rational number, so the number itself is kept: the moment
e^{(α−1)·D_α}. Divergences are compared by comparing moments, and losses ε by W = e^{(α−1)ε}.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
Moment = Fraction | None
"""A moment, None if it is infinite."""


@realises("Haney23 Definition 1.2 (repaired)", "Haney23 Definition 4.1 (repaired)", "HSV26 Definition 13.1")
def renyi_moment(p: Law[X], q: Law[X], order: int) -> Moment:
    """E_{x~Q}[(P(x)/Q(x))^order] = e^{(order−1)·D(P‖Q)} for an order of at least 2; None if P leaves Q's support."""
    if not p.support <= q.support:
        return None
    return sum((weight * (p[outcome] / weight) ** order for outcome, weight in q.items()), ZERO)


@realises("Lyu22 Definition 3")
def renyi_moment_over_the_first(p: Law[X], q: Law[X], order: int) -> Moment:
    """E_{x~P}[(P(x)/Q(x))^(order−1)], another form of the same moment."""
    if not p.support <= q.support:
        return None
    return sum((weight * (weight / q[outcome]) ** (order - 1) for outcome, weight in p.items()), ZERO)


@realises("Haney23 Definition 1.2", "Haney23 Definition 4.1")
def renyi_moment_as_printed(p: Law[X], q: Law[X], order: int) -> Fraction:
    """(E_{x~Q}[P(x)/Q(x)])^order, as printed: with the power outside the expectation."""
    mean = sum((weight * (p[outcome] / weight) for outcome, weight in q.items()), ZERO)
    return mean**order
