"""What a filter has to decide, whatever its rule is.

It must refuse where what was granted, as a list that is fixed in advance, would exceed the budget: there is an
adversary who launches just this list. It should grant what basic composition covers with something to spare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from concomp.conformance.protocol.losses import Loss, as_guarantee
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.losses import compare, sum_of
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, PureLoss
from concomp.model.laws.measures import Measure

SPARE = Fraction(1, 10**9)
"""The part of the budget that is to spare."""
Decision = Literal["granted", "refused"]


class Undetermined(ValueError):
    """Thrown where some sound filters grant, and others refuse."""


@dataclass(frozen=True)
class Budget:
    """A budget, and whether the filter decides at its boundary by exact arithmetic."""

    guarantee: Guarantee
    is_exact: bool = False

    def decisions(self, losses: Iterable[Guarantee]) -> Iterator[Decision]:
        """What is decided on each launch, in order; Undetermined where that depends on the filter."""
        granted: list[Guarantee] = []
        for loss in losses:
            wanted = [*granted, loss]
            if self.must_refuse(wanted):
                yield "refused"
            elif self._covers(wanted):
                granted = wanted
                yield "granted"
            else:
                raise Undetermined(f"{loss!r} after {granted!r} within {self.guarantee!r}")

    def must_refuse(self, losses: Sequence[Guarantee]) -> bool:
        """Whether the list exceeds the budget, by something of it unless arithmetic is exact."""
        budget, more = self.guarantee, 1 if self.is_exact else 1 + SPARE
        if isinstance(budget, ZCDP):
            return _rho(losses) > budget.rho * more
        listed, most = [_parameters(loss) for loss in losses], _parameters(budget)
        at = most.loss if self.is_exact else _times(most.loss, 1 + SPARE)
        return fixed_list(listed).delta(at).low > most.delta * more

    def _covers(self, losses: Sequence[Guarantee]) -> bool:
        """Whether basic composition does, with something to spare unless arithmetic is exact."""
        budget, less = self.guarantee, 1 if self.is_exact else 1 - SPARE
        if isinstance(budget, ZCDP):
            return _rho(losses) <= budget.rho * less
        listed, most = [_parameters(loss) for loss in losses], _parameters(budget)
        at = most.loss if self.is_exact else _times(most.loss, 1 - SPARE)
        total = sum_of(each.loss for each in listed)
        return compare(total, sum_of([at])) <= 0 and sum(each.delta for each in listed) <= most.delta * less


def budget(measure: Measure, loss: Loss, is_exact: bool) -> Budget:
    """The budget that a message names."""
    return Budget(as_guarantee(loss, measure), is_exact)


def _rho(losses: Sequence[Guarantee]) -> Fraction:
    return sum((loss.rho for loss in losses if isinstance(loss, ZCDP)), Fraction(0))


def _parameters(loss: Guarantee) -> PrivacyLoss:
    return PrivacyLoss(_pure(loss), loss.delta if isinstance(loss, ApproxDP) else Fraction(0))


def _pure(loss: Guarantee) -> PureLoss:
    if isinstance(loss, PureDP | ApproxDP):
        return loss.loss
    raise TypeError(f"{loss!r} has no epsilon")


def _times(loss: PureLoss, factor: Fraction) -> PureLoss:
    """About so many times ε: that it is rounded matters less than what is spared."""
    epsilon = sum_of([loss]).value.low * factor
    return ExponentialLoss(epsilon) if epsilon else loss
