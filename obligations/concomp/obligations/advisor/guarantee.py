"""Guarantees: what a theorem promises of a plan, as a function of E and of δ.

Of fixed lists and of slots that is their optimal composition, of slots beside many other mechanisms moreover what
these may expose; of a filter its budget, and for a finite menu the exact value of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, groupby, repeat
from math import prod
from typing import Protocol

from flint import arb, ctx

from concomp.impl.accounting.choice import Composition, best_composition
from concomp.impl.accounting.components import Component, RationalLoss, flint_rational
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal import OptimalComposition
from concomp.impl.accounting.tails import bounds
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.formats.rationals import rational_text
from concomp.model.mechanisms.formats.schema import FilterFile
from concomp.model.mechanisms.positions import TooLarge
from concomp.obligations.advisor.worst_case import one_response

VERTICES = 64
"""The longest list of parameters whose whole profile is listed."""
LAUNCHES = 8
"""The most launches for which the game of a filter is played out."""
STEPS = 1_000_000
"""How much an audit may take, so that an answer comes within seconds."""
FEW = 1000
"""How many mechanisms may be there for what they expose to be computed exactly."""
BITS = 256
ONE = Fraction(1)


class Guarantee(Protocol):
    """What is promised of a composition against every adaptive adversary."""

    def delta(self, e_eps: Fraction) -> Bounds | None:
        """δ at this E, None if nothing is promised there."""

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E for this δ, None if there is none."""

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        """The vertices of E ↦ δ; empty if it is too long or not exact."""


NOTHING = known(Fraction(0))


@dataclass(frozen=True)
class OfSlots:
    """Optimal composition of a list that is fixed in advance, where what lies outside it is exposed with `spare`.

    The δ in all is 1 − (1 − δ of the list)(1 − spare).
    """

    components: tuple[Component, ...]
    spare: Bounds = NOTHING

    @cached_property
    def composition(self) -> Composition:
        """The optimal composition of the list alone."""
        return _composed(tuple((each, len([*run])) for each, run in groupby(self.components)))

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

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        composed = self.composition
        rational = all(isinstance(each.loss, RationalLoss) for each in self.components)
        is_short = len(self.components) <= VERTICES and self.spare.is_exact
        if not rational or not is_short or not isinstance(composed, OptimalComposition):
            return []
        return [(e_eps, _either(delta, self.spare.value)) for e_eps, delta in composed.profile()]


@lru_cache(maxsize=16)
def _composed(runs: tuple[tuple[Component, int], ...]) -> Composition:
    """The optimal composition of so many of each; several theorems ask for that of one list."""
    return best_composition([*chain.from_iterable(repeat(each, count) for each, count in runs)])


@dataclass(frozen=True)
class OfFilter:
    """What a filter of a budget promises: the budget, whatever is launched within it and in whatever order.

    menu: what can be launched. Never the optimal composition of a list that was launched, which adaptive choices
    exceed.
    """

    budget: Privacy
    menu: tuple[Privacy, ...]

    @cached_property
    def game(self) -> Audit | None:
        """The game in which every launch is the worst of its kind; None if it is too long to be played out."""
        listed = list(chain.from_iterable(repeat(each, self._times(each)) for each in self.menu))
        if not 1 <= len(listed) <= LAUNCHES:
            return None
        document = FilterFile.model_validate(
            {
                "type": "composition",
                "mode": "filter",
                "components": [one_response(each) for each in listed],
                "labels": [[rational_text(each.e_eps), rational_text(each.delta)] for each in listed],
                "budget_E": rational_text(self.budget.e_eps),
                "budget_delta": rational_text(self.budget.delta),
            }
        )
        return Audit(of_document(document), STEPS)

    def delta(self, e_eps: Fraction) -> Bounds | None:
        exact = self.value(e_eps)
        if exact is not None:
            return known(exact)
        return known(self.budget.delta) if e_eps >= self.budget.e_eps else None

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        if self.game is not None:
            try:
                least = self.game.curve.profile().least_e_eps(delta)
                return None if least is None else known(least)
            except TooLarge:
                pass
        return known(self.budget.e_eps) if delta >= self.budget.delta else None

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        if self.game is None:
            return []
        try:
            return list(self.game.curve.profile().vertices)
        except TooLarge:
            return []

    def value(self, e_eps: Fraction) -> Fraction | None:
        """The exact value of the game at this E, if it is played out."""
        if self.game is None:
            return None
        try:
            return max(self.game.deltas(e_eps))
        except TooLarge:
            return None

    def _times(self, label: Privacy) -> int:
        """How often one label fits into the budget, at most one more than the game can be played out with."""
        spent, times = Privacy(label.e_eps, label.delta), 0
        while spent.e_eps <= self.budget.e_eps and spent.delta <= self.budget.delta and times <= LAUNCHES:
            times += 1
            spent = Privacy(spent.e_eps * label.e_eps, spent.delta + label.delta)
        return times


def exposed(created: Sequence[tuple[Fraction, int]]) -> Bounds:
    """1 − ∏(1 − δ) over mechanisms, given by δ and how many there are; between bounds if they are many."""
    if sum(count for _, count in created) <= FEW:
        return known(1 - prod(((1 - delta) ** count for delta, count in created), start=ONE))
    with ctx.workprec(BITS):
        unexposed = arb(1)
        for delta, count in created:
            unexposed *= arb(flint_rational(1 - delta)) ** count
        found = bounds(1 - unexposed)
    return Bounds(max(Fraction(0), found.low), min(ONE, found.high))


def _either(first: Fraction, second: Fraction) -> Fraction:
    """The chance that at least one of two independent things happens."""
    return 1 - (1 - first) * (1 - second)
