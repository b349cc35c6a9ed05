"""Composition of mechanisms that read the same data: the true one, and the product of the effective mechanisms."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from concomp.model.confounding.kernels import Kernel, after, side_by_side
from concomp.model.confounding.setting import Setting
from concomp.model.laws.law import Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


@realises("Zhang24 Equation (2)", "Zhang24 Section III: psi_i")
def effective(setting: Setting[S, X], mechanism: Kernel[X, Y]) -> dict[S, Law[Y]]:
    """ψ: the law of what a mechanism tells, given the secret; ValueError if it has no row for some data."""
    return after(setting.data, mechanism)


@realises("Zhang24 Equation (4)", "Zhang24 Appendix L.2: D_{1,2}, D_[2]")
def composition(setting: Setting[S, X], *mechanisms: Kernel[X, Any]) -> dict[S, Law[tuple[Any, ...]]]:
    """M: what mechanisms tell that are independent given the data, all on the same data, given the secret.

    Mechanisms whose noises depend on each other are one kernel of tuples, whose `effective` mechanism is M.
    Raises ValueError if there is none, they have rows for different data, or for some data none.
    """
    return effective(setting, side_by_side(*mechanisms))


@realises("Zhang24 Section III: N(psi vec)", "Zhang24 Appendix L.2: D_{1,2}, D_[2]")
def product_of_effective(setting: Setting[S, X], *mechanisms: Kernel[X, Any]) -> dict[S, Law[tuple[Any, ...]]]:
    """N: what mechanisms would tell if each had data of its own, drawn anew given the secret.

    Raises ValueError if there is none, or one has no row for some data.
    """
    return side_by_side(*(effective(setting, mechanism) for mechanism in mechanisms))
