"""Components that nothing ties together are taken apart; what comes out is what all places together give."""

from __future__ import annotations

import json
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concomp.impl.audit import bounds as module
from concomp.impl.audit import engine
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.curves import STOP
from concomp.impl.audit.engine import Audit, Played
from concomp.impl.audit.rationals import inside, outside
from concomp.impl.audit.setting import of_document, of_interleaving
from concomp.impl.audit.sides import of_test
from concomp.model.files import game, read
from concomp.model.mechanisms.distinguisher import advantage
from concomp.model.mechanisms.interleaving import Interleaving, solve
from concomp.model.mechanisms.privacy import exchange_worlds
from tests.impl.audit.games import interleavings, played
from tests.model.files.documents import compositions, e_values

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@settings(UNHURRIED, max_examples=15)
@given(interleavings(), e_values)
def test_taken_apart_or_together_or_by_the_model(whole: Interleaving, e_eps: F) -> None:
    agree(whole, e_eps)


@pytest.mark.full
@settings(UNHURRIED, max_examples=100)
@given(interleavings(choices=2), e_values)
def test_taken_apart_or_together_with_several_that_leave_choices(whole: Interleaving, e_eps: F) -> None:
    agree(whole, e_eps)


def agree(whole: Interleaving, e_eps: F) -> None:
    """The engine, the engine without taking components apart, and the model find the same."""
    setting, expected = of_interleaving(whole), solve(whole).curve
    for found in (Audit(setting), Played(setting)):
        assert found.deltas(e_eps) == (expected.forward(e_eps), expected.backward(e_eps))
        assert found.curve.profile() == expected.profile()
    assert Audit(setting).moment(2) == Played(setting).moment(2)


@settings(UNHURRIED, max_examples=25)
@given(interleavings(), e_values, st.sampled_from([0, engine.SMALL]))
def test_plans_reach_the_value_when_they_are_replayed(
    monkeypatch: pytest.MonkeyPatch, whole: Interleaving, e_eps: F, small: int
) -> None:
    monkeypatch.setattr(engine, "SMALL", small)
    found, at_once = Audit(of_interleaving(whole)), played(whole)
    for world, (turned, delta) in enumerate(zip([at_once, exchange_worlds(at_once)], found.deltas(e_eps), strict=True)):
        assert advantage(turned, found.plan(e_eps, world), e_eps) == delta
        assert found.replay(at_once, e_eps, world) == delta


@settings(UNHURRIED, max_examples=40)
@given(compositions(rounds=2), e_values, st.integers(1, 3))
def test_bounds_of_components_enclose_the_exact_value(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], e_eps: F, beside: int
) -> None:
    """Nothing is found out about all components together, and of one beside another few hinges are kept."""
    document = read(json.dumps(data).encode())
    monkeypatch.setattr(module, "BESIDE", beside + 1)
    setting, whole = of_document(document), game(document)
    exact = Audit(setting).deltas(e_eps)
    for side, delta in zip(
        (module._of_components(setting, 10**6), module._of_components(module.exchange(setting), 10**6)),
        exact,
        strict=True,
    ):
        low, high = side.delta(e_eps)
        assert low <= delta <= high
    both = bounds(setting, whole, 10**7).delta(e_eps)
    assert both[0] <= max(exact) <= both[1]


def test_components_that_are_too_large_are_taken_to_give_everything_away() -> None:
    data = {
        "type": "composition",
        "mode": "concurrent",
        "components": [
            {
                "type": "cm",
                "states": ["s"],
                "messages": ["0", "1"],
                "answers": ["a", "b"],
                "init": "s",
                "kernel": {"s|0": [["1/4", "s", "a"], ["3/4", "s", "b"]], "s|1": [["1", "s", "a"]]},
                "horizon": 2,
                "verification": {"kind": "any"},
            }
        ]
        * 2,
        "horizon": None,
    }
    document = read(json.dumps(data).encode())
    found = bounds(of_document(document), game(document), 4)
    assert found.delta(F(1)) == (F(0), F(1))
    assert found.reasons == (module.TIED, "component 1 is too large, and is taken to give everything away")


@given(e_values, st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1))
def test_the_curve_of_a_test(e_eps: F, p: F, q: F) -> None:
    curve = of_test((p, q))
    best = max(F(0), p - e_eps * q, (1 - p) - e_eps * (1 - q), 1 - e_eps)
    assert outside(curve(inside(e_eps))) == max(F(0), p - e_eps * q) + max(F(0), (1 - p) - e_eps * (1 - q)) >= best
    assert outside(STOP(inside(e_eps))) == max(F(0), 1 - e_eps)
