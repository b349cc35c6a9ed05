"""Frontiers: curves by integers.

An adversary that stops can have spoken up with chances (P, Q) in the two worlds; the corners (P, Q) that are worth most
for some odds x, that is P − x·Q, make a frontier, and the steps between them are the hinges of a curve: (a, b) is the
knee a/b with weight b. Averages add up the steps of frontiers by their knees, and the better of two frontiers takes its
corners from both, so that all numbers stay integers over one denominator, whatever the knees.

Knees are ordered by the quotients of their integers as floating-point numbers. These are rounded correctly, so that a
smaller quotient is a smaller knee; equal ones are compared exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import groupby, pairwise
from math import gcd, inf, lcm

from flint import fmpq

from concomp.impl.audit.curves import Curve, Hinge

SAMPLE = 4
"""About how many edges are looked at for a common factor, before all are."""
LONG = 1 << 30
"""The least common factor that is taken out."""

Edge = tuple[float, int, int]
"""(the knee, rounded; how much P grows; how much Q grows)."""
Branch = tuple[fmpq, fmpq, "Frontier"]
"""(chance in world 0, chance in world 1, what follows); where world 1 is excluded nothing does."""


@dataclass(frozen=True, slots=True)
class Frontier:
    """The corners from (floor, 0) on, over a denominator: edges in decreasing knee, all their numbers positive."""

    denominator: int
    floor: int
    edges: tuple[Edge, ...]

    def curve(self) -> Curve:
        """The same as a curve."""
        hinges: list[Hinge] = []
        for _, a, b in reversed(self.edges):
            knee, weight = fmpq(a, b), fmpq(b, self.denominator)
            if hinges and hinges[-1][0] == knee:
                weight += hinges.pop()[1]
            hinges.append((knee, weight))
        return Curve(fmpq(self.floor, self.denominator), tuple(hinges))

    @property
    def work(self) -> int:
        """What an edge costs, counted more often if its numbers are long, times the edges."""
        return (1 + len(self.edges)) * (1 + self.denominator.bit_length() // 1024)

    def over(self, denominator: int) -> Frontier:
        """The same over a multiple of the denominator."""
        factor = denominator // self.denominator
        if factor == 1:
            return self
        edges = tuple([(knee, a * factor, b * factor) for knee, a, b in self.edges])
        return Frontier(denominator, self.floor * factor, edges)


STOP = Frontier(1, 0, ((1.0, 1, 1),))
"""What is worth nothing more than the odds themselves."""


def quotient(a: int, b: int) -> float:
    """a/b for positive integers, rounded to the nearest."""
    try:
        return a / b
    except OverflowError:
        return inf


def mixture(branches: Sequence[Branch]) -> Frontier:
    """The average over branches."""
    common = lcm(*(int(each.q) * after.denominator for p, q, after in branches for each in (p, q)))
    floor, edges, runs = 0, list[Edge](), 0
    for p, q, after in branches:
        factor = int(p.p) * (common // (int(p.q) * after.denominator))
        if q == 0:
            floor += factor * after.denominator
            continue
        floor += factor * after.floor
        other = int(q.p) * (common // (int(q.q) * after.denominator))
        edges += _scaled(after.edges, factor, other)
        runs += 1
    return _short(common, floor, _united(edges) if runs > 1 else edges)


def _short(denominator: int, floor: int, edges: list[Edge]) -> Frontier:
    """A frontier without most of what its numbers have in common."""
    some = [number for _, a, b in edges[:: 1 + len(edges) // SAMPLE] for number in (a, b)]
    if gcd(denominator, floor, *some) >= LONG:
        common = gcd(denominator, floor, *(number for _, a, b in edges for number in (a, b)))
        if common >= LONG:
            edges = [(knee, a // common, b // common) for knee, a, b in edges]
            return Frontier(denominator // common, floor // common, tuple(edges))
    return Frontier(denominator, floor, tuple(edges))


def _scaled(edges: Sequence[Edge], factor: int, other: int) -> list[Edge]:
    """P times a factor, Q times the other."""
    if factor == other:
        return [(knee, a * factor, b * factor) for knee, a, b in edges]
    scaled = [(a * factor, b * other) for _, a, b in edges]
    try:
        return [(a / b, a, b) for a, b in scaled]
    except OverflowError:
        return [(quotient(a, b), a, b) for a, b in scaled]


def _united(edges: list[Edge]) -> list[Edge]:
    """The edges in order, those with the same knee added up."""
    found: list[Edge] = []
    last = -1.0
    for edge in _in_order(edges):
        knee, a, b = edge
        if knee == last and a * found[-1][2] == found[-1][1] * b:
            found[-1] = knee, a + found[-1][1], b + found[-1][2]
        else:
            found.append(edge)
            last = knee
    return found


def _in_order(edges: list[Edge]) -> list[Edge]:
    """The edges in decreasing knee; they are sorted in place."""
    edges.sort(key=_rounded_knee, reverse=True)
    if all(first[0] != second[0] or first[1] * second[2] >= second[1] * first[2] for first, second in pairwise(edges)):
        return edges
    groups = (list(group) for _, group in groupby(edges, key=_rounded_knee))
    return [edge for group in groups for edge in sorted(group, key=_exact_knee, reverse=True)]


def _rounded_knee(edge: Edge) -> float:
    return edge[0]


def _compare(first: Edge, second: Edge) -> int:
    return first[1] * second[2] - second[1] * first[2]


_exact_knee = cmp_to_key(_compare)


def highest(frontiers: Iterable[Frontier]) -> Frontier:
    """The best of frontiers, at every x."""
    best, *others = frontiers
    for other in others:
        common = lcm(best.denominator, other.denominator)
        best = _higher(best.over(common), other.over(common))
    return best


def _higher(one: Frontier, two: Frontier) -> Frontier:
    """The better of two frontiers over one denominator.

    Going down from large x, the lead of one over two is followed from knee to knee. Where it changes, the step from
    the corner of one to that of the other is an edge of the result.
    """
    if one.edges == two.edges:
        return one if one.floor >= two.floor else two
    p, q, other_p, other_q = one.floor, 0, two.floor, 0
    found: list[Edge] = []
    one_leads = p >= other_p
    for edge, is_of_one in _events(one, two):
        _, a, b = edge
        lead = (p - other_p) * b - a * (q - other_q)
        if lead < 0 if one_leads else lead > 0:
            found.append(_step(one_leads, p - other_p, q - other_q))
            one_leads = not one_leads
        if is_of_one:
            p, q = p + a, q + b
        else:
            other_p, other_q = other_p + a, other_q + b
        if is_of_one is one_leads:
            found.append(edge)
    if p < other_p if one_leads else p > other_p:
        found.append(_step(one_leads, p - other_p, q - other_q))
    return Frontier(one.denominator, max(one.floor, two.floor), tuple(found))


def _step(from_one: bool, p: int, q: int) -> Edge:
    """The edge from the corner of one to that of the other, given what one has more, or the other way."""
    a, b = (-p, -q) if from_one else (p, q)
    return quotient(a, b), a, b


def _events(one: Frontier, two: Frontier) -> list[tuple[Edge, bool]]:
    """The edges of both in decreasing knee, with whether they are of the first."""
    events = [*((edge, True) for edge in one.edges), *((edge, False) for edge in two.edges)]
    events.sort(key=_rounded_knee_of_event, reverse=True)
    for ((first, a, b), _), ((second, c, d), _) in pairwise(events):
        if first == second and a * d < c * b:
            return sorted(events, key=lambda event: _exact_knee(event[0]), reverse=True)
    return events


def _rounded_knee_of_event(event: tuple[Edge, bool]) -> float:
    return event[0][0]
