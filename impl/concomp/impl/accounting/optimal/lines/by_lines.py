"""Bounds by lines of integration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from concomp.impl.accounting.numbers import Bounds, are_close
from concomp.impl.accounting.optimal.exposure import overall, pure_level
from concomp.impl.accounting.optimal.lines.line import Line, delta_near, least_near, line, line_reaching
from concomp.impl.accounting.optimal.lines.responses import Responses, responses
from concomp.impl.accounting.parameters import PrivacyLoss, float_logarithm
from concomp.model.numbers import Exact, exact_delta, exact_e_eps

CLOSE = Fraction(1, 10**9)
"""A relative gap of bounds by a line that was drawn for another question, from which on a new one is drawn."""


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
            if are_close(found, CLOSE):
                return found
        suited = line(self.responses, float_logarithm(e_eps))
        if suited is None:
            return None
        self._drawn.append(suited)
        return delta_near(suited, e_eps)


def lines(components: Sequence[PrivacyLoss], unexposed: Bounds) -> Lines | None:
    """Bounds by lines of integration; None if no component loses anything."""
    found = responses(components)
    return None if found is None else Lines(found, unexposed)
