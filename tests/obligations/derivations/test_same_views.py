"""Mechanisms that have, for each adversary, the views of a private one of its own, evaluated with three adversaries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.interpretation import (
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.laws.randomised import NOT_B, B, R, T, excess, transcript
from concomp.obligations.derivations.theories.renyi import same_views
from concomp.obligations.derivations.theories.renyi.same_views import SAME, chance
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import worlds
from tests.obligations.derivations.test_truncation import tossed


def _views(world: Interpretation, ours: str, theirs: str, unlike: int | None = None) -> Interpretation:
    """A world with the views of N: those of P ∘ M, except that one adversary sees twice the chances."""
    given = world.quantities[theirs]

    def of_n(b: int, r: int, t: int) -> Fraction:
        return given(b, r, t) * (2 if r == unlike else 1)

    return replace(world, quantities={**world.quantities, ours: of_n})


SUBJECTS = {
    "(ε,δ)-DP": (same_views.WITHIN_DELTA, worlds.coins(9, Fraction(1)), "ν", "μ"),
    "Rényi DP": (same_views.WITHIN_MOMENT, tossed(), "Worth", "ω"),
}


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("unlike", [None, 0, 2])
def test_every_step_holds_exactly_if_every_adversary_has_the_same_views(subject: str, unlike: int | None) -> None:
    fact, plain, ours, theirs = SUBJECTS[subject]
    world = _views(plain, ours, theirs, unlike)
    every = unconditional_facts(steps(fact))
    wrong = [step.formula for step in every if counterexample(world, step.formula) is not None]
    assert bool(wrong) == (unlike is not None)


def test_the_same_views_in_one_world_are_not_enough() -> None:
    ours, theirs = (excess(each(B, R, T), each(NOT_B, R, T)) for each in (chance, transcript))
    with pytest.raises(Violation):
        establish(solve("the same excess", eq(ours, theirs), SAME))
