"""The derivations of HSV26 section 10.1, evaluated step by step on random mechanisms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import eq, le
from concomp.obligations.derivations.kernel.logic import GIVEN
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.theories.control import control, limits, private, weights
from concomp.obligations.expectation import Violation
from tests.obligations.derivations.mechanisms import interpretation, spoiled

STATED = {
    fact.origin: fact
    for module in (weights, control, private, limits)
    for fact in vars(module).values()
    if isinstance(fact, Fact) and fact.origin is not None and fact.rule not in GIVEN
}


def every_step() -> list[Fact]:
    found = {step.formula: step for fact in STATED.values() for step in steps(fact)}
    return unconditional_facts(list(found.values()))


@pytest.mark.parametrize(("seed", "g"), [(1, Fraction(2)), (2, Fraction(1)), (3, Fraction(3, 2))])
def test_every_step_holds_in_a_mechanism(seed: int, g: Fraction) -> None:
    world = interpretation(seed, g)
    wrong = [str(step.formula) for step in every_step() if counterexample(world, step.formula) is not None]
    assert not wrong


@pytest.mark.parametrize("name", ["κ", "μ", "L", "Lower", "L∞", "D", "c"])
def test_what_is_given_notices_a_spoiled_quantity(name: str) -> None:
    world = spoiled(interpretation(1, Fraction(2)), name)
    given = [step for step in every_step() if step.rule in GIVEN]
    assert any(counterexample(world, step.formula) is not None for step in given)


def test_the_wrong_sign_of_epsilon_is_refuted_with_numbers() -> None:
    """Erratum E39: with e^{+ε} the difference of the control functions is not kept."""
    base = control.CONTROL_DIFFERENCE.premises[0]
    assert base.claim is not None
    wrong = le(
        control.control(control.ZERO, weights.B, weights.H)
        - weights.G * control.control(control.ZERO, weights.NOT_B, weights.H),
        weights.mu(weights.B, weights.H) - weights.G * weights.mu(weights.NOT_B, weights.H),
    )
    refuted = control.solve("wrong sign", wrong, *base.premises, witness=(eq(weights.G, 2),))
    with pytest.raises(Violation, match="the negation sat"):
        establish(refuted)
    assert any(counterexample(interpretation(seed, Fraction(3)), wrong) is not None for seed in range(5))
