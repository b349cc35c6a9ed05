"""Concentrated differential privacy: what adds up, and what follows.

ρ-zCDP is D_α ≤ ρ·α at every order α > 1, (ρ, ω)-tCDP at those below ω. Either is a curve, so that both compose like
Rényi losses at each order (HSV26 Corollary 13.4), and are converted at the best one. By continuity what holds below ω
holds at ω.

No session has a budget in (ρ, ω): the theorems on filters are for an order that is fixed (Haney23 Theorem 4.6, HSV26
Corollary 13.8), and at each of several orders below ω the same launches are accepted. So it is metered at such orders.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.guarantees import ZCDP, RenyiDP
from concomp.impl.accounting.measures.curves import Line
from concomp.impl.accounting.measures.demands import demand_losses_of
from concomp.model.numbers import Exact, NumberError, ParameterError, exact, parameter, rational_text


@dataclass(frozen=True, init=False)
class TCDP:
    """(ρ, ω)-truncated concentrated differential privacy: the Rényi divergence of each order below ω is at most ρα."""

    rho: Fraction
    omega: Fraction

    def __init__(self, rho: Exact, omega: Exact) -> None:
        """Take ρ and ω; ParameterError if ρ is negative, tiny or huge, or ω is not above 1."""
        object.__setattr__(self, "rho", ZCDP(rho).rho)
        object.__setattr__(self, "omega", parameter("omega", _omega, omega))

    @property
    def fields(self) -> dict[str, str]:
        """Its numbers, as they are written in a file."""
        return {"rho": rational_text(self.rho), "omega": rational_text(self.omega)}

    @property
    def curve(self) -> Line:
        """D_α ≤ ρα up to ω."""
        return Line(self.rho, self.omega)

    def at_orders(self, orders: Iterable[Exact]) -> RenyiDP:
        """The Rényi losses at these orders, as which a session meters it; ParameterError for an order beyond ω."""
        if isinstance(orders, str) or not isinstance(orders, Iterable):
            raise ParameterError("orders", orders, "give a list of orders")
        read = RenyiDP(dict.fromkeys(orders, 0)).orders
        beyond = next((order for order, _ in read if order > self.omega), None)
        if beyond is not None:
            raise ParameterError("order", beyond, f"nothing is known beyond omega = {self.omega}: give orders up to it")
        return RenyiDP.of(orders=tuple((order, order * self.rho) for order, _ in read))


def compose_zcdp(losses: Iterable[ZCDP]) -> ZCDP:
    """What mechanisms lose side by side: ρ adds up; ParameterError if there is none, or what is no ZCDP."""
    listed = demand_losses_of(ZCDP, "the losses", losses, "give each as ZCDP")
    return ZCDP.of(rho=sum((loss.rho for loss in listed), Fraction(0)))


def compose_tcdp(losses: Iterable[TCDP | ZCDP]) -> TCDP:
    """What mechanisms lose side by side: ρ adds up, at the orders below the least ω.

    Raises ParameterError if there is none, or none with an ω.
    """
    listed = demand_losses_of((TCDP, ZCDP), "the losses", losses, "give each as TCDP or ZCDP")
    omegas = [loss.omega for loss in listed if isinstance(loss, TCDP)]
    if not omegas:
        raise ParameterError("the losses", listed, "give at least one with an omega; without any they are zCDP")
    return TCDP(sum((loss.rho for loss in listed), Fraction(0)), min(omegas))


def _omega(value: object) -> Fraction:
    number = exact(value)
    if number <= 1:
        raise NumberError("give an omega above 1")
    return number
