"""What mechanisms lose together at one Rényi order, exactly or between bounds: all of them, or few of those created.

Moments multiply (HSV26 Corollary 13.4); where at most k of n get differing inputs they stay within the symmetric
polynomials (concomp Proposition 21). A pure mechanism has no larger moment than a randomised response (concomp
Proposition 22), which is rational where E = e^ε and a whole order are given; where at most k pure ones get differing
inputs, they lose what k of them do (HSV26 Corollary 5.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from concomp.impl.accounting.measures.curves import Response
from concomp.impl.accounting.measures.renyi import BITS, RenyiLoss, compose_at_order
from concomp.impl.accounting.measures.sparse import sparse_moment
from concomp.impl.accounting.numbers import LARGEST, Bounds
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import RationalLoss, flint_rational
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError

AtOrder: TypeAlias = RenyiLoss | Response
"""A loss at the order of the composition, or that of a pure mechanism."""
EXACT_BITS = 1 << 20
"""The longest product of moments that is multiplied out."""
RESPONSE_BITS = 1 << 12
"""The longest power of E that is."""
STEPS, MOST_BITS = 2_000_000, 1 << 26
"""The most coefficients that the polynomials of sparse bounds may have, and bits that the last of them may."""


@dataclass(frozen=True)
class Enclosed:
    """What is lost at an order, between two losses: the same one where it is known exactly."""

    low: RenyiLoss
    high: RenyiLoss

    @property
    def moment(self) -> Bounds | None:
        """e^{(α−1)·D}; None if it is infinite, ParameterError if it would have millions of digits."""
        divergence = self.high.divergence
        if divergence is not None and (exponent := divergence.high * (self.high.order - 1)) > LARGEST:
            remedy = "it would have millions of digits: give a smaller order, or smaller losses"
            raise ParameterError("the moment", f"about e^{float(exponent):.3g}", remedy)
        return _between(self.low.moments, self.high.moments)

    @property
    def divergence(self) -> Bounds | None:
        """D in nats; None if it is infinite."""
        return _between(self.low.divergence, self.high.divergence)


def compose_all(losses: Iterable[AtOrder], order: Fraction) -> Enclosed:
    """What mechanisms lose side by side; ParameterError if there is none, or one is of another order."""
    enclosed = _enclosed(losses, order)
    distinct, times = {id(each): each for each in enclosed}, Counter(map(id, enclosed))
    if sum(_length(each) * times[name] for name, each in distinct.items()) > EXACT_BITS:
        shorter = {name: _by_divergence(each) for name, each in distinct.items()}
        enclosed = [shorter[id(each)] for each in enclosed]
    return Enclosed(compose_at_order(each.low for each in enclosed), compose_at_order(each.high for each in enclosed))


def compose_few(losses: Iterable[AtOrder], order: Fraction, at_most: int) -> Enclosed:
    """What they lose if at most so many of them get differing inputs; of pure ones the largest, so many of them.

    Raises ParameterError if that is more than there are, or takes too many steps.
    """
    listed = list(losses)
    if at_most == len(listed):
        return compose_all(listed, order)
    moments = _moments(listed, order)
    return _largest(moments, order, at_most) if are_pure(listed) else _few(moments, order, at_most)


def compose_created(losses: Iterable[AtOrder], order: Fraction, created: int, at_most: int) -> Enclosed:
    """What so many mechanisms lose, each like one of these, if at most so many of them get differing inputs."""
    listed = list(losses)
    moments = _moments(listed, order)
    if None in moments:
        return _few([None] * created, order, at_most)
    found = [each for each in moments if each is not None]
    worst = Bounds(max(each.low for each in found), max(each.high for each in found))
    if at_most == created or are_pure(listed):
        return _largest([worst] * at_most, order, at_most)
    return _few([worst] * created, order, at_most)


def are_pure(losses: Iterable[AtOrder]) -> bool:
    """Whether all of them are pure: few of these are no worse than as few responses (HSV26 Corollary 5.5).

    That is about every (ε, δ), both worlds over one another, and with it about moments, which are mixtures of these.
    """
    return all(isinstance(each, Response) for each in losses)


def _largest(moments: Sequence[Bounds | None], order: Fraction, at_most: int) -> Enclosed:
    """The product of so many of the moments, the largest ones; all of them finite."""
    finite = [each for each in moments if each is not None]
    lows = sorted((each.low for each in finite), reverse=True)[:at_most]
    highs = sorted((each.high for each in finite), reverse=True)[:at_most]
    return Enclosed(_product(lows, order).low, _product(highs, order).high)


def _product(moments: Sequence[Fraction], order: Fraction) -> Enclosed:
    known = {moment: RenyiLoss(order, moment) for moment in moments}
    return compose_all([RenyiLoss(order), *(known[moment] for moment in moments)], order)


def _few(moments: Sequence[Bounds | None], order: Fraction, at_most: int) -> Enclosed:
    distinct = {id(each): each for each in moments}.values()
    longest = max(
        each.high.numerator.bit_length() + each.low.denominator.bit_length() if each else 0 for each in distinct
    )
    if at_most * max(1000, len(distinct)) > STEPS or at_most * longest > MOST_BITS:
        remedy = "so many of so many take too long: give fewer, or leave it out, to have all get differing inputs"
        raise ParameterError("at_most", at_most, remedy)
    low = sparse_moment([None if each is None else each.low for each in moments], at_most)
    high = sparse_moment([None if each is None else each.high for each in moments], at_most)
    return Enclosed(RenyiLoss(order, low), RenyiLoss(order, high))


def _enclosed(losses: Iterable[AtOrder], order: Fraction) -> list[Enclosed]:
    """Each loss, or what a pure one is at the order; long lists mostly repeat a few objects."""
    listed = list(losses)
    known = {id(each): _at(each, order) for each in {id(each): each for each in listed}.values()}
    return [known[id(each)] for each in listed]


def _at(loss: AtOrder, order: Fraction) -> Enclosed:
    if isinstance(loss, RenyiLoss):
        return Enclosed(loss, loss)
    pure = loss.loss
    if isinstance(pure, RationalLoss) and order.denominator == 1:
        odds = pure.e_eps
        if int(order) * max(odds.numerator.bit_length(), odds.denominator.bit_length()) <= RESPONSE_BITS:
            moment = (odds ** int(order) + odds ** (1 - int(order))) / (1 + odds)
            return Enclosed(RenyiLoss(order, moment), RenyiLoss(order, moment))
    with precision(BITS):
        found = bounds(loss.log_moment(order) / flint_rational(order - 1))
    return _of_divergence(found, order)


def _by_divergence(enclosed: Enclosed) -> Enclosed:
    """The same, its moment as a divergence, which stays short where it is added up."""
    found = enclosed.divergence
    return enclosed if found is None or _length(enclosed) == 0 else _of_divergence(found, enclosed.low.order)


def _of_divergence(found: Bounds, order: Fraction) -> Enclosed:
    return Enclosed(RenyiLoss(order, epsilon=max(Fraction(0), found.low)), RenyiLoss(order, epsilon=found.high))


def _length(enclosed: Enclosed) -> int:
    """The bits of a moment that is given as such."""
    moment = enclosed.high.moment
    return 0 if moment is None or moment == 1 else moment.numerator.bit_length() + moment.denominator.bit_length()


def _moments(losses: Iterable[AtOrder], order: Fraction) -> list[Bounds | None]:
    enclosed = _enclosed(losses, order)
    known = {id(each): each.moment for each in {id(each): each for each in enclosed}.values()}
    return [known[id(each)] for each in enclosed]


def _between(low: Bounds | None, high: Bounds | None) -> Bounds | None:
    return None if low is None or high is None else Bounds(low.low, high.high)
