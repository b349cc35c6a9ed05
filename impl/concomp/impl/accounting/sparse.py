"""What many mechanisms lose together of which few get differing inputs.

At most k of any number of mechanisms get differing inputs. Where the first pair of inputs decides whether any may
differ, or losses are pure, the composition loses what k of the mechanisms do. Where neither is so, an event that
exposes may happen in any of them: the δ of all that are created is paid, and at a Rényi order nothing is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.accounting.rounding import is_short, round_up
from concomp.impl.accounting.together import Together
from concomp.model.laws.measures import Measure
from concomp.model.numbers import ParameterError

BY_MEASURE = {
    Measure.APPROXIMATE: "HSV26 Theorem 5.14",
    Measure.RENYI: "HSV26 Theorem 13.6, which is assumed",
    Measure.ZCDP: "HSV26 Theorem 13.6, which is assumed",
}
"""The theorems on functions that are first-pair consistent, and what of them is not checked."""
FIRST_PAIR, SWAP = "first-pair consistent", "swap invariant"
"""The properties of a verification function on which the loss depends."""


@dataclass(frozen=True)
class Exposure:
    """How much of a budget on δ all created mechanisms have used.

    budget: the most that 1 − ∏(1 − δ_j) may be. each: δ_j. used: 1 − ∏(1 − δ_j), or just above it.
    """

    budget: Fraction
    each: Fraction
    used: Fraction = Fraction(0)

    def after_one_more(self) -> Exposure | None:
        """The same with one more mechanism; None if the budget has no room for it."""
        used = self.used + (1 - self.used) * self.each
        used = used if is_short(used) else min(Fraction(1), round_up(used))
        return Exposure(self.budget, self.each, used) if used <= self.budget else None


@dataclass(frozen=True)
class SparseLoss:
    """What is lost together.

    loss: what is charged. source: the statement that says so.
    exposure: of the created mechanisms, if it is not for any number of them.
    """

    loss: Together
    source: str
    exposure: Exposure | None = None


def sparse_loss(
    loss: Guarantee, at_most: int, properties: frozenset[str], delta_budget: Fraction | None = None
) -> SparseLoss:
    """What any number of mechanisms lose together, each by itself this loss, if at most so many get differing inputs.

    properties: which of FIRST_PAIR and SWAP their verification function has. delta_budget: what the δ of all that are
    created may come to, where that has to be limited. Raises ParameterError if it is missing or superfluous, or if no
    loss is enough.
    """
    if isinstance(loss, PureDP) or (isinstance(loss, ApproxDP) and loss.delta == 0):
        source = "HSV26 Corollary 5.5"
    elif loss.measure not in BY_MEASURE:
        remedy = (
            "such losses add up over finitely many rounds only (HSV26 Corollary 14.8, repaired), and a group may have "
            "any number of copies: state the loss as rho, or as (epsilon, delta)"
        )
        raise ParameterError("the loss", loss, remedy)
    elif FIRST_PAIR in properties:
        source = BY_MEASURE[loss.measure]
    elif isinstance(loss, ApproxDP):
        return _with_delta_of_all(loss, at_most, SWAP in properties, delta_budget)
    else:
        remedy = (
            "the function is not known to be first-pair consistent, and without that no such loss is enough (HSV26 "
            "Theorem 13.5, repaired): bring the evidence that it is, or state the loss as (epsilon, delta)"
        )
        raise ParameterError("the loss", loss, remedy)
    if delta_budget is not None:
        raise ParameterError("delta_budget", delta_budget, "any number may be created at this cost: leave it out")
    return SparseLoss(Together((loss,) * at_most), source)


def _with_delta_of_all(loss: ApproxDP, at_most: int, swappable: bool, delta_budget: Fraction | None) -> SparseLoss:
    if delta_budget is None:
        remedy = (
            "the delta of every mechanism that is created is paid, as their function is not known to be first-pair "
            "consistent: say by delta_budget what 1 - (1 - delta) ... (1 - delta) may come to, or bring the evidence"
        )
        raise ParameterError("the loss", loss, remedy)
    each = loss.delta if at_most == 1 or swappable else min(Fraction(1), 2 * loss.delta)
    slots = (ApproxDP.of(loss=loss.loss, delta=Fraction(0)),) * at_most
    exposed = ApproxDP.of(loss=RationalLoss(Fraction(1)), delta=delta_budget)
    return SparseLoss(Together((*slots, exposed)), "HSV26 Theorem 5.4 (repaired)", Exposure(delta_budget, each))
