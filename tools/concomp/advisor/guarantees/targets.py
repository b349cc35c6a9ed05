"""Targets: whether a guarantee reaches what the plan asks for, decided exactly or left open."""

from __future__ import annotations

from typing import Literal

from concomp.advisor.guarantees.guarantee import Guarantee
from concomp.impl.accounting.losses import compare, rational_bounds, sum_of
from concomp.impl.accounting.parameters import PrivacyLoss

Reached = Literal["reached", "missed", "undecided"]


def reaches(guarantee: Guarantee, target: PrivacyLoss) -> Reached:
    """Whether what is guaranteed is within the target; losses that are given as ε are added up and compared exactly."""
    total, delta = guarantee.limit()
    if delta.high <= target.delta and compare(total, sum_of([target.loss])) <= 0:
        return "reached"
    low, high = rational_bounds(target.loss)
    at_least, at_most = guarantee.delta(low), guarantee.delta(high)
    if at_least is not None and at_least.high <= target.delta:
        return "reached"
    if at_most is None or at_most.low > target.delta:
        return "missed"
    return "undecided"
