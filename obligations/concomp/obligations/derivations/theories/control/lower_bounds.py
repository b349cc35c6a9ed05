"""What a budget has to cover: the control function, or anything else with the same five properties.

Budgets are split between the answers so that every history keeps at least its lower bound. For HSV26 Lemma 4.7 this is
the control function L, and the budget is δ; a simulator that waits needs more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real
from concomp.obligations.derivations.theories.control.limits import (
    LIMIT_AT_THE_START,
    LIMIT_COVERS,
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.theories.control.weights import DELTA, DELTA_RANGE


@dataclass(frozen=True, eq=False)
class LowerBound:
    """What every history needs in either world, and the budget there is for it.

    mark: told apart by it are the quantities that are made of this bound. of: the bound of a history in a world.
    budget: the budget of the empty history. positive, small, difference, covers, start: what is known of the bound, as
    of the control function. probability: that the budget is one.
    """

    mark: str
    of: Callable[[Index, Index], Real]
    budget: Quantity
    positive: Fact
    small: Fact
    difference: Fact
    covers: Fact
    start: Fact
    probability: tuple[Fact, ...]


CONTROL = LowerBound(
    "",
    control_limit,
    DELTA,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    LIMIT_DIFFERENCE,
    LIMIT_COVERS,
    LIMIT_AT_THE_START,
    DELTA_RANGE,
)
