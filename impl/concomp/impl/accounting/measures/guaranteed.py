"""The Rényi curve of a guarantee, whatever its measure."""

from __future__ import annotations

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.curves import Line, Listed, RenyiCurve, Response, pair_of
from concomp.model.numbers import ParameterError


def curve_of(loss: Guarantee | TCDP) -> RenyiCurve:
    """What is known of a mechanism's Rényi divergences, at all orders at once.

    Of ε those of the randomised response (concomp Proposition 22), of μ and of a trade-off function those of the laws
    that are as close. Raises ParameterError for (ε, δ) with δ > 0 and for a trade-off function below 1 at 0, of which
    no moment is finite.
    """
    if isinstance(loss, TCDP):
        return loss.curve
    if isinstance(loss, PureDP) or (isinstance(loss, ApproxDP) and loss.delta == 0):
        return Response(loss.loss)
    if isinstance(loss, ZCDP):
        return Line(loss.rho)
    if isinstance(loss, GaussianDP):
        return Line(loss.mu_squared / 2)
    if isinstance(loss, RenyiDP):
        orders, losses = zip(*loss.orders, strict=True)
        return Listed(orders, (losses,))
    if isinstance(loss, FDP):
        pair = pair_of(loss.function)
        if pair is not None:
            return pair
    remedy = "its Rényi divergences may be infinite: state epsilon alone, rho, or a loss at some orders"
    raise ParameterError("the loss", loss, remedy)
