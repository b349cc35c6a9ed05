"""The trusted rules about slots: that one is free, and that samples in different slots are summed out one by one."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel.definitions import symbols
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, derive
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import Proposition, eq, term_at
from concomp.obligations.derivations.systems.language import OF_ALPHAS, C, fixed_mechanisms
from concomp.obligations.derivations.systems.links import counted_slots, slots
from concomp.obligations.derivations.systems.shares import SHARE_OF_SLOT, TRANSCRIPTS, J, mean_product, of_composition
from concomp.obligations.derivations.systems.system_rules import demand_proved

FREE_SLOTS = Rule(
    "free slots",
    "Whoever takes a slot finds it free and fitting, by what solvers prove: the slot of its own number; or, by "
    "counting, one of the slots with its parameters.",
)
DISTRIBUTIVITY = Rule(
    "finite distributivity",
    "Samples in different slots are independent. If different mechanisms hold different slots, each with its own "
    "parameters, as the transcript determines, then the mean of the product of the shares of j+1 mechanisms is that of "
    "the first j times the mean share of the next, by the law of the response with its parameters; a mechanism without "
    "a slot has a share that no sample enters.",
    speaks_of=TRANSCRIPTS | symbols(mean_product(fixed_mechanisms(C))),
)


def sub_multiset(function: Index) -> Proposition:
    """What a function demands of the parameters of the mechanisms that take slots."""
    return Proposition(
        "by {}, the parameters of those that hold a slot, or take one, form a sub-multiset of the slots'", (function,)
    )


def created_in_order(function: Index) -> Proposition:
    """What a function of fixed mechanisms demands: the j-th creation is of α_j, and there are at most k."""
    return Proposition("by {}, the j-th mechanism is that of α_j, with the parameters of slot j, j ≤ k", (function,))


def finds_free_slot(function: Index) -> Proposition:
    """That there is a slot to take."""
    return Proposition("by {}, whoever takes a slot finds a free one with its own parameters", (function,))


def free_slot(fits: Fact, function: Index, *proved: Fact) -> Fact:
    """From what a verification function demands, and slots that are counted: there is a slot to take."""
    demand(fits.formula == sub_multiset(function), f"{fits.formula} is not about a sub-multiset by {function}")
    demand_proved(counted_slots.BY_COUNTING, proved, "slots by counting")
    return derive(FREE_SLOTS, finds_free_slot(function), fits, *proved, using={"function": function})


def free_slot_by_number(ordered: Fact, function: Index, *proved: Fact) -> Fact:
    """From the order of creations, and slots that are taken by number: there is a slot to take."""
    _, wanted = of_composition(function)
    demand(wanted == OF_ALPHAS, f"{function} does not say which mechanism is which")
    demand(ordered.formula == created_in_order(function), f"{ordered.formula} is not about the creations by {function}")
    demand_proved(slots.BY_NUMBER, proved, "slots by number")
    return derive(FREE_SLOTS, finds_free_slot(function), ordered, *proved, using={"function": function})


def distribute(function: Index, there_is_one: Fact, *proved: Fact) -> tuple[Fact, Fact]:
    """From what slots are, and that there is one to take: the mean of the product, of none and of one share more."""
    composition, wanted = of_composition(function)
    demand(
        there_is_one.formula == finds_free_slot(function),
        f"{there_is_one.formula} does not say that {finds_free_slot(function)}",
    )
    _demand_slots(proved)
    mean, of_next = mean_product(function), SHARE_OF_SLOT[wanted](composition)
    none, more = eq(term_at(mean, {J: ZERO}), 1), eq(term_at(mean, {J: NEXT(J)}), mean * of_next)
    return (
        derive(DISTRIBUTIVITY, none, there_is_one, *proved, using={"function": function, "at": ZERO}),
        derive(DISTRIBUTIVITY, more, there_is_one, *proved, using={"function": function, "at": NEXT(J)}),
    )


def _demand_slots(proved: Sequence[Fact]) -> None:
    demand_proved([slots.start(), slots.step(slots.Rules()), slots.injective()], proved, "slots")
