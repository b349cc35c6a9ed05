"""Curves: the best hockey-stick an adversary can reach, as a function of the odds at which it is judged.

Judged at x ≥ 0, two laws P, Q of what the adversary saw are worth Σ max(0, P − x·Q). As a function of x this is
convex, non-increasing, piecewise linear, one at x = 0 and in the end constant; so are mixtures and maxima of such
functions. If the history so far had weights p and q in the two worlds, what is still to come adds p·Φ(x·q/p):
the history enters as a change of scale only, and one curve serves all histories with the same future.
A curve says both directions at once, since Σ max(0, Q − E·P) = 1 − E + E·Σ max(0, P − Q/E).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.profile import Profile, Vertex, upper

Hinge = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Curve:
    """The function x ↦ floor + Σ weight·max(0, knee − x) on x ≥ 0.

    hinges: (knee, weight) in increasing knee, knees and weights positive.
    """

    floor: Fraction
    hinges: tuple[Hinge, ...]

    def __call__(self, x: Fraction) -> Fraction:
        """The value at x ≥ 0."""
        return self.floor + sum((weight * (knee - x) for knee, weight in self.hinges if knee > x), ZERO)

    def forward(self, e_eps: Fraction) -> Fraction:
        """The least δ of world 0 over world 1 at e_eps ≥ 1."""
        return self(e_eps)

    def backward(self, e_eps: Fraction) -> Fraction:
        """The least δ of world 1 over world 0 at e_eps ≥ 1."""
        return 1 - e_eps + e_eps * self(1 / e_eps)

    def profile(self) -> Profile:
        """The least δ of both directions for every E ≥ 1."""
        later = [knee for knee, _ in self.hinges if knee > 1]
        earlier = sorted(1 / knee for knee, _ in self.hinges if knee < 1)
        return upper(
            Profile(tuple((e_eps, self.forward(e_eps)) for e_eps in (ONE, *later))),
            Profile(tuple((e_eps, self.backward(e_eps)) for e_eps in (ONE, *earlier))),
        )


STOP = Curve(ZERO, ((ONE, ONE),))
"""What is worth nothing more than the odds themselves: x ↦ max(0, 1 − x)."""


def mixture(branches: Iterable[tuple[Fraction, Fraction, Curve]]) -> Curve:
    """Σ p·Φ(x·q/p) over (p, q, Φ): an answer of chances p, q in the two worlds, then Φ."""
    floor = ZERO
    weights: dict[Fraction, Fraction] = {}
    for p, q, curve in branches:
        if q == 0:
            floor += p
        elif p > 0:
            ratio = p / q
            floor += p * curve.floor
            for knee, weight in curve.hinges:
                moved = knee * ratio
                weights[moved] = weights.get(moved, ZERO) + weight * q
    return Curve(floor, tuple(sorted(weights.items())))


def highest(first: Curve, second: Curve) -> Curve:
    """The pointwise maximum of two curves."""
    if first == second:
        return first
    points = sorted({ZERO, *(knee for knee, _ in first.hinges), *(knee for knee, _ in second.hinges)})
    one, two = _along(first, points), _along(second, points)
    if all(a >= b for a, b in zip(one, two, strict=True)):
        return first
    if all(a <= b for a, b in zip(one, two, strict=True)):
        return second
    return _through(_envelope(points, one, two))


def _along(curve: Curve, points: list[Fraction]) -> list[Fraction]:
    """The values of a curve at increasing points that include its knees."""
    weights = dict(curve.hinges)
    values = [curve.floor]
    slope = ZERO
    for left, right in zip(reversed(points[:-1]), reversed(points[1:]), strict=True):
        slope += weights.get(right, ZERO)
        values.append(values[-1] + slope * (right - left))
    return values[::-1]


def _envelope(points: list[Fraction], one: list[Fraction], two: list[Fraction]) -> list[Vertex]:
    """The vertices of the maximum of two functions given at common points, linear between them."""
    vertices: list[Vertex] = [(points[0], max(one[0], two[0]))]
    for (x, z), (a, b), (c, d) in zip(
        itertools.pairwise(points), itertools.pairwise(one), itertools.pairwise(two), strict=True
    ):
        before, after = a - c, b - d
        if before * after < 0:
            part = before / (before - after)
            vertices.append((x + (z - x) * part, a + (b - a) * part))
        vertices.append((z, max(b, d)))
    return vertices


def _through(vertices: list[Vertex]) -> Curve:
    """The curve through vertices in increasing x, the first at 0, constant after the last."""
    falls = [(high - low) / (z - x) for (x, high), (z, low) in itertools.pairwise(vertices)]
    bends = zip(vertices[1:], falls, [*falls[1:], ZERO], strict=True)
    hinges = ((x, steep - flat) for (x, _), steep, flat in bends if steep != flat)
    return Curve(vertices[-1][1], tuple(hinges))
