"""Distances in general, evaluated for the largest difference of chances; and what is false without their properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import (
    BASIC,
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import le, term_at
from concomp.obligations.derivations.kernel.logic import solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.kernel.rules import least
from concomp.obligations.derivations.systems import postprocessing
from concomp.obligations.derivations.systems.language import BEHIND, M, Q
from concomp.obligations.derivations.theories.laws import any_distance
from concomp.obligations.derivations.theories.laws.any_distance import E, R, far, far_with
from concomp.obligations.expectation import Violation

D = Fraction(1, 2)
COINS = (1, 2)
"""Of each adversary the odds that its coin is 0."""


def views(threshold: Fraction) -> Interpretation:
    """Two adversaries with two coins; with coin r the views give 0 the chances 1 and 1 − r/2.

    Far and FarWith say whether the largest difference of chances exceeds a threshold. Adversary 2 and what it would do
    with a third coin are adversary 0's.
    """

    def differs(toss: int) -> Fraction:
        return Fraction(toss % 2, 2)

    def far_of(adversary: int) -> Fraction:
        odds = COINS[adversary % 2]
        mixture = (odds * differs(0) + differs(1)) / (odds + 1)
        # With the coin 1 alone, adversary 1 is as far apart as it can be.
        return Fraction((differs(1) if adversary == 1 else mixture) > threshold)

    def far_with_coin(adversary: int, toss: int) -> Fraction:
        return Fraction(differs(toss) > threshold)

    quantities: dict[str, Callable[..., Fraction]] = {
        "Far": far_of,
        "FarWith": far_with_coin,
        "FarOf": lambda toss: far_with_coin(0, toss),
    }
    return Interpretation(quantities, {"number": range(3)}, BASIC, 2)


SUBJECTS: dict[str, Fact] = {
    "if": any_distance.DETERMINISTIC_SUFFICE[0],
    "only if": any_distance.DETERMINISTIC_SUFFICE[1],
    "simulated": any_distance.SIMULATED,
}


def wrong(fact: Fact, world: Interpretation) -> list[str]:
    every = unconditional_facts(steps(fact))
    return [str(step.formula) for step in every if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_step_holds(subject: str) -> None:
    assert not wrong(SUBJECTS[subject], views(D))


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_supposed_is_false_below_the_distance(subject: str) -> None:
    assert wrong(SUBJECTS[subject], views(Fraction(1, 3)))


def test_a_distance_that_mixtures_exceed_is_none() -> None:
    world = views(D)
    spoiled = replace(world, quantities={**world.quantities, "Far": lambda adversary: Fraction(1)})
    assert str(any_distance.MIXTURE.formula) in wrong(SUBJECTS["if"], spoiled)


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "a view that is no mixture": lambda: solve("over all coins", le(far(E), 0), least(R, any_distance.OF_EACH_PRIVATE)),
    "an adversary that is none": lambda: solve("with one coin", le(far_with(E, R), 0), any_distance.MIXTURE),
    "what is no function of the view": lambda: solve(
        "with Q inside",
        le(term_at(postprocessing.APART, {M: BEHIND(Q, M)}), 0),
        postprocessing.FUNCTION,
        postprocessing.GIVEN,
    ),
}


@pytest.mark.parametrize("step", FALSE_STEPS)
def test_a_false_step_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(FALSE_STEPS[step]())
