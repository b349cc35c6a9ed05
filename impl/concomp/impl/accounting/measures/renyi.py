"""Composition of Rényi differential privacy: at one order exactly, and at all orders at once.

Moments e^{(α−1)·D_α} of mechanisms side by side multiply (HSV26 Corollary 13.4), those of any number of which k get
differing pairs as those of k (Theorem 13.6), if their functions are first-pair consistent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np
from flint import arb

from concomp.impl.accounting.measures.curves import Floats, Line, Listed, RenyiCurve, Response, about_responses, last_of
from concomp.impl.accounting.measures.demands import demand_curves, demand_losses_of
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import flint_rational
from concomp.model.laws.balls import precision
from concomp.model.laws.renyi import Moment
from concomp.model.numbers import ParameterError, exact, parameter, rational_text

BITS = 256
"""The precision of enclosures."""


@dataclass(frozen=True)
class RenyiLoss:
    """A Rényi loss at one order: the moment e^{(α−1)·D_α} is at most moment·e^{(α−1)·epsilon}.

    order: α > 1. moment: at least 1, None if it is infinite. epsilon: what is given as a divergence, in nats.
    """

    order: Fraction
    moment: Moment = Fraction(1)
    epsilon: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Read the numbers; ParameterError for a float, an order up to 1, a moment below 1 or a negative divergence."""
        object.__setattr__(self, "order", parameter("order", exact, self.order))
        object.__setattr__(self, "epsilon", parameter("epsilon", exact, self.epsilon))
        if self.moment is not None:
            object.__setattr__(self, "moment", parameter("moment", exact, self.moment))
        if self.order <= 1:
            raise ParameterError("order", self.order, "give an order above 1")
        if self.moment is not None and self.moment < 1:
            raise ParameterError("moment", self.moment, "give e^((order - 1) * divergence), which is at least 1")
        if self.epsilon < 0:
            raise ParameterError("epsilon", self.epsilon, "give a divergence of at least 0, in nats")

    @property
    def last(self) -> Fraction:
        """The order, which is the last one of which anything is known."""
        return self.order

    @property
    def moments(self) -> Bounds | None:
        """The moment, exactly unless some of it is given as a divergence; None if it is infinite."""
        if self.moment is None or self.epsilon == 0:
            return None if self.moment is None else known(self.moment)
        with precision(BITS):
            return bounds(arb(flint_rational(self.moment)) * arb(flint_rational(self.epsilon * (self.order - 1))).exp())

    @property
    def divergence(self) -> Bounds | None:
        """The divergence in nats, exactly if it was given as such; None if it is infinite."""
        if self.moment is None or self.moment == 1:
            return None if self.moment is None else known(self.epsilon)
        with precision(BITS):
            return bounds(self.log_moment(self.order) / flint_rational(self.order - 1))

    def log_moment(self, order: Fraction) -> arb:
        """A ball of what ln S is at most at an order up to this one: divergences do not decrease."""
        if self.moment is None:
            raise ParameterError("moment", "infinite", "nothing follows from a moment that is infinite")
        least = arb(flint_rational(self.moment - 1)).log1p() / flint_rational(self.order - 1)
        return (least + flint_rational(self.epsilon)) * flint_rational(order - 1)

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        with precision(64):
            return excess * float((self.log_moment(self.order) / flint_rational(self.order - 1)).mid())


def compose_at_order(losses: Iterable[RenyiLoss]) -> RenyiLoss:
    """The Rényi loss of mechanisms side by side, all of one order (HSV26 Corollary 13.4): exact, infinite if one is.

    Raises ParameterError if there is none, or where orders differ, and for what is no RenyiLoss.
    """
    listed = demand_losses_of(RenyiLoss, "the losses", losses, "give each as a RenyiLoss of one order")
    # Long lists mostly repeat a few objects, and Fractions are slow to hash and to add.
    times, distinct = Counter(map(id, listed)), {id(loss): loss for loss in listed}
    orders = sorted({loss.order for loss in distinct.values()})
    if len(orders) > 1:
        shown = " and ".join(map(rational_text, orders[:2]))
        raise ParameterError("the orders", shown, "give every loss at one and the same order")
    epsilon = sum((loss.epsilon * times[name] for name, loss in distinct.items()), Fraction(0))
    counted = Counter[Moment]()
    for name, loss in distinct.items():
        counted[loss.moment] += times[name]
    if None in counted:
        return RenyiLoss(orders[0], None, epsilon)
    powers = (moment**number for moment, number in counted.items() if moment is not None)
    return RenyiLoss(orders[0], prod(powers, start=Fraction(1)), epsilon)


@dataclass(frozen=True)
class Composed:
    """What several mechanisms lose together: ln S adds up at each order.

    responses: each with how many there are. others: curves of other kinds.
    """

    responses: tuple[tuple[Response, int], ...]
    others: tuple[RenyiCurve, ...]

    @property
    def last(self) -> Fraction | None:
        """The last order of which something is known of all of them."""
        return last_of(self.others)

    def log_moment(self, order: Fraction) -> arb:
        """The sum of all."""
        found = sum((each.log_moment(order) for each in self.others), arb(0))
        # One logarithm for all responses: of the product of 1 + excess, without the 1.
        together = arb(0)
        for response, times in self.responses:
            excess = response.excess(order) if times == 1 else (response.log_moment(order) * times).expm1()
            together += excess + together * excess
        return found + together.log1p()

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        found = sum((each.about(excess) for each in self.others), np.zeros(len(excess)))
        return np.asarray(found + about_responses(*self._floats, excess) if self.responses else found)

    @cached_property
    def _floats(self) -> tuple[Floats, Floats]:
        times = np.array([float(times) for _, times in self.responses])
        return np.array([response.about_loss for response, _ in self.responses]), times


def compose_renyi(curves: Iterable[RenyiCurve]) -> RenyiCurve:
    """The curve of mechanisms side by side, at every order the sum of theirs (HSV26 Corollary 13.4).

    Lines, and what is stated at the same orders, are added up exactly. Raises ParameterError if there is none, and for
    what is no curve.
    """
    listed = list(_flat(demand_curves(curves)))
    lines, stated = defaultdict[Fraction | None, list[Fraction]](list), defaultdict[object, list[Listed]](list)
    for each in listed:
        if isinstance(each, Line):
            lines[each.last].append(each.rho)
        elif isinstance(each, Listed):
            # Fractions are slow to hash.
            stated[tuple(order.as_integer_ratio() for order in each.orders)].append(each)
    others: list[RenyiCurve] = [Line(sum(rhos, Fraction(0)), last) for last, rhos in lines.items()]
    others += [Listed(each[0].orders, tuple(row for one in each for row in one.rows)) for each in stated.values()]
    others += [each for each in listed if not isinstance(each, Line | Listed | Response)]
    responses = Counter(each for each in listed if isinstance(each, Response))
    return others[0] if len(others) == 1 and not responses else Composed(tuple(responses.items()), tuple(others))


def _flat(curves: Iterable[RenyiCurve]) -> Iterator[RenyiCurve]:
    for each in curves:
        if isinstance(each, Composed):
            yield from each.others
            yield from (response for response, times in each.responses for _ in range(times))
        else:
            yield each
