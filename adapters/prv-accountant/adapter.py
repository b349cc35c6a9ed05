"""prv_accountant: composition of privacy random variables, by the upper bounds that it states."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np
from library import Refused, Unsupported, double_down, double_up, entries, epsilon_of, noise_of, number
from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import ApproximateDPMechanism, GaussianMechanism, PureDPMechanism

EPSILON_ERROR = 0.1
"""About what its documentation advises."""
DELTA_ERROR = 1e-3
"""The part of a δ that its documentation advises."""


class Target:
    """prv_accountant, as its documentation has it used."""

    name = "prv-accountant"
    version = version("prv-accountant")
    claims = (
        {"claim": "composition", "measure": "approximate", "grade": "upper", "forms": ["count", "repeated", "nested"]},
        {"claim": "composition", "measure": "gaussian", "grade": "upper", "forms": ["count", "repeated", "nested"]},
    )

    def compose(
        self, losses: list[dict[str, Any]], at: dict[str, Any], measure: str = "approximate", **rest: Any
    ) -> Any:
        """The upper bound of its three numbers."""
        if measure not in ("approximate", "gaussian"):
            raise Unsupported(f"measure: {measure}")
        listed = list(entries(losses))
        delta = double_down(at["delta"]) if "delta" in at else 1e-6
        if not delta:
            raise Refused("delta: it is 0: the accountant works to a part of delta")
        try:
            counts = [count for _, count in listed]
            accountant = PRVAccountant(
                prvs=[_variable(loss, measure) for loss, _ in listed],
                max_self_compositions=counts,
                eps_error=EPSILON_ERROR,
                delta_error=delta * DELTA_ERROR,
            )
            if "delta" in at:
                _, _, upper = accountant.compute_epsilon(delta, counts)
                return {"epsilon": _told(upper)}
            _, _, upper = accountant.compute_delta(epsilon_of(at, 0), counts)
            return {"delta": _told(upper)}
        except (ValueError, RuntimeError, AssertionError) as error:
            raise Refused(f"{type(error).__name__}: {error}") from None


def _variable(loss: dict[str, Any], measure: str) -> Any:
    if measure == "gaussian":
        return GaussianMechanism(noise_multiplier=noise_of(loss["mu"]))
    epsilon, delta = epsilon_of(loss, 1), number(loss.get("delta", 0))
    return ApproximateDPMechanism(epsilon, double_up(delta)) if delta else PureDPMechanism(epsilon)


def _told(value: Any) -> str:
    if np.isnan(value):
        raise ArithmeticError("the library says nan")
    return "inf" if np.isinf(value) else float(value).hex()
