"""Fully adaptive composition of (ε,δ)-DP: the rule as printed, refuted; the rule and its odometer as repaired."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from pydantic import JsonValue

from concomp.model.filters.adaptive import (
    Formula,
    comes_to_at_most,
    deltas_within,
    fully_adaptive,
    is_within,
    root_and_half,
)
from concomp.model.filters.as_printed.rules import (
    deltas_as_printed,
    fully_adaptive_as_displayed,
    fully_adaptive_as_printed,
    half_under_the_root,
    sum_beside_the_root,
)
from concomp.model.filters.filtered import ContinuationRule, filtered_composition
from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import loss_text
from concomp.model.filters.validity import Menu, rule_refutation
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.validity import replay
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.filters.noisy_bits import BITS, loss, menu_of, verified

SLACK = Fraction(1, 1000)


def tail(rate: Fraction, count: int, e_eps: Fraction) -> Fraction:
    """The least δ of `count` pure responses with the same e^ε = rate, at e_eps, by the binomial law."""
    terms = (comb(count, j) * max(ZERO, rate**j - e_eps * rate ** (count - j)) for j in range(count + 1))
    return sum(terms, ZERO) / (1 + rate) ** count


def equal(rate: Fraction, count: int) -> tuple[PrivacyParameters, ...]:
    """The losses of `count` pure responses with the same e^ε = rate."""
    return (PrivacyParameters(rate, ZERO),) * count


# As printed.


def _turned_round(rule: ContinuationRule, name: str) -> dict[str, JsonValue]:
    """That the rule lets a response with e^ε = 100 into (11/10, 1/100), and a small one not into (3, 1/100)."""
    budget = loss("11/10", "1/100")
    menu = menu_of(loss(100))
    refutation = rule_refutation(rule, menu, budget, APPROXIMATE)
    if refutation is None:
        expect(False, f"{name} is valid")
    assert refutation is not None
    expect(refutation.worth == Fraction(989, 1010), f"{name} reaches {refutation.worth}")
    machine = filtered_composition(rule, budget, verified, BITS)
    expect(replay(machine, refutation, 1), f"the filter does not reach {refutation.worth}")
    small = loss("101/100")
    expect(not rule((small,), loss(3, "1/100")), f"{name} accepts a small loss")
    repaired = fully_adaptive(SLACK)
    expect(rule_refutation(repaired, menu, budget, APPROXIMATE) is None, "the repaired rule is not valid")
    expect(repaired((small,), loss(3, "1/100")), "the repaired rule refuses a small loss")
    return {
        "slack": str(SLACK),
        "budget": "e^eps = 11/10, delta = 1/100",
        "launch": "RR with e^eps = 100",
        "delta reached at e^eps = 11/10": str(refutation.worth),
    }


def _half_under_the_root() -> dict[str, JsonValue]:
    """That 300 responses with e^ε = 3/2 and a slack of 1/2 exceed it where the half stands under the root."""
    rate, count, slack = Fraction(3, 2), 300, Fraction(1, 2)
    threshold = Fraction(15_500)
    losses = equal(rate, count)
    expect(comes_to_at_most(half_under_the_root, slack, losses, threshold), "the printed bound exceeds the threshold")
    expect(not comes_to_at_most(root_and_half, slack, losses, threshold), "the repaired bound does not exceed it")
    delta = tail(rate, count, threshold)
    expect(Fraction(97, 100) < delta, f"300 responses reach {delta}")
    return {
        "slack": str(slack),
        "launches": "300 RR with e^eps = 3/2",
        "threshold": f"e^eps = {threshold}, above the printed bound",
        "delta reached": "more than 97/100, claimed 1/2",
    }


@check("Haney23 Theorem 3.7")
def the_printed_rule_lets_in_what_exceeds_the_budget() -> Outcome:
    """The printed rule goes on once the bound has reached the budget, and adds the last δ k times."""
    rule = fully_adaptive_as_printed(SLACK)
    found = _turned_round(rule, "the printed rule")
    deltas = deltas_as_printed(SLACK, (loss(1, "1/2"), loss(1)))
    expect(deltas == SLACK, f"for δ = (1/2, 0) the printed sum is {deltas}")
    return Outcome(
        verdict="refuted",
        scope="one response against the filter itself; 300 responses, whose binomial law is exact",
        size=2,
        witness="the strategy found is replayed against the filter",
        control="the repaired rule is valid on the same menu, and exceeds the threshold of the 300",
        counterexample={**found, "half under the root": _half_under_the_root()},
        notes=(f"For δ = (1/2, 0) the printed sum is {deltas}, the slack: it adds the last δ k times.",),
    )


@check("Haney23 Example B.2")
def the_displayed_rule_lets_in_what_exceeds_the_budget() -> Outcome:
    """The rule of the example goes on once the bound has reached the budget, with the half under the root."""
    found = _turned_round(fully_adaptive_as_displayed(SLACK), "the displayed rule")
    return Outcome(
        verdict="refuted",
        scope="one response against the filter itself; 300 responses, whose binomial law is exact",
        size=2,
        witness="the strategy found is replayed against the filter",
        control="the repaired rule, that of the example's proof, is valid on the same menu",
        counterexample={**found, "half under the root": _half_under_the_root()},
    )


@check("Haney23 Theorem 3.8")
def the_printed_odometer_says_too_little() -> Outcome:
    """With the half under the root the odometer says less than 300 responses lose at its own δ."""
    return Outcome(
        verdict="refuted",
        scope="300 responses, whose binomial law is exact",
        size=1,
        witness="the printed loss is within the threshold, so that the view is not cut before it is too far apart",
        control="the repaired loss is not within the threshold",
        counterexample=_half_under_the_root(),
    )


@check("Haney23 Theorem B.3")
def the_sum_beside_the_root_is_too_small_for_one_mechanism() -> Outcome:
    """With the sum beside the root one response with e^ε = 11/10 exceeds a slack of 10^-6."""
    rate, slack, threshold = Fraction(11, 10), Fraction(1, 10**6), Fraction(1054, 1000)
    losses = equal(rate, 1)
    expect(comes_to_at_most(sum_beside_the_root, slack, losses, threshold), "the printed bound exceeds the threshold")
    expect(not comes_to_at_most(root_and_half, slack, losses, threshold), "the repaired bound does not exceed it")
    delta = tail(rate, 1, threshold)
    expect(delta == (11 - 10 * threshold) / 21 > 20_000 * slack, f"one response reaches {delta}")
    return Outcome(
        verdict="refuted",
        scope="one response",
        size=1,
        witness=f"δ = {delta} is reached where {slack} is claimed",
        control="the repaired bound is above the threshold",
        counterexample={
            "slack": str(slack),
            "mechanism": "RR with e^eps = 11/10",
            "threshold": f"e^eps = {threshold}, above the printed bound",
            "delta reached": str(delta),
        },
    )


# As repaired.

RATES = tuple(map(Fraction, ("11/10", "3/2", "2", "3")))
COUNTS = (1, 2, 5, 20, 60)
SLACKS = tuple(map(Fraction, ("1/2", "1/10", "1/1000", "1/1000000")))
THRESHOLDS = tuple(Fraction(k, 8) ** 3 for k in range(9, 60, 3))
"""e^ε at which laws are judged."""
MENU = menu_of(loss(3), loss(2), loss(2), loss("3/2", "1/10"))
BUDGETS = (loss(3, "1/10"), loss(40, "1/10"), loss(12, "3/5"))


def _tails_within(formula: Formula) -> tuple[int, list[Any]]:
    """How many thresholds above the bound are judged, and where the exact δ of equal responses exceeds the slack."""
    judged, exceeded = 0, []
    for rate, count, slack in product(RATES, COUNTS, SLACKS):
        losses = equal(rate, count)
        above = (e_eps for e_eps in THRESHOLDS if comes_to_at_most(formula, slack, losses, e_eps))
        for e_eps in above:
            judged += 1
            exceeded += [(rate, count, slack, e_eps)] if tail(rate, count, e_eps) > slack else []
            break
    return judged, exceeded


@cache
def _on_the_menu(rule: ContinuationRule, menu: Menu) -> tuple[Any, ...]:
    return tuple(rule_refutation(rule, menu, budget, APPROXIMATE) for budget in BUDGETS)


def _without_the_root(slack: Fraction) -> ContinuationRule:
    """S/2 ≤ ε₀ and δ′ + Σδ ≤ δ₀: the rule without its root."""
    return lambda losses, budget: (
        comes_to_at_most(lambda _, squares: squares / 2, slack, losses, budget.e_eps)
        and deltas_within(slack, losses, budget.delta)
    )


@check("Haney23 Theorem 3.7 (repaired)", "Haney23 Example B.2 (repaired)", "Haney23 Theorem B.3 (repaired)")
def the_repaired_rule_is_valid_on_the_menu() -> Outcome:
    """No launcher from the menu exceeds a budget under the rule, and no run of equal responses exceeds the slack."""
    slacks = (Fraction(1, 2), Fraction(1, 10))
    for slack in slacks:
        for budget, refutation in zip(BUDGETS, _on_the_menu(fully_adaptive(slack), MENU), strict=True):
            expect(refutation is None, f"with slack {slack} the rule reaches more than {loss_text(budget)}")
    judged, exceeded = _tails_within(root_and_half)
    expect(not exceeded, f"equal responses exceed the slack: {exceeded}")
    launched = first_case(
        (budget for budget in BUDGETS if fully_adaptive(slacks[1])((loss(3), loss(2)), budget)), "nothing is launched"
    )
    wrong = first_case(
        (b for b, r in zip(BUDGETS, _on_the_menu(_without_the_root(slacks[1]), MENU), strict=True) if r is not None),
        "without its root the rule is valid",
    )
    _, too_small = _tails_within(sum_beside_the_root)
    small = first_case(too_small, "with the sum beside the root nothing is exceeded")
    return Outcome(
        verdict="exact",
        scope="four responses, pure and with δ = 1/10, each launched at most once, by the answers so far; slacks "
        "1/2, 1/10, three budgets; up to 60 equal responses with e^ε = 11/10, 3/2, 2, 3, slacks from 1/2 to 10^-6, at "
        "the first of a row of e^ε above the bound",
        size=len(slacks) * len(BUDGETS) + judged,
        witness=f"responses with e^ε = 3 and 2 are launched within {loss_text(launched)}",
        control=f"without its root the rule exceeds {loss_text(wrong)}; with the sum beside it {small[1]} responses "
        f"with e^ε = {small[0]} exceed {small[2]}",
    )


@check("Haney23 Theorem 3.8 (repaired)", "Haney23 Theorem B.4")
def the_repaired_odometer_is_valid_on_the_menu() -> Outcome:
    """At every threshold the views cut by the odometer are close; what it lets through, the rule of the filter does."""
    slack, target = Fraction(1, 10), Fraction(1, 2)

    def within(losses: Any, budget: PrivacyParameters) -> bool:
        return is_within(slack, target, losses, budget)

    rule = fully_adaptive(slack)
    lists = [
        listed for length in range(4) for listed in product((loss(2), loss("3/2", "1/10"), loss(3)), repeat=length)
    ]
    let_through = [(losses, d) for losses, d in product(lists, BUDGETS) if within(losses, d)]
    for losses, d in let_through:
        expect(rule(losses, d), f"the odometer lets {losses} through at {d}, the rule does not")
    stricter = first_case(
        ((losses, d) for losses, d in product(lists, BUDGETS) if rule(losses, d) and not within(losses, d)),
        "the odometer is the image of the rule",
    )
    for budget in BUDGETS:
        expect(rule_refutation(within, MENU, budget, APPROXIMATE) is None, f"the odometer is not valid at {budget}")
    generous = first_case(
        (b for b in BUDGETS if rule_refutation(_without_the_root(slack), MENU, b, APPROXIMATE) is not None),
        "without its root the odometer is valid",
    )
    return Outcome(
        verdict="exact",
        scope="slack 1/10, target 1/2; four responses launched by the answers so far, three thresholds; lists of up to "
        "two losses",
        size=len(BUDGETS) + len(lists) * len(BUDGETS),
        witness=f"{len(let_through)} lists are let through, such as {loss_text(let_through[-1][0][-1])} among others",
        control=f"without its root the odometer is not valid at {loss_text(generous)}",
        notes=(
            f"It is not the image of the rule: at {loss_text(stricter[1])} the rule accepts a list of "
            f"{len(stricter[0])} that the odometer cuts, whose target is not the threshold's δ.",
        ),
    )
