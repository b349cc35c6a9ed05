"""What is drawn for slots: who holds which, what its sample enters, and the mean over the samples of all slots.

The samples are written as a history of slots with their samples. All is by the composition and the demand of a function
that says who takes a slot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import final

from concomp.obligations.derivations.kernel.definitions import symbols
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Quantity, Real, eq, term_at, total
from concomp.obligations.derivations.kernel.logic import define
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.systems.language import C, fixed_mechanisms
from concomp.obligations.derivations.systems.shares import (
    DEMANDS,
    B,
    H,
    J,
    R,
    admitted,
    informed_share,
    mean_share,
    of_composition,
)

SLOT, FIRST, MORE, SAMPLES = Var("s", "query"), Var("i", "number"), Var("m", "number"), Var("x", "history")
SLOT_AT = Constructor("slot", ("number",), "query", "slot {}")
COUNT = Constructor("slots", ("composition",), "number", "k({})")
"""The slot of a number, and how many slots a composition has."""
OF_SLOTS = frozenset({B, H, J, R, SLOT, FIRST, MORE, SAMPLES})
"""The variables of what is said of slots."""
_MEAN = "HSV26 Definition 4.11"


@final
@sealed
@dataclass(frozen=True, slots=True)
class DrawnSlots:
    """The quantities of slots, by a function that says who takes one, and their definitions."""

    function: Index

    def __post_init__(self) -> None:
        """Refuse what is no index."""
        demand_fields(self)

    @property
    def composition(self) -> Index:
        """The composition of the function."""
        return of_composition(self.function)[0]

    def _quantity(self, name: str, *at: Index) -> Real:
        return Quantity(name, (*of_composition(self.function), *at))

    @property
    def simulators(self) -> Index:
        """Those that are told samples."""
        return DEMANDS[of_composition(self.function)[1]].simulators(self.composition)

    @property
    def mean_share(self) -> Real:
        """The mean share of a simulator."""
        return mean_share(self.simulators)

    @property
    def without(self) -> Real:
        """The share of mechanism j if it has no slot."""
        return DEMANDS[of_composition(self.function)[1]].without(self.composition)

    @property
    def admitted(self) -> Real:
        """1 for the transcripts that the function admits, 0 for others: in these, who takes a slot may find none."""
        return admitted(self.function)

    @property
    def holds(self) -> Real:
        """1 if mechanism j holds slot s, else 0."""
        return self._quantity("holds", H, J, SLOT)

    @property
    def law(self) -> Real:
        """The chance that the sample of slot s is r."""
        return Quantity("σ", (self.composition, B, SLOT, R))

    @property
    def held(self) -> Real:
        """How many of the first j mechanisms hold slot s."""
        return self._quantity("holders", J, H, SLOT)

    @property
    def slots_of(self) -> Real:
        """How many of the m slots from i on mechanism j holds."""
        return self._quantity("slots held", MORE, FIRST, H, J)

    @property
    def slots_of_all(self) -> Real:
        """How many of the k slots mechanism j holds."""
        return term_at(self.slots_of, {MORE: COUNT(self.composition), FIRST: ZERO})

    @property
    def factor(self) -> Real:
        """What that one of the first j mechanisms that holds slot s makes of its sample r: its share, or 1 if none."""
        return self._quantity("share in slot", J, H, SLOT, R)

    @property
    def given(self) -> Real:
        """The product of these, over the slots of which samples are given."""
        return self._quantity("∏ given samples", J, H, SAMPLES)

    @property
    def mean(self) -> Real:
        """The mean of that product over the samples of the m slots from i on, the samples before being x."""
        return self._quantity("mean of ∏", MORE, FIRST, B, J, H, SAMPLES)

    @property
    def ordinary(self) -> Real:
        """The product of the shares of those of the first j mechanisms that hold no slot."""
        return self._quantity("∏ without slots", J, B, H)

    @property
    def mean_product(self) -> Real:
        """The mean, over the samples of all slots, of the product of the shares of the first j mechanisms."""
        of_all = {MORE: COUNT(self.composition), FIRST: ZERO, SAMPLES: EMPTY}
        return self.ordinary * term_at(self.mean, of_all)

    @property
    def no_holder(self) -> tuple[Fact, Fact]:
        """How holders are counted."""
        return _recursion(self.held, J, 0, self.held + self.holds)

    @property
    def no_slot(self) -> tuple[Fact, Fact]:
        """How slots that one holds are counted."""
        at_first = term_at(self.holds, {SLOT: SLOT_AT(FIRST)})
        return _recursion(self.slots_of, MORE, 0, at_first + term_at(self.slots_of, {FIRST: NEXT(FIRST)}))

    @property
    def factors(self) -> tuple[Fact, Fact]:
        """What holders make of a sample."""
        informed = informed_share(self.simulators)
        return _recursion(self.factor, J, 1, self.factor * (self.holds * informed + (1 - self.holds)))

    @property
    def products(self) -> tuple[Fact, Fact]:
        """The product of what is made of given samples."""
        more = term_at(self.given, {SAMPLES: EXTENDED(SAMPLES, SLOT, R)})
        return (
            _defined("no sample is given", eq(term_at(self.given, {SAMPLES: EMPTY}), 1)),
            _defined("a sample more", eq(more, self.given * self.factor)),
        )

    @property
    def means(self) -> tuple[Fact, Fact]:
        """The mean as an iterated sum."""
        drawn = {FIRST: NEXT(FIRST), SAMPLES: EXTENDED(SAMPLES, SLOT_AT(FIRST), R)}
        law = term_at(self.law, {SLOT: SLOT_AT(FIRST)})
        return _recursion(self.mean, MORE, self.given, total(R, law * term_at(self.mean, drawn)))

    @property
    def others(self) -> tuple[Fact, Fact]:
        """The product of the shares of those without slots."""
        share = self.slots_of_all + (1 - self.slots_of_all) * self.without
        return _recursion(self.ordinary, J, 1, self.ordinary * share)

    @property
    def definitions(self) -> tuple[Fact, ...]:
        """What the mean of the product is."""
        return (*self.no_slot, *self.factors, *self.products, *self.means, *self.others)


@cache
def _defined(name: str, formula: Formula) -> Fact:
    """What a quantity is: a definition is one fact, however often it is asked for."""
    return define(name, _MEAN, formula)


def _recursion(quantity: Real, over: Var, start: Real | int, more: Real) -> tuple[Fact, Fact]:
    return (
        _defined("at the start", eq(term_at(quantity, {over: ZERO}), start)),
        _defined("one more", eq(term_at(quantity, {over: NEXT(over)}), more)),
    )


_ANY = DrawnSlots(fixed_mechanisms(C))
WHO_HOLDS = symbols(_ANY.holds) | symbols(_ANY.law)
"""Who holds which slot, and the law of its sample."""
