"""The audit of a mechanism or a composition: each answer by the fastest exact way.

Without choices histories are counted; otherwise curves are brought back from the last query to the first, or, where
curves become too long and one E is enough, values at that E. A number of steps is allowed for each answer, so that
what is refused does not depend on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.impl.audit.arena import Arena
from concomp.impl.audit.counting import counted
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.induction import curve_at_start, curves
from concomp.impl.audit.moments import moment_at_start
from concomp.impl.audit.places import Whole, whole
from concomp.impl.audit.rationals import inside, outside
from concomp.impl.audit.setting import Setting
from concomp.impl.audit.single import value_at
from concomp.impl.audit.strategy import best_plan
from concomp.model.mechanisms.distinguisher import Distinguisher
from concomp.model.mechanisms.positions import Allowance, TooLarge

STEPS = 30_000_000
"""The steps that one answer may take, about a minute."""
SHORT = 50
"""The part of the steps that is spent on all E at once where some E are enough."""


@dataclass(frozen=True, eq=False)
class Audit:
    """The exact privacy of a setting against every adaptive adversary.

    Each answer raises TooLarge if it takes more than `steps`.
    """

    setting: Setting
    steps: int = STEPS

    @cached_property
    def whole(self) -> Whole:
        """The arena, with what it was made of."""
        return whole(self.setting, Allowance(self.steps))

    @cached_property
    def curve(self) -> Curve:
        """What an adversary can reach, for every E and both directions at once."""
        return _curve(self.whole.arena, self.steps)

    @cached_property
    def short_curve(self) -> Curve | None:
        """The same if it can be had in a part of the steps, otherwise None."""
        if "curve" in self.__dict__:
            return self.curve
        arena = self.whole.arena
        try:
            return _curve(arena, self.steps // SHORT)
        except TooLarge:
            return None

    def deltas(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """The least δ at e_eps ≥ 1 of world 0 over world 1, and of world 1 over world 0."""
        if self.short_curve is not None:
            return self.short_curve.forward(e_eps), self.short_curve.backward(e_eps)
        return self._value(e_eps), 1 - e_eps + e_eps * self._value(1 / e_eps)

    def _value(self, x: Fraction) -> Fraction:
        found = value_at(self.whole.arena, inside(x), Allowance(self.steps))
        return self.curve.forward(x) if found is None else outside(found)

    def moment(self, order: int) -> tuple[Fraction | None, Fraction | None]:
        """The largest Rényi moments of an order of at least 2, in both directions; None where it is infinite.

        Raises ValueError for another order.
        """
        if order < 2:
            raise ValueError(f"order is {order}: give an integer of at least 2")
        found = [moment_at_start(self.whole.arena, each, Allowance(self.steps)) for each in (order, 1 - order)]
        forward, backward = (None if moment is None else outside(moment) for moment in found)
        return forward, backward

    def plan(self, e_eps: Fraction, suspected: int) -> Distinguisher:
        """The best plan of an adversary that suspects a world, judged at e_eps ≥ 1."""
        return best_plan(self.whole, self._layers, inside(1 / e_eps if suspected else e_eps), suspected)

    @cached_property
    def _layers(self) -> tuple[dict[int, Curve], ...]:
        return tuple(curves(self.whole.arena, Allowance(self.steps)))[::-1]


def _curve(arena: Arena, steps: int) -> Curve:
    allowance = Allowance(steps)
    return counted(arena, allowance) or curve_at_start(arena, allowance)
