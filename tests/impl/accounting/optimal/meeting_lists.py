"""Short lists of rational E without a common unit, and whether the bounds of halves hold for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction as F

from concomp.impl.accounting.optimal.groups import Detail, by_groups
from concomp.impl.accounting.optimal.halves import HalvesComposition, by_halves
from concomp.impl.accounting.optimal.product_composition import by_outcomes
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps

Way = Callable[[Sequence[PrivacyLoss]], HalvesComposition | None]

LISTS = [
    [F(2), F(3), F(3), F(5, 2), F(7, 5), F(11, 10), F(101, 100), F(13, 7), F(2), F(17, 16)],
    [F(11, 10) + F(n, 97) for n in range(9)],
    [1 + F(1, 10**9), F(1000), F(3, 2), F(4, 3), F(5, 4), F(6, 5), F(7, 6), F(1)],
]
POINTS = (F(1), F(12, 11), F(3, 2), F(4), F(9, 4) ** 3)
DELTAS = (F(1, 10), F(1, 1000), F(1, 2), F(1, 10**7))


def on_a_coarse_grid(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """Few outcomes are listed, groups have some eight, and are brought to a grid of a few places."""
    return by_groups(components, Detail(half=4, listed=4, in_group=8, fineness=4))


def gap_if_enclosed(listed: Sequence[F], exposed: F = F(0), by: Way = by_halves) -> F | None:
    """By which part bounds are apart at most, of δ, and of E; None if they do not hold the exact answer."""
    components = [with_e_eps(e_eps, exposed) for e_eps in listed]
    exact, found, gap = by_outcomes(components), by(components), F(0)
    assert exact is not None
    assert found is not None
    for e_eps in POINTS:
        truth, least = exact.delta(e_eps).value, found.delta(e_eps)
        if not least.low <= truth <= least.high:
            return None
        gap = max(gap, (least.high - least.low) / truth) if truth else gap
    for delta in DELTAS:
        both = exact.least_e_eps(delta), found.least_e_eps(delta)
        if both[0] is None or both[1] is None:
            assert both == (None, None)
            continue
        if not both[1].low <= both[0].low <= both[0].high <= both[1].high:
            return None
        gap = max(gap, (both[1].high - both[1].low) / both[0].low)
    return gap
