"""The form of a rule.

A rule is fixed before the first launch, and so is its budget. It counts, and it says of each loss that is asked for,
which may depend on all that was answered so far, whether it still fits. What it has counted is a value, so that a book
can keep it and undo nothing by halves; a refusal counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.together import Asked, Together, losses_of
from concomp.model.numbers import ParameterError

G = TypeVar("G", bound=Guarantee)


@dataclass(frozen=True, repr=False)
class Reading:
    """What a rule reads off its totals.

    guarantees: the reading, by each rule of a conjunction; of free slots, each of them.
    is_exact: whether it is exactly that; otherwise it was rounded to the safe side.
    joined: the word between several guarantees, "and" or "or".
    """

    guarantees: tuple[Guarantee, ...]
    is_exact: bool
    joined: str = "and"

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee, where there is one; ValueError where there are none or several."""
        if len(self.guarantees) != 1:
            raise ValueError(f"the reading has {len(self.guarantees)} guarantees: use `guarantees`")
        return self.guarantees[0]

    def __repr__(self) -> str:
        words = f" {self.joined} ".join(map(repr, self.guarantees)) or "nothing"
        return words if self.is_exact else f"{words}, rounded"


@dataclass(frozen=True)
class Refusal:
    """Why a loss is not admitted: what was asked for, what was spent, what remains."""

    asked: Asked
    spent: Reading
    remains: Reading


class Rule(Protocol):
    """A rule for one budget."""

    @property
    def name(self) -> str:
        """What it is called, with its parameters."""

    @property
    def budget(self) -> Guarantee:
        """What may be lost in all."""

    @property
    def source(self) -> str:
        """The statement that says that it is valid."""

    @property
    def start(self) -> Totals:
        """The totals before the first launch."""

    def convert(self, loss: Guarantee) -> Guarantee:
        """The loss as this rule counts it; ParameterError if it is measured otherwise."""

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more loss, or why it is not admitted; ParameterError if it is measured otherwise."""

    def spent(self, totals: Totals) -> Reading:
        """What was lost so far, by this rule, and no less: an odometer, valid for a threshold that is fixed in advance.

        It is no budget: who stops as soon as the reading looks good has not been promised the reading.
        """

    def remaining(self, totals: Totals) -> Reading:
        """The largest single loss that is still admitted, or just below it; of slots, those that are free."""


RuleFor = Callable[[Guarantee], Rule]
"""A rule that waits for its budget."""


def charge(rule: Rule, totals: Totals, asked: Asked) -> Totals | Refusal:
    """The totals with all of what is asked for, or why not all of it is admitted; raises what `Rule.charge` does."""
    after = totals
    for loss in losses_of(asked):
        decided = rule.charge(after, loss)
        if isinstance(decided, Refusal):
            # What was counted for a part of it is not spent.
            whole = Refusal(asked, rule.spent(totals), rule.remaining(totals))
            return whole if isinstance(asked, Together) else decided
        after = decided
    return after


def demand_budget(kind: type[G], budget: Guarantee) -> G:
    """The budget, if it is of this kind; ParameterError otherwise."""
    if type(budget) is kind:
        return budget
    raise ParameterError("the budget", budget, f"this rule is for a budget made by {kind.__name__}")


def rule_within(rule: RuleFor, budget: Guarantee) -> Rule:
    """The rule for this budget; ParameterError for one that keeps to another, of which nobody would know."""
    chosen = rule(budget)
    if type(chosen.budget) is not type(budget) or chosen.budget != budget:
        raise ParameterError("the rule", chosen.budget, f"make the rule for the budget that it is given, {budget!r}")
    return chosen
