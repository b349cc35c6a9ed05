"""The trusted rules about slots: that one is free, and that samples in different slots are summed out one by one."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import NEXT, Index
from concomp.obligations.derivations.kernel.language import Conjunction, Proposition, eq, term_at
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.drawn_slots import FIRST, OF_SLOTS, SLOT, SLOT_AT, WHO_HOLDS, DrawnSlots
from concomp.obligations.derivations.systems.language import OF_ALPHAS
from concomp.obligations.derivations.systems.links import counted_slots, slots
from concomp.obligations.derivations.systems.shares import DEMANDS, TRANSCRIPTS, of_composition, response_law
from concomp.obligations.derivations.systems.slot_means import SlotMeans
from concomp.obligations.derivations.systems.system_rules import demand_proved

FREE_SLOTS = Rule("free slots")
HELD_SLOTS = Rule(
    "slots in numbers",
    speaks_of=TRANSCRIPTS | WHO_HOLDS,
    binds=OF_SLOTS,
)
TAKERS = Rule(
    "takers hold one slot",
    speaks_of=TRANSCRIPTS | WHO_HOLDS,
    binds=OF_SLOTS,
)
_derive = deriving(FREE_SLOTS, HELD_SLOTS, TAKERS)


@exactly
def sub_multiset(function: Index) -> Proposition:
    """What a function demands of the parameters of the mechanisms that take slots."""
    return Proposition(sentences.SUB_MULTISET, (function,))


@exactly
def created_in_order(function: Index) -> Proposition:
    """What a function of fixed mechanisms demands: the j-th creation is of α_j, and there are at most k."""
    return Proposition(sentences.CREATED_IN_ORDER, (function,))


@exactly
def finds_free_slot(function: Index) -> Proposition:
    """That there is a slot to take."""
    return Proposition(sentences.FINDS_FREE_SLOT, (function,))


@exactly
def free_slot(fits: Fact, function: Index, *proved: Fact) -> Fact:
    """From what a verification function demands, and slots that are counted: there is a slot to take."""
    _, wanted = of_composition(function)
    demand(wanted != OF_ALPHAS, f"by {function} a mechanism takes the slot of its own number, not any that is free")
    demand(fits.formula == sub_multiset(function), f"{fits.formula} is not about a sub-multiset by {function}")
    demand_proved(counted_slots.BY_COUNTING, proved, "slots by counting")
    return _derive(FREE_SLOTS, finds_free_slot(function), fits, *proved, using={"function": function})


@exactly
def free_slot_by_number(ordered: Fact, function: Index, *proved: Fact) -> Fact:
    """From the order of creations, and slots that are taken by number: there is a slot to take."""
    _, wanted = of_composition(function)
    demand(wanted == OF_ALPHAS, f"{function} does not say which mechanism is which")
    demand(ordered.formula == created_in_order(function), f"{ordered.formula} is not about the creations by {function}")
    demand_proved(slots.BY_NUMBER, proved, "slots by number")
    return _derive(FREE_SLOTS, finds_free_slot(function), ordered, *proved, using={"function": function})


@exactly
def in_numbers(drawn: DrawnSlots, *proved: Fact) -> Fact:
    """From what slots are: the same of the numbers that say who holds which."""
    demand_slots(proved)
    holds, first = drawn.holds, {SLOT: SLOT_AT(FIRST)}
    others = term_at(drawn.slots_of, {FIRST: NEXT(FIRST)})
    says = Conjunction(
        (
            eq(holds * holds, holds),
            eq(holds * drawn.held, 0),
            eq(term_at(holds, first) * others, 0),
            eq(holds * drawn.law, holds * response_law(drawn.composition)),
        )
    )
    return _derive(HELD_SLOTS, says, *drawn.no_holder, *drawn.no_slot, *proved)


@exactly
def takers(drawn: DrawnSlots, there_is_one: Fact, *proved: Fact) -> tuple[Fact, ...]:
    """From what slots are, and that there is one to take: where the function admits, who takes one holds one.

    Nothing, if all take one.
    """
    demand_found(drawn.function, there_is_one)
    demand_slots(proved)
    composition, wanted = of_composition(drawn.function)
    takes = DEMANDS[wanted].takes
    if takes is None:
        return ()
    one = eq(drawn.admitted * drawn.slots_of_all, drawn.admitted * takes(composition))
    return (_derive(TAKERS, one, *drawn.no_slot, there_is_one, *proved),)


@exactly
def distribute(function: Index, there_is_one: Fact, *proved: Fact) -> tuple[Fact, Fact]:
    """From what slots are, and that there is one to take: the mean of the product, of none and of one share more."""
    composition, wanted = of_composition(function)
    drawn = DrawnSlots(function)
    means = SlotMeans(drawn, in_numbers(drawn, *proved))
    who = takers(drawn, there_is_one, *proved)
    return means.of_none, means.of_one_more(DEMANDS[wanted].share(composition), *who)


@exactly
def demand_found(function: Index, there_is_one: Fact) -> None:
    """Make sure that there is a slot to take; WrongStep if that is not said."""
    says = finds_free_slot(function)
    demand(there_is_one.formula == says, f"{there_is_one.formula} does not say that {says}")


@exactly
def demand_slots(proved: Sequence[Fact]) -> None:
    """Make sure that facts are those about slots; WrongStep if not."""
    demand_proved([slots.start(), slots.step(Rules()), slots.injective()], proved, "slots")
