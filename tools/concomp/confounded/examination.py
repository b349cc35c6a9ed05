"""What mechanisms on the same data tell of a secret: truly, as a product, and at most by bounds that always hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.informativeness import Comparison, compare
from concomp.model.confounding.privacy import Optimum, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import Bound, safe_bounds
from concomp.model.confounding.setting import Pair
from concomp.model.laws.indistinguishability import hockey_stick
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


def examine(deployment: Deployment, at: Iterable[Fraction], deltas: Iterable[Fraction]) -> Examination:
    """What a deployment tells: at each E ≥ 1 of `at`, for each δ of `deltas`, and for all E at once."""
    pairs, bounds = deployment.setting.pairs, safe_bounds(deployment)
    return Examination(
        deployment,
        tuple(delta_at(deployment, bounds, e_eps) for e_eps in at),
        tuple(least_for(deployment, bounds, delta) for delta in deltas),
        compare(deployment.true, deployment.product, pairs),
        privacy_profile(deployment.true, pairs),
        privacy_profile(deployment.product, pairs),
    )


def delta_at(deployment: Deployment, bounds: Mapping[str, Bound], e_eps: Fraction) -> DeltaAt:
    """The least δ at E ≥ 1, beside the best of some safe bounds."""
    pairs = sorted(deployment.setting.pairs)
    true, product = (
        {pair: hockey_stick(told[pair[0]], told[pair[1]], e_eps) for pair in pairs}
        for told in (deployment.true, deployment.product)
    )
    worst = max(pairs, key=true.__getitem__)
    safe = _least({name: bound(e_eps) for name, bound in bounds.items()})
    return DeltaAt(e_eps, true[worst], worst, max(product.values()), safe)


def least_for(deployment: Deployment, bounds: Mapping[str, Bound], delta: Fraction) -> LeastFor:
    """The least E for δ, beside the best of some safe bounds."""
    true, product = (optimum(told, deployment.setting.pairs, delta) for told in (deployment.true, deployment.product))
    return LeastFor(delta, true, product, _least({name: bound.least_e_eps(delta) for name, bound in bounds.items()}))


def _least(values: Mapping[str, Fraction | None]) -> Safe:
    name, value = min(values.items(), key=lambda item: (item[1] is None, item[1] or 0))
    return Safe(value, name)
