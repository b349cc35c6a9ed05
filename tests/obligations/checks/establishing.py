"""What every check comes to: its statement as the registry expects it, with a witness and a control."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module

import pytest
from pydantic import JsonValue

from concomp.model.registry.registry import load
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.expectation import Violation

Wrong = tuple[str, str, str, object]
"""A statement, the module of its check, a name there, and something wrong in its place."""

SLOW = frozenset(
    f"concomp.obligations.checks.{name}"
    for name in (
        "hsv26.composition.budget_as_printed.the_sum_bound_fails",
        "hsv26.composition.budget_repaired.swap_invariance_or_doubled_deltas_or_one_slot_suffice",
        "hsv26.composition.extended.nested_composition_is_the_flattened_one",
        "hsv26.composition.filtered.filtered_mechanisms_compose_like_responses",
        "hsv26.composition.first_pair.consistent_mechanisms_pay_for_their_slots_only",
        "hsv26.composition.fixed.fixed_mechanisms_compose_like_responses",
        "hsv26.composition.fixed.fixed_parameters_compose_like_responses",
        "hsv26.composition.laziness.some_continual_mechanism_has_no_lazy_simulator",
        "hsv26.composition.laziness.some_mechanism_has_no_lazy_simulator",
        "hsv26.composition.laziness.swap_invariant_functions_need_delta_only",
        "hsv26.composition.laziness.waiting_costs_what_an_adversary_can_make_of_it",
        "hsv26.composition.parallel.copies_of_a_leak_reveal_the_bit",
        "hsv26.composition.parallel.the_exposure_budget_is_reached",
        "hsv26.composition.pure.pure_mechanisms_compose_like_their_slots",
        "hsv26.functions.filtered_functions.filtered_responses_in_the_language",
        "hsv26.functions.filtered_functions.filtered_sequences_in_the_language",
        "hsv26.functions.fixed_functions.fixed_parameters_in_the_language",
        "hsv26.functions.parallel_functions.exposing_responses_in_the_language",
        "hsv26.laws.universality.private_pairs_are_post_processings_of_randomised_response",
        "hsv26.mechanisms.adversaries.the_best_adversary_by_enumeration_and_by_induction",
        "hsv26.mechanisms.continual.privacy_of_continual_mechanisms_by_pairs_and_by_induction",
        "hsv26.mechanisms.continual.privacy_of_initial_states_and_of_streams_are_pair_games",
        "hsv26.mechanisms.continual.privacy_under_f_is_privacy_of_the_guarded_mechanism",
        "hsv26.mechanisms.postprocessing.chains_associate",
        "hsv26.mechanisms.postprocessing.post_processing_does_not_tell_more",
        "hsv26.mechanisms.postprocessing.post_processing_is_its_loop_course_by_course",
        "hsv26.reduction.simulation.private_mechanisms_are_post_processings_of_one_response",
    )
)
"""Checks that take seconds: `concomp check` rechecks them with all others, so here they are among the heavy tests."""


def checks_in(package: str, modules: Sequence[str]) -> dict[str, Check]:
    """A check of each statement that modules of a package have one of."""
    return {made.statement: made for module in modules for made in checks_of(f"{package}.{module}")}


def for_each(checks: Iterable[Check]) -> pytest.MarkDecorator:
    """A test for each check, once for all the statements that it establishes."""
    distinct = {made.path: made for made in checks}
    rows = [pytest.param(made, id=path, marks=[pytest.mark.full] * (path in SLOW)) for path, made in distinct.items()]
    return pytest.mark.parametrize("made", rows)


def for_each_wrong(rows: Sequence[Wrong]) -> pytest.MarkDecorator:
    """A test for each wrong definition."""
    ids = [f"{place} {statement}: {name}" for place, (statement, _, name, _) in enumerate(rows)]
    return pytest.mark.parametrize(("statement", "module", "name", "wrong"), rows, ids=ids)


def assert_establishes(made: Check, findings: JsonValue) -> None:
    """Recheck the findings: something was looked at, a wrong variant fails, and false statements alone are refuted."""
    outcome = made.recheck(findings)
    assert outcome.witness
    assert outcome.control
    assert (outcome.verdict == "refuted") == (load().truth(made.statement) == "false")


def assert_notices(made: Check, module: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recheck what was found before a name in the check's module is wrong: that is a violation."""
    findings = found(made)
    monkeypatch.setattr(import_module(module), name, wrong)
    with pytest.raises(Violation):
        made.recheck(findings)


def found(made: Check) -> JsonValue:
    """What the check finds; nothing if it recomputes everything."""
    return made.find() if made.find else None
