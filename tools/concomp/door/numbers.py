"""What is asked by number: an ε or an E, and a δ."""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.accounting.parameters import PureLoss, exponential_loss, rational_loss
from concomp.model.numbers import Exact, ParameterError, exact_delta, parameter


def asked_loss(epsilon: Exact | None, e_eps: Exact | None) -> PureLoss:
    """The ε or the E that is given; ParameterError unless it is exactly one of them, and a loss."""
    if e_eps is None:
        if epsilon is None:
            raise ParameterError("epsilon", None, "give epsilon or e_eps")
        return parameter("epsilon", exponential_loss, epsilon)
    if epsilon is not None:
        raise ParameterError("e_eps", e_eps, "epsilon is given as well: give one of the two")
    return parameter("e_eps", rational_loss, e_eps)


def asked_delta(delta: Exact) -> Fraction:
    """The δ that is given; ParameterError if it is no probability."""
    return parameter("delta", exact_delta, delta)
