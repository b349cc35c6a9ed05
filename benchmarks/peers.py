"""Other people's accountants, asked the same questions; they come with the extra `peers`."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

INSTALL = "pip install -e '.[peers]'"
Parameters = Sequence[tuple[float, float]]
"""(ε, δ) of each mechanism."""
DISCRETISATION = 1e-4
EPSILON_ERROR = 0.01


@dataclass(frozen=True)
class Claim:
    """What a peer says: ε for the δ that was asked, between two bounds, and δ for the ε that was asked, if it can."""

    low: float
    high: float
    delta: float | None


Peer = Callable[[Parameters, float, float], Claim]


def installed() -> dict[str, Peer]:
    """The peers that can be asked."""
    return {name: peer for name, peer in PEERS.items() if find_spec(name)}


def dp_accounting(parameters: Parameters, epsilon: float, delta: float) -> Claim:
    """Privacy loss distributions, rounded up to a grid, equal ones composed at once and different ones by a tree."""
    from dp_accounting.pld import common, privacy_loss_distribution

    made = []
    for (each_epsilon, each_delta), times in Counter(parameters).items():
        privacy = common.DifferentialPrivacyParameters(each_epsilon, each_delta)
        alone = privacy_loss_distribution.from_privacy_parameters(privacy, value_discretization_interval=DISCRETISATION)
        made.append(alone.self_compose(times))
    composed = _tree(made)
    return Claim(0.0, float(composed.get_epsilon_for_delta(delta)), float(composed.get_delta_for_epsilon(epsilon)))


def dp_accounting_gaussians(sigma: int, sensitivity: int, times: int, epsilon: float, delta: float) -> Claim:
    """So many discrete Gaussians, their privacy loss distribution rounded up to a grid."""
    from dp_accounting.pld import privacy_loss_distribution

    alone = privacy_loss_distribution.from_discrete_gaussian_mechanism(
        sigma, sensitivity, value_discretization_interval=DISCRETISATION
    )
    composed = alone.self_compose(times)
    return Claim(0.0, float(composed.get_epsilon_for_delta(delta)), float(composed.get_delta_for_epsilon(epsilon)))


def dp_accounting_laplace(scale: int, sensitivity: int, times: int, epsilon: float, delta: float) -> Claim:
    """The same with discrete Laplace noise."""
    from dp_accounting.pld import privacy_loss_distribution

    alone = privacy_loss_distribution.from_discrete_laplace_mechanism(
        1 / scale, sensitivity, value_discretization_interval=DISCRETISATION
    )
    composed = alone.self_compose(times)
    return Claim(0.0, float(composed.get_epsilon_for_delta(delta)), float(composed.get_delta_for_epsilon(epsilon)))


def _tree(made: list[Any]) -> Any:
    while len(made) > 1:
        paired = [first.compose(second) for first, second in zip(made[::2], made[1::2], strict=False)]
        made = paired + (made[-1:] if len(made) % 2 else [])
    return made[0]


def prv_accountant(parameters: Parameters, epsilon: float, delta: float) -> Claim:
    """Privacy loss random variables on a grid, with bounds on both sides; it answers for δ alone."""
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import ApproximateDPMechanism, PureDPMechanism

    times = Counter(parameters)
    losses = [ApproximateDPMechanism(*each) if each[1] else PureDPMechanism(each[0]) for each in times]
    counts = list(times.values())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        accountant = PRVAccountant(
            losses, eps_error=EPSILON_ERROR, delta_error=delta / 10, max_self_compositions=counts
        )
        low, _, high = accountant.compute_epsilon(delta, counts)
    return Claim(float(low), float(high), None)


PEERS: dict[str, Peer] = {"dp_accounting": dp_accounting, "prv_accountant": prv_accountant}
