"""Answers about privacy, shared by `audit` and `compose`: each prints as what it says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss
from concomp.report.quantities import approximate, short, shown, shown_from_below


class Quantity:
    """What is not a yes or no: its truth is an error, so that `assert` is not passed by what asserts nothing."""

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is neither true nor false: give both epsilon (or e_eps) and delta")


@dataclass(frozen=True, repr=False)
class LeastDelta(Quantity):
    """The least δ at an ε.

    scope: what it is about and against whom, in words.
    loss: what was asked, ε or E = e^ε, as it was given.
    e_eps: the rational E that was taken just below e^ε, so that δ is not understated; None if none had to be chosen.
    bounds: two rationals between which the least δ lies; equal where it is known exactly.
    reasons: why they are apart, each in words; none where they differ by no more than rounding.
    """

    scope: str
    loss: PureLoss
    e_eps: Fraction | None
    bounds: Bounds
    reasons: tuple[str, ...] = ()

    @property
    def value(self) -> Fraction:
        """A δ that suffices: the least one where it is known exactly, otherwise the upper bound."""
        return self.bounds.high

    def __float__(self) -> float:
        """The value as a float that is not below it."""
        return float_above(self.value)

    def __repr__(self) -> str:
        chosen = "" if self.e_eps is None else f", taken at E = {short(self.e_eps)} just below e^ε"
        return (
            f"<δ {shown(self.bounds)} at {loss_text(self.loss)}{chosen}: {self.scope}{_why(self.bounds, self.reasons)}>"
        )


@dataclass(frozen=True, repr=False)
class LeastEpsilon(Quantity):
    """The least ε for a δ.

    scope: what it is about and against whom, in words.
    delta: what was asked.
    bounds: two rationals between which the least ε lies, equal where it is known exactly; None if no ε suffices.
    e_eps: the same for E = e^ε.
    reasons: why bounds are apart, each in words; none where they differ by no more than rounding.
    """

    scope: str
    delta: Fraction
    bounds: Bounds | None
    e_eps: Bounds | None
    reasons: tuple[str, ...] = ()

    @property
    def value(self) -> Fraction | None:
        """An ε that suffices: the least one where it is known exactly, otherwise the upper bound; None if none does."""
        return None if self.bounds is None else self.bounds.high

    def __float__(self) -> float:
        """The value as a float that is not below it; infinite if no ε suffices."""
        return math.inf if self.value is None else float_above(self.value)

    def __repr__(self) -> str:
        if self.bounds is None or self.e_eps is None:
            return f"<no ε suffices for δ = {short(self.delta)}: {self.scope}>"
        why = _why(self.e_eps, self.reasons)
        return f"<ε {shown(self.bounds)}, E {shown(self.e_eps)}, for δ = {short(self.delta)}: {self.scope}{why}>"


@dataclass(frozen=True, repr=False)
class Claim:
    """Whether (ε, δ)-DP holds; true exactly if it does.

    least: the least δ at that ε. delta: the δ that was asked about. holds: whether the least δ is at most that.
    """

    least: LeastDelta
    delta: Fraction
    holds: bool

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        claim = f"({loss_text(self.least.loss)}, δ = {short(self.delta)})-DP"
        why = _why(self.least.bounds, self.least.reasons)
        if self.holds:
            return f"<{claim} holds: the least δ {shown(self.least.bounds)}, {self.least.scope}{why}>"
        return f"<{claim} does not hold: the least δ {shown_from_below(self.least.bounds)}, {self.least.scope}{why}>"


def _why(bounds: Bounds, reasons: tuple[str, ...]) -> str:
    """How far bounds are apart, and why, as the end of a sentence; empty where there are no reasons."""
    return f"; the bounds are {approximate(bounds.high - bounds.low)} apart: {'; '.join(reasons)}" if reasons else ""


def loss_text(loss: PureLoss) -> str:
    """The loss as it was given, "ε = 1/10 (0.1)" or "E = 2"."""
    return f"ε = {short(loss.epsilon)}" if isinstance(loss, ExponentialLoss) else f"E = {short(loss.e_eps)}"


def float_above(number: Fraction) -> float:
    """The least float that is not below the number."""
    nearest = float(number)
    return nearest if Fraction(nearest) >= number else math.nextafter(nearest, math.inf)
