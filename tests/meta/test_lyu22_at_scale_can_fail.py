"""The checks of Lyu22 at scale notice spoiled values, wrong promises, wrong labels, and systems that are no mixture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.reduction import lyu
from concomp.obligations.checks.lyu22 import at_scale, certified
from concomp.obligations.expectation import Violation
from concomp.obligations.families.simulation.mechanisms import short

Patch = pytest.MonkeyPatch
THEOREM = at_scale.many_rounds_stay_within_randomised_responses[0].recheck
CONTROL = certified.the_control_function_starts_at_the_engine_s_delta[0].recheck
SYSTEMS = certified.four_systems_are_certified[0].recheck
LATE = at_scale.LATE
LIGHT = (("hidden 0, 4", "hidden 1, 4"), ("lopsided, 25", "lopsided, 25"))
HEAVY = (("hidden 0, 3", "hidden 2, 3"),)
OF_RESPONSES = ((LATE[0], LATE[1]), (LATE[0], LATE[3]))


@pytest.fixture(autouse=True)
def small(monkeypatch: Patch) -> Iterator[None]:
    """Five compositions, of which one is not computed again; few mechanisms."""
    monkeypatch.setattr(at_scale, "LIGHT", LIGHT)
    monkeypatch.setattr(at_scale, "HEAVY", HEAVY)
    monkeypatch.setattr(at_scale, "OF_RESPONSES", OF_RESPONSES)
    monkeypatch.setattr(at_scale, "ATTACKED", LIGHT[:1])
    monkeypatch.setattr(certified, "short", lambda: short()[:3])
    monkeypatch.setattr(certified, "long", lambda: ())
    for known in (at_scale._label, certified._worlds):
        known.cache_clear()
    yield
    for known in (at_scale._label, certified._worlds):
        known.cache_clear()


@cache
def found_once() -> str:
    return json.dumps(at_scale.play())


def findings() -> Any:
    return json.loads(found_once())


def test_unbroken_they_hold() -> None:
    assert THEOREM(findings()).witness
    assert SYSTEMS(None).witness
    assert CONTROL(None).witness


def record(told: Any, names: at_scale.Names) -> Any:
    return told[" | ".join(names)]


def a_value_above_its_promise(told: Any) -> None:
    record(told, HEAVY[0])[0][0][1] = "99/100"


def a_value_below_what_is_computed_again(told: Any) -> None:
    record(told, LIGHT[0])[0][0][1] = "1/100"


def a_response_below_its_promise(told: Any) -> None:
    record(told, OF_RESPONSES[0])[0][0][1] = "1/100"


def a_corner_left_out(told: Any) -> None:
    del record(told, HEAVY[0])[0][0]


def a_list_of_parameters_left_out(told: Any) -> None:
    del record(told, HEAVY[0])[0]


def a_composition_left_out(told: Any) -> None:
    del told[" | ".join(HEAVY[0])]


SPOILED = [
    a_value_above_its_promise,
    a_value_below_what_is_computed_again,
    a_response_below_its_promise,
    a_corner_left_out,
    a_list_of_parameters_left_out,
    a_composition_left_out,
]


@pytest.mark.parametrize("spoil", SPOILED, ids=[spoil.__name__ for spoil in SPOILED])
def test_spoiled_evidence_is_noticed(spoil: Callable[[Any], None]) -> None:
    told = findings()
    spoil(told)
    with pytest.raises(Violation):
        THEOREM(told)


def promises_for_one_system_less(patch: Patch) -> None:
    right = at_scale.accountant_delta
    patch.setattr(at_scale, "accountant_delta", lambda labels, e_eps: right(labels[1:] or labels, e_eps))


def promises_that_are_no_news(patch: Patch) -> None:
    """δ = 1 is never exceeded, and is met by nothing."""
    patch.setattr(at_scale, "accountant_delta", lambda labels, e_eps: Fraction(1))


def labels_without_delta(patch: Patch) -> None:
    patch.setattr(at_scale, "own_delta", lambda game, e_eps: Fraction(0))


def adversaries_that_gain_less(patch: Patch) -> None:
    patch.setattr(at_scale, "advantage", lambda *_: Fraction(0))


def no_responses(patch: Patch) -> None:
    """A family in which the bound is met by nothing."""
    patch.setattr(at_scale, "LIGHT", LIGHT[:1])
    patch.setattr(at_scale, "OF_RESPONSES", ())


BROKEN = [
    promises_for_one_system_less,
    promises_that_are_no_news,
    labels_without_delta,
    adversaries_that_gain_less,
    no_responses,
]


@pytest.mark.parametrize("breakage", BROKEN, ids=[breakage.__name__ for breakage in BROKEN])
def test_a_broken_check_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    told = findings()
    breakage(monkeypatch)
    told = {repr(group): told[repr(group)] for group in at_scale.groups()}
    with pytest.raises(Violation):
        THEOREM(told)


def exchanged_systems(patch: Patch) -> None:
    right = lyu.exposed_weights

    def wrong(chances: Any, privacy: PrivacyParameters) -> Any:
        return {history: (one, zero) for history, (zero, one) in right(chances, privacy).items()}

    patch.setattr(lyu, "exposed_weights", wrong)


def systems_for_any_delta(patch: Patch) -> None:
    patch.setattr(certified, "_has_none", lambda chances, privacy: False)


def labels_that_are_too_small(patch: Patch) -> None:
    right = certified.SimulatedMechanism.privacy

    def wrong(self: Any, e_eps: Fraction) -> PrivacyParameters:
        return PrivacyParameters(e_eps, right(self, e_eps).delta / 2)

    patch.setattr(certified.SimulatedMechanism, "privacy", wrong)


@pytest.mark.parametrize("breakage", [exchanged_systems, systems_for_any_delta, labels_that_are_too_small])
def test_systems_that_are_no_mixture_are_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        SYSTEMS(None)


def one_world_only(patch: Patch) -> None:
    right = certified.control
    patch.setattr(certified, "control", lambda chances, e_eps: {(): (right(chances, e_eps)[()][0],) * 2})


def both_worlds_alike(patch: Patch) -> None:
    """Nothing is lost by one world's function: the control does not fail."""
    right = certified.control
    patch.setattr(certified, "control", lambda chances, e_eps: {(): (max(right(chances, e_eps)[()]),) * 2})


@pytest.mark.parametrize("breakage", [one_world_only, both_worlds_alike, labels_that_are_too_small])
def test_a_control_function_that_starts_elsewhere_is_noticed(
    breakage: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        CONTROL(None)
