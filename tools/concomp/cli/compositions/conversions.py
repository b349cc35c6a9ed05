"""The (ε, δ) that follow from what is known of Rényi divergences: upper bounds, proved at one order each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.compositions.answers import loss_text
from concomp.cli.errors import BadInput
from concomp.impl.accounting.measures.conversion import delta_at, to_approximate
from concomp.impl.accounting.measures.curves import RenyiCurve
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss
from concomp.model.numbers import ParameterError, rational_text
from concomp.report.quantities import at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.measures import Conversion, DeltaAtMost


@dataclass(frozen=True)
class Converted:
    """What was asked and what follows: δ at each loss, and ε for a δ, None if none does."""

    at: tuple[PureLoss, ...]
    deltas: tuple[Fraction, ...]
    delta: Fraction | None
    epsilon: Fraction | None


def convert(curve: RenyiCurve | None, at: tuple[PureLoss, ...], delta: Fraction | None) -> Converted:
    """The (ε, δ) that follow from a curve; none but δ = 1 where it is infinite, None. BadInput for δ = 0."""
    try:
        deltas = tuple(Fraction(1) if curve is None else delta_at(curve, loss) for loss in at)
        epsilon = None if delta is None else _epsilon(curve, delta)
    except ParameterError as error:
        raise BadInput(str(error)) from None
    return Converted(at, deltas, delta, epsilon)


def _epsilon(curve: RenyiCurve | None, delta: Fraction) -> Fraction | None:
    """The ε that follows; of an infinite loss 0 for δ = 1, which is no promise, and none for another δ."""
    if curve is None:
        return Fraction(0) if delta == 1 else None
    return to_approximate(curve, delta).epsilon


def converted_data(converted: Converted) -> Conversion:
    """What follows, for machines."""
    data: Conversion = {}
    if converted.at:
        data["results"] = list(map(_delta_data, converted.at, converted.deltas))
    if converted.delta is not None:
        data["epsilon_high"] = None if converted.epsilon is None else rational_text(converted.epsilon)
    return data


def _delta_data(loss: PureLoss, delta: Fraction) -> DeltaAtMost:
    if isinstance(loss, ExponentialLoss):
        return {"epsilon": rational_text(loss.epsilon), "delta_high": rational_text(delta)}
    return {"e_eps": rational_text(loss.e_eps), "delta_high": rational_text(delta)}


def converted_lines(converted: Converted) -> Iterator[str]:
    """What follows, for people."""
    for loss, delta in zip(converted.at, converted.deltas, strict=True):
        yield f"At {loss_text(loss)}: delta {at_most(delta)}"
    if converted.delta is not None:
        found = "no eps follows" if converted.epsilon is None else f"eps {at_most(converted.epsilon)}"
        yield f"For delta = {exact_and_approximate(converted.delta)}: {found}"
