"""Theorems about composed systems suppose what the paper does, and name the rules they come from."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Implication
from concomp.obligations.derivations.kernel.logic import instance
from concomp.obligations.derivations.kernel.proofs import rules
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import lemmas, system_rules
from concomp.obligations.derivations.systems.links import first_pairs, inwards
from concomp.obligations.derivations.systems.properties import discrete, positive, private
from concomp.obligations.derivations.systems.theorems import (
    CONSISTENT_COMPOSE,
    FILTERED_COMPOSE,
    FIXED_MECHANISMS_COMPOSE,
    FIXED_PARAMETERS_COMPOSE,
    INTERACTIVE_COMPOSE,
    LEMMA,
    LEMMA_AT_ZERO,
    MOVED_INWARDS,
    SIMULATOR,
)

X, C = systems.AS_CONTINUAL(systems.INTERACTIVE), systems.C
OWN = systems.EVERY_PARAMETERS(C)


def test_the_theorem_names_its_rules() -> None:
    assert {rule.name for rule in rules(FIXED_PARAMETERS_COMPOSE)} - {rule.name for rule in rules(LEMMA)} == {
        "tapes",
        "drawn first",
        "independent tapes",
        "discrete answers together",
        "free slots",
        "slots in numbers",
        "equivalence",
        "data processing",
        "every mechanism",
        "each by its simulator",
    }


def premises(formula: Any) -> list[Any]:
    """What a theorem supposes, and what it then says."""
    if isinstance(formula, Implication):
        return [formula.premise, *premises(formula.conclusion)]
    return [formula]


MEMBERS_ARE = [discrete(systems.every_member(C)), private(systems.every_member(C), OWN)]


@pytest.mark.parametrize(
    ("theorem", "suppositions"),
    [
        (FIXED_MECHANISMS_COMPOSE, [*MEMBERS_ARE, positive(OWN)]),
        (FIXED_PARAMETERS_COMPOSE, [*MEMBERS_ARE, positive(OWN)]),
        (
            CONSISTENT_COMPOSE,
            [
                first_pairs.consistent(systems.EVERY_FUNCTION(C)).formula,
                MEMBERS_ARE[0],
                private(systems.every_exception(C), OWN),
                positive(OWN),
            ],
        ),
        (FILTERED_COMPOSE, MEMBERS_ARE),
    ],
    ids=["4.10", "4.12", "5.14", "12.4"],
)
def test_a_theorem_supposes_what_the_paper_does(theorem: Fact, suppositions: list[Any]) -> None:
    *supposed, responses_private, conclusion = premises(theorem.formula)
    assert supposed == suppositions
    assert str(responses_private).endswith("is (ε,δ)-DP")
    assert "ExtConComp[C] is (ε,δ)-DP" in str(conclusion)


def test_interactive_mechanisms_are_private_as_interactive_ones() -> None:
    every = systems.EVERY_INTERACTIVE(systems.INTERACTIVE)
    own = systems.EVERY_PARAMETERS(X)
    supposed = premises(INTERACTIVE_COMPOSE.formula)
    assert supposed[:3] == [discrete(every), private(systems.STARTED(every), own), positive(own)]
    assert supposed[-1] == premises(instance(CONSISTENT_COMPOSE, {C: X}).formula)[-1]


def test_a_lemma_supposes_what_its_derivation_does() -> None:
    assert premises(SIMULATOR.formula)[:3] == [
        discrete(systems.M),
        private(systems.M, systems.PARAMETERS),
        positive(systems.PARAMETERS),
    ]
    assert premises(lemmas.for_every_mechanism(LEMMA_AT_ZERO).formula)[:2] == premises(SIMULATOR.formula)[:2]


def test_theorems_about_different_functions_differ() -> None:
    facts = (FIXED_PARAMETERS_COMPOSE, CONSISTENT_COMPOSE, INTERACTIVE_COMPOSE)
    assert len({premises(fact.formula)[-1] for fact in facts}) == 3


def test_a_theorem_cannot_be_left_without_a_link() -> None:
    assert MOVED_INWARDS.formula != system_rules.related(inwards.UNSUITABLE).formula
