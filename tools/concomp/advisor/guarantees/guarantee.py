"""Guarantees: what a theorem promises of a plan, as a function of E and of δ.

Of fixed lists and of slots that is their optimal composition, of slots beside many other mechanisms moreover what
these may expose; of a filter its budget, and for a finite menu the exact value of the game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, groupby, repeat
from math import prod
from typing import Protocol

from concomp.advisor.guarantees.filter_game import FilterGame
from concomp.impl.accounting.losses import LossSum, rational_bounds, sum_of
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.best_composition import Composition, best_composition
from concomp.impl.accounting.optimal.exposure import never_exposed, none_of, overall
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, RationalLoss, flint_rational
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.positions import TooLarge

VERTICES = 64
"""The longest list of parameters whose whole profile is listed."""
IRRATIONAL = "a loss or the budget is given by eps; it is computed if all are given by E"
LONGEST = 10_000
"""The most launches of one label that are composed."""
STEPS = 1_000_000
"""How much an audit may take, so that an answer comes within seconds."""
FEW = 1000
"""How many mechanisms may be there for what they expose to be computed exactly."""
ONE = Fraction(1)


class Guarantee(Protocol):
    """What is promised of a composition against every adaptive adversary."""

    def delta(self, e_eps: Fraction) -> Bounds | None:
        """δ at this E, None if nothing is promised there."""

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E for this δ, None if there is none."""

    def limit(self) -> tuple[LossSum, Bounds]:
        """A loss, as it was given and added up exactly, and a δ that is promised from there on."""

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        """The vertices of E ↦ δ; empty if it is too long or not exact."""


NOTHING = known(Fraction(0))


@dataclass(frozen=True)
class OfSlots:
    """Optimal composition of a list that is fixed in advance, where what lies outside it is exposed with `spare`.

    The δ in all is 1 − (1 − δ of the list)(1 − spare).
    """

    components: tuple[PrivacyLoss, ...]
    spare: Bounds = NOTHING

    @cached_property
    def composition(self) -> Composition:
        """The optimal composition of the list alone."""
        return _composition(tuple((each, len([*run])) for each, run in groupby(self.components)))

    def delta(self, e_eps: Fraction) -> Bounds:
        found = self.composition.delta(e_eps)
        return Bounds(_either(found.low, self.spare.low), _either(found.high, self.spare.high))

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        if delta == 1:
            return known(ONE)
        if self.spare.high > delta:
            return None
        least = self.composition.least_e_eps(1 - (1 - delta) / (1 - self.spare.high))
        return least if least is None or self.spare.is_exact else Bounds(ONE, least.high)

    def limit(self) -> tuple[LossSum, Bounds]:
        seen = overall(NOTHING, never_exposed(self.components))
        delta = Bounds(_either(seen.low, self.spare.low), _either(seen.high, self.spare.high))
        return sum_of(each.loss for each in self.components), delta

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        composed = self.composition
        rational = all(isinstance(each.loss, RationalLoss) for each in self.components)
        is_short = len(self.components) <= VERTICES and self.spare.is_exact
        if not rational or not is_short or not isinstance(composed, OptimalComposition):
            return []
        return [(e_eps, _either(delta, self.spare.value)) for e_eps, delta in composed.profile()]


@lru_cache(maxsize=16)
def _composition(runs: tuple[tuple[PrivacyLoss, int], ...]) -> Composition:
    """The optimal composition of so many of each; several theorems ask for that of one list."""
    return best_composition([*chain.from_iterable(repeat(each, count) for each, count in runs)])


@dataclass(frozen=True)
class OfFilter:
    """What a filter of a budget promises: the budget, whatever is launched within it and in whatever order.

    menu: what can be launched, and how often at most, None for as often as the budget pays for. If that is one label,
    as many as there are and the budget pays for are the worst, since to stop earlier reveals no more. If it is several,
    choices by looking at answers exceed the optimal composition of every list that comes out; then the game is played
    out, where that is feasible and all losses are rational.
    """

    budget: PrivacyLoss
    menu: tuple[tuple[PrivacyLoss, int | None], ...]

    @cached_property
    def copies(self) -> OfSlots | None:
        """As many of the one label as can be launched; None if there are several labels, or too many copies."""
        [label, *others] = dict.fromkeys(label for label, _ in self.menu)
        alike = type(label.loss) is type(self.budget.loss)
        if others or not alike or not self._pays(label, 1):
            return None
        counts = [count for _, count in self.menu]
        most = LONGEST if None in counts else min(LONGEST, sum(count for count in counts if count is not None))
        if self._pays(label, most):
            return OfSlots((label,) * most) if most < LONGEST else None
        return OfSlots((label,) * bisect_left(range(1, most), True, key=lambda count: not self._pays(label, count)))

    @cached_property
    def game(self) -> FilterGame | None:
        """The game in which every launch is the worst of its kind; None if a loss or the budget is irrational."""
        losses = [(each.loss, each.delta) for each in (self.budget, *(label for label, _ in self.menu))]
        labels = [PrivacyParameters(loss.e_eps, delta) for loss, delta in losses if isinstance(loss, RationalLoss)]
        if len(labels) < len(losses):
            return None
        return FilterGame(labels[0], tuple(zip(labels[1:], (count for _, count in self.menu), strict=True)))

    @property
    def obstacle(self) -> str:
        """Why only the budget itself is promised; empty if the value of the game is."""
        if self.copies is not None:
            return ""
        return IRRATIONAL if self.game is None else self.game.obstacle

    def delta(self, e_eps: Fraction) -> Bounds | None:
        if self.copies is not None:
            return self.copies.delta(e_eps)
        if self.game is not None and not self.obstacle:
            return known(self.game.value(e_eps))
        return known(self.budget.delta) if e_eps >= rational_bounds(self.budget.loss)[1] else None

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        if self.copies is not None:
            return self.copies.least_e_eps(delta)
        if self.game is not None and not self.obstacle:
            least = self.game.least_e_eps(delta)
            return None if least is None else known(least)
        return Bounds(*rational_bounds(self.budget.loss)) if delta >= self.budget.delta else None

    def limit(self) -> tuple[LossSum, Bounds]:
        return sum_of([self.budget.loss]), known(self.budget.delta)

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        if self.copies is not None:
            return self.copies.profile()
        try:
            return [] if self.game is None or self.obstacle else self.game.profile()
        except TooLarge:
            return []

    def _pays(self, label: PrivacyLoss, times: int) -> bool:
        """Whether the budget pays for one label so many times; their losses are both rational, or both by ε."""
        if label.delta * times > self.budget.delta:
            return False
        match label.loss, self.budget.loss:
            case ExponentialLoss(epsilon), ExponentialLoss(most):
                return epsilon * times <= most
            case RationalLoss(e_eps), RationalLoss(most):
                return bool(flint_rational(e_eps) ** times <= flint_rational(most))
        return False


def exposed(created: Sequence[tuple[Fraction, int]]) -> Bounds:
    """1 − ∏(1 − δ) over mechanisms, given by δ and how many there are; between bounds if they are many."""
    if sum(count for _, count in created) <= FEW:
        return known(1 - prod(((1 - delta) ** count for delta, count in created), start=ONE))
    return overall(NOTHING, none_of(created))


def _either(first: Fraction, second: Fraction) -> Fraction:
    """The chance that at least one of two independent things happens."""
    return 1 - (1 - first) * (1 - second)
