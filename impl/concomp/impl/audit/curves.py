"""Curves: what an adversary can gain when judged at odds x, for all x at once.

The same functions as the model's curves, with the library's rationals and merges of sorted lists in place of sets.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO, inside, outside
from concomp.model.laws import curve as model
from concomp.model.laws.profile import Profile

Hinge = tuple[fmpq, fmpq]
Vertex = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class Curve:
    """The function x ↦ floor + Σ weight·max(0, knee − x) on x ≥ 0.

    hinges: (knee, weight) in increasing knee, both positive.
    """

    floor: fmpq
    hinges: tuple[Hinge, ...]

    def __call__(self, x: fmpq) -> fmpq:
        """The value at x ≥ 0."""
        value, slope = self._from_the_right[bisect_right(self.hinges, x, key=itemgetter(0))]
        return value - x * slope

    @cached_property
    def _from_the_right(self) -> list[Vertex]:
        """For each hinge and for none: the value at 0 and the slope of what it and all after it bring."""
        value, slope, found = self.floor, ZERO, list[Vertex]()
        for knee, weight in reversed(self.hinges):
            found.append((value, slope))
            value, slope = value + knee * weight, slope + weight
        return [*found, (value, slope)][::-1]

    def forward(self, e_eps: Fraction) -> Fraction:
        """The least δ of world 0 over world 1 at e_eps ≥ 1."""
        return outside(self(inside(e_eps)))

    def backward(self, e_eps: Fraction) -> Fraction:
        """The least δ of world 1 over world 0 at e_eps ≥ 1."""
        x = inside(e_eps)
        return outside(1 - x + x * self(1 / x))

    def profile(self) -> Profile:
        """The least δ of both directions for every E ≥ 1."""
        knees = [knee for knee, _ in self.hinges]
        forward = self.at([ONE, *(knee for knee in knees if knee > 1)])
        earlier = self.at([*(knee for knee in knees if knee < 1), ONE])
        backward = [(1 / x, 1 - 1 / x + value / x) for x, value in reversed(earlier)]
        return Profile(tuple((outside(x), outside(value)) for x, value in _envelope(forward, backward)))

    def at(self, points: Sequence[fmpq]) -> list[Vertex]:
        """The curve at increasing points."""
        value, slope, last, found = self.floor, ZERO, ZERO, []
        position = len(self.hinges) - 1
        for x in reversed(points):
            value += slope * (last - x)
            while position >= 0 and self.hinges[position][0] >= x:
                knee, weight = self.hinges[position]
                value += weight * (knee - x)
                slope += weight
                position -= 1
            last = x
            found.append((x, value))
        return found[::-1]

    def trade_off(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The vertices (α, β) of the trade-off curve: the least chance β to miss world 0 if world 1 is taken for it
        with chance at most α, by any adversary and any randomised test; linear between.
        """
        falling = self.hinges[::-1]
        alphas = accumulate((weight for _, weight in falling), initial=ZERO)
        betas = accumulate((-weight * knee for knee, weight in falling), initial=1 - self.floor)
        found = list(zip(alphas, betas, strict=True))
        ended = found if found[-1][0] == 1 else [*found, (ONE, found[-1][1])]
        return tuple((outside(alpha), outside(beta)) for alpha, beta in ended)

    def of_the_model(self) -> model.Curve:
        """The same curve as an object of the model."""
        return model.Curve(outside(self.floor), tuple((outside(k), outside(w)) for k, w in self.hinges))


STOP = Curve(ZERO, ((ONE, ONE),))
"""What is worth nothing more than the odds themselves."""


def mixture(branches: Iterable[tuple[fmpq, fmpq, Curve]]) -> Curve:
    """Σ p·Φ(x·odds) over (p, odds, Φ), for p > 0; odds zero are those of what only world 0 brings."""
    floor, moved = ZERO, list[Hinge]()
    for p, odds, curve in branches:
        if odds == 0:
            floor += p
        else:
            floor += p * curve.floor
            factor = p * odds
            moved.extend((knee / odds, weight * factor) for knee, weight in curve.hinges)
    return Curve(floor, gathered(moved))


