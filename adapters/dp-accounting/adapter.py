"""dp-accounting: privacy loss distributions of (ε, δ) mechanisms, and the Rényi accountant of Gaussian ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from importlib.metadata import version
from typing import Any

import dp_accounting
from dp_accounting.pld import common, privacy_loss_distribution
from dp_accounting.rdp import RdpAccountant
from library import Refused, Unsupported, double_down, double_up, epsilon_of, noise_of

FORMS = ["count", "repeated", "nested"]


class Target:
    """dp-accounting, as its documentation has it used."""

    name = "dp-accounting"
    version = version("dp-accounting")
    claims = (
        {"claim": "composition", "measure": "approximate", "grade": "upper", "forms": FORMS},
        {"claim": "composition", "measure": "gaussian", "grade": "upper", "forms": FORMS},
    )

    def compose(
        self, losses: list[dict[str, Any]], at: dict[str, Any], measure: str = "approximate", **rest: Any
    ) -> Any:
        """ε at a δ, or δ at an ε."""
        if measure not in ACCOUNTANTS:
            raise Unsupported(f"measure: {measure}")
        try:
            epsilon_at, delta_at = ACCOUNTANTS[measure](losses)
            if "delta" in at:
                return {"epsilon": _told(epsilon_at(double_down(at["delta"])))}
            return {"delta": _told(delta_at(epsilon_of(at, 0)))}
        except ValueError as error:
            raise Refused(str(error)) from None


Answers = tuple[Callable[[float], float], Callable[[float], float]]
"""From δ to ε, and back."""


def _by_distributions(losses: list[dict[str, Any]]) -> Answers:
    """By privacy loss distributions, rounded upwards as they are unless one asks otherwise."""
    composed = _composed(losses)
    return composed.get_epsilon_for_delta, composed.get_delta_for_epsilon


def _composed(losses: list[dict[str, Any]]) -> Any:
    return reduce(lambda left, right: left.compose(right), map(_distribution, losses))


def _distribution(entry: dict[str, Any]) -> Any:
    if "losses" in entry:
        single = _composed(entry["losses"])
    else:
        parameters = common.DifferentialPrivacyParameters(epsilon_of(entry, 1), double_up(entry.get("delta", 0)))
        single = privacy_loss_distribution.from_privacy_parameters(parameters)
    count = entry.get("count", 1)
    return single if count == 1 else single.self_compose(count)


def _by_renyi(losses: list[dict[str, Any]]) -> Answers:
    """By the Rényi accountant, one Gaussian mechanism after the other: its noise is 1/μ of its sensitivity."""
    accountant = RdpAccountant()
    for entry in losses:
        accountant.compose(_event(entry), entry.get("count", 1))
    return accountant.get_epsilon, accountant.get_delta


def _event(entry: dict[str, Any]) -> Any:
    if "losses" in entry:
        inner = [dp_accounting.SelfComposedDpEvent(_event(each), each.get("count", 1)) for each in entry["losses"]]
        return dp_accounting.ComposedDpEvent(inner)
    return dp_accounting.GaussianDpEvent(noise_of(entry["mu"]))


ACCOUNTANTS: dict[str, Callable[[list[dict[str, Any]]], Answers]] = {
    "approximate": _by_distributions,
    "gaussian": _by_renyi,
}


def _told(number: float) -> str:
    if math.isnan(number):
        raise ArithmeticError("the library says nan")
    return "inf" if math.isinf(number) else float(number).hex()
