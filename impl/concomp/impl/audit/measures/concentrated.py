"""The least ρ with which every adversary's divergences are at most ρ·α, at all orders at once.

The logarithm of a moment is convex in the order, and so is the largest over adversaries: chords between a few orders
bound it at all others. Where that does not decide what is asked, orders between are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from concomp.model.laws.balls import Undecided
from concomp.model.laws.concentrated import bounds
from concomp.model.laws.divergences import Divergences

CLOSE = Fraction(1, 10**9)
"""How far apart bounds of ρ are at most, relative to it."""
REFINEMENTS = 500
"""The most orders that are tried."""


@dataclass(frozen=True)
class Rho:
    """The least ρ with D_α ≤ ρ·α, between two bounds.

    order: an order at which D_α/α is at least `low`; where it is 1, or ω, orders near to it come as close as one likes.
    """

    low: Fraction
    high: Fraction
    order: Fraction


def least_rho(curve: Divergences, omega: Fraction | None) -> Rho | None:
    """The least ρ for all orders above 1, or those between 1 and ω > 1 (Lyu22 Definitions 4, 5); None if there is none.

    The bounds are as close as REFINEMENTS orders bring them, or CLOSE.
    """
    return _refined(curve, omega, lambda found: found.high - found.low <= CLOSE * found.high)


def is_concentrated(curve: Divergences, rho: Fraction, omega: Fraction | None) -> bool:
    """Whether D_α ≤ ρ·α at all these orders; Undecided where REFINEMENTS orders do not tell, as with the least ρ."""
    found = _refined(curve, omega, lambda found: found.high <= rho or found.low > rho)
    if found is not None and found.low <= rho < found.high:
        raise Undecided(f"the least rho is too close to {rho}: ask about another")
    return found is not None and found.high <= rho


def _refined(curve: Divergences, omega: Fraction | None, enough: Callable[[Rho], bool]) -> Rho | None:
    """The closest bounds, or the first that are enough."""
    if curve.largest_odds is None:
        return None
    found = None
    for low, high, order in islice(bounds(curve, omega), REFINEMENTS):
        found = Rho(low, high, order)
        if enough(found):
            break
    return found