def gathered(hinges: list[Hinge]) -> tuple[Hinge, ...]:
    """Hinges in increasing knee, those with the same knee added up."""
    found: list[Hinge] = []
    for knee, weight in sorted(hinges, key=lambda hinge: hinge[0]):
        if found and found[-1][0] == knee:
            found[-1] = knee, found[-1][1] + weight
        else:
            found.append((knee, weight))
    return tuple(found)


def highest(first: Curve, second: Curve) -> Curve:
    """The pointwise maximum of two curves."""
    if first.hinges == second.hinges:
        return first if first.floor >= second.floor else second
    points = _unite([ZERO, *(knee for knee, _ in first.hinges)], [ZERO, *(knee for knee, _ in second.hinges)])
    one, two = first.at(points), second.at(points)
    if all(a >= b for (_, a), (_, b) in zip(one, two, strict=True)):
        return first
    if all(a <= b for (_, a), (_, b) in zip(one, two, strict=True)):
        return second
    return through(_maximum(one, two))


def _unite(first: list[fmpq], second: list[fmpq]) -> list[fmpq]:
    """The points of two increasing lists, each once."""
    found: list[fmpq] = []
    for point in sorted(first + second):
        if not found or found[-1] != point:
            found.append(point)
    return found


def _maximum(one: list[Vertex], two: list[Vertex]) -> list[Vertex]:
    """The vertices of the maximum of two functions given at common points, linear between them."""
    found: list[Vertex] = [(one[0][0], max(one[0][1], two[0][1]))]
    for ((x, a), (z, b)), ((_, c), (_, d)) in zip(pairwise(one), pairwise(two), strict=True):
        before, after = a - c, b - d
        if (before > 0 and after < 0) or (before < 0 and after > 0):
            part = before / (before - after)
            found.append((x + (z - x) * part, a + (b - a) * part))
        found.append((z, max(b, d)))
    return found


def through(vertices: Sequence[Vertex]) -> Curve:
    """The convex curve through vertices in increasing x, the first at 0, constant after the last."""
    falls = [(high - low) / (z - x) for (x, high), (z, low) in pairwise(vertices)]
    bends = zip(vertices[1:], falls, [*falls[1:], ZERO], strict=True)
    return Curve(vertices[-1][1], tuple((x, steep - flat) for (x, _), steep, flat in bends if steep != flat))


def _envelope(one: list[Vertex], two: list[Vertex]) -> list[Vertex]:
    """The maximum of two functions by vertices from 1 on, constant after the last, without idle vertices."""
    points = _unite([x for x, _ in one], [x for x, _ in two])
    found = _maximum(_extend(one, points), _extend(two, points))
    kept: list[Vertex] = []
    for vertex in found:
        while len(kept) >= 2 and _on_a_line(kept[-2], kept[-1], vertex):
            kept.pop()
        kept.append(vertex)
    while len(kept) >= 2 and kept[-1][1] == kept[-2][1]:
        kept.pop()
    return kept


def _extend(vertices: list[Vertex], points: list[fmpq]) -> list[Vertex]:
    """A function by its values at more points."""
    found, position = list[Vertex](), 0
    for x in points:
        while position + 1 < len(vertices) and vertices[position + 1][0] <= x:
            position += 1
        here, value = vertices[position]
        if position + 1 < len(vertices) and x != here:
            then, later = vertices[position + 1]
            value = value + (later - value) * (x - here) / (then - here)
        found.append((x, value))
    return found


def _on_a_line(a: Vertex, b: Vertex, c: Vertex) -> bool:
    return bool((b[1] - a[1]) * (c[0] - a[0]) == (c[1] - a[1]) * (b[0] - a[0]))
