"""Optimal composition of many losses without a common unit: by lines of integration, else by groups, else on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.grid_bounds import Bracket, bracket
from concomp.impl.accounting.optimal.halves import HalvesComposition, by_groups, by_halves
from concomp.impl.accounting.optimal.lines.line import Line, delta_near, least_near, line, line_reaching
from concomp.impl.accounting.optimal.lines.responses import Responses, responses
from concomp.impl.accounting.parameters import PrivacyLoss, float_logarithm
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

CLOSE = Fraction(1, 10**9)
"""A relative gap of bounds by a line that was drawn for another question, from which on a new one is drawn."""
WIDE = Fraction(1, 10**6)
"""A relative gap from which on it is worth while to look for other bounds."""


@dataclass(frozen=True)
class SmoothedComposition:
    """The optimal composition of losses between bounds.

    unexposed: the probability that no component exposes its bit.
    """

    components: tuple[PrivacyLoss, ...]
    unexposed: Bounds
    _lines: list[Line] = field(default_factory=list, compare=False)
    """Lines that were drawn: what was drawn for one question often answers the next."""

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        number = parameter("e_eps", exact_e_eps, e_eps)
        pure = self._pure(number)
        if pure is None:
            return self._otherwise.delta(number)
        found = overall(pure, self.unexposed)
        return found if _is_within(pure, WIDE) else _both(found, self._otherwise.delta(number))

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        number = parameter("delta", exact_delta, delta)
        pure = pure_level(number, self.unexposed)
        if pure is None:
            return None
        least = self._least(pure) if pure.low > 0 else None
        if least is not None and _is_within(least, WIDE):
            return least
        otherwise = self._otherwise.least_e_eps(number)
        return otherwise if least is None or otherwise is None else _both(least, otherwise)

    def _pure(self, e_eps: Fraction) -> Bounds | None:
        """Bounds of the δ of the responses at E by a line, if one can be drawn."""
        for drawn in self._lines:
            found = delta_near(drawn, e_eps)
            if _is_within(found, CLOSE):
                return found
        suited = None if self._responses is None else line(self._responses, float_logarithm(e_eps))
        if suited is None:
            return None
        self._lines.append(suited)
        return delta_near(suited, e_eps)

    def _least(self, pure: Bounds) -> Bounds | None:
        """Bounds of the least E for a δ of the responses by a line, if one can be drawn."""
        found = None if self._responses is None else line_reaching(self._responses, pure.low)
        if found is None:
            return None
        self._lines.append(found[0])
        return least_near(*found, pure)

    @cached_property
    def _responses(self) -> Responses | None:
        return responses(self.components)

    @cached_property
    def _otherwise(self) -> HalvesComposition | Bracket:
        return by_halves(self.components) or by_groups(self.components) or bracket(self.components)


def smoothed(components: Sequence[PrivacyLoss]) -> SmoothedComposition:
    """The optimal composition between bounds."""
    return SmoothedComposition(tuple(components), never_exposed(components))


def _is_within(found: Bounds, gap: Fraction) -> bool:
    return found.high - found.low <= gap * found.low


def _both(first: Bounds, second: Bounds) -> Bounds:
    """What both say together."""
    return Bounds(max(first.low, second.low), min(first.high, second.high))
