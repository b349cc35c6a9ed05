"""zCDP: losses add up, for all real orders at once, side by side, under a filter and with an odometer."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from concomp.model.filters.concurrent import concurrent_composition_on
from concomp.model.filters.filtered import ContinuationRule, Losses, filtered_concurrent_composition
from concomp.model.filters.measures import PrivacyMeasure, at_most
from concomp.model.filters.messages import Ask, Launch
from concomp.model.filters.odometers import concurrent_odometer, is_valid_odometer
from concomp.model.filters.views import is_private
from concomp.model.laws.concentrated import is_concentrated
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.privacy import Game
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.filters.noisy_bits import ASK, BITS, answers

RHO = Fraction(9, 16)
"""What a noisy answer with odds 3 to 1 loses, rounded up: (ln 3)/2 = 0.549…"""
LESS = Fraction(8, 16)


@cache
def _concentrated(weights: frozenset[tuple[Fraction, Fraction, int]], rho: Fraction) -> bool:
    """Whether laws with these pairs of weights, each so many times, are ρ-concentrated."""
    p = {(index, copy): first for index, (first, _, count) in enumerate(weights) for copy in range(count)}
    q = {(index, copy): second for index, (_, second, count) in enumerate(weights) for copy in range(count)}
    return is_concentrated(Law(p), Law(q), rho)


def _close(p: Law[Any], q: Law[Any], rho: Fraction) -> bool:
    counted: dict[tuple[Fraction, Fraction], int] = {}
    for outcome in p.support | q.support:
        weights = p[outcome], q[outcome]
        counted[weights] = counted.get(weights, 0) + 1
    return _concentrated(frozenset((first, second, count) for (first, second), count in counted.items()), rho)


ZCDP: PrivacyMeasure[Fraction] = PrivacyMeasure("zCDP", within=at_most, close=_close, bounds=lambda rho: ())
"""zCDP by the views themselves; no finite list of divergences says it."""
ONE_ANSWER = Launch(answers(1), RHO)
MESSAGES = (ONE_ANSWER, Ask(1, ASK), Ask(2, ASK))


def adds_up(losses: Losses, budget: Fraction) -> bool:
    """Σρ ≤ ρ₀."""
    return sum(losses, ZERO) <= budget


def looks_back(losses: Losses, budget: Fraction) -> bool:
    """The rule that does not count the launch it decides on."""
    return adds_up(losses[:-1], budget)


def _is_valid(rule: ContinuationRule, budget: Fraction) -> bool:
    machine = filtered_concurrent_composition(rule, budget, lambda launch: True, BITS)
    return is_private(Game(machine, (0, 1), MESSAGES, 4), ZCDP, budget)


@check("Haney23 Theorem 4.5")
def interleaved_answers_add_up_at_all_orders() -> Outcome:
    """One and two noisy answers side by side are concentrated by three times what one is, against every adversary."""
    machine = concurrent_composition_on((answers(1), answers(2)))
    game = Game(machine, (0, 1), (Ask(1, ASK), Ask(2, ASK)), 3)
    expect(is_private(game, ZCDP, 3 * RHO), "three answers lose more than three times what one loses")
    expect(not is_private(game, ZCDP, 3 * LESS), "three answers lose less than three times (ln 3)/2")
    alone = Game(answers(2), (0, 1), (ASK,), 2)
    expect(is_private(alone, ZCDP, 2 * RHO) and not is_private(alone, ZCDP, 2 * LESS), "two answers lose otherwise")
    return Outcome(
        verdict="exact",
        scope="one and two noisy answers with odds 3 to 1, every adversary of three queries, all real orders",
        size=4,
        witness=f"they are {3 * RHO}-zCDP",
        control=f"they are not {3 * LESS}-zCDP, for (ln 3)/2 is more than {LESS}",
    )


@check("Haney23 Theorem 4.10", "Haney23 Theorem 4.11")
def losses_at_all_orders_add_up_at_will() -> Outcome:
    """Rule and accumulator that add ρ up are valid for answers launched at will and interleaved, at all real orders."""
    budgets = (ZERO, RHO, 2 * RHO)
    machine = concurrent_odometer(lambda losses: sum(losses, ZERO), lambda launch: True, BITS)
    for budget in budgets:
        expect(_is_valid(adds_up, budget), f"the rule exceeds {budget}")
        expect(is_valid_odometer(Game(machine, (0, 1), MESSAGES, 4), [budget], ZCDP), f"the odometer exceeds {budget}")
    expect(not _is_valid(looks_back, RHO), "a rule that looks back only is valid")
    silent = concurrent_odometer(lambda losses: ZERO, lambda launch: True, BITS)
    expect(not is_valid_odometer(Game(silent, (0, 1), MESSAGES, 4), [RHO], ZCDP), "an odometer may say nothing")
    return Outcome(
        verdict="exact",
        scope="noisy answers with odds 3 to 1, launched at will and interleaved, every adversary of four messages, "
        "budgets and thresholds of none, one and two, all real orders",
        size=2 * len(budgets),
        witness=f"within {2 * RHO} two are launched and asked",
        control="a rule that looks at the launches before, and an odometer that says nothing, are not valid",
    )
