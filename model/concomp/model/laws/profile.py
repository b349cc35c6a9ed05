"""Privacy profiles: δ as a function of E = e^ε, for all E ≥ 1 at once.

A profile is convex, non-increasing, piecewise linear and in the end constant, so its vertices say all.
Sums and maxima of such functions are such functions, which is what backward induction needs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from concomp.model.laws.law import ONE, ZERO

Vertex = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Profile:
    """A convex non-increasing piecewise linear function on E ≥ 1.

    vertices: (E, δ) in increasing E, the first at E = 1; linear between, constant after the last.
    """

    vertices: tuple[Vertex, ...]

    def __call__(self, e_eps: Fraction) -> Fraction:
        """δ at e_eps ≥ 1; ValueError below 1."""
        if e_eps < 1:
            raise ValueError(f"e_eps is {e_eps}: a profile is defined for e_eps >= 1")
        for (left, high), (right, low) in zip(self.vertices, self.vertices[1:], strict=False):
            if e_eps <= right:
                return high + (low - high) * (e_eps - left) / (right - left)
        return self.vertices[-1][1]

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        """The least E ≥ 1 at which the profile is at most delta; None if it never is."""
        if self.vertices[0][1] <= delta:
            return ONE
        for (left, high), (right, low) in zip(self.vertices, self.vertices[1:], strict=False):
            if low <= delta:
                return left + (high - delta) * (right - left) / (high - low)
        return None

    def __add__(self, other: Profile) -> Profile:
        return _through((e, self(e) + other(e)) for e in _breakpoints(self, other))

    def scaled(self, factor: Fraction) -> Profile:
        """The profile multiplied by a factor ≥ 0."""
        return _through((e, factor * delta) for e, delta in self.vertices)


def hinge(p: Fraction, q: Fraction) -> Profile:
    """The function E ↦ max(0, p − E·q) of one outcome with weights p, q ≥ 0 in the two worlds."""
    if q == 0:
        return Profile(((ONE, p),))
    if p <= q:
        return Profile(((ONE, ZERO),))
    return Profile(((ONE, p - q), (p / q, ZERO)))


def total(profiles: Iterable[Profile]) -> Profile:
    """The sum of profiles; zero if there are none."""
    return reduce(Profile.__add__, profiles, hinge(ZERO, ZERO))


def upper(first: Profile, second: Profile) -> Profile:
    """The pointwise maximum of two profiles."""
    points = _breakpoints(first, second)
    crossings = [_crossing(first, second, a, b) for a, b in itertools.pairwise(points)]
    every = sorted({*points, *(point for point in crossings if point is not None)})
    return _through((e, max(first(e), second(e))) for e in every)


def _breakpoints(first: Profile, second: Profile) -> list[Fraction]:
    return sorted({e for profile in (first, second) for e, _ in profile.vertices})


def _crossing(first: Profile, second: Profile, left: Fraction, right: Fraction) -> Fraction | None:
    before, after = first(left) - second(left), first(right) - second(right)
    if before * after >= 0:
        return None
    return left + (right - left) * before / (before - after)


def _through(points: Iterable[Vertex]) -> Profile:
    """The profile through points in increasing E, without those that lie on a line."""
    kept: list[Vertex] = []
    for point in points:
        while len(kept) >= 2 and _collinear(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    while len(kept) >= 2 and kept[-1][1] == kept[-2][1]:
        kept.pop()
    return Profile(tuple(kept))


def _collinear(a: Vertex, b: Vertex, c: Vertex) -> bool:
    return (b[1] - a[1]) * (c[0] - a[0]) == (c[1] - a[1]) * (b[0] - a[0])
