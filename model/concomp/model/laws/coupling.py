"""Couplings of two laws.

A coupling draws two outcomes at once, each with its own law, and tries to draw the same one twice. However it is done,
the chance of two different outcomes is at least the total variation; the maximal coupling reaches it. It draws from
what the two laws have in common, and otherwise, independently, from what each has more than the other.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
Coupling = Law[tuple[X, X]]


def overlap(p: Law[X], q: Law[X]) -> Fraction:
    """What two laws have in common, Σ min(P, Q): one less their total variation."""
    return sum((min(weight, q[outcome]) for outcome, weight in p.items()), ZERO)


@realises("HSV26 Lemma 11.6")
def maximal_coupling(p: Law[X], q: Law[X]) -> Coupling[X]:
    """The coupling of p and q that draws the same outcome twice with the largest probability, their overlap.

    Returns a law on pairs whose first outcomes have the law p and whose second the law q.
    """
    common = {(x, x): min(p[x], q[x]) for x in p.support & q.support}
    apart = ONE - sum(common.values(), ZERO)
    if apart == 0:
        return Law(common)
    alone = {(x, y): (p[x] - q[x]) * (q[y] - p[y]) / apart for x in p if p[x] > q[x] for y in q if q[y] > p[y]}
    return Law(common | alone)


@realises("HSV26 Lemma 11.6", "HSV26 Lemma 11.7")
def is_coupling(joint: Coupling[X], p: Law[X], q: Law[X]) -> bool:
    """Whether the first outcomes of `joint` have the law p and its second outcomes the law q."""
    return joint.map(lambda pair: pair[0]) == p and joint.map(lambda pair: pair[1]) == q


@realises("HSV26 Lemma 11.7")
def parting(joint: Coupling[X]) -> Fraction:
    """The probability that the two outcomes of a coupling differ: at least the total variation of its marginals."""
    return joint.probability(lambda pair: pair[0] != pair[1])
