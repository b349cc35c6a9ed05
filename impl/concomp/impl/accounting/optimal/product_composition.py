"""Optimal composition of rational e^ε that have no common unit, by all outcomes.

Mechanisms with the same parameters are counted together, so that an outcome says how many of each kind show their
bit truthfully. While there are few outcomes, all of them are listed, with their integer weights in both worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from math import comb

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.parameters import PrivacyLoss, RationalLoss
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

OUTCOMES = 1 << 14
"""The most outcomes that are listed."""

Outcome = tuple[int, int]
"""Integer weights where the bit is the suspected one, and where it is the other."""


@dataclass(frozen=True)
class ProductComposition:
    """The optimal composition of randomised responses, by its outcomes.

    outcomes: (weight towards the true bit, weight against it), both with the same sum.
    unexposed: ∏(1 − δ_i), the probability that no component exposes its bit.
    """

    outcomes: tuple[Outcome, ...]
    unexposed: Bounds

    def delta(self, e_eps: Exact) -> Bounds:
        """The least δ at E = e^ε ≥ 1, exactly; ParameterError below 1."""
        number = parameter("e_eps", exact_e_eps, e_eps)
        up, down = number.numerator, number.denominator
        excess = sum(max(0, towards * down - against * up) for towards, against in self.outcomes)
        return overall(known(Fraction(excess, self._whole * down)), self.unexposed)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """The least E = e^ε ≥ 1 with which the composition is (ε,δ)-DP, exactly; None if no E is enough."""
        number = parameter("delta", exact_delta, delta)
        pure = pure_level(number, self.unexposed)
        if pure is None:
            return None
        return Bounds(max(Fraction(1), self._crossing(pure.high)), max(Fraction(1), self._crossing(pure.low)))

    def _crossing(self, pure: Fraction) -> Fraction:
        """The E at which Σ max(0, P − E·Q) falls to the level, if it is above 1; else a number that is not."""
        towards, against, level = 0, 0, self._whole * pure
        ordered = sorted(self.outcomes, key=lambda outcome: Fraction(*outcome), reverse=True)
        for (p, q), following in zip(ordered, [*ordered[1:], (1, 1)], strict=True):
            towards, against = towards + p, against + q
            if towards * following[1] - following[0] * against >= level * following[1]:
                break
        return (towards - level) / against

    @cached_property
    def _whole(self) -> int:
        return sum(towards for towards, _ in self.outcomes)


def by_outcomes(components: Sequence[PrivacyLoss]) -> ProductComposition | None:
    """The optimal composition by its outcomes; None if there are too many, or an e^ε is irrational."""
    # Fractions are slow to hash, and long lists mostly repeat a few objects.
    distinct = {id(component.loss): component.loss for component in components}
    kinds: Counter[Fraction] = Counter()
    for key, times in Counter(id(component.loss) for component in components).items():
        loss = distinct[key]
        if not isinstance(loss, RationalLoss):
            return None
        kinds[loss.e_eps] += times
    kinds.pop(Fraction(1), None)
    count = 1
    for times in kinds.values():
        count *= times + 1
        if count > OUTCOMES:
            return None
    nothing: tuple[Outcome, ...] = ((1, 1),)
    outcomes = reduce(_with_kind, kinds.items(), nothing)
    return ProductComposition(outcomes, never_exposed(components))


def _with_kind(outcomes: tuple[Outcome, ...], kind: tuple[Fraction, int]) -> tuple[Outcome, ...]:
    """The outcomes with so many more responses of one kind."""
    (a, b), times = kind[0].as_integer_ratio(), kind[1]
    parts = [
        (ways * a**shown * b ** (times - shown), ways * a ** (times - shown) * b**shown)
        for shown, ways in ((shown, comb(times, shown)) for shown in range(times + 1))
    ]
    return tuple((p * x, q * y) for p, q in outcomes for x, y in parts)
