"""Bounds of the composition that hold whatever the data are like, or are computed of the dependence itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.loss import copula_ratio
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.setting import Pair, Setting, all_pairs
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.profile import Profile
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)


@realises("Zhang24 Repair R1")
def ceiling(setting: Setting[S, X]) -> Profile:
    """δ_X: the profile of telling the data themselves, above that of any mechanisms on them."""
    return privacy_profile(setting.data, setting.pairs)


@realises("Zhang24 Repair R5")
def dependence_bounds(
    joint: Kernel[S, Any], product: Kernel[S, Any], pairs: Iterable[Pair[S]]
) -> tuple[Fraction, Fraction | None]:
    """K and K': c_s ≤ K and c_s ≥ 1/K' for every secret of a pair; K' is None if some ratio is 0.

    If N is (ε,δ)-indistinguishable, M is (ε + ln(K·K'), K·δ)-indistinguishable. Raises ValueError for no pair.
    """
    secrets = {secret for pair in pairs for secret in pair}
    if not secrets:
        raise ValueError("no two secrets are adjacent: name a pair")
    ratios = [ratio for s in secrets for ratio in copula_ratio(joint[s], product[s]).values()]
    return max(ratios), (1 / min(ratios) if min(ratios) else None)


@realises("Zhang24 Repair R4")
def local_profile(mechanism: Kernel[X, Any], data: Iterable[X]) -> Profile:
    """The profile of a mechanism over all pairs of data: local differential privacy on X, which composes as usual.

    Raises ValueError for fewer than two data, or data of which the mechanism tells nothing.
    """
    listed = list(dict.fromkeys(data))
    if len(listed) < 2:
        raise ValueError("there are fewer than two data: give all that the secrets may have")
    return privacy_profile(mechanism, all_pairs(listed))


class Bound(Protocol):
    """An upper bound of a privacy profile, by δ at E and by the least E for δ."""

    def __call__(self, e_eps: Fraction) -> Fraction:
        """A δ that is enough at E ≥ 1."""

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        """An E that is enough for δ; None if the bound has none."""


@realises("Zhang24 Repair R5")
@dataclass(frozen=True)
class DependenceBound:
    """E ↦ min(1, K·δ_N(E/(K·K'))), and 1 below K·K'.

    product: δ_N, the profile of N. above, below: K, and K' or None if some ratio is 0, for `dependence_bounds`.
    """

    product: Bound
    above: Fraction
    below: Fraction | None

    def __call__(self, e_eps: Fraction) -> Fraction:
        if self.below is None or e_eps < self.above * self.below:
            return ONE
        return min(ONE, self.above * self.product(e_eps / (self.above * self.below)))

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        if delta >= 1:
            return ONE
        least = None if self.below is None else self.product.least_e_eps(delta / self.above)
        return None if least is None or self.below is None else self.above * self.below * least


@realises("Zhang24 Repair R4")
@dataclass(frozen=True, eq=False)
class LocalBound:
    """The profile of a mechanism over all pairs of data, found where it is asked for.

    mechanism: a kernel from the data, such as the joint one of several mechanisms.
    """

    mechanism: Kernel[Any, Any]

    def __call__(self, e_eps: Fraction) -> Fraction:
        return least_delta(self.mechanism, all_pairs(self.mechanism), e_eps) if len(self.mechanism) > 1 else ZERO

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        pairs = all_pairs(self.mechanism)
        return optimum(self.mechanism, pairs, delta).e_eps if pairs else ONE


def safe_bounds(deployment: Deployment) -> dict[str, Bound]:
    """The bounds of the true composition that always hold, by the name of what says so."""
    setting = deployment.setting
    dependence = dependence_bounds(deployment.true, deployment.product, setting.pairs)
    return {
        "R1, the ceiling of the data": ceiling(setting),
        "R4, local composition": LocalBound(deployment.joint),
        "R5, the dependence of the answers": DependenceBound(
            privacy_profile(deployment.product, setting.pairs), *dependence
        ),
    }
