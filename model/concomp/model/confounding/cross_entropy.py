"""Predictors of the secret, and how well they do: the mean logarithmic loss."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from flint import arb

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.posterior import Beliefs
from concomp.model.laws.balls import ball
from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)


@realises("Zhang24 Appendix L.2: CEL")
def cross_entropy(prior: Law[S], told: Kernel[S, Any], beliefs: Beliefs[S]) -> arb:
    """−E[ln σ(S|Y)] in nats, S from the prior and Y from what is told of it, as a ball.

    Raises ValueError if a secret is held impossible that is not, so that the mean is infinite.
    """
    mean = ball(ZERO)
    for secret, chance in prior.items():
        for y, weight in told[secret].items():
            if not beliefs[y][secret]:
                raise ValueError(
                    f"after {y!r} {secret!r} is held impossible, which tells it: the mean loss is infinite"
                )
            mean -= ball(chance * weight) * ball(beliefs[y][secret]).log()
    return mean
