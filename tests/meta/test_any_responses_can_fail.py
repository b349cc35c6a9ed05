"""Pairs of laws stand for responses only where nothing is known of the laws of responses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.logic import detach, discharge, hypothesis, suppose
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.systems import theorems as by_parameters
from concomp.obligations.derivations.systems.language import OF_ALPHAS, OF_EXCEPTIONS, OF_FILTER, OF_PARAMETERS
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.trade_offs import any_responses, theorems
from concomp.obligations.derivations.systems.trade_offs.any_responses import BY_RESPONSES, with_pairs
from concomp.obligations.proof_objects.checker.objects import conclude
from concomp.obligations.proof_objects.checker.terms import Refused
from tests.meta.object_notation import given
from tests.meta.test_rules_on_systems_can_fail import derived, steps

FIXED, FILTERED = (BY_RESPONSES[each][0].formula for each in (OF_PARAMETERS, OF_FILTER))
SAYS = hypothesis("it is so", SUPPOSED, FIXED)
ATTACKS: dict[str, tuple[Callable[[], Fact], str]] = {
    "a theorem by Lemma 4.7": (
        lambda: with_pairs(by_parameters.FIXED_PARAMETERS_COMPOSE, OF_PARAMETERS),
        "is no reduction",
    ),
    "a reduction that is supposed": (lambda: with_pairs(SAYS, OF_PARAMETERS), "is supposed"),
    "a reduction of another function": (lambda: with_pairs(SAYS, OF_EXCEPTIONS), "is no reduction"),
    "a reduction by order": (lambda: with_pairs(SAYS, OF_ALPHAS), "nothing is reduced to responses"),
    "what holds of pairs already": (lambda: with_pairs(theorems.BY_SLOTS, OF_PARAMETERS), "is no reduction"),
    "privacy that is not that of φ": (
        lambda: detach(
            theorems.BY_SLOTS, suppose(private(any_responses.pairs(any_responses.C), by_parameters.PARAMETERS))
        ),
        "is not",
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_what_knows_more_is_refused(name: str) -> None:
    attack, says = ATTACKS[name]
    with pytest.raises(WrongStep, match=says):
        attack()


def test_a_hypothesis_of_ones_own_may_be_so_of_responses_only() -> None:
    own = suppose(FILTERED)
    with pytest.raises(WrongStep, match="rests on an assumption"):
        with_pairs(own, OF_FILTER)
    with pytest.raises(WrongStep, match="is no reduction"):
        with_pairs(discharge(own, own), OF_FILTER)


@pytest.mark.parametrize("rule", ["drawn first", "each by its simulator", "independent tapes"])
def test_every_rule_behind_a_reduction_is_looked_at(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reduction = theorems.BY_SLOTS.premises[0]
    assert with_pairs(reduction, OF_PARAMETERS).formula == theorems.BY_SLOTS.formula
    monkeypatch.setattr(any_responses, "OF_ANY_RESPONSES", any_responses.OF_ANY_RESPONSES - {rule})
    with pytest.raises(WrongStep, match="may know of the laws of responses"):
        with_pairs(reduction, OF_PARAMETERS)


def test_the_checker_looks_at_rules_and_hypotheses_too() -> None:
    simulated = derived(next(steps("every mechanism")))
    for behind, says in ((simulated, "may know more"), (derived([given("(<= (x) 1)")]), "is supposed, and not said")):
        facts = derived(next(steps("any responses")))
        conclude(facts[-1])
        facts[0].premises = tuple(behind)
        with pytest.raises(Refused, match=says):
            conclude(facts[-1])
