"""The derivations of Lyu22's decomposition, evaluated on random systems, and false steps in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY
from concomp.model.reduction.lyu import decomposition
from concomp.obligations.checks.check import checks_of
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import Interpretation, counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import le
from concomp.obligations.derivations.kernel.logic import GIVEN, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.control import weights
from concomp.obligations.derivations.theories.mixtures import decomposition as four_systems
from concomp.obligations.derivations.theories.mixtures import mixtures
from concomp.obligations.derivations.theories.simulation import simulation, splitting
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import mechanisms

G = Fraction(3, 2)
FACTS = (mixtures.LEFT_IS_A_SYSTEM, mixtures.UNMIXED_IS_A_SYSTEM, mixtures.MIXTURE_IS_PRIVATE)


def world(seed: int) -> Interpretation:
    """A random mechanism of two rounds as two systems, and the four systems that the model's construction gives."""
    base = mechanisms.interpretation(seed, G)
    mu, delta = base.quantities["μ"], base.quantities["δ"]()
    chances = {h: (mu(0, h), mu(1, h)) for h in mechanisms.HISTORIES}
    made = decomposition(chances, PrivacyParameters(G, delta))

    def weight(branch: Hashable, b: int, h: Any) -> Fraction:
        late = h[mechanisms.ROUNDS :]
        return made[(branch, b), h[: mechanisms.ROUNDS]] if all(a == 0 for _, a in late) else Fraction(0)

    def pure(b: int, h: Any) -> Fraction:
        return (G * weight(NOISY, b, h) + weight(NOISY, 1 - b, h)) / (1 + G)

    quantities = {
        **base.quantities,
        "Exposed": lambda b, h: delta * weight(EXPOSED, b, h),
        "Left": lambda b, h: mu(b, h) - delta * weight(EXPOSED, b, h),
        "Noisy": lambda b, h: (1 - delta) * weight(NOISY, b, h),
        "N": pure,
        "N′": lambda b, h: weight(NOISY, b, h),
        "v": lambda: 1 / (G - 1),
    }
    return replace(base, quantities=quantities)


def failures(facts: list[Fact], where: Interpretation) -> list[str]:
    return [str(fact.formula) for fact in facts if counterexample(where, fact.formula) is not None]


def given() -> list[Fact]:
    return [step for fact in FACTS for step in unconditional_facts(steps(fact)) if step.rule in GIVEN]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_given_and_what_is_proved_hold(seed: int) -> None:
    assert not failures([*given(), *FACTS], world(seed))


@pytest.mark.parametrize("name", ["Exposed", "Left", "Noisy", "N", "N′"])
def test_what_is_given_notices_a_spoiled_system(name: str) -> None:
    assert failures(given(), mechanisms.spoiled(world(1), name))


FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "N without M ≥ δ·E": lambda: solve(
        "", le(0, mixtures.left(weights.B, weights.H)), mixtures.LEFT, *mixtures.EXPOSED[:2]
    ),
    "N′ of systems that are not close": lambda: solve(
        "", le(0, mixtures.unmixed(weights.B, weights.H)), mixtures.UNMIXED, mixtures.PURE[0], *mixtures.GAP
    ),
    "a mixture without its noise": lambda: solve(
        "",
        le(weights.mu(weights.B, weights.H), mixtures.exposed(weights.B, weights.H)),
        mixtures.IS_MIXED,
        mixtures.NOISY_POSITIVE,
        *mixtures.PARAMETERS,
    ),
}


@pytest.mark.parametrize("name", FALSE_STEPS)
def test_a_false_step_is_refused(name: str) -> None:
    with pytest.raises(Violation, match="the negation sat"):
        establish(FALSE_STEPS[name]())


@pytest.mark.parametrize(
    "made", list(checks_of("concomp.obligations.checks.lyu22.derivations")), ids=lambda made: made.statement
)
def test_spoiled_findings_are_refused(made: Any) -> None:
    findings = made.find()
    assert made.recheck(findings).verdict == "proved"
    with pytest.raises(Violation, match="find it again"):
        made.recheck({"1. spoiled": findings})


def test_the_printed_weights_do_not_mix_to_the_system() -> None:
    """Erratum HL75: where 1 + ε stands for 1 + e^ε the weight of N^b is 1 at least, and the mixture weighs too much."""
    bit, h = splitting.WORLDS[0], weights.H
    printed = simulation.budget(bit, h) + simulation.noisy(bit, h)
    outcomes = simulation.BY_CONTROL.outcomes
    rest = [
        *four_systems.FOUR_EXIST.premises[-2:],
        *(system.positive for system in (*outcomes.exposed, *outcomes.noisy)),
    ]
    with pytest.raises(Violation, match="the negation sat"):
        establish(solve("", le(printed, weights.mu(bit, h)), *rest, *weights.PARAMETERS))
