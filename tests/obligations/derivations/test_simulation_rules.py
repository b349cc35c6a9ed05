"""The rules that make a simulator refuse what is none, and what they say holds on mechanisms of two rounds."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.theories.simulation import simulation_rules as rules
from tests.obligations.derivations import simulations
from tests.obligations.derivations.mechanisms import HISTORIES, interpretation, simulated


def test_right_uses_say_what_they_are_about() -> None:
    by_beta, lazy = simulations.simulate(rules), simulations.wait(rules)
    assert (
        rules.equivalence(simulations.BETA, by_beta).formula
        == rules.equivalence_of(simulations.BETA)
        != rules.EQUIVALENT
    )
    assert str(lazy.formula).startswith("P ∘* IRR_ε,β(b) and M(s_b) are equivalent")
    assert str(simulations.look(rules, lazy).formula).startswith("P ∘* (RR_0,β(b), RR_ε,0(b)) and M(s_b)")


@pytest.mark.parametrize("attack", simulations.ATTACKS)
def test_what_is_no_simulation_is_refused(attack: str) -> None:
    with pytest.raises(WrongStep):
        pytest.fail(str(simulations.ATTACKS[attack](rules).formula))


@pytest.mark.parametrize(("seed", "g"), [(1, Fraction(2)), (2, Fraction(3, 2)), (3, Fraction(1))])
def test_what_draws_the_response_and_answers_by_quotients_has_the_weights(seed: int, g: Fraction) -> None:
    """The rule "simulation": T draws the response once and answers by the quotients of the weights of its outcome."""
    world = interpretation(seed, g)
    for bit in (0, 1):
        assert all(simulated(world, bit, h) == world.quantities["μ"](bit, h) for h in HISTORIES)


@pytest.mark.parametrize("kind", [rules.Weights, rules.Outcomes, rules.Mixture, rules.Laziness])
def test_what_is_known_of_weights_cannot_be_answered_by_others(kind: type) -> None:
    """A subclass could say that its weights fit, and hand over others."""
    with pytest.raises(IllFormed, match="can have no subclass"):
        type("Forged", (kind,), {})


def test_what_only_looks_like_a_mixture_is_refused() -> None:
    right = simulations.mix(rules)
    forged = SimpleNamespace(weights=right.weights, **{each.name: getattr(right, each.name) for each in fields(right)})
    with pytest.raises(IllFormed, match="write Mixture"):
        rules.simulation(forged)  # type: ignore[arg-type]
    with pytest.raises(IllFormed, match="write Fact"):
        replace(right, odds=SimpleNamespace(formula=simulations.AT_LEAST_1))
