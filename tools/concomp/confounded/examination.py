"""What mechanisms on the same data tell of a secret: truly, as a product, and at most by bounds that always hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.impl.confounding.comparison import compare
from concomp.impl.confounding.region import Region
from concomp.impl.confounding.safe_bounds import safe_bounds
from concomp.impl.confounding.told import composed, multiplied
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.informativeness import Comparison
from concomp.model.confounding.privacy import Optimum
from concomp.model.confounding.safe_bounds import Bound
from concomp.model.confounding.setting import Pair
from concomp.model.laws.profile import Profile


@dataclass(frozen=True)
class Safe:
    """The best of the bounds that always hold: its value, None for infinity, and the name of the bound."""

    value: Fraction | None
    by: str


@dataclass(frozen=True)
class DeltaAt:
    """The least δ at E of M and of N, the pair of secrets that needs it in M, and a bound."""

    e_eps: Fraction
    true: Fraction
    pair: Pair[str]
    product: Fraction
    safe: Safe


@dataclass(frozen=True)
class LeastFor:
    """The least E for δ of M and of N, with what needs it, and a bound."""

    delta: Fraction
    true: Optimum[str]
    product: Optimum[str]
    safe: Safe

    @property
    def is_exceeded(self) -> bool:
        """Whether M needs a larger E than N does."""
        true, product = self.true.e_eps, self.product.e_eps
        return product is not None and (true is None or product < true)


@dataclass(frozen=True)
class Examination:
    """All that is said about a deployment."""

    deployment: Deployment
    deltas: tuple[DeltaAt, ...]
    least: tuple[LeastFor, ...]
    comparison: Comparison[str]
    true: Profile
    product: Profile


@dataclass(frozen=True, eq=False)
class Regions:
    """What adjacent secrets can be told apart by, through a deployment and through its product.

    deployment: the setting and the mechanisms.
    """

    deployment: Deployment

    @cached_property
    def true(self) -> Region[str]:
        """Of M, the true composition."""
        return Region(composed(self.deployment), self.deployment.setting.pairs)

    @cached_property
    def product(self) -> Region[str]:
        """Of N, the product of the effective mechanisms."""
        return Region(multiplied(self.deployment), self.deployment.setting.pairs)

    @cached_property
    def bounds(self) -> dict[str, Bound]:
        """The bounds that always hold, by name."""
        return safe_bounds(self.deployment, self.true, self.product)


def examine(deployment: Deployment, at: Iterable[Fraction], deltas: Iterable[Fraction]) -> Examination:
    """What a deployment tells: at each E ≥ 1 of `at`, for each δ of `deltas`, and for all E at once."""
    regions = Regions(deployment)
    return Examination(
        deployment,
        tuple(delta_at(regions, e_eps) for e_eps in at),
        tuple(least_for(regions, delta) for delta in deltas),
        compare(regions.true, regions.product),
        regions.true.profile,
        regions.product.profile,
    )


def delta_at(regions: Regions, e_eps: Fraction) -> DeltaAt:
    """The least δ at E ≥ 1, beside the best of the safe bounds."""
    true = {pair: regions.true.delta_of(pair, e_eps) for pair in regions.true.chains}
    worst = max(true, key=true.__getitem__)
    safe = _least({name: bound(e_eps) for name, bound in regions.bounds.items()})
    return DeltaAt(e_eps, true[worst], worst, regions.product(e_eps), safe)


def least_for(regions: Regions, delta: Fraction) -> LeastFor:
    """The least E for δ, beside the best of the safe bounds."""
    safe = _least({name: bound.least_e_eps(delta) for name, bound in regions.bounds.items()})
    return LeastFor(delta, regions.true.optimum(delta), regions.product.optimum(delta), safe)


def _least(values: Mapping[str, Fraction | None]) -> Safe:
    name, value = min(values.items(), key=lambda item: (item[1] is None, item[1] or 0))
    return Safe(value, name)
