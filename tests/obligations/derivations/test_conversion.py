"""Valid accumulators and rules, evaluated for odometers that count; and one for which the lemma is false as printed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import (
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.proofs import steps
from concomp.obligations.derivations.kernel.statements import SUPPOSED, hypotheses
from concomp.obligations.derivations.systems import valid_rules
from concomp.obligations.derivations.theories.filters import approximate, conversion, truncation
from tests.obligations.derivations.odometers import by_view, counting_from, odometer, shrinking

LEMMA = {fact.name: fact for fact in conversion.GENERAL}
WITHIN = [name for name in LEMMA if name.endswith(", G(∅) ≤ d")]
NEVER = [name for name in LEMMA if name not in WITHIN]
TIGHT = Fraction(1, 3)
"""One launch is further apart than this."""


def wrong(fact: Fact, world: Interpretation) -> list[str]:
    every = unconditional_facts(steps(fact))
    return [str(step.formula) for step in every if counterexample(world, step.formula) is not None]


def test_each_case_is_both_ways_and_of_both_kinds() -> None:
    assert len(WITHIN) == len(NEVER) == 4


@pytest.mark.parametrize("name", LEMMA)
def test_every_step_holds(name: str) -> None:
    assert not wrong(LEMMA[name], odometer(counting_from(0 if name in WITHIN else 2)))


@pytest.mark.parametrize("name", WITHIN)
def test_where_one_launch_is_too_much_no_more_is_false_than_what_is_supposed_valid(name: str) -> None:
    world = odometer(counting_from(0), budget=TIGHT)
    false = [each for each in hypotheses(LEMMA[name]) if counterexample(world, each.formula) is not None]
    assert [each.origin for each in false] == [SUPPOSED]
    assert counterexample(world, LEMMA[name].formula) is not None


@pytest.mark.parametrize("name", LEMMA)
def test_an_accumulator_that_shrinks_is_neither(name: str) -> None:
    """HL9: the view of the odometer is cut at once, and the filter launches as it is asked."""
    world = odometer(shrinking, budget=TIGHT)
    assert counterexample(world, eq(conversion.FAR_SHOWN, 0)) is None
    assert counterexample(world, eq(conversion.FAR_RUN, 0)) is not None
    given = truncation.GROWS if name in NEVER else truncation.NOTHING_IS_WITHIN
    assert str(given.formula) in wrong(LEMMA[name], world)


DELTA = {
    "the same excess": (approximate.AS_FAR, 0),
    "nothing is shown": (approximate.NOTHING_IS_WITHIN_DELTA, 2),
    "rules for one-shot mechanisms": (valid_rules.RULES_FOR_ONE_SHOT, 0),
}


@pytest.mark.parametrize("subject", DELTA)
def test_every_step_on_delta_holds(subject: str) -> None:
    fact, start = DELTA[subject]
    assert not wrong(fact, odometer(counting_from(start), by_view))


def test_nothing_that_is_shown_is_within_every_delta() -> None:
    assert not wrong(approximate.NOTHING_IS_WITHIN_DELTA, odometer(shrinking, by_view, Fraction(0)))


def test_a_valid_rule_keeps_to_delta() -> None:
    assert wrong(valid_rules.RULES_FOR_ONE_SHOT, odometer(counting_from(0), by_view, TIGHT))


def small_budgets(apart: Fraction) -> Interpretation:
    """Budgets 1, 1/2 and 0, as their limit; the views that are cut at 0 are so far apart."""
    world = odometer(counting_from(0))
    budgets = (Fraction(1), Fraction(1, 2), Fraction(0))
    quantities = {
        "ε": lambda k: budgets[k],
        "AtZero": lambda n, s: apart,
        "AtBudget": lambda k, n, s: max(apart, budgets[k] / 2),
    }
    return replace(world, quantities=quantities, domains={**world.domains, "number": range(3)})


@pytest.mark.parametrize("apart", [Fraction(0), Fraction(1, 4)])
def test_valid_at_every_budget_is_valid_at_zero(apart: Fraction) -> None:
    assert bool(wrong(conversion.VALID_AT_ZERO, small_budgets(apart))) == (apart > 0)
