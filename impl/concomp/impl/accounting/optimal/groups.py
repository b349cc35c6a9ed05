"""Optimal composition of many losses without a common unit, by groups of their outcomes on a grid.

The outcomes of the larger losses are listed; those of the smaller ones are brought to a grid on either side, in groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil, exp, inf, log
from statistics import fmean

import numpy as np

from concomp.impl.accounting.optimal.exposure import never_exposed
from concomp.impl.accounting.optimal.halves import HalvesComposition, list_halves
from concomp.impl.accounting.optimal.kinds import BITS, Kinds, as_float, kinds_of
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.outcomes.on_grid import EXPONENT, Groups, grid_meeting
from concomp.impl.accounting.outcomes.outcomes import NOTHING, Outcomes
from concomp.impl.accounting.outcomes.suspicion import Meeting, Suspected, listed_meeting
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss
from concomp.model.laws.balls import precision

GUESSED = 1 << 8
"""How many places make up a deviation for a guess, times √groups."""
PLACES = 1 << 21
"""The most places that all losses span."""
NEARBY = 1 + 2.0**-6
"""How far beyond t outcomes are looked at, so that a t near by needs no others."""


@dataclass(frozen=True)
class Detail:
    """How finely outcomes are told apart.

    half: the most outcomes of a half, up to the shortfall asked for, that are listed, so that no grid is needed.
    listed: the most outcomes of larger losses that are listed. in_group: the most of a group of smaller ones.
    fineness: how many places make up a deviation, times √groups: each group adds a square of a cell.
    """

    half: int
    listed: int
    in_group: int
    fineness: int


ORDINARY, FINE = Detail(1 << 16, 1 << 14, 1 << 13, 3 << 12), Detail(1 << 18, 1 << 16, 1 << 14, 3 << 15)
"""What mostly brings bounds within 1e-9 of each other, and what takes ten times as long."""


def by_groups(components: Sequence[PrivacyLoss], detail: Detail = ORDINARY) -> HalvesComposition | None:
    """The optimal composition by larger losses and, on a grid, groups of smaller ones; None if outcomes are too many.

    A question whose answer takes outcomes of a wider range than floats have is Undecided.
    """
    kinds = kinds_of(components)
    if kinds is None:
        return None
    groups = _groups(kinds, inf, detail)
    if groups.span > EXPONENT:
        # Some of the outcomes are enough to guess by.
        groups = _groups(kinds, EXPONENT / len(groups.others), detail)
    guide = _meeting(groups, groups.reach / 2, GUESSED)
    nearby = Nearby(kinds, kinds.reach, detail)
    return HalvesComposition((guide,), nearby, kinds, never_exposed(components))


def _meeting(groups: Groups, short: float, fineness: int) -> Meeting:
    """Where groups meet: on a grid, unless all is listed; Undecided if they leave the range of floats."""
    if groups.span == 0:
        return listed_meeting(groups.first, NOTHING)
    if groups.span > EXPONENT:
        raise Undecided("the losses that are not listed add up to more than floats have room for")
    return grid_meeting(groups, short, fineness, PLACES)


@dataclass(frozen=True, eq=False)
class Nearby:
    """All outcomes up to just beyond the shortfall that is asked for: listed, or if they are too many on a grid."""

    kinds: Kinds
    reach: float
    detail: Detail
    _last: list[tuple[float, Meeting]] = field(default_factory=list)

    def suspected(self, short: float) -> Suspected:
        """What outcomes add to δ at e^{T−t}."""
        if not self._last or not self._last[0][0] / 2 <= short * NEARBY <= self._last[0][0] * NEARBY:
            self._last[:] = [(short * NEARBY, self._meeting(short * NEARBY))]
        # What it lacks of all weights is not known without the outcomes that are farther off.
        return replace(self._last[0][1].suspected(short), lacking=None)

    def _meeting(self, short: float) -> Meeting:
        halves = list_halves(self.kinds, short, self.detail.half)
        if halves is not None:
            return listed_meeting(*halves)
        return _meeting(_groups(self.kinds, short, self.detail), short, self.detail.fineness)


def _groups(kinds: Kinds, short: float, detail: Detail) -> Groups:
    """The outcomes up to some shortfall, those of the larger losses listed, and those of groups of smaller ones."""
    left = list(kinds.times.items())
    losses = np.array([as_float(loss) for loss, times in left for _ in range(times)])
    with precision(BITS):
        first = _next_group(left, short, detail.listed)
        listed = len(losses) - sum(times for _, times in left)
        others = _in_groups(left, short, detail.in_group)
        # A last group of only a few outcomes would make all the others' errors count.
        size = exp(fmean(log(len(each)) for each in others))
        return Groups(losses, listed, first, _in_groups(left, short, ceil(2 * size)) if len(others) > 1 else others)


def _in_groups(kinds: Sequence[tuple[PureLoss, int]], short: float, most: int) -> tuple[Outcomes, ...]:
    """The outcomes of some kinds in groups, of which none has many more."""
    left, found = list(kinds), list[Outcomes]()
    while left or not found:
        found.append(_next_group(left, short, most))
    return tuple(found)


def _next_group(left: list[tuple[PureLoss, int]], short: float, most: int) -> Outcomes:
    """The outcomes of the first few of those that are left, which are then left no more."""
    found = NOTHING
    while left:
        longer = found.and_kind(*left[0], short)
        if len(longer) > most and found is not NOTHING:
            break
        found = longer
        left.pop(0)
    return found
