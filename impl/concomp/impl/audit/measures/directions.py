"""Both directions: what is found of world 0 over world 1, and of world 1 over world 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.audit.measures.concentrated import Rho, is_concentrated, least_rho
from concomp.impl.audit.measures.divergences import divergence_between, moment_between
from concomp.impl.audit.sides import Between
from concomp.model.laws.divergences import Divergences


@dataclass(frozen=True)
class Moments:
    """The largest moments of one order, of each world over the other; None where they are infinite.

    divergence: the larger D of the two, in nats.
    """

    order: Fraction
    of_worlds: tuple[Between | None, ...]
    divergence: Between | None

    @property
    def larger(self) -> Between | None:
        """The larger of the two."""
        return _larger(self.of_worlds)


@dataclass(frozen=True)
class Rhos:
    """The least ρ at the orders from 1 to ω, None for all of them, of each world over the other; None if there is none.

    curves: the divergences.
    """

    omega: Fraction | None
    of_worlds: tuple[Rho | None, ...]
    curves: tuple[Divergences, ...]

    @property
    def larger(self) -> Between | None:
        """The least ρ of both together."""
        return _larger([None if each is None else (each.low, each.high) for each in self.of_worlds])

    def exceed(self, rho: Fraction) -> bool:
        """Whether ρ is not enough; where one direction says so the other need not be told. Undecided if none does."""
        if any(found is None or found.low > rho for found in self.of_worlds):
            return True
        return not all(is_concentrated(curve, rho, self.omega) for curve in self.curves)


def moments_between(curves: Sequence[Divergences], order: Fraction) -> Moments:
    """The moments of any order above 1, between bounds."""
    moments = tuple(None if each.largest_odds is None else moment_between(each, order) for each in curves)
    return Moments(order, moments, _larger_divergence(curves, order))


def exact_moments(curves: Sequence[Divergences], order: int, moments: Sequence[Fraction | None]) -> Moments:
    """The moments of a whole order, which are known."""
    known = tuple(None if each is None else (each, each) for each in moments)
    return Moments(Fraction(order), known, _larger_divergence(curves, Fraction(order)))


def least_rhos(curves: tuple[Divergences, ...], omega: Fraction | None) -> Rhos:
    """The least ρ of both directions."""
    return Rhos(omega, tuple(least_rho(curve, omega) for curve in curves), curves)


def _larger_divergence(curves: Sequence[Divergences], order: Fraction) -> Between | None:
    return _larger([None if each.largest_odds is None else divergence_between(each, order) for each in curves])


def _larger(several: Sequence[Between | None]) -> Between | None:
    """Bounds of the largest; None if one is infinite."""
    finite = [each for each in several if each is not None]
    if len(finite) < len(several):
        return None
    return max(low for low, _ in finite), max(high for _, high in finite)
