"""The mean over the samples of slots: every step of the derivation holds where all is summed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any

from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.interpretation import (
    BASIC,
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.logic import SOLVED, hypothesis
from concomp.obligations.derivations.systems import slot_rules
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.language import C, consistent_parallel
from concomp.obligations.derivations.systems.samples_of_mechanisms import as_without_sample
from concomp.obligations.derivations.systems.shares import B, H, J, waits
from concomp.obligations.derivations.systems.theorems import SLOTS

COUNT, ANSWERS, NUMBERS = 2, 2, range(3)
HOLDERS: Mapping[int, int] = {0: 1, 2: 0}
"""Mechanism 0 holds the second slot, mechanism 2 the first, mechanism 1 none."""
ADMITTED, REJECTED = (), ((1, 0), (0, 1))
"""In the transcript that the function rejects, mechanisms 0 to 2 are exceptional; the last finds no slot."""
FUNCTION = consistent_parallel(C)
FOUND = hypothesis("a slot is found", "HSV26 Definition 5.13", slot_rules.finds_free_slot(FUNCTION))
(NONE, ONE), DRAWN = slot_rules.distribute(FUNCTION, FOUND, *SLOTS), DrawnSlots(FUNCTION)


def by_hand(slot_of: Mapping[int, int], admits_all: bool = False) -> Interpretation:
    """Random laws and shares; means are sums over the samples of all slots at once.

    slot_of: who holds which slot in the transcript that is admitted. admits_all: whether the other one is as well.
    """
    random = Random(7)
    chances = {(b, s): Fraction(random.randint(1, 4), 5) for b in (0, 1) for s in range(9)}
    shares = {(j, r): Fraction(random.randint(0, 4), 4) for j in range(9) for r in range(ANSWERS)}
    ordinary = {j: Fraction(random.randint(1, 4), 4) for j in range(9)}

    def law(b: int, s: int, r: int) -> Fraction:
        return (chances[b, s], 1 - chances[b, s])[r] if r < ANSWERS else Fraction(0)

    def holders(h: Any) -> Mapping[int, int]:
        return slot_of if h == ADMITTED else {0: 0, 1: 1}

    def exceptional(h: Any, j: int) -> Fraction:
        return Fraction(j in (holders(h) if h == ADMITTED else NUMBERS))

    def holds(h: Any, j: int, s: int) -> int:
        return int(holders(h).get(j) == s)

    def factor(j: int, h: Any, s: int, r: int) -> Fraction:
        return prod((shares.get((each, r), Fraction(1)) for each in range(j) if holds(h, each, s)), start=Fraction(1))

    def given(j: int, h: Any, x: Any) -> Fraction:
        return prod((factor(j, h, s, r) for s, r in x), start=Fraction(1))

    @cache
    def mean(m: int, i: int, b: int, j: int, h: Any, x: Any) -> Fraction:
        drawn = (tuple(zip(range(i, i + m), all_, strict=True)) for all_ in product(range(ANSWERS), repeat=m))
        chance = ((prod((law(b, s, r) for s, r in some), start=Fraction(1)), some) for some in drawn)
        return sum((weight * given(j, h, (*x, *some)) for weight, some in chance), Fraction(0))

    quantities: dict[str, Any] = {
        "admits": lambda f, h: Fraction(admits_all or h == ADMITTED),
        "holds": lambda c, d, h, j, s: Fraction(holds(h, j, s)),
        "holders": lambda c, d, j, h, s: Fraction(sum(holds(h, each, s) for each in range(j))),
        "slots held": lambda c, d, m, i, h, j: Fraction(sum(holds(h, j, s) for s in range(i, i + m))),
        "σ": lambda c, b, s, r: law(b, s, r),
        "ρ": lambda c, b, h, j, r: law(b, holders(h).get(j, 5), r),
        "share given r": lambda c, h, j, r: shares.get((j, r), Fraction(1)),
        "share in slot": lambda c, d, j, h, s, r: factor(j, h, s, r),
        "∏ given samples": lambda c, d, j, h, x: given(j, h, x),
        "mean of ∏": lambda c, d, m, i, b, j, h, x: mean(m, i, b, j, h, x),
        "∏ of slots": lambda c, d, m, i, b, j, h: mean(m, i, b, j, h, ()),
        "∏ without slots": lambda c, d, j, b, h: prod(
            (ordinary[each] for each in range(j) if each not in holders(h)), start=Fraction(1)
        ),
        "e": lambda c, h, j: exceptional(h, j),
        "share": lambda c, b, h, j: ordinary[j],
    }
    known = {"slots": lambda c: COUNT, "slot": lambda i: i, "demand of Definition 5.13": lambda: "FPC"}
    members = {"members": lambda c: c, "simulators": lambda c: c, "suitable": lambda c, d: (c, d)}
    histories = (ADMITTED, REJECTED)
    domains = {"bit": (0, 1), "number": NUMBERS, "query": range(3), "history": histories, "composition": ("C",)}
    return Interpretation(quantities, domains, {**BASIC, **known, **members}, ANSWERS)


def _wrong(slot_of: Mapping[int, int], admits_all: bool = False) -> list[Fact]:
    world = by_hand(slot_of, admits_all)
    return [
        step
        for step in {*unconditional_facts(proofs.steps(NONE)), *unconditional_facts(proofs.steps(ONE))}
        if counterexample(world, step.formula) is not None
    ]


def test_every_step_holds_where_samples_are_summed_at_once() -> None:
    assert not [str(step.formula) for step in _wrong(HOLDERS)]


def test_two_holders_of_a_slot_are_noticed() -> None:
    wrong = _wrong({0: 1, 1: 1})
    assert ONE in wrong
    assert any(step.rule is slot_rules.HELD_SLOTS for step in wrong)


def test_who_takes_a_slot_may_find_none_where_the_function_rejects() -> None:
    """Three exceptional mechanisms and two slots: no function with two slots admits this transcript."""
    wrong = _wrong(HOLDERS, admits_all=True)
    assert ONE in wrong
    assert any(step.rule is slot_rules.TAKERS for step in wrong)


def test_the_mean_of_the_product_is_a_product_of_means() -> None:
    world = by_hand(HOLDERS)
    values: dict[Var, Any] = {C: "C", B: 1, H: (), J: 3}
    share = slot_rules.DEMANDS[slot_rules.of_composition(FUNCTION)[1]].share(C)
    factors = [world.value(share, {**values, J: each}) for each in range(3)]
    assert world.value(DRAWN.mean_product, values) == prod(factors, start=Fraction(1)) != 1


def before_a_pair_differs(waiting: bool) -> list[Fact]:
    """The steps that do not hold of two mechanisms, the first of which has got no pair that differs."""
    step = as_without_sample(C, hypothesis("it waits", "HSV26 Definition 5.3", waits(C)))
    without, given = Fraction(1, 3), (Fraction(1, 4), Fraction(3, 4))
    quantities: dict[str, Any] = {
        "t": lambda c, h, j: Fraction(j == 1),
        "ρ": lambda c, b, h, j, r: (Fraction(1, 5), Fraction(4, 5))[r],
        "share given r": lambda c, h, j, r: without if waiting and j == 0 else given[r],
        "share without sample": lambda c, h, j: without,
    }
    domains = {"bit": (0, 1), "number": (0, 1), "history": ((),), "composition": ("C",)}
    world = Interpretation(quantities, domains, {**BASIC, "waiting simulators": lambda c: c}, ANSWERS)
    return [each for each in unconditional_facts(proofs.steps(step)) if counterexample(world, each.formula) is not None]


def test_a_sample_that_makes_no_difference_does_not_count() -> None:
    assert not before_a_pair_differs(waiting=True)
    assert any(each.rule is SOLVED for each in before_a_pair_differs(waiting=False))
