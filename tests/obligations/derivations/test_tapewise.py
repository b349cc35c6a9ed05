"""Links between described systems: accepted by two solvers, and refused where something is left out."""

from __future__ import annotations

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.noninteractive import RUN
from concomp.model.mechanisms.randomised_response import randomised_response
from concomp.obligations.derivations.systems.descriptions.execution import Execution, kernel_of_processing
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.instances import instances
from concomp.obligations.derivations.systems.links import (
    asked_first,
    association,
    counted_slots,
    doubling,
    exchanged_pairs,
    filtering,
    first_pairs,
    inclusion,
    insertion,
    inwards,
    neighbouring,
    samples,
    slots,
)
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, RISING
from concomp.obligations.families.small.processings import ASK_TWICE, FORWARD
from concomp.obligations.solvers.algebra import ENGINES, prove

LINKS = (
    asked_first.ASKED_FIRST,
    association.ON_A_MECHANISM,
    association.IN_A_CHAIN,
    doubling.SWAP,
    insertion.INSERTION,
    inclusion.INCLUSION,
    doubling.SWAP_BEHIND,
    filtering.ACQUIRED,
    exchanged_pairs.SIDES_EXCHANGED,
    first_pairs.IDENTICAL_RUNS,
    first_pairs.IDENTICAL_PAIRS,
    neighbouring.TOLD_FIRST,
    inwards.INWARDS,
    samples.SAMPLE_KEPT,
)
BROKEN = (
    doubling.WITHOUT_RESPONSE,
    insertion.UNPROVED_INSERTION,
    inclusion.REVERSED_INCLUSION,
    inwards.UNSUITABLE,
    exchanged_pairs.LOPSIDED,
    first_pairs.INCONSISTENT,
    first_pairs.UNLIKE_PAIRS,
    samples.GIVEN_TWICE,
    neighbouring.TOLD_FIRST_ONLY,
    filtering.UNLIKE_PARAMETERS,
)


def refused(stages: tuple[Stage, ...]) -> list[str]:
    """The stages that both solvers refute."""
    return [stage.name for stage in stages if {ask(stage.asked.negation) for ask in ENGINES.values()} == {"sat"}]


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link.one} = {link.other}")
def test_a_link_is_accepted(link: Bisimulation) -> None:
    for stage in link.stages:
        prove(stage.asked)


@pytest.mark.parametrize("link", BROKEN, ids=lambda link: link.name)
def test_a_broken_link_is_refuted(link: Bisimulation) -> None:
    assert refused(link.stages)
    assert link.stages[0].name not in refused(link.stages)


def test_neighbouring_sequences_are_consistent() -> None:
    for stage in neighbouring.STAGES:
        prove(stage.asked)
    assert refused(neighbouring.UNLIKE_QUERIES) == ["f_~: pairs after the first"]


def test_slots_are_held_rightly() -> None:
    for stage in (slots.start(), slots.step(Rules()), slots.injective()):
        prove(stage.asked)


@pytest.mark.parametrize("left_out", ["only_free", "only_once", "labels_compared"])
def test_a_rule_about_slots_left_out_is_noticed(left_out: str) -> None:
    assert refused((slots.step(Rules(**{left_out: False})),)) == ["slots are kept"]


def test_a_slot_is_found_by_counting() -> None:
    for stage in counted_slots.BY_COUNTING:
        prove(stage.asked)


@pytest.mark.parametrize(
    ("rules", "sub_multiset", "stage"),
    [
        (Rules(only_free=False), True, "one slot more is counted"),
        (Rules(labels_compared=False), True, "a slot is taken"),
        (Rules(), False, "a free slot is found"),
    ],
)
def test_counting_notices_a_rule_left_out(rules: Rules, sub_multiset: bool, stage: str) -> None:
    assert refused(counted_slots.by_counting(rules, sub_multiset)) == [stage]


def test_slots_by_number_are_free_only_if_mechanisms_come_in_order() -> None:
    for stage in slots.BY_NUMBER:
        prove(stage.asked)
    assert refused(slots.by_number(in_order=False)) == ["slots by number"]


def test_a_sample_given_twice_differs_on_a_finite_instance() -> None:
    response = randomised_response(PrivacyParameters(e_eps=2, delta=0))  # type: ignore[arg-type]
    [real, *_] = [pair[1] for pair in instances.response_mixtures([ASK_TWICE], [response], RUN)]
    parameters = {"T.start": ASK_TWICE.initial_states[0], "sample of RR": ("shown", 1)}
    twice = Execution(samples.GIVEN_TWICE.right, {"T": kernel_of_processing(ASK_TWICE)}, parameters, {})
    assert not equivalent(instances.start_of(twice), real, (RUN,), 1)


def test_without_consistency_runs_differ_on_a_finite_instance() -> None:
    echo = list(instances.identical_beginnings([AT_MOST_ONE_DIFFERENCE], [instances.ECHO]))
    [(zero, *_), (one, *_)] = echo
    assert not equivalent(zero, one, echo[0][2], 2)


def test_an_inserted_verifier_that_refuses_differs_on_a_finite_instance() -> None:
    made = list(instances.insertions([(ANY, RISING)], [FORWARD], [instances.ECHO]))
    unchecked, checked = made[0][1], made[1][1]
    assert not equivalent(unchecked, checked, made[0][2], 1)


def test_without_the_response_property_the_places_differ_on_a_finite_instance() -> None:
    made = list(instances.doublings([instances.ECHOING], [instances.ECHO]))
    assert not all(
        equivalent(first[1], second[1], first[2], 1) for first, second in zip(made[::2], made[1::2], strict=True)
    )
