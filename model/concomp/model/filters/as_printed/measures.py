"""A distance of two laws with values in pairs (ε, δ), as it is printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from concomp.model.filters.measures import APPROXIMATE
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.registry.tags import realises


@realises("Haney23 Definition 1.14")
def is_distance(distance: PrivacyParameters, p: Law[Any], q: Law[Any], losses: Iterable[PrivacyParameters]) -> bool:
    """Whether `distance` can be D(P, Q): for each of the losses, P and Q are that close iff the distance is ⪯ it."""
    return all(APPROXIMATE.close(p, q, loss) == APPROXIMATE.within(distance, loss) for loss in losses)
