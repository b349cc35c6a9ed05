"""Optimal composition of many losses without a common unit: by lines of integration, by groups, or on a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Protocol

from concomp.impl.accounting.numbers import Bounds, are_close
from concomp.impl.accounting.optimal.exposure import never_exposed, pure_level
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.groups import FINE, ORDINARY, by_groups
from concomp.impl.accounting.optimal.lines.by_lines import lines
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

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


@dataclass(frozen=True)
class ClosestComposition:
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
            if found is None or not are_close(found, enough):
                shown = _answer(way(), ask)
                found = _both(found, shown) if found and shown else found or shown
        if found is None:
            raise Undecided("no way to bound this composition shows any number")
        return found

    @cached_property
    def _ways(self) -> tuple[tuple[Callable[[], Way | None], Fraction], ...]:
        """The ways in the order in which they are asked, and the gap up to which the next one need not be."""
        by_lines = cache(partial(lines, self.components, self.unexposed))
        groups = (cache(partial(by_groups, self.components, detail)) for detail in (ORDINARY, FINE))
        return (*((way, ENOUGH) for way in (by_lines, *groups)), (cache(partial(bracket, self.components)), WIDE))


def _answer(way: Way | None, ask: Ask) -> Bounds | None:
    """What a way shows."""
    try:
        return None if way is None else ask(way)
    except Undecided:
        return None


def closest(components: Sequence[PrivacyLoss]) -> ClosestComposition:
    """The optimal composition between bounds."""
    return ClosestComposition(tuple(components), never_exposed(components))


def _both(first: Bounds, second: Bounds) -> Bounds:
    """What both say together."""
    return Bounds(max(first.low, second.low), min(first.high, second.high))
