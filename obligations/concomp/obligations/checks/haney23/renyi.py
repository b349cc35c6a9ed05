"""Rényi DP of a fixed order: moments of interleaved mechanisms multiply exactly, also if launched at will."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import prod
from typing import Any

from concomp.model.filters.filtered import ContinuationRule, Losses
from concomp.model.filters.measures import Extended, renyi
from concomp.model.filters.messages import READY, Launch, Next
from concomp.model.filters.rules import additive, additive_total
from concomp.model.filters.validity import Menu, Offer, is_valid_accumulator, is_valid_rule, rule_refutation
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import BITS
from concomp.obligations.families.small.mechanisms import random_machines

ORDERS = (2, 3)
QUERIES = (0, 1)
FAMILY = random_machines(2, 9, 40, seed=46)


def everything(losses: Losses, budget: object) -> bool:
    """The rule that refuses nothing."""
    return True


def _started(mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """The mechanism, started on a bit, its state, by START; it answers two queries."""

    def step(state: Any, message: Any) -> Next:
        if state in BITS:
            return Law.point(((state, 2), READY) if message is START else (HALT, HALT))
        inner, left = state
        if message is START or left == 0:
            return Law.point((HALT, HALT))
        return mechanism.respond(inner, message).map(lambda sent: ((sent[0], left - 1), sent[1]))

    return InteractiveMechanism(step, BITS, (START, *QUERIES), mechanism.name)


def moment(mechanisms: Sequence[InteractiveMechanism], order: int, worlds: tuple[int, int] = (0, 1)) -> Fraction:
    """The largest moment of the mechanisms, launched at will and interleaved, the first world over the second."""
    offers = tuple(Offer(Launch(mechanism, ONE), QUERIES, 2) for mechanism in mechanisms)
    refutation = rule_refutation(everything, Menu(worlds, offers), ONE, renyi(order))
    if refutation is None or refutation.datasets != worlds:
        return ONE
    expect(refutation.worth is not None, f"a moment of {mechanisms} is infinite")
    assert refutation.worth is not None
    return refutation.worth


@cache
def mechanisms() -> tuple[InteractiveMechanism, ...]:
    """Mechanisms of two rounds, whose moments are finite, and differ in the two orders of the worlds."""
    finite = (_started(machine) for machine in FAMILY if _has_full_support(machine))
    return tuple(finite)[:4]


def _has_full_support(machine: InteractiveMechanism) -> bool:
    return all(len(machine.respond(state, query)) == 4 for state in BITS for query in QUERIES)


@cache
def loss_of(mechanism: InteractiveMechanism, order: int) -> Fraction:
    """The loss of a mechanism: the larger of its moments in the two orders of the worlds."""
    return max(moment((mechanism,), order, worlds) for worlds in ((0, 1), (1, 0)))


@check("Haney23 Theorem 1.9", "Haney23 Theorem 4.3")
def interleaved_moments_are_products() -> Outcome:
    """The largest moment over all who interleave two mechanisms is the product of those of each, exactly."""
    cases = []
    for order in ORDERS:
        for pair in combinations(mechanisms(), 2):
            joint = moment(pair, order)
            alone = [moment((mechanism,), order) for mechanism in pair]
            expect(joint == prod(alone), f"{pair} have the moment {joint} of order {order}, alone {alone}")
            cases.append((pair, order, joint, alone))
    both = (case for case in cases if min(case[3]) > 1)
    _, order, joint, alone = first_case(both, "no two mechanisms lose anything")
    return Outcome(
        verdict="exact",
        scope=f"pairs of four of {FAMILY.name}, two queries each, launched and interleaved by the answers so far; "
        "orders 2 and 3",
        size=len(cases),
        witness=f"two of them have the moment {joint} of order {order}, {alone[0]} and {alone[1]} alone",
        control=f"the larger of the two moments alone, {max(alone)}, is exceeded",
    )


def _menu(order: int) -> Menu:
    first, second = mechanisms()[:2]
    of_first, of_second = (Launch(each, loss_of(each, order)) for each in (first, second))
    return Menu((0, 1), (Offer(of_first, QUERIES, 2), Offer(of_second, QUERIES, 1)))


def at_most(count: int) -> ContinuationRule:
    """F_K: losses add up, and at most so many are launched."""
    return lambda losses, budget: len(losses) <= count and additive(losses, budget)


def late(losses: Losses, budget: Extended) -> bool:
    """The rule that looks at what was launched before."""
    return additive(losses[:-1], budget)


@check("Haney23 Theorem 4.6", "Haney23 Lemma 4.7", "Haney23 Theorem 4.9", "Haney23 Theorem 1.22")
def losses_of_a_fixed_order_add_up_at_will() -> Outcome:
    """Rule and accumulator that add losses up are valid for mechanisms launched at will; reading too late is not."""
    cases, spent, exceeded = 0, [], []
    for order in ORDERS:
        measure, menu = renyi(order), _menu(order)
        first, second = (offer.launch.loss for offer in menu.offers)
        for budget in (first, second, first * second):
            for rule in (additive, at_most(1)):
                expect(is_valid_rule(rule, menu, [budget], measure), f"order {order}: the rule exceeds {budget}")
                cases += 1
            expect(is_valid_accumulator(additive_total, menu, [budget], measure), f"order {order}: the sum at {budget}")
            cases += 1
            just_below = budget - Fraction(1, 10**6)
            spent += [budget] if rule_refutation(everything, menu, just_below, measure) is not None else []
            exceeded += [(order, budget)] if not is_valid_rule(late, menu, [budget], measure) else []
    witness = first_case((budget for budget in spent if budget > ONE), "no budget is spent")
    control = first_case(exceeded, "a rule that looks back only is valid")
    return Outcome(
        verdict="exact",
        scope=f"two of {FAMILY.name}, two queries and one, launched and interleaved by the answers so far; orders 2, "
        "3, at most one or any number of launches, budgets of each and of both",
        size=cases,
        witness=f"a budget of {witness} is spent",
        control=f"a rule that looks at the launches before exceeds {control[1]} at order {control[0]}",
        notes=("For every real order and any mechanisms it is derived: see haney23.proved.renyi.",),
    )
