"""Certified bounds on both sides, in bounded memory.

Where the exact places are few enough, curves are kept short, and rounded outward. Where there are too many beliefs,
they are split onto a grid, which bounds from above; the same grid serves as the memory of an adversary, whose plan is
worth exactly what it reaches when it is played against the mechanism, which bounds from below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.induction import Simplify, simplified_curve, simplified_curves
from concomp.impl.audit.places import Whole, whole
from concomp.impl.audit.rationals import ONE, ZERO, inside, outside
from concomp.impl.audit.setting import Setting
from concomp.impl.audit.simplification import from_above, from_below, rounded_down, rounded_up
from concomp.impl.audit.splitting import onto_grid
from concomp.impl.audit.strategy import good_plan
from concomp.model.mechanisms.distinguisher import chances
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game, exchange_worlds

SIZES = (256, 64, 16)
"""The most hinges of a curve on exact places, tried one after the other."""
GRIDS = ((1, 16), (2, 16), (4, 32), (8, 32), (16, 64), (32, 128), (64, 256), (128, 256))
"""Cells of a grid and the most hinges of a curve on it, tried one after the other while there are steps."""
GROWTH = 4
"""A finer grid is tried if the steps allow for so many times those of the one before."""
KEPT = 1_000_000
"""The most hinges of all the curves of a grid together, for they are remembered."""
MEMORIES = (6, 3, 1)
"""Bits of the odds that a plan remembers, tried one after the other."""
SHARE = 4
"""An attempt with exact places may take this part of the steps."""
TANGENTS = 3
"""The most lines from below with which a least E is looked for."""

Between = tuple[Fraction, Fraction]
Line = tuple[Fraction, Fraction]
"""(P, Q): at every E the δ is at least P − E·Q."""


@dataclass(frozen=True, eq=False)
class Side:
    """What is known of one direction: a curve above the truth, and for each E a line below it that is close there."""

    above: Curve
    below: Callable[[Fraction], Line]

    def delta(self, e_eps: Fraction) -> Between:
        """Bounds of the least δ at e_eps ≥ 1."""
        p, q = self.below(e_eps)
        low, high = rounded_down(inside(max(Fraction(0), p - e_eps * q))), rounded_up(self.above(inside(e_eps)))
        return outside(low), min(Fraction(1), outside(high))

    def least_e_eps(self, delta: Fraction) -> tuple[Fraction, Fraction | None]:
        """Bounds of the least E ≥ 1 for δ; above None if no E can be shown to suffice."""
        high, low = _crossing(self.above, delta), Fraction(1)
        e_eps = max([ONE, *(knee for knee, _ in self.above.hinges)]) if high is None else inside(high)
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


def bounds(setting: Setting, game: Game, steps: int) -> Bounds:
    """Bounds on both sides; TooLarge if even coarse ones take more steps.

    game: the setting as one game, against which adversaries are played.
    """
    turned = replace(setting, interleaving=replace(setting.interleaving, components=_exchange(setting)))
    try:
        exact = [whole(each, Allowance(steps // SHARE)) for each in (setting, turned)]
    except TooLarge:
        return Bounds(_on_grids(setting, game, steps // 2), _on_grids(turned, exchange_worlds(game), steps // 2))
    return Bounds(*(_on_exact_places(each, steps // 2) for each in exact))


def _exchange(setting: Setting) -> tuple[Game, ...]:
    """The games with their worlds exchanged, those that were one object still one."""
    turned = {id(game): exchange_worlds(game) for game in setting.interleaving.components}
    return tuple(turned[id(game)] for game in setting.interleaving.components)


def _on_exact_places(exact: Whole, steps: int) -> Side:
    below = _simplest(exact, steps // 2, from_below)
    return Side(_simplest(exact, steps // 2, from_above), lambda e_eps: _tangent(below, e_eps))


def _simplest(exact: Whole, steps: int, simplified: Callable[[int, Allowance], Simplify]) -> Curve:
    """The curve at the start with as many hinges as are affordable."""
    for size in SIZES:
        allowance = Allowance(steps // len(SIZES))
        try:
            return simplified_curve(exact.arena, allowance, simplified(size, allowance))
        except TooLarge:
            continue
    raise _too_large(steps)


def _tangent(curve: Curve, e_eps: Fraction) -> Line:
    x = inside(e_eps)
    slope = sum((weight for knee, weight in curve.hinges if knee > x), ZERO)
    return outside(curve(x) + slope * x), outside(slope)


def _on_grids(setting: Setting, game: Game, steps: int) -> Side:
    """The side by the finest grid that is affordable."""
    found: tuple[Whole, tuple[dict[int, Curve], ...]] | None = None
    left, last = steps, 0
    for cells, size in GRIDS:
        allowance = Allowance(left)
        if GROWTH * last > left:
            break
        try:
            grid = whole(setting, allowance, onto_grid(cells))
            if len(grid.arena.places) * grid.arena.rounds * size > KEPT:
                break
            found = grid, tuple(simplified_curves(grid.arena, allowance, from_above(size, allowance)))[::-1]
        except TooLarge:
            break
        left, last = allowance.left, left - allowance.left
    if found is None:
        raise _too_large(steps)
    grid, layers = found
    return Side(layers[0][grid.arena.start], lambda e_eps: _play(game, grid, layers, e_eps))


def _play(game: Game, grid: Whole, layers: tuple[dict[int, Curve], ...], e_eps: Fraction) -> Line:
    """The chances with which a plan that is good at E speaks up; those of silence if each plan is too large."""
    for bits in MEMORIES:
        try:
            return chances(game, good_plan(grid, layers, inside(e_eps), bits))
        except TooLarge:
            continue
    return Fraction(0), Fraction(0)


def _too_large(steps: int) -> TooLarge:
    return TooLarge(
        f"even coarse bounds take more than {steps} steps: "
        "lower the horizon, or give fewer components, messages or hidden states"
    )
