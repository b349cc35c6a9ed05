"""What is deployed: a setting, and named mechanisms that read its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from concomp.model.confounding.composition import effective, product_of_effective
from concomp.model.confounding.kernels import Kernel, side_by_side
from concomp.model.confounding.setting import Setting
from concomp.model.laws.law import Law


@dataclass(frozen=True, eq=False)
class Deployment:
    """Mechanisms on the data of one setting.

    setting: secrets, data and adjacent secrets. mechanisms: by name, data ↦ law of the answer.
    dependent: where their noises depend on each other, data ↦ law of the answers of all, in their order; each answer
    has the law that its mechanism says. None where they are independent given the data.
    """

    setting: Setting[str, str]
    mechanisms: Mapping[str, Kernel[str, str]]
    dependent: Kernel[str, tuple[Any, ...]] | None = None

    @cached_property
    def joint(self) -> Kernel[str, tuple[Any, ...]]:
        """Data ↦ law of the answers of all mechanisms, in their order."""
        return side_by_side(*self.mechanisms.values()) if self.dependent is None else self.dependent

    @cached_property
    def true(self) -> dict[str, Law[tuple[Any, ...]]]:
        """M: what the mechanisms tell, given the secret."""
        return effective(self.setting, self.joint)

    @cached_property
    def product(self) -> dict[str, Law[tuple[Any, ...]]]:
        """N: what they would tell if each had data of its own."""
        return product_of_effective(self.setting, *self.mechanisms.values())
