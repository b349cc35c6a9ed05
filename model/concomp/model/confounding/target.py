"""What the extension by an added mechanism has to keep: privacy, or bounds on what is believed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from concomp.model.confounding.inverse import Limit, limits_of_floor, limits_of_privacy, limits_of_roof
from concomp.model.confounding.setting import Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import ParameterError, exact_delta, parameter
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)


@realises("Zhang24 Section IV: Pi[tau,delta]")
@dataclass(frozen=True)
class PosteriorParameters:
    """τ and δ of Π[τ, δ], in which the true beliefs have to be.

    Beliefs are at least P(s)/τ. If δ is 0 they are at most τ·P(s); otherwise Σ_s μ(s)²/P(s) is at most δ·τ. Raises
    ParameterError for τ < 1, for a δ not from 0 to 1, and for δ > 0 with δ·τ < 1, where Π[τ, δ] is empty.
    """

    tau: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", parameter("delta", exact_delta, self.delta))
        if self.tau < 1:
            raise ParameterError("tau", self.tau, "give at least 1, as no beliefs are all above their own mean")
        if 0 < self.delta * self.tau < 1:
            remedy = f"no beliefs have a second moment below 1; give a tau of at least {1 / self.delta}, or delta = 0"
            raise ParameterError("delta·tau", self.delta * self.tau, remedy)

    @property
    def moment(self) -> Fraction | None:
        """What Σ_s μ(s)²/P(s) may be at most; None where it is not bounded."""
        return self.delta * self.tau if self.delta else None


Target = PrivacyParameters | PosteriorParameters


def limits_of(target: Target, setting: Setting[S, X]) -> tuple[Limit[S], ...]:
    """The linear limits that a target sets."""
    if isinstance(target, PrivacyParameters):
        return limits_of_privacy(setting.pairs, target)
    floor = limits_of_floor(setting.prior, target.tau)
    return floor if target.delta else floor + limits_of_roof(setting.prior, target.tau)
