"""Optimal composition of many losses without a common unit: by lines of integration, by groups, or on a grid.

Where there are few outcomes, groups are quicker; where there are many, lines are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Protocol

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.halves import FINE, ORDINARY, by_groups, by_halves, has_few_outcomes
from concomp.impl.accounting.optimal.lines.line import Line, delta_near, least_near, line, line_reaching
from concomp.impl.accounting.optimal.lines.responses import Responses, responses
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PrivacyLoss, float_logarithm
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

CLOSE = Fraction(1, 10**9)
"""A relative gap of bounds by a line that was drawn for another question, from which on a new one is drawn."""
ENOUGH = Fraction(1, 2 * 10**8)
"""A relative gap from which on it is worth while to ask the next way."""
WIDE = Fraction(1, 10**6)
"""A relative gap up to which a grid of all losses is not asked as well."""

Ask = Callable[["Way"], Bounds | None]


class Way(Protocol):
    """A way to bound the optimal composition of a list."""

    def delta(self, e_eps: Exact) -> Bounds | None:
        """Bounds of the least δ at E = e^ε ≥ 1; None if this way shows none."""

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for a δ for which some E is enough; None if this way shows none."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Bounds by lines of integration.

    unexposed: the probability that no component exposes its bit.
    """

    responses: Responses
    unexposed: Bounds
    _drawn: list[Line] = field(default_factory=list)
    """Lines that were drawn: what was drawn for one question often answers the next."""

    def delta(self, e_eps: Exact) -> Bounds | None:
        """Bounds of the least δ at E, if a line can be drawn."""
        pure = self._pure(exact_e_eps(e_eps))
        return None if pure is None else overall(pure, self.unexposed)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E for δ, if a line can be drawn."""
        pure = pure_level(exact_delta(delta), self.unexposed)
        found = None if pure is None or pure.low <= 0 else line_reaching(self.responses, pure.low)
        if pure is None or found is None:
            return None
        self._drawn.append(found[0])
        return least_near(*found, pure)

    def _pure(self, e_eps: Fraction) -> Bounds | None:
        """Bounds of the δ of the responses."""
        for drawn in self._drawn:
            found = delta_near(drawn, e_eps)
            if _is_within(found, CLOSE):
                return found
        suited = line(self.responses, float_logarithm(e_eps))
        if suited is None:
            return None
        self._drawn.append(suited)
        return delta_near(suited, e_eps)


@dataclass(frozen=True)
class SmoothedComposition:
    """The optimal composition of losses between bounds: the closest of several ways to bound it.

    unexposed: the probability that no component exposes its bit.
    """

    components: tuple[PrivacyLoss, ...]
    unexposed: Bounds

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        number = parameter("e_eps", exact_e_eps, e_eps)
        return self._closest(lambda way: way.delta(number))

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        number = parameter("delta", exact_delta, delta)
        if pure_level(number, self.unexposed) is None:
            return None
        return self._closest(lambda way: way.least_e_eps(number))

    def _closest(self, ask: Ask) -> Bounds:
        """What all ways say that are asked, one after the other until bounds are close enough."""
        found: Bounds | None = None
        for way, enough in self._ways:
            if found is None or not _is_within(found, enough):
                shown = _answer(way(), ask)
                found = _both(found, shown) if found and shown else found or shown
        if found is None:
            raise Undecided("no way to bound this composition shows any number")
        return found

    @cached_property
    def _ways(self) -> tuple[tuple[Callable[[], Way | None], Fraction], ...]:
        """The ways in the order in which they are asked, and the gap up to which the next one need not be."""
        by_lines = cache(partial(lines, self.components, self.unexposed))
        groups = tuple(cache(partial(by_groups, self.components, detail)) for detail in (ORDINARY, FINE))
        few = cache(partial(by_halves, self.components)), *groups, by_lines
        first = few if has_few_outcomes(self.components) else (by_lines, *groups)
        return (*((way, ENOUGH) for way in first), (cache(partial(bracket, self.components)), WIDE))


def lines(components: Sequence[PrivacyLoss], unexposed: Bounds) -> Lines | None:
    """Bounds by lines of integration; None if no component loses anything."""
    found = responses(components)
    return None if found is None else Lines(found, unexposed)


def _answer(way: Way | None, ask: Ask) -> Bounds | None:
    """What a way shows."""
    try:
        return None if way is None else ask(way)
    except Undecided:
        return None


def smoothed(components: Sequence[PrivacyLoss]) -> SmoothedComposition:
    """The optimal composition between bounds."""
    return SmoothedComposition(tuple(components), never_exposed(components))


def _is_within(found: Bounds, gap: Fraction) -> bool:
    return found.high - found.low <= gap * found.low


def _both(first: Bounds, second: Bounds) -> Bounds:
    """What both say together."""
    return Bounds(max(first.low, second.low), min(first.high, second.high))
