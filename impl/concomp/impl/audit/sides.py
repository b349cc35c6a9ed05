"""What is known of the least δ, and of the least E, from curves above the truth and lines below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from concomp.impl.audit.curves import Curve, gathered
from concomp.impl.audit.rationals import ONE, ZERO, inside, outside
from concomp.impl.audit.simplification import rounded_down, rounded_up

TANGENTS = 3
"""The most lines from below with which a least E is looked for."""

Between = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction]
"""(P, Q): at every E the δ is at least P − E·Q."""


@dataclass(frozen=True, eq=False)
class Side:
    """What is known of one direction: curves above the truth, and for each E a line below it that is close there.

    reasons: why the two are apart, each in words.
    """

    above: tuple[Curve, ...]
    below: Callable[[Fraction], Line]
    reasons: tuple[str, ...]

    def delta(self, e_eps: Fraction) -> Between:
        """Bounds of the least δ at e_eps ≥ 1."""
        p, q = self.below(e_eps)
        low, high = (
            rounded_down(inside(max(Fraction(0), p - e_eps * q))),
            rounded_up(min(curve(inside(e_eps)) for curve in self.above)),
        )
        return outside(low), min(Fraction(1), outside(high))

    def least_e_eps(self, delta: Fraction) -> tuple[Fraction, Fraction | None]:
        """Bounds of the least E ≥ 1 for δ; above None if no E can be shown to suffice."""
        crossings = [found for curve in self.above if (found := _crossing(curve, delta)) is not None]
        high, low = min(crossings, default=None), Fraction(1)
        knees = (knee for curve in self.above for knee, _ in curve.hinges)
        e_eps = max([ONE, *knees]) if high is None else inside(high)
        for _ in range(TANGENTS):
            p, q = self.below(outside(e_eps))
            if q == 0 or (p - delta) / q <= low:
                break
            low = outside(rounded_down(inside((p - delta) / q)))
            e_eps = inside(low)
        return low, high


@dataclass(frozen=True, eq=False)
class Bounds:
    """What is known of world 0 over world 1 and of world 1 over world 0."""

    forward: Side
    backward: Side

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why bounds are apart, each reason in words."""
        return tuple(dict.fromkeys((*self.forward.reasons, *self.backward.reasons)))

    def under(self, above: Bounds, reason: str) -> Bounds:
        """The bounds from below of this one, and those from above of what loses more, with why the two are apart."""

        def side(low: Side, high: Side) -> Side:
            return Side(high.above, low.below, (reason, *low.reasons, *high.reasons))

        return Bounds(side(self.forward, above.forward), side(self.backward, above.backward))

    def deltas(self, e_eps: Fraction) -> tuple[Between, Between]:
        """Bounds of the least δ at e_eps ≥ 1 in either direction."""
        return self.forward.delta(e_eps), self.backward.delta(e_eps)

    def delta(self, e_eps: Fraction) -> Between:
        """Bounds of the least δ at e_eps ≥ 1."""
        (low, high), (other_low, other_high) = self.deltas(e_eps)
        return max(low, other_low), max(high, other_high)

    def least_e_eps(self, delta: Fraction) -> tuple[Fraction, Fraction | None]:
        """Bounds of the least E for δ; above None if no E can be shown to suffice."""
        (low, high), (other_low, other_high) = self.forward.least_e_eps(delta), self.backward.least_e_eps(delta)
        return max(low, other_low), None if high is None or other_high is None else max(high, other_high)


_SILENT = Side((), lambda e_eps: (Fraction(0), Fraction(0)), ())
NOTHING_KNOWN = Bounds(_SILENT, _SILENT)
"""What holds of everything, from below."""


def _crossing(curve: Curve, delta: Fraction) -> Fraction | None:
    """The least E ≥ 1 at which a curve is at most δ; None if it never is."""
    level = inside(delta)
    points = curve.at([ONE, *(knee for knee, _ in curve.hinges if knee > 1)])
    if points[0][1] <= level:
        return Fraction(1)
    for (left, high), (right, low) in pairwise(points):
        if low <= level:
            return outside(left + (high - level) * (right - left) / (high - low))
    return None


def tangent(curve: Curve, e_eps: Fraction) -> Line:
    """The line of a curve at e_eps: (P, Q) with the value P − x·Q there, and never more than the curve elsewhere."""
    x = inside(e_eps)
    slope = sum((weight for knee, weight in curve.hinges if knee > x), ZERO)
    return outside(curve(x) + slope * x), outside(slope)


def highest_line(lines: Sequence[Line], e_eps: Fraction) -> Line:
    """The line that is highest at e_eps."""
    return max(lines, key=lambda line: line[0] - e_eps * line[1])


def of_test(line: Line) -> Curve:
    """The curve of a test that says yes with chances (P, Q) in the two worlds."""
    p, q = map(inside, line)
    outcomes = [(p, q), (1 - p, 1 - q)]
    hinges = [(chance / other, other) for chance, other in outcomes if chance and other]
    return Curve(sum((chance for chance, other in outcomes if not other), ZERO), gathered(hinges))
