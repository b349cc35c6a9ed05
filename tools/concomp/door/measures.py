"""The exact Rényi privacy of a finite mechanism, and its concentrated privacy, against every adaptive adversary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from concomp.door.answers import Quantity
from concomp.door.mechanisms import Mechanism, subject
from concomp.door.numbers import exact_omega, exact_order
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.audit.engine import STEPS, Audit
from concomp.impl.audit.sides import Between
from concomp.model.laws.balls import Undecided as NotTold
from concomp.model.numbers import Exact, parameter, rational_text
from concomp.report.quantities import at_most_queries, shown

X = TypeVar("X")


@dataclass(frozen=True, repr=False)
class LargestMoment(Quantity):
    """The largest Rényi moment of one order, Σ P^α·Q^(1−α), of either world over the other.

    scope: against whom, in words. order: α.
    moment: two rationals between which it lies, equal where the order is whole; None if it is infinite.
    divergence: the same of D_α = ln(moment)/(α − 1), in nats.
    """

    scope: str
    order: Fraction
    moment: Bounds | None
    divergence: Bounds | None

    def __repr__(self) -> str:
        what = f"order {rational_text(self.order)}"
        if self.moment is None or self.divergence is None:
            return f"<the moment of {what} is infinite: {self.scope}>"
        return f"<moment {shown(self.moment)} of {what}, D {shown(self.divergence)} nats: {self.scope}>"


@dataclass(frozen=True, repr=False)
class LeastRho(Quantity):
    """The least ρ with D_α ≤ ρ·α at every order α between 1 and ω, of either world over the other.

    scope: against whom, in words. omega: ω, None for every order above 1.
    bounds: two rationals between which it lies; None if there is no such ρ.
    """

    scope: str
    omega: Fraction | None
    bounds: Bounds | None

    @property
    def value(self) -> Fraction | None:
        """A ρ that suffices, the upper bound; None if none does."""
        return None if self.bounds is None else self.bounds.high

    def __repr__(self) -> str:
        orders = "zCDP" if self.omega is None else f"tCDP, ω = {rational_text(self.omega)}"
        if self.bounds is None:
            return f"<no ρ suffices for {orders}: {self.scope}>"
        return f"<ρ {shown(self.bounds)}, {orders}: {self.scope}>"


def audit_moment(mechanism: Mechanism, order: Exact) -> LargestMoment:
    """Compute the largest Rényi moment of one order of a mechanism over all adversaries (HSV26 Definition 13.3).

    mechanism: what `audit` takes. order: a rational α above 1, at most 1000. The answer is exact where it is whole,
    otherwise between certified bounds.
    Raises ParameterError for an order that is out of range or a float, MechanismError or FormatError for what is no
    mechanism, TooLarge if it would take too much, Undecided if a divergence is too small to be told from 0.

    >>> import concomp
    >>> from fractions import Fraction
    >>> yes = concomp.Law({"yes": Fraction(3, 4), "no": Fraction(1, 4)})
    >>> no = concomp.Law({"yes": Fraction(1, 4), "no": Fraction(3, 4)})
    >>> concomp.audit_moment((yes, no), 2)
    <moment = 7/3 (~2.33333) of order 2, D ≤ 0.847298 nats: against every adaptive adversary, 1 query>
    """
    asked = parameter("order", exact_order, order)
    scope, audit = _audit(mechanism)
    found = _told(lambda: audit.moments(asked))
    return LargestMoment(scope, asked, _bounds(found.larger), _bounds(found.divergence))


def audit_rho(mechanism: Mechanism, *, omega: Exact | None = None) -> LeastRho:
    """Compute the least ρ for which a mechanism is ρ-zCDP, or (ρ,ω)-tCDP (Lyu22 Definitions 4 and 5).

    It holds at every real order, and is between certified bounds: ln S_α is convex in α, and so is the largest over
    adversaries, so that chords between a few orders bound it.
    mechanism: what `audit` takes. omega: a rational ω above 1, below which orders count; all of them unless given.
    Raises what `audit_moment` does.

    >>> import concomp
    >>> from fractions import Fraction
    >>> yes = concomp.Law({"yes": Fraction(3, 4), "no": Fraction(1, 4)})
    >>> no = concomp.Law({"yes": Fraction(1, 4), "no": Fraction(3, 4)})
    >>> concomp.audit_rho((yes, no))
    <ρ ≤ 0.549307, zCDP: against every adaptive adversary, 1 query>
    """
    asked = None if omega is None else parameter("omega", exact_omega, omega)
    scope, audit = _audit(mechanism)
    return LeastRho(scope, asked, _bounds(_told(lambda: audit.rhos(asked)).larger))


def _audit(mechanism: Mechanism) -> tuple[str, Audit]:
    """Against whom, in words, and the engine."""
    found = subject(mechanism)
    return f"against every adaptive adversary, {at_most_queries(found.horizon)}", Audit(found.setting, STEPS)


def _told(work: Callable[[], X]) -> X:
    try:
        return work()
    except NotTold as error:
        raise Undecided(f"{error}") from None


def _bounds(between: Between | None) -> Bounds | None:
    return None if between is None else Bounds(*between)
