"""One guarantee as another: what follows without choosing anything.

From ε-differential privacy follow (ε, 0)-, ε²/2-zero-concentrated (Bun and Steinke 2016, Proposition 1.4) and Rényi
differential privacy; from ρ-zero-concentrated, Rényi; from (ε, δ), the trade-off function f_{ε,δ}. To go from ρ to
(ε, δ) a δ has to be chosen, `ZCDP.at_delta`, and from a trade-off function an E, `FDP.at_e_eps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.accounting.rounding import ball_up, round_up
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.measures import Measure
from concomp.model.laws.trade_off import of_parameters
from concomp.model.numbers import ParameterError

FDP_BITS = 64
"""The significant bits of an e^ε in a trade-off function, whose products are exact."""
_CHOICES = {
    (ZCDP, Measure.APPROXIMATE): "the budget is (epsilon, delta): choose a delta, by `.at_delta(delta)`",
    (ZCDP, Measure.FDP): "the budget is a trade-off function: choose a delta, by `.at_delta(delta)`",
    (FDP, Measure.APPROXIMATE): "the budget is (epsilon, delta): choose an E = e^eps, by `.at_e_eps(e_eps)`",
}
"""What has to be chosen to make of a loss one in another measure."""


def demand_losses(name: str, losses: object) -> tuple[Guarantee, ...]:
    """Several losses, none of which is looked at; ParameterError for what is no collection."""
    if isinstance(losses, Iterable) and not isinstance(losses, str):
        return tuple(losses)
    raise ParameterError(name, losses, "give a list of losses")


def as_pure(loss: Guarantee) -> PureDP:
    """A pure loss; ParameterError for any other."""
    if type(loss) is PureDP:
        return loss
    raise _other_measure(loss, Measure.PURE)


def as_approx(loss: Guarantee) -> ApproxDP:
    """A loss as (ε, δ), pure ones with δ = 0; ParameterError for what is no such loss."""
    if type(loss) is ApproxDP:
        return loss
    if type(loss) is PureDP:
        return ApproxDP.of(loss=loss.loss, delta=Fraction(0))
    raise _other_measure(loss, Measure.APPROXIMATE)


def as_zcdp(loss: Guarantee) -> ZCDP:
    """A loss as ρ, of a pure one ε²/2; ParameterError for what is no such loss."""
    if type(loss) is ZCDP:
        return loss
    if type(loss) is PureDP:
        return ZCDP.of(rho=loss.epsilon_up**2 / 2)
    raise _other_measure(loss, Measure.ZCDP)


def as_renyi(loss: Guarantee, orders: Sequence[Fraction]) -> RenyiDP:
    """A loss at these orders, of ρ it is αρ, of ε at most ε; ParameterError for what does not say a loss at each."""
    if type(loss) is RenyiDP:
        known = dict(loss.orders)
        missing = [order for order in orders if order not in known]
        if missing:
            raise ParameterError("the loss", loss, f"say what is lost at order {missing[0]} as well")
        return RenyiDP.of(orders=tuple((order, known[order]) for order in orders))
    if type(loss) is ZCDP:
        return RenyiDP.of(orders=tuple((order, order * loss.rho) for order in orders))
    if type(loss) is PureDP:
        epsilon = loss.epsilon_up
        return RenyiDP.of(orders=tuple((order, min(epsilon, order * epsilon**2 / 2)) for order in orders))
    raise _other_measure(loss, Measure.RENYI)


def as_gaussian(loss: Guarantee) -> GaussianDP:
    """A Gaussian loss; ParameterError for any other."""
    if type(loss) is GaussianDP:
        return loss
    raise _other_measure(loss, Measure.GAUSSIAN)


def as_fdp(loss: Guarantee) -> FDP:
    """A loss as a trade-off function, of (ε, δ) it is f_{ε,δ}; ParameterError for what says no such function.

    An ε that is given as ε counts by a rational just above e^ε.
    """
    if type(loss) is FDP:
        return loss
    if type(loss) in (PureDP, ApproxDP):
        approx = as_approx(loss)
        pure = approx.loss
        e_eps = pure.e_eps if isinstance(pure, RationalLoss) else round_up(ball_up(lambda: pure.power(1)), FDP_BITS)
        return FDP.of(function=of_parameters(PrivacyParameters(e_eps, approx.delta)))
    raise _other_measure(loss, Measure.FDP)


def _other_measure(loss: Guarantee, wanted: Measure) -> ParameterError:
    usual = f"give a loss that is {wanted}, or count in another measure"
    return ParameterError("the loss", loss, _CHOICES.get((type(loss), wanted), usual))
