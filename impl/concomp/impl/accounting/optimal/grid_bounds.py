"""Bounds for losses without a common unit.

Each loss is rounded down, and up, to a grid. A randomised response of a smaller loss is a post-processing of one of a
larger loss, so that the two compositions on the grid bound the one asked for from below and from above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.exposure import never_exposed
from concomp.impl.accounting.optimal.lattice import LARGEST, Lattice, is_zero
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact

BITS = 192
"""The precision of losses before they are rounded."""
GRID_POINTS = 1 << 17
"""How many units the composition on the grid spans, unless there are many losses."""
FINE = 4
"""How many units a loss is at least on average."""


@dataclass(frozen=True)
class Bracket:
    """Two compositions on a grid, between which another lies."""

    lower: OptimalComposition
    upper: OptimalComposition

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        return Bounds(self.lower.delta(e_eps).low, self.upper.delta(e_eps).high)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        low, high = self.lower.least_e_eps(delta), self.upper.least_e_eps(delta)
        return None if low is None or high is None else Bounds(low.low, high.high)


def bracket(components: Sequence[PrivacyLoss], points: int = GRID_POINTS) -> Bracket:
    """Bounds of the optimal composition on a grid of about `points` units, or more where there are many components."""
    # Long lists mostly repeat a few objects.
    keys = [id(component.loss) for component in components]
    distinct = {id(component.loss): component for component in components}
    losses = {key: _bounds_of_loss(component) for key, component in distinct.items()}
    total = sum((losses[key].high * times for key, times in Counter(keys).items()), Fraction(0))
    # Where there are more losses than points, all would be rounded to nothing, or to one unit.
    points = min(LARGEST, max(points, FINE * len(keys)))
    unit = _round_up(total / points) or Fraction(1)
    unexposed = never_exposed(components)
    rounded_down = {key: int(loss.low / unit) for key, loss in losses.items()}
    rounded_up = {key: -int(-loss.high // unit) for key, loss in losses.items()}
    below, above = (tuple(rounded[key] for key in keys) for rounded in (rounded_down, rounded_up))
    grid = ExponentialLoss(unit)
    return Bracket(
        OptimalComposition(Lattice(grid, below), unexposed),
        OptimalComposition(Lattice(grid, above), unexposed),
    )


def _bounds_of_loss(component: PrivacyLoss) -> Bounds:
    if is_zero(component.loss):
        return Bounds(Fraction(0), Fraction(0))
    with precision(BITS):
        return bounds(component.loss.logarithm())


def _round_up(unit: Fraction) -> Fraction:
    """A short rational at least `unit`, so that numbers on the grid stay short."""
    scale = 1 << max(0, 32 - (unit.numerator.bit_length() - unit.denominator.bit_length()))
    return Fraction(-int(-unit * scale // 1), scale)
