"""Composition of trade-off functions: the tensor product, exactly where numbers stay short, otherwise between bounds.

Mechanisms that answer finitely often, with finitely many answers, are together no easier to tell apart than the tensor
product of their functions (HSV26 Corollary 14.7, repaired). A symmetric function is that of a mixture of randomised
responses, whose losses are the logarithms of its slopes; so functions compose as privacy-loss laws do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from concomp.impl.accounting.fixed_mechanisms import Alone, Composition
from concomp.impl.accounting.guarantees import FDP
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import law_of_profile
from concomp.impl.accounting.measures.demands import demand_losses_of
from concomp.impl.accounting.measures.exact_tensor import exact_tensor
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss
from concomp.model.laws.profile import Profile
from concomp.model.laws.trade_off import TradeOff
from concomp.model.numbers import Exact, ParameterError, exact_delta, parameter


@dataclass(frozen=True, eq=False)
class TradeOffComposition:
    """The tensor product of functions that are fixed in advance, asked by a loss or by δ.

    functions: the different ones, each with how many there are.
    """

    functions: tuple[tuple[FDP, int], ...]

    @cached_property
    def function(self) -> TradeOff | None:
        """The tensor product itself; None where it bends too often to be written down."""
        return exact_tensor([(each.function, times) for each, times in self.functions])

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss, exactly where the product is known, otherwise between bounds; ParameterError."""
        if not isinstance(loss, RationalLoss | ExponentialLoss):
            raise ParameterError("the loss", loss, "give RationalLoss(e_eps) or ExponentialLoss(epsilon)")
        return self._composition.delta(loss)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """The least E = e^ε for a δ; None if none is enough; ParameterError for what is no δ."""
        return self._composition.least_e_eps(parameter("delta", exact_delta, delta))

    def least_epsilon(self, delta: Exact) -> Bounds | None:
        """The least ε for a δ; None if none is enough; ParameterError for what is no δ."""
        return self._composition.least_epsilon(parameter("delta", exact_delta, delta))

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is."""
        return self._composition.delta_in_the_end

    @cached_property
    def _composition(self) -> Composition:
        if self.function is not None:
            return Alone(profile_of(self.function))
        laws = [(law_of_profile("a function", profile_of(each.function).vertices), n) for each, n in self.functions]
        return compose_laws([law for law, times in laws for _ in range(times)])


def compose_trade_offs(functions: Sequence[FDP]) -> TradeOffComposition:
    """The composition of functions that are fixed in advance; ParameterError if there is none, or what is no FDP."""
    counted: dict[TradeOff, tuple[FDP, int]] = {}
    for each in demand_losses_of(FDP, "the functions", functions, "give each as FDP, a trade-off function"):
        counted[each.function] = (each, counted.get(each.function, (each, 0))[1] + 1)
    return TradeOffComposition(tuple(counted.values()))


def profile_of(function: TradeOff) -> Profile:
    """The least δ for every E ≥ 1, of a symmetric function."""
    steep = []
    for (left, high), (right, low) in pairwise(function.vertices):
        slope = (high - low) / (right - left)
        if slope < 1:
            break
        steep.append((slope, 1 - high - slope * left))
    if not steep or steep[-1][0] > 1:
        at = len(steep)
        alpha, beta = function.vertices[at]
        steep.append((Fraction(1), 1 - beta - alpha))
    return Profile(tuple(reversed(steep)))
