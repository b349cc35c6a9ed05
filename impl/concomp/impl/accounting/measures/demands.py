"""What functions on measures take: several losses of a class, or curves; anything else is refused by its value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from concomp.impl.accounting.measures.curves import RenyiCurve
from concomp.model.numbers import ParameterError

T = TypeVar("T")


def demand_losses_of(kind: type[T] | tuple[type[T], ...], name: str, losses: Iterable[T], remedy: str) -> list[T]:
    """Losses of a class, at least one; ParameterError for what is no list of them."""
    listed = _listed(name, losses)
    for loss in listed:
        if not isinstance(loss, kind):
            raise ParameterError(name, loss, remedy)
    return listed


def demand_curve(curve: RenyiCurve) -> RenyiCurve:
    """A curve; ParameterError for what is none, such as a loss."""
    if not hasattr(curve, "log_moment"):
        raise ParameterError("the curve", curve, "give curve_of(…) of a loss")
    return curve


def demand_curves(curves: Iterable[RenyiCurve]) -> list[RenyiCurve]:
    """Several curves, at least one; ParameterError for what is no list of them."""
    return [demand_curve(curve) for curve in _listed("the curves", curves)]


def _listed(name: str, values: Iterable[T]) -> list[T]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(name, values, "give a list")
    listed = list(values)
    if not listed:
        raise ParameterError(name, listed, "give at least one")
    return listed
