"""What is said of measures, for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.advisor.losses.stated import loss_in_words
from concomp.advisor.measures.leaks import Leak
from concomp.advisor.measures.side_by_side import Beside
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.model.numbers import rational_text

if TYPE_CHECKING:
    from concomp.schemas.advice import BesideData, LeakData


def leak_data(leak: Leak) -> LeakData:
    """What copies of a mechanism lose that announces what it does."""
    return {
        "statement": leak.statement,
        "mechanism": leak.name,
        "loss": loss_in_words(leak.loss),
        "at_most": leak.at_most,
        "announces": rational_text(leak.announces),
        "tells": rational_text(leak.tells),
        "reached": [
            {"copies": copies, "low": rational_text(lost.low), "high": rational_text(lost.high)}
            for copies, lost in (*leak.reached, (None, leak.limit))
        ],
    }


def beside_data(beside: Beside) -> BesideData:
    """A plan in one measure."""
    least = beside.least
    return {
        "measure": str(beside.scale),
        "statement": None if beside.theorem is None else beside.theorem.statement,
        "e_eps": None if least is None else rational_text(shortened(least).high),
        "epsilon": None if least is None else epsilon_above(least.high),
        "reason": beside.reason,
    }
