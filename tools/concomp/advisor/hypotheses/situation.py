"""Situations: a plan together with everything that was found out about its mechanisms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, repeat
from typing import Literal

from concomp.advisor.facts.functions import Facts
from concomp.advisor.facts.routers import RouterFacts
from concomp.advisor.hypotheses.slots import worst_choice
from concomp.advisor.plans.noise import Noise
from concomp.advisor.plans.plan import Creation
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.files.schema import Continual

Source = Literal["declared", "audited", "nested plan"]


@dataclass(frozen=True)
class Kind:
    """One kind of mechanism of a plan.

    label: its privacy loss. count: how many there are at most, None if unboundedly many.
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


@dataclass(frozen=True)
class Situation:
    """A plan as the theorems see it.

    slots: their losses, and how many there are of each, if the plan lists them. budget: of its filter.
    router: what is known of what hands the inputs out.
    """

    creation: Creation
    discrete: bool
    kinds: tuple[Kind, ...]
    at_most: int | None
    budget: PrivacyLoss | None
    slots: tuple[tuple[PrivacyLoss, int], ...] = ()
    router: RouterFacts | None = None

    @property
    def created(self) -> int | None:
        """How many mechanisms are created at most; None if that is unbounded."""
        counts = [each.count for each in self.kinds]
        return None if None in counts else sum(each for each in counts if each is not None)

    @cached_property
    def listed(self) -> tuple[PrivacyLoss, ...]:
        """The labels of all mechanisms, each as often as there are mechanisms of it."""
        return tuple(chain.from_iterable(repeat(each.label, each.count or 0) for each in self.kinds))

    @cached_property
    def touched(self) -> tuple[PrivacyLoss, ...] | None:
        """The slots of those that get differing inputs; None if nothing is said of these, or no label covers all."""
        if self.slots:
            return tuple(label for label, count in self.slots for _ in range(count))
        if self.at_most is None:
            return None
        return worst_choice([(each.label, each.count) for each in self.kinds], self.at_most)

    def room(self, kind: Kind) -> int:
        """How many mechanisms of a kind may get differing inputs, in a plan that says so."""
        assert self.at_most is not None
        return self.slots[kind.group][1] if self.slots else self.at_most
