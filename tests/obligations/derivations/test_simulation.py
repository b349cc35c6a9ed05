"""The derivation of Lemma 4.7, evaluated step by step on random mechanisms with the budgets that the model splits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import eq, le
from concomp.obligations.derivations.kernel.logic import GIVEN, hypothesis, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.simulation import constraints, noise, sharing, simulation, splitting
from concomp.obligations.expectation import Violation
from tests.obligations.derivations.mechanisms import interpretation, spoiled

CONDITIONS = (sharing.CONDITION_I, sharing.CONDITION_II, sharing.CONDITION_III)


def every_step(*facts: Fact) -> list[Fact]:
    return unconditional_facts(list({step.formula: step for fact in facts for step in steps(fact)}.values()))


@pytest.mark.parametrize("seed", range(6))
def test_every_step_holds_in_a_mechanism(seed: int) -> None:
    world = interpretation(seed, Fraction(3, 2))
    wrong = [
        str(step.formula)
        for step in every_step(*CONDITIONS, simulation.SIMULATED)
        if counterexample(world, step.formula)
    ]
    assert not wrong


@pytest.mark.parametrize("seed", range(3))
def test_every_step_holds_without_epsilon(seed: int) -> None:
    world = interpretation(seed, Fraction(1))
    given_out = every_step(*CONDITIONS, simulation.SIMULATED_AT_ZERO)
    assert not [str(step.formula) for step in given_out if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("seed", range(3))
def test_every_step_of_the_papers_construction_holds(seed: int) -> None:
    """With the greatest ξ and δ·φ, for a history whose budget was split."""
    world = interpretation(seed, Fraction(3, 2))
    chosen = every_step(constraints.XI_FEASIBLE, constraints.XI_MAXIMAL, constraints.PHI_FEASIBLE)
    assert not [str(step.formula) for step in chosen if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("seed", [1, 5, 11])
def test_every_step_about_noise_holds(seed: int) -> None:
    """With φ by division."""
    world = interpretation(seed, Fraction(3, 2))
    assert 0 < world.quantities["δ"]() < 1
    used = every_step(noise.NOISE_IS_A_SYSTEM, noise.MIXTURE, noise.EXPOSED_LAW)
    assert not [str(step.formula) for step in used if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("name", ["ξ", "Left", "Rest", "δφ", "δφ⁺", "Cap"])
def test_its_definitions_notice_a_spoiled_quantity(name: str) -> None:
    world = spoiled(interpretation(1, Fraction(2)), name)
    given_ = [
        s
        for s in every_step(constraints.XI_FEASIBLE, constraints.XI_MAXIMAL, constraints.PHI_FEASIBLE)
        if s.rule in GIVEN
    ]
    assert any(counterexample(world, step.formula) is not None for step in given_)


@pytest.mark.parametrize("name", ["X", "Z", "N", "d"])
def test_the_definitions_notice_a_spoiled_quantity(name: str) -> None:
    world = spoiled(interpretation(1, Fraction(2)), name)
    facts = every_step(*CONDITIONS, simulation.SIMULATED)
    asserted = [step for step in facts if step.rule in GIVEN]
    assert any(counterexample(world, step.formula) is not None for step in asserted)


def test_a_smaller_exposure_is_not_enough() -> None:
    """Where δ is the least, half of it leaves a history with less than it needs."""
    worlds = [interpretation(seed, Fraction(2)) for seed in range(4)]
    halves = [replace(w, quantities=w.quantities | {"X": _half(w.quantities["X"])}) for w in worlds]
    assert any(counterexample(world, sharing.CONDITION_I.formula) is not None for world in halves)


def _half(budget):  # type: ignore[no-untyped-def]
    return lambda b, h: budget(b, h) / 2


def test_without_the_bound_on_the_difference_the_split_is_refuted() -> None:
    """What an answer needs must fall short of its weight in the sense of condition (II), not only be below it."""
    (l0, l1), (y0, y1) = splitting.SPLIT_BY_CONTROL.l, splitting.SPLIT_BY_CONTROL.y
    below = [hypothesis("below", "o", le(short, 0)) for short in (l0, l1)]
    wrong = solve(
        "split",
        le(splitting.G * y0, y1),
        *below,
        hypothesis("w = y0", "o", eq(y0, l0)),
        hypothesis("w = y1", "o", eq(y1, l1)),
        *splitting.PARAMETERS,
        whole=splitting.SPLIT_BY_CONTROL.pairs,
    )
    with pytest.raises(Violation, match="the negation sat"):
        establish(wrong)
