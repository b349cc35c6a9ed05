"""Continuation rules and accumulators.

A rule decides about the losses launched so far, the new one last, and a budget; an accumulator says what they come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any

from concomp.model.composition.filtered import sum_filter
from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.filters.measures import Extended
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.trade_off import TradeOff, of_parameters
from concomp.model.registry.tags import realises


def basic(losses: Losses, budget: PrivacyParameters) -> bool:
    """Basic composition: ∏E ≤ E₀ and Σδ ≤ δ₀."""
    return sum_filter(budget)(tuple((loss.e_eps, loss.delta) for loss in losses))


def basic_total(losses: Losses) -> PrivacyParameters:
    """What basic composition says of the losses: (∏E, Σδ), the second at most 1."""
    total = prod((loss.e_eps for loss in losses), start=ONE)
    return PrivacyParameters(total, min(ONE, sum((loss.delta for loss in losses), ZERO)))


@realises("Haney23 Theorem 1.22", "Haney23 Theorem 4.6", "Haney23 Lemma 4.7")
def additive(losses: Losses, budget: Extended) -> bool:
    """Losses that add up, as those of a fixed Rényi order do: Σε ≤ ε₀, for losses that are written as powers."""
    return budget is None or additive_total(losses) <= budget


@realises("Haney23 Theorem 4.9")
def additive_total(losses: Losses) -> Fraction:
    """Σε, written as a power: the product."""
    return prod(losses, start=ONE)


def is_free(slot: TradeOff, loss: PrivacyParameters) -> bool:
    """Whether a slot is at least as bad as a launch: whatever is that private is as private as the slot."""
    return of_parameters(loss) >= slot


@realises("concomp Proposition 1")
def slots(listed: Sequence[PrivacyParameters]) -> ContinuationRule:
    """Each launch takes, when it is made, the first free slot at least as bad as itself, and keeps it for good.

    listed: the slots; what they cost, the composition of randomised responses of theirs, is the budget to judge it by.
    """
    functions = [of_parameters(slot) for slot in listed]

    def accepts(losses: Losses, _: object) -> bool:
        free = list(functions)
        for loss in losses:
            taken = next((slot for slot in free if is_free(slot, loss)), None)
            if taken is None:
                return False
            free.remove(taken)
        return True

    return accepts


@realises("concomp Proposition 4", "concomp Proposition 11")
def for_groups(rule: ContinuationRule) -> ContinuationRule:
    """The rule where a launch may be a group: its loss is a tuple, a loss for each member that may differ.

    It is as many launches, one after the other, all of which the rule accepts, or none.
    """

    def accepts(losses: Losses, budget: Any) -> bool:
        *before, group = losses
        singly = [loss for launched in before for loss in launched]
        return all(rule((*singly, *group[: count + 1]), budget) for count in range(len(group)))

    return accepts


def matched_anew(listed: Sequence[PrivacyParameters]) -> ContinuationRule:
    """Some matching of all that was launched with the slots exists; *not* valid for what the slots cost."""
    functions = [of_parameters(slot) for slot in listed]

    def accepts(losses: Losses, _: object) -> bool:
        return any(
            all(is_free(slot, loss) for slot, loss in zip(chosen, losses, strict=True))
            for chosen in permutations(functions, len(losses))
        )

    return accepts


@realises("concomp Proposition 2")
def all_of(*rules: ContinuationRule) -> ContinuationRule:
    """The rule that goes on while all of the rules do."""
    return lambda losses, budget: all(rule(losses, budget) for rule in rules)
