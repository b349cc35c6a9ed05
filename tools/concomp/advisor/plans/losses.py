"""Losses as a plan writes them: (ε, δ), a Rényi moment, a concentrated loss, or a trade-off function."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt

from concomp.advisor.losses.stated import Stated
from concomp.advisor.plans.errors import PlanError
from concomp.impl.accounting.guarantees import FDP, LARGEST, MOST_POINTS, ZCDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from concomp.model.files.fields import Delta, EEps, Epsilon, field, refused
from concomp.model.laws.trade_off import TradeOff, greatest_below, inverse, lower_hull
from concomp.model.numbers import NumberError, ParameterError, exact, exact_probability, rational_text

Count = Annotated[StrictInt, Field(ge=1, le=COMPONENTS)]


def _above_one(name: str) -> Any:
    def read(value: object) -> Fraction:
        number = exact(value)
        if not 1 < number <= LARGEST:
            raise NumberError(f"{name} is above 1, and at most {rational_text(LARGEST)}")
        return number

    return PlainValidator(field(read))


def _moment(value: object) -> Fraction:
    number = exact(value)
    if number < 1:
        raise NumberError("a moment e^((order-1)D) is at least 1")
    return number


def _rho(value: object) -> Fraction:
    try:
        return ZCDP(exact(value)).rho
    except ParameterError as error:
        raise NumberError(f"rho is {error.remedy.removeprefix('give ')}") from None


def _point(value: object) -> tuple[Fraction, Fraction]:
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        raise refused("write each vertex as [alpha, beta]")
    try:
        alpha, beta = (exact_probability(each) for each in value)
    except NumberError as error:
        raise refused(str(error)) from None
    return alpha, beta


def _trade_off(value: object) -> TradeOff:
    """The function through vertices in increasing α from 0 to 1, where it is 0."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not 2 <= len(value) <= MOST_POINTS:
        raise refused(
            f'write its vertices, like [["0", "3/4"], ["3/8", "3/8"], ["3/4", "0"], ["1", "0"]], at most {MOST_POINTS}'
        )
    points = [_point(each) for each in value]
    if any(left >= right for (left, _), (right, _) in pairwise(points)):
        raise refused("write the vertices in increasing alpha, each once")
    if points[0][0] != 0 or points[-1] != (Fraction(1), Fraction(0)):
        raise refused("a trade-off function goes from alpha = 0 to 1, where it is 0")
    if any(high < low for (_, high), (_, low) in pairwise(points)):
        raise refused("a trade-off function does not increase")
    high = next((alpha for alpha, beta in points if alpha + beta > 1), None)
    if high is not None:
        raise refused(f"a trade-off function is at most 1 - alpha: lower beta at alpha = {rational_text(high)}")
    function = lower_hull(points)
    bent = next((alpha for alpha, beta in points if function(alpha) < beta), None)
    if bent is not None:
        below = rational_text(function(bent))
        raise refused(f"a trade-off function is convex: at alpha = {rational_text(bent)} at most {below} fits")
    return function


Order = Annotated[Fraction, _above_one("an order")]
Omega = Annotated[Fraction, _above_one("omega")]
Moment = Annotated[Fraction, PlainValidator(field(_moment))]
Rho = Annotated[Fraction, PlainValidator(field(_rho))]
Function = Annotated[TradeOff, PlainValidator(_trade_off)]


class Shape(BaseModel):
    """What a plan is made of: no other fields, and not to be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Loss(Shape):
    """A privacy loss: E = e^ε, or ε, and δ."""

    E: EEps | None = None
    eps: Epsilon | None = None
    delta: Delta = Fraction(0)

    def component(self, place: str) -> PrivacyLoss:
        """The loss as the accounting takes it; PlanError unless exactly one of E and ε is given."""
        try:
            if self.E is not None and self.eps is None:
                return with_e_eps(self.E, self.delta)
            if self.eps is not None and self.E is None:
                return with_epsilon(self.eps, self.delta)
        except ParameterError as error:
            raise PlanError(place, *_split(str(error))) from None
        raise PlanError(place, "neither E nor eps" if self.E is None else "both E and eps", "give one of the two")

    @property
    def is_stated(self) -> bool:
        """Whether E or ε is given."""
        return self.E is not None or self.eps is not None


class Slots(Loss):
    """Slots of one loss, and how many of them there are."""

    count: Count = 1


class AnyLoss(Loss):
    """A loss in any measure.

    moment: e^{(α−1)D_α} of the order α. epsilon: D_α of the order α. rho, omega: D_α ≤ ρα, for all orders or for those
    below ω. trade_off: the vertices of a trade-off function. delta: beside another measure, the δ at which its (ε, δ)
    is taken where that is asked for.
    """

    moment: Moment | None = None
    epsilon: Epsilon | None = None
    order: Order | None = None
    rho: Rho | None = None
    omega: Omega | None = None
    trade_off: Function | None = None

    @property
    def measured(self) -> tuple[str, ...]:
        """The fields by which the loss is given in another measure than (ε, δ)."""
        return tuple(name for name in ("moment", "epsilon", "rho", "trade_off") if getattr(self, name) is not None)

    def in_measure(self, place: str, order: Fraction | None) -> Stated | None:
        """The loss in another measure than (ε, δ), None if none is given; `order` is that of the plan.

        Raises PlanError if it is given twice, or an order or ω is missing, superfluous or another one.
        """
        given = [*self.measured, *(name for name in ("E", "eps") if getattr(self, name) is not None)]
        if not self.measured:
            self._demand_no(("order", "omega"), place, "it belongs to another measure: remove it")
            return None
        if len(given) > 1:
            raise PlanError(place, f"both {given[0]} and {given[1]}", "give one of the two")
        if self.rho is not None:
            self._demand_no(("order",), place, "rho is about all orders: remove it")
            return ZCDP(self.rho) if self.omega is None else TCDP(self.rho, self.omega)
        self._demand_no(("omega",), place, "it belongs to rho: remove it")
        if self.trade_off is not None:
            self._demand_no(("order",), place, "a trade-off function has none: remove it")
            return _in_both_orders(self.trade_off)
        found = self._order(place, order)
        if self.moment is not None:
            return RenyiLoss(found, moment=self.moment)
        assert self.epsilon is not None
        return RenyiLoss(found, epsilon=self.epsilon)

    def _order(self, place: str, order: Fraction | None) -> Fraction:
        if self.order is None and order is None:
            raise PlanError(f"{place}: order", "missing", f"say of which order the {self.measured[0]} is, above 1")
        if self.order is not None and order is not None and self.order != order:
            remedy = f"losses of different orders do not add up: state all of them at order {rational_text(order)}"
            raise PlanError(f"{place}: order", rational_text(self.order), remedy)
        found = self.order if order is None else order
        assert found is not None
        return found

    def _demand_no(self, names: tuple[str, ...], place: str, remedy: str) -> None:
        for name in names:
            value = getattr(self, name)
            if value is not None:
                raise PlanError(f"{place}: {name}", rational_text(value), remedy)


def _in_both_orders(function: TradeOff) -> FDP:
    """What is known of both orders of the data sets by a function of one: neither it nor its inverse is below."""
    return FDP.of(function=greatest_below((function, inverse(function))))


def _split(message: str) -> tuple[str, str]:
    value, _, remedy = message.rpartition(": ")
    return value, remedy
