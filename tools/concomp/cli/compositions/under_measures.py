"""A file with a "measure": which one, and what is asked and answered under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from concomp.cli.compositions.concentrated import (
    Concentrated,
    composed_concentrated,
    moments_of_concentrated,
    read_concentrated,
)
from concomp.cli.compositions.renyi import Renyi, composed_at_order, moments_at_order, read_renyi
from concomp.cli.compositions.trade_offs import TradeOffs, composed_trade_offs, read_trade_offs
from concomp.impl.accounting.measures.curves import RenyiCurve
from concomp.model.files.errors import FormatError, shown

if TYPE_CHECKING:
    from concomp.schemas.measures import MeasureOutput

Measured: TypeAlias = Renyi | Concentrated | TradeOffs


def question_of(fields: dict[str, Any]) -> Measured:
    """What the fields of a file ask; FormatError if they ask nothing, or under another measure."""
    match fields["measure"]:
        case "renyi":
            return read_renyi(fields)
        case "zcdp" | "tcdp" as measure:
            return read_concentrated(fields, measure)
        case "fdp":
            return read_trade_offs(fields)
        case other:
            remedy = 'write "renyi", "zcdp", "tcdp" or "fdp"; leave it out to compose (epsilon, delta) and noise'
            raise FormatError("measure", shown(other), remedy)


def measured(asked: Measured) -> tuple[MeasureOutput, list[str]]:
    """The composition, for machines and for people; BadInput, Undecided."""
    match asked:
        case Renyi():
            return composed_at_order(asked)
        case Concentrated():
            return composed_concentrated(asked)
        case TradeOffs():
            return composed_trade_offs(asked)


def moments(asked: Renyi | Concentrated) -> RenyiCurve | None:
    """The moments of the composition, never below the truth; None if they are infinite."""
    match asked:
        case Renyi():
            return moments_at_order(asked)
        case Concentrated():
            return moments_of_concentrated(asked)
