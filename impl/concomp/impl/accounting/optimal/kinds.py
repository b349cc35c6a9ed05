"""How many there are of each loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2

import numpy as np
from flint import arb

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.outcomes.outcomes import weight_of_all_shown
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, logarithm
from concomp.model.laws.balls import precision

KINDS = 200
"""The most kinds of losses."""
OF_A_KIND = 1 << 9
"""The most of one kind."""
WEIGHT = 900
"""The largest logarithm of the sum of all weights, so that none leaves the range of floats."""
BITS = 256
PRECISIONS = (256, 1024, 4096)
DIGITS = 60
"""How many bits of a difference are known, so that it is one as a float."""


@dataclass(frozen=True)
class Kinds:
    """How many there are of each loss above 0, the largest first."""

    times: Mapping[PureLoss, int]

    @property
    def total(self) -> arb:
        """T, what all add up to, at the present precision."""
        return sum((loss.logarithm() * times for loss, times in self.times.items()), arb(0))

    @cached_property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds."""
        with precision(BITS):
            return 2 * float(self.total.upper()) * (1 + 2.0**-40)

    def short_of(self, e_eps: Fraction) -> arb:
        """T − ln E, to as many digits as floats have; else, if that is hardly possible, to few or none."""
        short = arb(0)
        for bits in PRECISIONS:
            with precision(bits):
                short = self.total - logarithm(e_eps)
            if short.rel_accuracy_bits() >= DIGITS:
                break
        return short

    @cached_property
    def weight(self) -> Bounds:
        """The chance that all show the bit."""
        with precision(BITS):
            return bounds(weight_of_all_shown(self.times))


def kinds_of(components: Sequence[PrivacyLoss]) -> Kinds | None:
    """How many there are of each loss; None if there are too many of one, or of all."""
    distinct = {id(component.loss): component.loss for component in components}
    times: Counter[PureLoss] = Counter()
    for key, count in Counter(id(component.loss) for component in components).items():
        if not is_zero(distinct[key]):
            times[distinct[key]] += count
    if not 1 <= len(times) <= KINDS or max(times.values()) > OF_A_KIND:
        return None
    if sum(count * log2(1 + np.exp(-as_float(loss))) for loss, count in times.items()) > WEIGHT:
        return None
    return Kinds(dict(sorted(times.items(), key=lambda item: -as_float(item[0]))))


def as_float(loss: PureLoss) -> float:
    with precision(BITS):
        return float(loss.logarithm().mid())
