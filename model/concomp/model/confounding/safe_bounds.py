"""Bounds of the composition that hold whatever the data are like, or are computed of the dependence itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.loss import copula_ratio
from concomp.model.confounding.privacy import privacy_profile
from concomp.model.confounding.setting import Pair, Setting
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
    return privacy_profile(mechanism, frozenset((x, other) for x in listed for other in listed if x != other))
