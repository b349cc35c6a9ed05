"""Bringing losses to one measure: what a loss says in another one, and why it says nothing there.

From ε follow the moments of the randomised response, and ρ = ε·tanh(ε/2) (concomp Proposition 22); from ρ, every
moment; from a moment, the divergences of lower orders, and (ε, δ) at a δ that is chosen; from (ε, δ), a trade-off
function. A loss with δ > 0 has no finite moment, and a moment says nothing of higher orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from concomp.advisor.losses.stated import Stated, Unsaid
from concomp.impl.accounting.conversions import as_fdp
from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.conversion import to_approximate
from concomp.impl.accounting.measures.curves import Line, RenyiCurve, Response, pair_of
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.measures.trade_off_composition import profile_of
from concomp.impl.accounting.parameters import (
    LARGEST,
    PrivacyLoss,
    RationalLoss,
    flint_rational,
    with_e_eps,
    with_epsilon,
)
from concomp.impl.accounting.rounding import ball_up
from concomp.model.laws.measures import Measure
from concomp.model.laws.renyi import renyi_moment
from concomp.model.laws.trade_off import canonical_pair
from concomp.model.mechanisms.randomised_response import noisy_bit
from concomp.model.numbers import rational_text

WHOLE = 128
"""Up to this whole order moments of rational laws are computed exactly."""
APART = 'state all losses in one measure, or write measure = "approximate"'


@dataclass(frozen=True)
class Scale:
    """A measure with what belongs to it: the order α, ω, or the δ at which other losses are taken as (ε, δ)."""

    measure: Measure
    order: Fraction | None = None
    omega: Fraction | None = None
    delta: Fraction | None = None

    def __str__(self) -> str:
        match self.measure:
            case Measure.RENYI:
                assert self.order is not None
                return f"renyi, order {rational_text(self.order)}"
            case Measure.TCDP:
                assert self.omega is not None
                return f"tcdp, omega {rational_text(self.omega)}"
            case other:
                return str(other)


def brought(loss: Stated, scale: Scale) -> Stated | Unsaid:
    """What a loss says on a scale: the loss itself if it is stated so, else what follows, rounded up."""
    match scale:
        case Scale(Measure.RENYI, order=Fraction() as order):
            return to_order(loss, order)
        case Scale(Measure.ZCDP):
            return to_zcdp(loss)
        case Scale(Measure.TCDP, omega=Fraction() as omega):
            return to_tcdp(loss, omega)
        case Scale(Measure.FDP):
            return to_trade_off(loss)
        case Scale(Measure.APPROXIMATE, delta=delta):
            return to_parameters(loss, delta)
    raise AssertionError(f"no scale: {scale}")


def to_order(loss: Stated, order: Fraction) -> RenyiLoss | Unsaid:
    """The moment of one order."""
    match loss:
        case RenyiLoss() if loss.order == order:
            if loss.moment is None:
                return Unsaid("its moment is infinite", "use a mechanism in which no answer tells all")
            return loss
        case RenyiLoss():
            found, wanted = rational_text(loss.order), rational_text(order)
            return Unsaid(f"it is of order {found}, and not {wanted}", f"state its moment of order {wanted}")
        case TCDP() if loss.omega < order:
            below = rational_text(loss.omega)
            return Unsaid(f"its rho is for orders below {below} only", f"take an order up to {below}")
        case ZCDP() | TCDP():
            return RenyiLoss(order, epsilon=loss.rho * order)
        case GaussianDP():
            return RenyiLoss(order, epsilon=loss.mu_squared / 2 * order)
        case PrivacyLoss() if loss.delta > 0:
            return _no_moment(f"delta = {rational_text(loss.delta)}, and what happens with that chance may tell all")
        case PrivacyLoss(RationalLoss(e_eps)) if _is_whole(order):
            moment = renyi_moment(noisy_bit(e_eps, 0), noisy_bit(e_eps, 1), int(order))
            return RenyiLoss(order, moment=moment)
        case PrivacyLoss():
            return _from_curve(Response(loss.loss), order)
        case FDP():
            return _of_function(loss, order)


def _of_function(loss: FDP, order: Fraction) -> RenyiLoss | Unsaid:
    """The moment of the two laws that are as close as the function says."""
    pair = pair_of(loss.function)
    if pair is None:
        return _no_moment("a trade-off function below 1 at 0, and what happens with the missing chance may tell all")
    if not _is_whole(order):
        return _from_curve(pair, order)
    return RenyiLoss(order, moment=renyi_moment(*canonical_pair(loss.function), int(order)))


def _is_whole(order: Fraction) -> bool:
    return order.denominator == 1 and order <= WHOLE


def _no_moment(because: str) -> Unsaid:
    remedy = "state a moment, rho, or E with delta = 0; or leave measure out, and give E and delta of all mechanisms"
    return Unsaid(f"no moment is finite: it has {because}", remedy)


def _from_curve(curve: RenyiCurve, order: Fraction) -> RenyiLoss:
    return RenyiLoss(order, epsilon=ball_up(lambda: curve.log_moment(order) / flint_rational(order - 1)))


def to_zcdp(loss: Stated) -> ZCDP | Unsaid:
    """ρ for all orders."""
    match loss:
        case ZCDP():
            return loss
        case GaussianDP():
            return ZCDP.of(rho=loss.mu_squared / 2)
        case TCDP():
            return Unsaid("its rho is for orders below an omega only", 'write measure = "tcdp"')
        case RenyiLoss():
            remedy = 'state rho, or write measure = "renyi" or "tcdp"'
            return Unsaid("the moment of one order says nothing of higher orders", remedy)
        case PrivacyLoss() if loss.delta > 0:
            return _no_moment(f"delta = {rational_text(loss.delta)}, and what happens with that chance may tell all")
        case PrivacyLoss():
            return ZCDP.of(rho=_of_pure(loss))
        case FDP():
            largest = _largest_odds(loss)
            if largest is None:
                return _no_moment("a trade-off function below 1 at 0, and what is missing may tell all")
            return ZCDP.of(rho=_of_pure(largest))


def _of_pure(loss: PrivacyLoss) -> Fraction:
    """ε·tanh(ε/2), rounded up."""
    pure = loss.loss

    def rho() -> arb:
        epsilon = pure.logarithm()
        return epsilon * (epsilon / 2).tanh()

    return ball_up(rho)


def _largest_odds(loss: FDP) -> PrivacyLoss | None:
    """The pure loss of a function that is 1 at 0: its steepest slope; None if it is less there."""
    (_, start), (alpha, beta), *_ = loss.function.vertices
    return with_e_eps((start - beta) / alpha) if start == 1 else None


def to_tcdp(loss: Stated, omega: Fraction) -> TCDP | Unsaid:
    """ρ for the orders below ω; of one order, what is lost there is not exceeded at lower ones."""
    match loss:
        case TCDP() if loss.omega < omega:
            found = rational_text(loss.omega)
            return Unsaid(f"its rho is for orders below {found} only", f"let omega be at most {found}")
        case TCDP():
            return TCDP(loss.rho, omega)
        case RenyiLoss() if loss.order < omega:
            found = rational_text(loss.order)
            return Unsaid(f"nothing is said of orders above {found}", f"let omega be at most {found}")
        case RenyiLoss():
            divergence = loss.divergence
            if divergence is None:
                return Unsaid("its moment is infinite", "use a mechanism in which no answer tells all")
            return TCDP(divergence.high, omega)
        case _:
            of_all = to_zcdp(loss)
            return of_all if isinstance(of_all, Unsaid) else TCDP(of_all.rho, omega)


def to_trade_off(loss: Stated) -> FDP | GaussianDP | Unsaid:
    """A trade-off function."""
    match loss:
        case FDP() | GaussianDP():
            return loss
        case PrivacyLoss():
            return as_fdp(ApproxDP.of(loss=loss.loss, delta=loss.delta))
        case _:
            return Unsaid("it says no trade-off function", "state trade_off, or E and delta")


def to_parameters(loss: Stated, delta: Fraction | None) -> PrivacyLoss | Unsaid:
    """(ε, δ) at a δ that is chosen."""
    if isinstance(loss, PrivacyLoss):
        return loss
    if not delta:
        return Unsaid("its eps depends on the delta that is chosen", "give it a delta above 0, like 1e-9")
    match loss:
        case FDP():
            profile = profile_of(loss.function)
            left = max(delta, profile(profile.vertices[-1][0]))
            least = profile.least_e_eps(left)
            assert least is not None
            return with_e_eps(least, left)
        case RenyiLoss() if loss.moment is None:
            return Unsaid("its moment is infinite", "use a mechanism in which no answer tells all")
        case _:
            epsilon = to_approximate(curve_of_one(loss), delta).epsilon
            if epsilon > LARGEST:
                return Unsaid("as (eps, delta) it has too large an eps to be of use", "state a smaller loss")
            return with_epsilon(epsilon, delta)


def curve_of_one(loss: RenyiLoss | ZCDP | TCDP | GaussianDP) -> RenyiCurve:
    """The bounds of a loss at all orders of which it says something."""
    match loss:
        case RenyiLoss():
            return loss
        case TCDP():
            return loss.curve
        case ZCDP():
            return Line(loss.rho)
        case GaussianDP():
            return Line(loss.mu_squared / 2)
