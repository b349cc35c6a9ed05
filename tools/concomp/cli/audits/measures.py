"""Rényi moments and concentrated loss in `concomp audit`: what is asked, found and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_option
from concomp.door.numbers import exact_omega, exact_order, exact_rho
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.measures.concentrated import Rho
from concomp.impl.audit.measures.directions import Moments, Rhos
from concomp.impl.audit.sides import Between
from concomp.model.laws.balls import Undecided as NotTold
from concomp.model.numbers import rational_text
from concomp.report.quantities import exact_and_approximate, from_to

if TYPE_CHECKING:
    from concomp.schemas.privacy import BetweenData, ConcentratedData, MomentBetween, MomentData, ReachedRho


@dataclass(frozen=True)
class Measures:
    """What is asked: moments of these orders, and the least ρ below each ω, None for every order.

    rho: the ρ that is not to be exceeded, if one is given.
    """

    orders: tuple[Fraction, ...] = ()
    omegas: tuple[Fraction | None, ...] = ()
    rho: Fraction | None = None

    @property
    def asked(self) -> bool:
        """Whether anything is."""
        return bool(self.orders or self.omegas)


def read_measures(renyi: Sequence[str], zcdp: bool, tcdp: Sequence[str], rho: str | None) -> Measures:
    """What the options ask; BadInput if one cannot be read, or they do not fit together."""
    orders = tuple(read_option("--renyi", text, exact_order) for text in renyi)
    omegas = (*((None,) if zcdp else ()), *(read_option("--tcdp", text, exact_omega) for text in tcdp))
    if rho is not None and not omegas:
        raise BadInput(f"--rho: {rho}: of which orders? give --zcdp for all, or --tcdp OMEGA")
    return Measures(orders, omegas, None if rho is None else read_option("--rho", rho, exact_rho))


NOTHING = Measures()


@dataclass(frozen=True)
class Measured:
    """What was found: moments of each order, and for each ω the least ρ, and whether the ρ asked about is exceeded."""

    rho: Fraction | None
    moments: tuple[Moments, ...]
    concentrated: tuple[tuple[Rhos, bool | None], ...]

    @property
    def exceeded(self) -> bool:
        """Whether a ρ was asked about, and is exceeded."""
        return any(exceeded for _, exceeded in self.concentrated)


def measured(audit: Audit, asked: Measures) -> Measured:
    """What an audit finds; Undecided if balls do not tell, TooLarge if it takes too much."""
    rho = asked.rho
    try:
        moments = tuple(audit.moments(order) for order in asked.orders)
        rhos = [audit.rhos(omega) for omega in asked.omegas]
        return Measured(rho, moments, tuple((each, None if rho is None else each.exceed(rho)) for each in rhos))
    except NotTold as error:
        raise Undecided(f"{error}") from None


# For machines.


def moments_data(found: Measured) -> list[MomentData]:
    """The moments of whole orders."""
    return [
        {
            "order": int(each.order),
            "moment_0": _exact(each.of_worlds[0]),
            "moment_1": _exact(each.of_worlds[1]),
            "divergence": _between(each.divergence),
        }
        for each in found.moments
        if each.order.denominator == 1
    ]


def moments_between_data(found: Measured) -> list[MomentBetween]:
    """The moments of the other orders."""
    return [
        {
            "order": rational_text(each.order),
            "moment_0": _between(each.of_worlds[0]),
            "moment_1": _between(each.of_worlds[1]),
            "divergence": _between(each.divergence),
        }
        for each in found.moments
        if each.order.denominator != 1
    ]


def concentrated_data(found: Measured) -> list[ConcentratedData]:
    """The least ρ."""
    return [_rhos_data(rhos, found.rho, exceeded) for rhos, exceeded in found.concentrated]


def _rhos_data(rhos: Rhos, target: Fraction | None, exceeded: bool | None) -> ConcentratedData:
    data: ConcentratedData = {
        "omega": None if rhos.omega is None else rational_text(rhos.omega),
        "rho": _between(rhos.larger),
        "rho_0": _reached(rhos.of_worlds[0]),
        "rho_1": _reached(rhos.of_worlds[1]),
    }
    if target is not None and exceeded is not None:
        data["target"] = {"rho": rational_text(target), "exceeded": exceeded}
    return data


def _exact(moment: Between | None) -> str | None:
    return None if moment is None else rational_text(moment[0])


def _between(bounds: Between | None) -> BetweenData | None:
    return None if bounds is None else {"low": rational_text(bounds[0]), "high": rational_text(bounds[1])}


def _reached(rho: Rho | None) -> ReachedRho | None:
    if rho is None:
        return None
    return {"low": rational_text(rho.low), "high": rational_text(rho.high), "order": rational_text(rho.order)}


# For people.


def measured_lines(found: Measured) -> Iterator[str]:
    """All that was found."""
    for moments in found.moments:
        yield from _moment_lines(moments)
    for rhos, exceeded in found.concentrated:
        yield from _rho_lines(rhos)
        if found.rho is not None:
            yield f"  The target rho = {exact_and_approximate(found.rho)} {'is exceeded' if exceeded else 'holds'}."


def _moment_lines(found: Moments) -> Iterator[str]:
    yield f"Renyi moment of order {rational_text(found.order)}, the largest of any adversary:"
    for world, moment in enumerate(found.of_worlds):
        yield f"  world {world} over world {1 - world}: {'infinite' if moment is None else _quantity(moment)}"
    if found.divergence is not None:
        yield f"  the larger divergence, in nats: {from_to(*found.divergence)}"


def _quantity(bounds: Between) -> str:
    low, high = bounds
    return exact_and_approximate(low) if low == high else from_to(low, high)


def _rho_lines(rhos: Rhos) -> Iterator[str]:
    orders = "order > 1 (zCDP)" if rhos.omega is None else f"order between 1 and {rational_text(rhos.omega)} (tCDP)"
    yield f"The least rho with D <= rho * order, in nats, at every {orders}: {_rho(rhos.larger)}"
    for world, rho in enumerate(rhos.of_worlds):
        where = "" if rho is None else f", {order_reached(rho, rhos.omega)}"
        yield f"  world {world} over world {1 - world}: {_rho(None if rho is None else (rho.low, rho.high))}{where}"


def _rho(bounds: Between | None) -> str:
    return "there is none, a moment is infinite" if bounds is None else _quantity(bounds)


def order_reached(rho: Rho, omega: Fraction | None) -> str:
    """The order that is reached, in words; one at an end of the orders is only come near to."""
    if rho.order in (1, omega):
        return f"as the order tends to {rational_text(rho.order)}"
    return f"at order {float(rho.order):.4g}"
