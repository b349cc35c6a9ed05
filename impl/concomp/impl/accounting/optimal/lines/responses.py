"""Randomised responses in floating point: a sum of independent losses that can be tilted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt

import numpy as np
from flint import arb

from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tails import product
from concomp.impl.accounting.optimal.tilting import STEEPEST
from concomp.impl.accounting.outcomes.outcomes import Floats
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss
from concomp.model.laws.balls import precision

BITS = 192
TINY = 1e-200
"""The least deviation that is told from none."""


@dataclass(frozen=True, eq=False)
class Responses:
    """Responses, of which at least one loses something.

    pure: each loss above 0, and how many there are, in increasing order. losses, times: the same as floats.
    """

    pure: tuple[tuple[PureLoss, int], ...]
    losses: Floats
    times: Floats

    float_unit = 1.0

    @cached_property
    def total(self) -> float:
        """The sum of losses."""
        return float(self.losses @ self.times)

    @cached_property
    def squares(self) -> float:
        """The sum of their squares."""
        return float(self.losses**2 @ self.times)

    @property
    def steepest(self) -> float:
        """The largest tilt that is of use."""
        return min(STEEPEST / (2 * float(self.losses[0])), 1e200)

    def mean(self, tilt: float) -> float:
        """The mean under the tilted law of the sum of the losses that are shown."""
        return (self.total + float(self.times @ (self.losses * np.tanh(tilt * self.losses)))) / 2

    def variance(self, tilt: float) -> float:
        """The variance of that sum."""
        return float(self.times @ (self.losses / np.cosh(np.minimum(tilt * self.losses, 300))) ** 2) / 4

    def log_scale(self, tilt: float) -> float:
        """About the logarithm of ∏ cosh(κε)/cosh(ε/2)."""
        return float(self.times @ (_log_cosh(tilt * self.losses) - _log_cosh(self.losses / 2)))

    def deviation(self, tilt: float) -> float:
        """The deviation of the loss under the tilted law."""
        return max(2 * sqrt(self.variance(tilt)), TINY)

    def scale(self, tilt: arb) -> arb:
        """∏ cosh(κε)/cosh(ε/2)."""
        parts = [((loss * tilt).cosh() / (loss / 2).cosh()) ** times for loss, times in self._balls]
        return product(parts, arb.__mul__)

    @cached_property
    def _balls(self) -> list[tuple[arb, int]]:
        with precision(BITS):
            return [(loss.logarithm(), times) for loss, times in self.pure]


def _log_cosh(x: Floats) -> Floats:
    found: Floats = np.abs(x) + np.log1p(np.exp(-2 * np.abs(x))) - log(2)
    return found


def responses(components: Sequence[PrivacyLoss]) -> Responses | None:
    """The responses of components; None if none loses anything."""
    objects = {id(component.loss): component.loss for component in components}
    counts = Counter(id(component.loss) for component in components)
    with precision(BITS):
        listed = [
            (float(loss.logarithm().mid()), loss, counts[key]) for key, loss in objects.items() if not is_zero(loss)
        ]
    if not listed:
        return None
    listed.sort(key=lambda each: each[0])
    losses, times = np.array([each[0] for each in listed]), np.array([float(each[2]) for each in listed])
    return Responses(tuple((loss, count) for _, loss, count in listed), losses, times)
