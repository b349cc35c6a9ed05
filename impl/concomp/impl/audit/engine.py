"""The audit of a mechanism or a composition: each answer by the fastest exact way.

Components that leave no choice, and that nothing ties to the others, are counted, for every E at once. The others,
together, are gone through from the last query to the first: by their values at one E, or by curves where every E is
asked for. A number of steps is allowed for each answer, so that what is refused does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from flint import fmpq

from concomp.impl.audit.arena import Arena
from concomp.impl.audit.beside import beside, side_by_side
from concomp.impl.audit.curves import STOP, Curve
from concomp.impl.audit.induction import curve_at_start, frontiers
from concomp.impl.audit.lattice.counting import counted
from concomp.impl.audit.lattice.single import value_at
from concomp.impl.audit.measures.directions import Moments, Rhos, exact_moments, least_rhos, moments_between
from concomp.impl.audit.measures.divergences import largest_divergences
from concomp.impl.audit.measures.moments import moment_at_start
from concomp.impl.audit.places import Apart, Whole, explored, together
from concomp.impl.audit.rationals import ONE, ZERO, inside, outside
from concomp.impl.audit.replay.running import Chances, run
from concomp.impl.audit.replay.views import Views, views
from concomp.impl.audit.replay.views import side_by_side as views_side_by_side
from concomp.impl.audit.replay.worths import ByCurves, by_values
from concomp.impl.audit.scattered import scattered_value
from concomp.impl.audit.setting import Setting
from concomp.impl.audit.strategy import Worth, best_planner, planner_in_turn, planner_of_core
from concomp.model.laws.divergences import Divergences
from concomp.model.mechanisms.distinguisher import Distinguisher
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game

STEPS = 30_000_000
"""The steps that one answer may take, about a minute."""
FEW = 4
"""The most outcomes of what leaves no choice for which values at one E are found one by one."""

SMALL = 300_000
"""The steps after which a plan asks what leaves no choice first, and not where that shows most."""


@dataclass(frozen=True, eq=False)
class Audit:
    """The exact privacy of a setting against every adaptive adversary.

    Each answer raises TooLarge if it takes more than `steps`.
    """

    setting: Setting
    steps: int = STEPS

    @cached_property
    def apart(self) -> Apart:
        """The components, explored one by one."""
        return explored(self.setting, Allowance(self.steps))

    @cached_property
    def whole(self) -> Whole:
        """The arena of all components."""
        return together(self.apart, Allowance(self.steps))

    @cached_property
    def independent(self) -> bool:
        """Whether components are taken apart: nothing ties them together."""
        return self.apart.independent

    @cached_property
    def quiet(self) -> tuple[int, ...]:
        """The components that are counted."""
        return self.apart.without_choices() if self.independent else ()

    @cached_property
    def core(self) -> Whole | None:
        """The arena of the other components, if there are any."""
        rest = [index for index in range(len(self.apart.components)) if index not in self.quiet]
        if not self.quiet:
            return self.whole
        return together(self.apart.only(rest), Allowance(self.steps)) if rest else None

    @cached_property
    def curve(self) -> Curve:
        """What an adversary can reach, for every E and both directions at once."""
        if self.core is None:
            return self._outcomes
        return beside(self._outcomes, curve_at_start(self.core.arena, Allowance(self.steps)), Allowance(self.steps))

    @cached_property
    def _outcomes(self) -> Curve:
        """The curve of the components that are counted."""
        arenas = [self.apart.components[index].arena for index in self.quiet]
        return curve_without_choices(arenas, Allowance(self.steps)) if arenas else STOP

    def deltas(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """The least δ at e_eps ≥ 1 of world 0 over world 1, and of world 1 over world 0."""
        ways = [self._deltas_by_values, self._deltas_by_curve]
        first, second = ways if self._few_values else reversed(ways)
        try:
            return first(e_eps)
        except TooLarge:
            return second(e_eps)

    @property
    def _few_values(self) -> bool:
        """Whether one E takes few values of the core, and the curve is not there yet."""
        return "curve" not in self.__dict__ and self.core is not None and len(self._outcomes.hinges) <= FEW

    def _deltas_by_curve(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        return self.curve.forward(e_eps), self.curve.backward(e_eps)

    def _deltas_by_values(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        x = inside(e_eps)
        return outside(self._value(x)), outside(1 - x + x * self._value(1 / x))

    def _value(self, x: fmpq) -> fmpq:
        """What is gained when judged at x: over what is counted, the value of the core at the odds so far."""
        if self.core is None:
            return self._outcomes(x)
        arena, allowance = self.core.arena, Allowance(self.steps)
        parts = (weight * knee * _value(arena, x / knee, allowance) for knee, weight in self._outcomes.hinges)
        return sum(parts, self._outcomes.floor)

    def moment(self, order: int) -> tuple[Fraction | None, Fraction | None]:
        """The largest Rényi moments of an order of at least 2, in both directions; None where it is infinite.

        Raises ValueError for another order.
        """
        if order < 2:
            raise ValueError(f"order is {order}: give an integer of at least 2")
        return self._moment(order), self._moment(1 - order)

    def divergences(self, suspected: int) -> Divergences:
        """The largest Rényi divergences of all orders of the suspected world, 0 or 1, from the other."""
        return largest_divergences(self._arenas, suspected, Allowance(self.steps))

    def moments(self, order: Fraction) -> Moments:
        """The same moments for any order above 1: exactly if it is whole, otherwise between bounds."""
        curves = self.divergences(0), self.divergences(1)
        if order.denominator == 1:
            return exact_moments(curves, int(order), self.moment(int(order)))
        return moments_between(curves, order)

    def rhos(self, omega: Fraction | None) -> Rhos:
        """The least ρ with D_α ≤ ρ·α at every order above 1 (zCDP), or at those between 1 and ω (tCDP)."""
        return least_rhos((self.divergences(0), self.divergences(1)), omega)

    @property
    def _arenas(self) -> list[Arena]:
        """The arenas of components that nothing ties together, otherwise of the whole."""
        return [part.arena for part in self.apart.components] if self.independent else [self.whole.arena]

    def _moment(self, order: int) -> Fraction | None:
        """The moment of the whole: of components that nothing ties together the product of their moments."""
        arenas = self._arenas
        found = {id(arena): moment_at_start(arena, order, Allowance(self.steps)) for arena in arenas}
        moments = [found[id(arena)] for arena in arenas]
        finite = [outside(each) for each in moments if each is not None]
        return prod(finite, start=Fraction(1)) if len(finite) == len(moments) else None

    def plan(self, e_eps: Fraction, suspected: int) -> Distinguisher:
        """The best plan of an adversary that suspects a world, judged at e_eps ≥ 1.

        Raises TooLarge if it meets too many situations to be written down; `replay` does not write it down.
        """
        x = inside(1 / e_eps if suspected else e_eps)
        if not self.quiet:
            return best_planner(self.whole, self._worth([x]), suspected).plan(x)
        try:
            whole, layers = self._small
            return best_planner(whole, ByCurves(layers), suspected).plan(x)
        except TooLarge:
            worth = self._worth([x / knee for knee, _ in self._outcomes.hinges])
            return planner_in_turn(self.apart, self.quiet, self.core, worth, suspected).plan(x)

    def replay(self, game: Game, e_eps: Fraction, suspected: int) -> Fraction:
        """What the adversary that suspects a world gains at e_eps ≥ 1 when it is run against the mechanism itself.

        What leaves no choice is asked first and to the end, each component by itself, then the core of the others,
        judged at the odds that came of it. game: the setting as one game.
        """
        x = inside(1 / e_eps if suspected else e_eps)
        zero, one = self._spoken(game, x, suspected)
        return outside(one) - e_eps * outside(zero) if suspected else outside(zero) - e_eps * outside(one)

    def _spoken(self, game: Game, x: fmpq, suspected: int) -> Chances:
        """The chances to speak up in the two worlds."""
        seen = self._seen(game)
        spoken = [ZERO, ZERO]
        spoken[suspected] = 1 - sum((chance * odds**suspected for odds, chance in seen.items()), ZERO)
        worth = self._worth([x * odds for odds in seen])
        for odds, chance in seen.items():
            zero, one = self._after(game, x * odds, worth, suspected)
            spoken[0] += chance * zero
            spoken[1] += chance * odds * one
        return spoken[0], spoken[1]

    def _seen(self, game: Game) -> Views:
        """What is seen of the components that are counted."""
        interleaving = self.apart.setting.interleaving
        found: dict[int, Views] = {}
        for index in self.quiet:
            component = interleaving.components[index]
            if id(component) not in found:
                queries = [interleaving.address(query, index) for query in component.queries]
                found[id(component)] = views(game, queries, self.apart.components[index].beliefs.rounds)
        return views_side_by_side(found[id(interleaving.components[index])] for index in self.quiet)

    def _after(self, game: Game, x: fmpq, worth: Worth, suspected: int) -> Chances:
        """The chances to speak up where what is counted has been asked, judged at x."""
        if self.core is None:
            return (ONE, ONE) if (x > 1 if suspected else x < 1) else (ZERO, ZERO)
        return run(game, planner_of_core(self.apart, self.quiet, self.core, worth, suspected), x)

    def _worth(self, starts: Sequence[fmpq]) -> Worth:
        """What the places of the core are worth, judged at any of `starts` before the first query."""
        if self.core is None:
            return ByCurves(())
        arena = self.core.arena
        ways: list[Callable[[], Worth]] = [
            lambda: by_values(arena, starts, Allowance(self.steps)),
            lambda: ByCurves(self._core_layers),
        ]
        few = len(starts) <= FEW and "_core_layers" not in self.__dict__
        first, second = ways if few else reversed(ways)
        try:
            return first()
        except TooLarge:
            return second()

    @cached_property
    def _small(self) -> tuple[Whole, tuple[dict[int, Curve], ...]]:
        """All components together, with the curves of all places, if that takes few steps."""
        steps = min(self.steps, SMALL)
        found = together(self.apart, Allowance(steps))
        return found, _layers(found.arena, steps)

    @cached_property
    def _core_layers(self) -> tuple[dict[int, Curve], ...]:
        return _layers(self.core.arena, self.steps) if self.core else ()


class Played(Audit):
    """The same by all places of the whole, for those who check that components may be taken apart."""

    @cached_property
    def independent(self) -> bool:
        """Components are left together; one by itself may be counted."""
        return len(self.apart.components) == 1 and self.apart.independent


def curve_without_choices(arenas: Sequence[Arena], allowance: Allowance) -> Curve:
    """The curve at the start of arenas side by side that leave no choice."""
    found = counted(arenas, allowance)
    if found is not None:
        return found[0]
    apart = {id(arena): curve_at_start(arena, allowance) for arena in arenas}
    return side_by_side([apart[id(arena)] for arena in arenas], allowance)


def _layers(arena: Arena, steps: int) -> tuple[dict[int, Curve], ...]:
    """The curves of all places, by the number of queries sent."""
    layers = frontiers(arena, Allowance(steps))
    return tuple({place: each.curve() for place, each in layer.items()} for layer in layers)[::-1]


def _value(arena: Arena, x: fmpq, allowance: Allowance) -> fmpq:
    """The value at the start of an arena when judged at x."""
    found = value_at(arena, x, allowance)
    return scattered_value(arena, x, allowance) if found is None else found
