"""Every derivation of HSV26 section 10 answers for its own steps, and uses what the registry says it rests on."""

from __future__ import annotations

from concomp.model.registry.registry import load
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.hsv26.reduction import control_functions, derivations
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.logic import GIVEN
from concomp.obligations.derivations.kernel.proofs import citations, claims
from concomp.obligations.derivations.theories.control import control, limits, private, weights
from concomp.obligations.derivations.theories.simulation import constraints, noise, sharing, simulation, splitting

STATED = {
    fact.origin: fact
    for module in (weights, control, private, limits, splitting, sharing, simulation, noise, constraints)
    for fact in vars(module).values()
    if isinstance(fact, Fact) and fact.origin is not None and fact.rule not in GIVEN
}
CHECKED = {
    check.statement
    for module in (control_functions, derivations)
    for made in vars(module).values()
    if isinstance(made, list)
    for check in made
    if isinstance(check, Check)
}


def test_every_statement_that_is_derived_or_used_has_a_check_of_its_own() -> None:
    assert len(STATED) > 20
    assert set(STATED) <= CHECKED


def test_every_step_is_solved_in_one_statement_or_another() -> None:
    solved = {claim for fact in STATED.values() for claim in claims(fact)}
    assert len(solved) > 150


def test_what_a_derivation_uses_is_what_the_registry_says_it_rests_on() -> None:
    """Where the paper proves two statements by one induction, either may come first. Definitions rest on nothing."""
    registry = load()
    lemmas = {key for key, row in registry.statements.items() if row.kind not in ("definition", "notation")}
    missing = {
        (key, used)
        for key in lemmas & set(STATED)
        for used in lemmas & set(citations(STATED[key]))
        if used not in registry.dependencies(key) and key not in registry.dependencies(used)
    }
    assert not missing
