"""What `concomp compose` answers about (ε, δ): the least δ at a loss, and the least loss for a δ, or bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Protocol

from concomp.cli.errors import BadInput, Undecided
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.impl.accounting.optimal.tails import Undecided as NotDecided
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss
from concomp.model.numbers import ParameterError, rational_text
from concomp.report.quantities import approximate, epsilon_at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.privacy import Answered, DeltaAt

SHORT = 60
"""The longest exact number, in characters, that is printed for people."""
FAR = Fraction(1, 100)
"""The part of a number by which bounds may be apart for one of them to stand for both."""


class Answering(Protocol):
    """What is composed, asked by a loss or by δ."""

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss."""

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E = e^ε for a δ; None if none is enough."""


@dataclass(frozen=True)
class Answers:
    """What was asked and what was found: δ at each loss, and the least E for a δ, None if none suffices."""

    at: tuple[PureLoss, ...]
    deltas: tuple[Bounds, ...]
    delta: Fraction | None
    least: Bounds | None

    @property
    def bounds(self) -> tuple[Bounds, ...]:
        """All that was found."""
        return self.deltas if self.least is None else (*self.deltas, self.least)


def ask(composition: Answering, at: tuple[PureLoss, ...], delta: Fraction | None) -> Answers:
    """What a composition answers; BadInput for numbers that are too long, Undecided."""
    try:
        deltas = tuple(shortened(composition.delta(loss)) for loss in at)
        least = None if delta is None else composition.least_e_eps(delta)
    except ParameterError as error:
        raise BadInput(str(error)) from None
    except NotDecided as error:
        raise Undecided(f"the composition: {error}: ask at another E or delta") from None
    return Answers(at, deltas, delta, None if least is None else shortened(least))


def answers_data(answers: Answers) -> Answered:
    """The answers for machines."""
    data: Answered = {}
    if answers.at:
        data["results"] = list(map(_delta_data, answers.at, answers.deltas))
    if answers.delta is not None:
        least = answers.least
        if least is None or least.is_exact:
            data["e_eps"] = None if least is None else rational_text(least.low)
        else:
            data |= {"e_eps_low": rational_text(least.low), "e_eps_high": rational_text(least.high)}
        data["epsilon"] = None if least is None else epsilon_above(least.high)
    return data


def _delta_data(loss: PureLoss, delta: Bounds) -> DeltaAt:
    low, high = rational_text(delta.low), rational_text(delta.high)
    found: DeltaAt = {"delta": low} if delta.is_exact else {"delta_low": low, "delta_high": high}
    if isinstance(loss, ExponentialLoss):
        return {"epsilon": rational_text(loss.epsilon), **found}
    return {"e_eps": rational_text(loss.e_eps), **found}


def answers_lines(answers: Answers) -> Iterator[str]:
    """The answers for people."""
    for loss, delta in zip(answers.at, answers.deltas, strict=True):
        yield f"At {loss_text(loss)}: delta = {bounds_text(delta)}"
    if answers.delta is not None:
        yield f"For delta = {exact_and_approximate(answers.delta)}: {_least(answers.least)}"


def loss_text(loss: PureLoss) -> str:
    """The loss that was asked about."""
    if isinstance(loss, ExponentialLoss):
        return f"eps = {exact_and_approximate(loss.epsilon)}"
    return f"E = {exact_and_approximate(loss.e_eps)}"


def _least(least: Bounds | None) -> str:
    if least is None:
        return "no E suffices"
    return f"the least E is {bounds_text(least)}, eps {epsilon_at_most(least.high)}"


def bounds_text(bounds: Bounds) -> str:
    """A number with its exact value if that is short; bounds by their upper end and distance, or both ends if far."""
    if bounds.high - bounds.low > bounds.high * FAR:
        return f"from {approximate(bounds.low)} to {approximate(bounds.high)} (--json prints both)"
    if not bounds.is_exact:
        gap = _power_above(bounds.high - bounds.low)
        return f"{approximate(bounds.high)} (bounds less than {gap} apart; --json prints both)"
    text = exact_and_approximate(bounds.low)
    return text if len(text) <= SHORT else f"{approximate(bounds.low)} (exact with --json)"


def _power_above(gap: Fraction) -> str:
    """The least power of ten above a gap, "1E-20"."""
    power = floor(log10(gap.numerator) - log10(gap.denominator)) + 1
    return f"1E{power:+d}"
