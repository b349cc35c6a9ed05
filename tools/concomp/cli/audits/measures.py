"""Rényi moments and concentrated loss in `concomp audit`: what is asked, found and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_option
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.measures.concentrated import Rho, is_concentrated, least_rho
from concomp.impl.audit.measures.divergences import divergence_between, moment_between
from concomp.impl.audit.sides import Between
from concomp.model.laws.balls import Undecided as NotTold
from concomp.model.laws.divergences import Divergences
from concomp.model.numbers import NumberError, exact, rational_text
from concomp.report.quantities import exact_and_approximate, from_to

if TYPE_CHECKING:
    from concomp.schemas.privacy import BetweenData, ConcentratedData, MomentBetween, MomentData, ReachedRho

LARGEST_ORDER = 1000
LARGEST_OMEGA = 10**6
WORLDS = (0, 1)


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
    orders = tuple(read_option("--renyi", text, _order) for text in renyi)
    omegas = (*((None,) if zcdp else ()), *(read_option("--tcdp", text, _omega) for text in tcdp))
    if rho is not None and not omegas:
        raise BadInput(f"--rho: {rho}: of which orders? give --zcdp for all, or --tcdp OMEGA")
    return Measures(orders, omegas, None if rho is None else read_option("--rho", rho, _target))


NOTHING = Measures()


@dataclass(frozen=True)
class Moments:
    """The largest moments of one order, world 0 over world 1 and the other way round; None where they are infinite.

    divergence: the larger D of the two directions, in nats.
    """

    order: Fraction
    moments: tuple[Between | None, ...]
    divergence: Between | None


@dataclass(frozen=True)
class Concentrated:
    """The least ρ of both directions below an ω, None for all orders; and whether the ρ asked about is exceeded."""

    omega: Fraction | None
    rhos: tuple[Rho | None, ...]
    exceeded: bool | None

    @property
    def rho(self) -> Between | None:
        """The least ρ of both directions together."""
        known = [each for each in self.rhos if each is not None]
        if len(known) < len(self.rhos):
            return None
        return max(each.low for each in known), max(each.high for each in known)


@dataclass(frozen=True)
class Measured:
    """What was found."""

    asked: Measures
    moments: tuple[Moments, ...]
    concentrated: tuple[Concentrated, ...]

    @property
    def exceeded(self) -> bool:
        """Whether a ρ was asked about, and is exceeded."""
        return any(each.exceeded for each in self.concentrated)


def measured(audit: Audit, asked: Measures) -> Measured:
    """What an audit finds; Undecided if balls do not tell, TooLarge if it takes too much."""
    if not asked.asked:
        return Measured(asked, (), ())
    curves = tuple(audit.divergences(suspected) for suspected in WORLDS)
    try:
        return Measured(
            asked,
            tuple(_moments(audit, curves, order) for order in asked.orders),
            tuple(_concentrated(curves, omega, asked.rho) for omega in asked.omegas),
        )
    except NotTold as error:
        raise Undecided(f"{error}") from None


def _moments(audit: Audit, curves: Sequence[Divergences], order: Fraction) -> Moments:
    divergences = [divergence_between(curve, order) for curve in curves if curve.largest_odds is not None]
    if order.denominator == 1:
        exactly = audit.moment(int(order))
        moments: tuple[Between | None, ...] = tuple(None if each is None else (each, each) for each in exactly)
    else:
        moments = tuple(None if each.largest_odds is None else moment_between(each, order) for each in curves)
    if len(divergences) < len(curves):
        return Moments(order, moments, None)
    return Moments(order, moments, (max(low for low, _ in divergences), max(high for _, high in divergences)))


def _concentrated(curves: Sequence[Divergences], omega: Fraction | None, rho: Fraction | None) -> Concentrated:
    rhos = tuple(least_rho(curve, omega) for curve in curves)
    return Concentrated(omega, rhos, None if rho is None else _exceeded(curves, rhos, omega, rho))


def _exceeded(curves: Sequence[Divergences], rhos: Sequence[Rho | None], omega: Fraction | None, rho: Fraction) -> bool:
    """Whether a direction exceeds ρ; where one is known to, the other need not be told."""
    if any(found is None or found.low > rho for found in rhos):
        return True
    return not all(is_concentrated(curve, rho, omega) for curve in curves)


# For machines.


def moments_data(found: Measured) -> list[MomentData]:
    """The moments of whole orders."""
    return [
        {
            "order": int(each.order),
            "moment_0": _exact(each.moments[0]),
            "moment_1": _exact(each.moments[1]),
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
            "moment_0": _between(each.moments[0]),
            "moment_1": _between(each.moments[1]),
            "divergence": _between(each.divergence),
        }
        for each in found.moments
        if each.order.denominator != 1
    ]


def concentrated_data(found: Measured) -> list[ConcentratedData]:
    """The least ρ."""
    return [_one_concentrated(each, found.asked.rho) for each in found.concentrated]


def _one_concentrated(found: Concentrated, rho: Fraction | None) -> ConcentratedData:
    data: ConcentratedData = {
        "omega": None if found.omega is None else rational_text(found.omega),
        "rho": _between(found.rho),
        "rho_0": _reached(found.rhos[0]),
        "rho_1": _reached(found.rhos[1]),
    }
    if rho is not None and found.exceeded is not None:
        data["target"] = {"rho": rational_text(rho), "exceeded": found.exceeded}
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
    for concentrated in found.concentrated:
        yield from _concentrated_lines(concentrated, found.asked.rho)


def _moment_lines(found: Moments) -> Iterator[str]:
    yield f"Renyi moment of order {rational_text(found.order)}, the largest of any adversary:"
    for world, moment in enumerate(found.moments):
        yield f"  world {world} over world {1 - world}: {'infinite' if moment is None else _quantity(moment)}"
    if found.divergence is not None:
        yield f"  the larger divergence, in nats: {from_to(*found.divergence)}"


def _quantity(bounds: Between) -> str:
    low, high = bounds
    return exact_and_approximate(low) if low == high else from_to(low, high)


def _concentrated_lines(found: Concentrated, target: Fraction | None) -> Iterator[str]:
    orders = "order > 1 (zCDP)" if found.omega is None else f"order between 1 and {rational_text(found.omega)} (tCDP)"
    yield f"The least rho with D <= rho * order, in nats, at every {orders}: {_rho(found.rho)}"
    for world, rho in enumerate(found.rhos):
        where = "" if rho is None else f", {_where(rho, found.omega)}"
        yield f"  world {world} over world {1 - world}: {_rho(None if rho is None else (rho.low, rho.high))}{where}"
    if target is not None:
        yield f"  The target rho = {exact_and_approximate(target)} {'is exceeded' if found.exceeded else 'holds'}."


def _rho(bounds: Between | None) -> str:
    return "there is none, a moment is infinite" if bounds is None else _quantity(bounds)


def _where(rho: Rho, omega: Fraction | None) -> str:
    """The order that is reached; one at an end of the orders is only come near to."""
    if rho.order in (1, omega):
        return f"as the order tends to {rational_text(rho.order)}"
    return f"at order {float(rho.order):.6g}"


# What people write.


def _order(text: str) -> Fraction:
    return _above_one(text, LARGEST_ORDER, "")


def _omega(text: str) -> Fraction:
    return _above_one(text, LARGEST_OMEGA, ", or ask for --zcdp")


def _above_one(text: str, largest: int, otherwise: str) -> Fraction:
    number = exact(text)
    if not 1 < number <= largest:
        raise NumberError(f"give a number above 1, at most {largest}{otherwise}")
    return number


def _target(text: str) -> Fraction:
    number = exact(text)
    if number < 0:
        raise NumberError("rho must be at least 0")
    return number
