"""Guarantees in other measures than (ε, δ): what is lost together on a scale, and the (ε, δ) that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, repeat

from concomp.advisor.losses.gaussian import LINES, piecewise_linear
from concomp.advisor.losses.stated import Stated, loss_in_words
from concomp.impl.accounting.guarantees import FDP, SHOWN_POINTS, ZCDP, GaussianDP
from concomp.impl.accounting.losses import LossSum, rational_bounds, sum_of
from concomp.impl.accounting.measures.concentrated import TCDP, compose_tcdp, compose_zcdp
from concomp.impl.accounting.measures.conversion import delta_at, to_approximate
from concomp.impl.accounting.measures.curves import Line, RenyiCurve
from concomp.impl.accounting.measures.renyi import RenyiLoss, compose_at_order
from concomp.impl.accounting.measures.sparse import SparseCurve, sparse_moment
from concomp.impl.accounting.measures.trade_off_composition import TradeOffComposition, compose_trade_offs
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.parameters import ExponentialLoss, RationalLoss
from concomp.impl.accounting.rounding import SIGNIFICANT_BITS
from concomp.model.numbers import rational_text
from concomp.report.quantities import at_most, enough
from concomp.report.text import plural

Counts = Sequence[tuple[Stated, int]]
"""Losses on one scale, and how often each counts."""
LARGEST_SHOWN = 10_000
"""The largest logarithm of a moment that is written down."""
LONGEST = 20
"""The longest exact number, in characters, that is shown after the name of a loss."""
EXACTLY = 1000
"""Of so many created mechanisms the moment is computed exactly."""
ROUNDING = Fraction(1, 1 << SIGNIFICANT_BITS - 2)
"""By which part a bound may be rounded up."""


class _OfMeasure:
    """What holds of any measure: from no loss on is it promised that δ is at most something less than 1, exactly."""

    def limit(self) -> tuple[LossSum, Bounds]:
        return sum_of([]), known(Fraction(1))

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        return []


@dataclass(frozen=True)
class OfCurve(_OfMeasure):
    """Rényi divergences are bounded: by a loss on a scale, or by a curve that no such loss describes.

    said: how the curve is said, where it is not that of a loss.
    """

    curve: RenyiCurve
    said: str = ""

    @property
    def words(self) -> str:
        """What is lost on the scale."""
        match self.curve:
            case RenyiLoss():
                return _moment_in_words(self.curve)
            case Line(rho, None):
                return f"the composition is rho-zCDP with rho {_equal(rho)}"
            case Line(rho, Fraction() as omega):
                return f"rho {_equal(rho)} for all orders below omega = {rational_text(omega)}"
            case _:
                return self.said

    def delta(self, e_eps: Fraction) -> Bounds:
        return _rounded(delta_at(self.curve, RationalLoss(e_eps)))

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        if delta == 0:
            return None
        epsilon = to_approximate(self.curve, delta).epsilon
        return known(Fraction(1)) if epsilon == 0 else Bounds(*rational_bounds(ExponentialLoss(epsilon)))


def _rounded(bound: Fraction) -> Bounds:
    """A bound that was rounded up."""
    return Bounds(bound * (1 - ROUNDING), bound)


@dataclass(frozen=True)
class OfTradeOffs(_OfMeasure):
    """The tensor product of trade-off functions.

    mu_squared: of normal laws, a piecewise linear function below whose own is among them; 0 if there is none.
    """

    functions: tuple[FDP, ...]
    mu_squared: Fraction = Fraction(0)

    @cached_property
    def composition(self) -> TradeOffComposition:
        """Their composition, asked by a loss or by δ."""
        return compose_trade_offs(self.functions)

    @property
    def words(self) -> str:
        """The product, if it bends but a few times."""
        if self.mu_squared:
            normal = f"the trade-off function of two normal laws with mu^2 {_equal(self.mu_squared)}"
            others = plural(len(self.functions) - 1, "other function")
            return f"{normal} from below by {LINES} lines" + (f", and {others}" if len(self.functions) > 1 else "")
        product = self.composition.function
        if product is None or len(product.vertices) > SHOWN_POINTS:
            return f"the tensor product of {plural(len(self.functions), 'trade-off function')}"
        return loss_in_words(FDP.of(function=product))

    def delta(self, e_eps: Fraction) -> Bounds:
        found = self.composition.delta(RationalLoss(e_eps))
        return _rounded(found.high) if self.mu_squared else found

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        found = self.composition.least_e_eps(delta)
        return found if found is None or not self.mu_squared else Bounds(Fraction(1), found.high)


OfMeasure = OfCurve | OfTradeOffs


def of_list(counts: Counts) -> OfMeasure:
    """What mechanisms lose side by side: moments multiply, ρ adds up, trade-off functions have their tensor product."""
    losses = [loss for loss, _ in counts]
    if isinstance(losses[0], FDP | GaussianDP):
        squared = (loss.mu_squared * count for loss, count in counts if isinstance(loss, GaussianDP))
        return _of_functions(counts, sum(squared, Fraction(0)))
    return of_loss(_together([_times(loss, count) for loss, count in counts]))


def of_loss(loss: Stated) -> OfCurve:
    """A loss by itself."""
    match loss:
        case RenyiLoss():
            return OfCurve(loss)
        case ZCDP():
            return OfCurve(Line(loss.rho))
        case TCDP():
            return OfCurve(loss.curve)
    raise AssertionError(f"no loss with moments: {loss}")


def of_few(counts: Counts, at_most: int) -> OfCurve:
    """What of mechanisms of which at most so many get differing inputs (concomp Proposition 21)."""
    losses = [loss for loss, _ in counts]
    created = sum(count for _, count in counts)
    if isinstance(losses[0], RenyiLoss) and created <= EXACTLY:
        moments = [_moment(loss) for loss, count in counts for _ in range(count)]
        return of_loss(RenyiLoss(losses[0].order, sparse_moment(moments, min(at_most, created))))
    curve = SparseCurve(tuple((of_loss(loss).curve, count) for loss, count in counts), min(at_most, created))
    orders = "every order alpha" if curve.last is None else f"the orders alpha up to {rational_text(curve.last)}"
    words = (
        f"at {orders} the moment e^((alpha-1)D) is at most the sum of e_i(S - 1), i up to {at_most}, for the {created} "
        "moments S of the mechanisms"
    )
    return OfCurve(curve, words)


def _moment(loss: Stated) -> Fraction | None:
    assert isinstance(loss, RenyiLoss)
    bounds = loss.moments
    return None if bounds is None else bounds.high


def _times(loss: Stated, count: int) -> Stated:
    """What so many mechanisms with one loss lose side by side, at no greater cost where they are a million."""
    match loss:
        case RenyiLoss(order, moment, epsilon):
            return RenyiLoss(order, None if moment is None else moment**count, epsilon * count)
        case ZCDP():
            return ZCDP.of(rho=loss.rho * count)
        case TCDP():
            return TCDP(loss.rho * count, loss.omega)
    raise AssertionError(f"no loss that adds up: {loss}")


def _together(losses: Sequence[Stated]) -> Stated:
    """What mechanisms lose side by side, each once."""
    if isinstance(losses[0], RenyiLoss):
        return compose_at_order([loss for loss in losses if isinstance(loss, RenyiLoss)])
    if isinstance(losses[0], TCDP):
        return compose_tcdp([loss for loss in losses if isinstance(loss, TCDP)])
    return compose_zcdp([loss for loss in losses if isinstance(loss, ZCDP)])


def _of_functions(counts: Counts, mu_squared: Fraction) -> OfTradeOffs:
    """Every trade-off function; those of normal laws are one, since their μ² add up."""
    listed = (repeat(loss, count) for loss, count in counts if isinstance(loss, FDP))
    normal = [piecewise_linear(mu_squared)] if mu_squared else []
    return OfTradeOffs((*normal, *chain.from_iterable(listed)), mu_squared)


def _moment_in_words(loss: RenyiLoss) -> str:
    order, divergence = rational_text(loss.order), loss.divergence
    if divergence is None:
        return f"the moment of order {order} may be infinite"
    if divergence.high * (loss.order - 1) > LARGEST_SHOWN:
        return f"the Renyi divergence D of order alpha = {order} {_bounded(divergence)} nats"
    moments = loss.moments
    assert moments is not None
    return (
        f"the moment e^((alpha-1)D) of order alpha = {order} {_bounded(moments)}, the Renyi divergence D "
        f"{_bounded(divergence)} nats"
    )


def _bounded(bounds: Bounds) -> str:
    return f"is {enough(bounds.low) if bounds.is_exact else at_most(bounds.high)}"


def _equal(number: Fraction) -> str:
    """A loss after its name: exactly, or by a decimal that is not below it where it is long."""
    text = rational_text(number)
    return f"= {text}" if len(text) <= LONGEST else at_most(number)
