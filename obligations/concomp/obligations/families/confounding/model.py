"""A setting of two secrets, with the mechanisms that read its data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from concomp.model.confounding.composition import composition, product_of_effective
from concomp.model.confounding.informativeness import Comparison, compare
from concomp.model.confounding.kernels import Kernel, after
from concomp.model.confounding.loss import is_dependent
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.confounding.setting import Setting, equally_likely
from concomp.model.laws.law import Law

PAIR = (0, 1)


@dataclass(frozen=True, eq=False)
class Model:
    """A setting, and mechanisms that are independent given its data.

    setting: secrets 0 and 1, equally likely, adjacent.
    mechanisms: kernels from the data.
    """

    setting: Setting[int, Any]
    mechanisms: tuple[Kernel[Any, Any], ...]

    @classmethod
    def of(cls, data: Kernel[int, Any], *mechanisms: Kernel[Any, Any]) -> Model:
        """The model of P(x|s) and some mechanisms."""
        return cls(equally_likely(data), mechanisms)

    @cached_property
    def joint(self) -> dict[int, Law[tuple[Any, ...]]]:
        """M: what the mechanisms tell, given the secret."""
        return composition(self.setting, *self.mechanisms)

    @cached_property
    def product(self) -> dict[int, Law[tuple[Any, ...]]]:
        """N: the product of the effective mechanisms."""
        return product_of_effective(self.setting, *self.mechanisms)

    @property
    def is_dependent(self) -> bool:
        """Whether L^G is not 0 for the secrets in some order: the hypothesis of Zhang24's Theorems 1 and 3."""
        return is_dependent(self.joint, self.product, PAIR)

    def deltas(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """The least δ of M and of N."""
        return least_delta(self.joint, self.setting.pairs, e_eps), least_delta(self.product, self.setting.pairs, e_eps)

    def optima(self, delta: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """The least E of M and of N; None if none is enough."""
        pairs = self.setting.pairs
        return optimum(self.joint, pairs, delta).e_eps, optimum(self.product, pairs, delta).e_eps

    def optimum_of(self, mechanism: int, delta: Fraction) -> Fraction | None:
        """The least E of one mechanism alone."""
        alone = after(self.setting.data, self.mechanisms[mechanism])
        return optimum(alone, self.setting.pairs, delta).e_eps

    def rows(self) -> list[list[list[str]]]:
        """The weights of the data and of each mechanism, row by row, where all names are 0, 1, 2, …"""
        return [_rows(kernel) for kernel in (self.setting.data, *self.mechanisms)]

    @classmethod
    def of_rows(cls, kernels: list[list[list[str]]]) -> Model:
        """The model with these rows."""
        data, *mechanisms = ({x: _law(row) for x, row in enumerate(rows)} for rows in kernels)
        return cls.of(data, *mechanisms)

    def __repr__(self) -> str:
        laws = [_shown(self.setting.data), *map(_shown, self.mechanisms)]
        return f"P(x|s) {laws[0]}; mechanisms {', '.join(laws[1:])}"


def comparison(model: Model) -> Comparison[int]:
    """Which tells more of the secret, M ("first") or N ("second")."""
    return compare(model.joint, model.product, model.setting.pairs)


def _rows(kernel: Kernel[Any, Any]) -> list[list[str]]:
    size = 1 + max(y for law in kernel.values() for y in law)
    return [[str(kernel[x][y]) for y in range(size)] for x in range(len(kernel))]


def _law(row: list[str]) -> Law[int]:
    return Law({y: Fraction(weight) for y, weight in enumerate(row)})


def _shown(kernel: Kernel[Any, Any]) -> str:
    outcomes = sorted({y for law in kernel.values() for y in law})
    rows = (f"{given} ↦ ({', '.join(str(law[y]) for y in outcomes)})" for given, law in sorted(kernel.items()))
    return "; ".join(rows)
