"""Distances in general, evaluated for the largest difference of chances; and what is false without their properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.interpretation import (
    BASIC,
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import Quantity, eq, le, term_at
from concomp.obligations.derivations.kernel.logic import detach, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.kernel.rules import least
from concomp.obligations.derivations.systems import postprocessing
from concomp.obligations.derivations.systems.language import BEHIND, M, Q
from concomp.obligations.derivations.theories.laws import any_distance
from concomp.obligations.derivations.theories.laws.any_distance import E, R, far, far_with
from concomp.obligations.expectation import Violation

D = Fraction(1, 2)
COINS = (1, 2, 1)
"""Of each adversary the odds that its coin is 0."""
SILENT = 2


def views(threshold: Fraction) -> Interpretation:
    """Two adversaries with two coins: with coin r the views give 0 the chances 1 and 1 − r/2. A third asks nothing.

    Far and FarWith say whether the largest difference of chances exceeds a threshold; a third coin is the first.
    """

    def differs(adversary: int, toss: int) -> Fraction:
        return Fraction(0) if adversary == SILENT else Fraction(toss % 2, 2)

    def far_of(adversary: int) -> Fraction:
        odds = COINS[adversary]
        mixture = (odds * differs(adversary, 0) + differs(adversary, 1)) / (odds + 1)
        # With the coin 1 alone, adversary 1 is as far apart as it can be.
        return Fraction((differs(1, 1) if adversary == 1 else mixture) > threshold)

    def far_with_coin(adversary: int, toss: int) -> Fraction:
        return Fraction(differs(adversary, toss) > threshold)

    quantities: dict[str, Callable[..., Fraction]] = {
        "Far": far_of,
        "FarWith": far_with_coin,
        "FarOf": far_with_coin,
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


def test_one_mechanism_for_all_adversaries_with_a_coin_is_not_supposed() -> None:
    """N shows its bit, and is the P ∘ M of each adversary: who asks nothing sees no difference, the others do."""
    world = views(Fraction(1, 3))
    assert counterexample(world, any_distance.SAME.formula) is None
    for far_of in product((0, 1), repeat=3):
        of_the_coin = eq(far_with(E, R), Quantity("FarOfCoin", (R,)))
        by_coin = {**world.quantities, "FarOfCoin": lambda toss, of=far_of: Fraction(of[toss])}
        assert counterexample(replace(world, quantities=by_coin), of_the_coin) is not None


def test_a_function_of_views_rests_on_what_is_derived() -> None:
    """That P ∘ M is no further apart is an arithmetical step from nothing but hypotheses in no row on it."""
    derivation = steps(postprocessing.POST_PROCESSING_AT_ANY_DISTANCE)
    assert str(postprocessing.ASSOCIATES.formula) in {str(step.formula) for step in derivation}
    with pytest.raises(WrongStep):
        detach(postprocessing.FUNCTION, postprocessing.GIVEN)


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "a view that is no mixture": lambda: solve("over all coins", le(far(E), 0), least(R, any_distance.OF_EACH_PRIVATE)),
    "an adversary that is none": lambda: solve("with one coin", le(far_with(E, R), 0), any_distance.MIXTURE),
    "what is no function of the view": lambda: solve(
        "with Q inside",
        le(term_at(postprocessing.APART, {M: BEHIND(Q, M)}), 0),
        detach(postprocessing.FUNCTION, postprocessing.ASSOCIATES),
        postprocessing.GIVEN,
    ),
}


@pytest.mark.parametrize("step", FALSE_STEPS)
def test_a_false_step_is_refuted(step: str) -> None:
    with pytest.raises(Violation):
        establish(FALSE_STEPS[step]())
