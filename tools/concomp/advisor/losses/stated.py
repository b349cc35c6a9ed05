"""What a plan states of the loss of a mechanism, in any measure, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.accounting.guarantees import FDP, ZCDP, GaussianDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.parameters import PrivacyLoss, RationalLoss
from concomp.model.numbers import rational_text

Stated = PrivacyLoss | RenyiLoss | ZCDP | TCDP | FDP | GaussianDP


@dataclass(frozen=True)
class Unsaid:
    """Why a loss says nothing in a measure, and what to do about it."""

    reason: str
    remedy: str


def loss_in_words(loss: Stated) -> str:
    """A loss as it would be written in a plan, like "rho = 1/2"."""
    match loss:
        case PrivacyLoss(pure, delta):
            name, value = ("E", pure.e_eps) if isinstance(pure, RationalLoss) else ("eps", pure.epsilon)
            return f"{name} = {rational_text(value)}" + (f", delta = {rational_text(delta)}" if delta else "")
        case RenyiLoss():
            return _renyi_in_words(loss)
        case ZCDP():
            return f"rho = {rational_text(loss.rho)}"
        case TCDP():
            return f"rho = {rational_text(loss.rho)} for orders below omega = {rational_text(loss.omega)}"
        case GaussianDP():
            return f"the trade-off function of normal laws with mu^2 = {rational_text(loss.mu_squared)}"
        case FDP():
            points = (f"({rational_text(alpha)}, {rational_text(beta)})" for alpha, beta in loss.function.vertices)
            return f"the trade-off function through {', '.join(points)}"


def _renyi_in_words(loss: RenyiLoss) -> str:
    order = rational_text(loss.order)
    moment = None if loss.moment is None or loss.moment == 1 else f"moment = {rational_text(loss.moment)}"
    epsilon = f"epsilon = {rational_text(loss.epsilon)}" if loss.epsilon or moment is None else None
    return f"{' with '.join(each for each in (moment, epsilon) if each)} of order {order}"
