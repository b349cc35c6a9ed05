"""Certified bounds on both sides, in bounded memory.

Curves are kept short, and beliefs, where there are too many of them, are rounded; each always outward. Both can only
raise, or only lower, what an adversary is said to gain, so that the truth lies between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from concomp.impl.audit import rounding
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.induction import Simplify, curve_at_start
from concomp.impl.audit.places import Whole, whole
from concomp.impl.audit.rationals import inside, outside
from concomp.impl.audit.rounding import EXACT, Rounding
from concomp.impl.audit.setting import Setting
from concomp.impl.audit.simplification import from_above, from_below, rounded_down, rounded_up
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game, exchanged

SIZES = (256, 64, 16)
"""The most hinges of a curve, tried one after the other."""
PRECISIONS = (24, 16, 12, 8, 5)
"""Bits of a belief, tried one after the other if exact beliefs are too many."""
SHARE = 4
"""Each attempt may take this part of the steps."""

Between = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Bounds:
    """Curves below and above the truth, world 0 over world 1 and world 1 over world 0."""

    forward: tuple[Curve, Curve]
    backward: tuple[Curve, Curve]

    def deltas(self, e_eps: Fraction) -> tuple[Between, Between]:
        """Bounds of the least δ at e_eps ≥ 1 in either direction."""
        return _between(self.forward, e_eps), _between(self.backward, e_eps)

    def delta(self, e_eps: Fraction) -> Between:
        """Bounds of the least δ at e_eps ≥ 1."""
        (low, high), (other_low, other_high) = self.deltas(e_eps)
        return max(low, other_low), max(high, other_high)

    def least_e_eps(self, delta: Fraction) -> tuple[Fraction, Fraction | None]:
        """Bounds of the least E for δ; above None if no E can be shown to suffice."""
        lows = [_crossing(curve, delta) for curve in (self.forward[0], self.backward[0])]
        highs = [_crossing(curve, delta) for curve in (self.forward[1], self.backward[1])]
        low = max((found for found in lows if found is not None), default=Fraction(1))
        known = [found for found in highs if found is not None]
        return low, max(known) if len(known) == len(highs) else None


def _between(curves: tuple[Curve, Curve], e_eps: Fraction) -> Between:
    x = inside(e_eps)
    low, high = (curve(x) for curve in curves)
    return max(Fraction(0), outside(rounded_down(low))), min(Fraction(1), outside(rounded_up(high)))


def _crossing(curve: Curve, delta: Fraction) -> Fraction | None:
    """The least E ≥ 1 at which a curve is at most δ; None if it never is."""
    level = inside(delta)
    points = curve.at([inside(Fraction(1)), *(knee for knee, _ in curve.hinges if knee > 1)])
    if points[0][1] <= level:
        return Fraction(1)
    for (left, high), (right, low) in pairwise(points):
        if low <= level:
            return outside(left + (high - level) * (right - left) / (high - low))
    return None


def bounds(setting: Setting, steps: int) -> Bounds:
    """Bounds on both sides; TooLarge if even coarse ones take more steps."""
    turned = replace(
        setting,
        interleaving=replace(setting.interleaving, components=_exchanged(setting)),
    )
    return Bounds(_pair(setting, steps // 2), _pair(turned, steps // 2))


def _exchanged(setting: Setting) -> tuple[Game, ...]:
    """The games with their worlds exchanged, those that were one object still one."""
    turned = {id(game): exchanged(game) for game in setting.interleaving.components}
    return tuple(turned[id(game)] for game in setting.interleaving.components)


def _pair(setting: Setting, steps: int) -> tuple[Curve, Curve]:
    return (
        _side(setting, steps // 2, rounding.lower, from_below),
        _side(setting, steps // 2, rounding.upper, from_above),
    )


def _side(
    setting: Setting,
    steps: int,
    rounded: Callable[[int], Rounding],
    simplified: Callable[[int, Allowance], Simplify],
) -> Curve:
    """The bound on one side, by the finest rounding that is affordable."""
    for how in (EXACT, *(rounded(bits) for bits in PRECISIONS)):
        try:
            arena = whole(setting, Allowance(steps // SHARE), how)
        except TooLarge:
            continue
        found = _simplest(arena, steps, simplified)
        if found is not None:
            return found
    raise TooLarge(
        f"even coarse bounds take more than {steps} steps: "
        "lower the horizon, or give fewer components, messages or hidden states"
    )


def _simplest(arena: Whole, steps: int, simplified: Callable[[int, Allowance], Simplify]) -> Curve | None:
    for size in SIZES:
        allowance = Allowance(steps // SHARE)
        try:
            return curve_at_start(arena.arena, allowance, simplified(size, allowance))
        except TooLarge:
            continue
    return None
