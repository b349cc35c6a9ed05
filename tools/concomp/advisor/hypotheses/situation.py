"""Situations: a plan together with everything that was found out about its mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, repeat
from typing import Literal

from concomp.advisor.facts.functions import Facts
from concomp.advisor.facts.routers import RouterFacts
from concomp.advisor.hypotheses.slots import worst_choice
from concomp.advisor.losses.measured import Measured
from concomp.advisor.losses.stated import Stated
from concomp.advisor.plans.noise import Noise
from concomp.advisor.plans.plan import Creation
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.files.schema import Continual

Source = Literal["declared", "audited", "nested plan"]


@dataclass(frozen=True)
class Kind:
    """One kind of mechanism of a plan.

    label: its (ε, δ); (0, 1), which holds of anything, if its loss is stated in another measure.
    stated: that loss. at_delta: the δ at which that is taken as (ε, δ), if the plan says so.
    count: how many there are at most, None if unboundedly many.
    facts: what is known of its verification function, None if that is the function of a nested plan.
    source: where the claim comes from that it has this loss. document: the mechanism itself, if it is in a file.
    noise: what it adds to a number, if it does just that.
    group: which of the plan's slots it takes, if the plan lists slots. waiting: the least budget with which the
    mechanism in the file can be simulated while that waits, None if that is not known.
    declared: what a nested plan takes as given, for the guarantee from which the loss comes.
    function_in_file: whether the document's own function is all that the mechanism accepts here.
    """

    name: str
    label: PrivacyLoss
    count: int | None
    facts: Facts | None
    source: Source
    document: Continual | None = None
    group: int = 0
    waiting: Fraction | None = None
    noise: Noise | None = None
    declared: tuple[str, ...] = ()
    function_in_file: bool = True
    stated: Stated | None = None
    at_delta: Fraction = Fraction(0)

    @property
    def loss(self) -> Stated:
        """The loss as the plan states it."""
        return self.label if self.stated is None else self.stated


@dataclass(frozen=True)
class Situation:
    """A plan as the theorems see it.

    slots: their losses, and how many there are of each, if the plan lists them. budget: of its filter.
    router: what is known of what hands the inputs out. most: how many mechanisms are created at most, if the plan
    says so of all together. measured: the losses in another measure than (ε, δ), of a plan in one.
    """

    creation: Creation
    discrete: bool
    kinds: tuple[Kind, ...]
    at_most: int | None
    budget: PrivacyLoss | None
    slots: tuple[tuple[PrivacyLoss, int], ...] = ()
    router: RouterFacts | None = None
    most: int | None = None
    measured: Measured | None = None

    @property
    def created(self) -> int | None:
        """How many mechanisms are created at most; None if that is unbounded."""
        counts = [each.count for each in self.kinds]
        counted = None if None in counts else sum(each for each in counts if each is not None)
        return min((each for each in (counted, self.most) if each is not None), default=None)

    @cached_property
    def listed(self) -> tuple[PrivacyLoss, ...]:
        """The labels of all mechanisms, each as often as there are mechanisms of it; of fewer, the worst choice."""
        counts = [(each.label, each.count) for each in self.kinds]
        worst = None if self.most is None else worst_choice(counts, self.most)
        if worst is not None:
            return worst
        return tuple(
            chain.from_iterable(repeat(label, self.most or 0 if count is None else count) for label, count in counts)
        )

    @cached_property
    def touched(self) -> tuple[PrivacyLoss, ...] | None:
        """The slots of those that get differing inputs; None if nothing is said of these, or no label covers all."""
        if self.slots:
            return tuple(label for label, count in self.slots for _ in range(count))
        if self.at_most is None:
            return None
        return worst_choice([(each.label, each.count) for each in self.kinds], self.at_most)

    def created_by(self, badness: Callable[[Kind], Fraction]) -> list[tuple[Kind, int]]:
        """The worst of the mechanisms that may be created together, bounded in number, by kinds."""
        left, chosen = self.created or 0, []
        for each in sorted(self.kinds, key=badness, reverse=True):
            taken = left if each.count is None else min(left, each.count)
            left -= taken
            chosen.append((each, taken))
        return chosen

    def room(self, kind: Kind) -> int:
        """How many mechanisms of a kind may get differing inputs, in a plan that says so."""
        assert self.at_most is not None
        return self.slots[kind.group][1] if self.slots else self.at_most
