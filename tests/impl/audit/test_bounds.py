"""Bounds enclose the truth, however coarse they are."""

import json
from collections.abc import Callable
from fractions import Fraction as F
from math import gcd
from typing import Any

import pytest
from flint import fmpq
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from concomp.impl.audit import bounds as module
from concomp.impl.audit import simplification, strategy
from concomp.impl.audit.beliefs import explore
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import STEPS, Audit
from concomp.impl.audit.setting import of_document
from concomp.impl.audit.sides import Bounds
from concomp.impl.audit.simplification import BITS, from_above, from_below, rounded_down, rounded_up
from concomp.impl.audit.splitting import Weights, in_one_part, onto_grid
from concomp.model.files import game, read
from concomp.model.mechanisms.positions import Allowance, TooLarge
from tests.model.files.documents import documents, e_values, mechanisms

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
rationals = st.fractions(min_value=F(1, 50), max_value=50)


def document(data: dict[str, Any]) -> Any:
    return read(json.dumps(data).encode())


def plenty() -> Allowance:
    return Allowance(10**9)


def number(value: F) -> fmpq:
    return fmpq(value.numerator, value.denominator)


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    knees = sorted(draw(st.sets(rationals, min_size=1, max_size=12)))
    return Curve(number(draw(rationals)), tuple((number(knee), number(draw(rationals))) for knee in knees))


@given(curves(), st.integers(2, 6), rationals)
def test_simplified_curves_bound_the_curve(curve: Curve, size: int, x: F) -> None:
    above, below = from_above(size, plenty())(curve), from_below(size, plenty())(curve)
    assert max(len(above.hinges), len(below.hinges)) <= max(size, 2)
    for point in [number(x), fmpq(0), *(knee for knee, _ in curve.hinges)]:
        assert below(point) <= curve(point) <= above(point)


SHORT = st.integers(1, 7)


@given(st.dictionaries(SHORT, SHORT, min_size=3), st.integers(2, 3))
@example({1: 1, 2: 7, 5: 1}, 2)
@example({1: 1, 4: 7, 5: 1}, 2)
def test_weights_that_are_moved_are_rounded_outward(weights: dict[int, int], size: int) -> None:
    """The hinges fit into three bits, so that nothing else is rounded."""
    curve = Curve(fmpq(0), tuple((fmpq(knee), fmpq(weight)) for knee, weight in sorted(weights.items())))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(simplification, "BITS", 3)
        above, below = from_above(size, plenty())(curve), from_below(size, plenty())(curve)
    for point in [fmpq(0), *(fmpq(half, 2) for half in range(1, 15))]:
        assert below(point) <= curve(point) <= above(point)


@given(curves(), st.integers(2, 4), rationals)
def test_curves_with_very_short_numbers_still_bound_the_curve(curve: Curve, size: int, x: F) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(simplification, "BITS", 3)
        above, below = from_above(size, plenty())(curve), from_below(size, plenty())(curve)
    for point in [number(x), fmpq(0), *(knee for knee, _ in curve.hinges)]:
        assert below(point) <= curve(point) <= above(point)


@given(st.fractions(min_value=0), st.integers(0, 400))
def test_numbers_are_rounded_outward_and_short(value: F, power: int) -> None:
    exact = number(value) / 3**power
    low, high = rounded_down(exact), rounded_up(exact)
    assert low <= exact <= high
    assert high - low <= exact / 2 ** (BITS - 2)
    if max(int(exact.p).bit_length(), int(exact.q).bit_length()) > BITS and exact:
        assert int(low.p).bit_length() <= BITS + 1


def given_bounds(data: dict[str, Any]) -> Bounds:
    found = document(data)
    return bounds(of_document(found), game(found), STEPS)


@pytest.fixture
def on_grids(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Make bounds believe that exact places are too many, and give them one grid."""

    def only(cells: int, size: int) -> None:
        monkeypatch.setattr(module, "SHARE", STEPS * 10)
        monkeypatch.setattr(module, "GRIDS", ((cells, size),))

    return only


@settings(UNHURRIED, max_examples=60)
@given(documents, e_values, st.sampled_from([3, 256]))
def test_bounds_enclose_the_exact_value(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], e_eps: F, size: int
) -> None:
    monkeypatch.setattr(module, "SIZES", (size,))
    found = given_bounds(data)
    enclosed(found, data, e_eps)
    low, high = found.delta(e_eps)
    if size == 256:
        assert high - low < F(1, 10**9)


def enclosed(found: Bounds, data: dict[str, Any], e_eps: F) -> None:
    exact = Audit(of_document(document(data))).deltas(e_eps)
    for (low, high), delta in zip(found.deltas(e_eps), exact, strict=True):
        assert low <= delta <= high
    low, high = found.delta(e_eps)
    assert low <= max(exact) <= high


@settings(UNHURRIED, max_examples=60)
@given(mechanisms(rounds=4) | documents, e_values, st.integers(1, 4), st.sampled_from([4, 64]))
def test_bounds_on_grids_enclose_the_exact_value(
    on_grids: Callable[[int, int], None], data: dict[str, Any], e_eps: F, cells: int, size: int
) -> None:
    on_grids(cells, size)
    enclosed(given_bounds(data), data, e_eps)


@settings(UNHURRIED, max_examples=40)
@given(documents, st.fractions(min_value=0, max_value=1, max_denominator=20), st.booleans())
def test_bounds_of_the_least_e_enclose_it(
    on_grids: Callable[[int, int], None], data: dict[str, Any], delta: F, coarse: bool
) -> None:
    if coarse:
        on_grids(2, 8)
    low, high = given_bounds(data).least_e_eps(delta)
    least = Audit(of_document(document(data))).curve.profile().least_e_eps(delta)
    if least is None:
        assert high is None
    else:
        assert low <= least
        assert high is None or least <= high


# Beliefs on a grid.


@st.composite
def weights(draw: st.DrawFn) -> Weights:
    numbers = draw(st.lists(st.integers(1, 50), min_size=1, max_size=5))
    common = gcd(*numbers)
    return tuple((state, number // common) for state, number in enumerate(numbers))


@given(weights(), weights(), st.integers(1, 9))
def test_the_parts_of_a_belief_add_up_to_it_and_lie_on_the_grid(zero: Weights, one: Weights, cells: int) -> None:
    parts = onto_grid(cells)(zero, one)
    assert len(parts) <= len(zero) + len(one) - 1
    assert sum((share for share, _, _ in parts), fmpq(0)) == 1
    assert all(share > 0 for share, _, _ in parts)
    for world, whole in ((1, zero), (2, one)):
        for state, weight in whole:
            mixed = sum((part[0] * chance(part[world], state) for part in parts), fmpq(0))
            assert mixed == fmpq(weight, sum(each for _, each in whole))
            assert all((cells * chance(part[world], state)).q == 1 for part in parts)
            assert all(abs(chance(part[world], state) - mixed) < fmpq(1, cells) for part in parts)


def chance(weights: Weights, state: int) -> fmpq:
    return fmpq(dict(weights).get(state, 0), sum(weight for _, weight in weights))


HIDDEN = {
    "type": "mechanism",
    "states": ["s", "t"],
    "queries": ["q"],
    "answers": ["a", "b"],
    "init": ["s", "t"],
    "kernel": {
        "s|q": [["1/3", "s", "a"], ["1/7", "t", "a"], ["11/21", "s", "b"]],
        "t|q": [["1/5", "t", "a"], ["1/2", "s", "b"], ["3/10", "t", "b"]],
    },
    "horizon": 14,
}


LEAKING = {
    **HIDDEN,
    "queries": ["q", "idle"],
    "answers": ["a", "b", "c"],
    "kernel": {
        "s|q": [["1/3", "s", "a"], ["1/7", "t", "a"], ["11/21", "s", "b"]],
        "t|q": [["1/10", "t", "a"], ["1/2", "s", "b"], ["3/10", "t", "b"], ["1/10", "t", "c"]],
        "s|idle": [["1", "s", "a"]],
        "t|idle": [["1", "t", "a"]],
    },
    "horizon": 8,
}
"""At first only world 1 can bring c, so that the directions differ; a query tells nothing."""


@pytest.mark.parametrize("data", [{**HIDDEN, "horizon": 8}, LEAKING])
def test_bounds_on_a_grid_are_close(on_grids: Callable[[int, int], None], data: dict[str, Any]) -> None:
    on_grids(32, 32)
    found, exact = given_bounds(data), Audit(of_document(document(data)))
    for e_eps in (F(1), F(3, 2), F(2)):
        for (low, high), delta in zip(found.deltas(e_eps), exact.deltas(e_eps), strict=True):
            assert delta - F(1, 400) < low <= delta <= high < delta + F(1, 100)
    low, high = found.least_e_eps(exact_delta := F(1, 5))
    least = exact.curve.profile().least_e_eps(exact_delta)
    assert least is not None
    assert high is not None
    assert least * F(97, 100) < low <= least <= high < least * F(103, 100)


def test_a_grid_makes_beliefs_fewer() -> None:
    whole = game(document(HIDDEN))
    sizes = [len(explore(whole, Allowance(STEPS), how).offers) for how in (in_one_part, onto_grid(16), onto_grid(4))]
    assert sizes[0] > 100 * sizes[1] > 300 * sizes[2]


def test_bounds_go_on_where_exact_beliefs_are_too_many() -> None:
    found, steps = document({**HIDDEN, "horizon": 30}), 300_000
    with pytest.raises(TooLarge):
        _ = Audit(of_document(found), steps).curve
    low, high = bounds(of_document(found), game(found), steps).delta(F(1))
    assert F(27, 100) < low <= high < F(29, 100)


def test_bounds_on_too_fine_a_grid_are_those_on_a_coarser_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = document(HIDDEN)
    monkeypatch.setattr(module, "KEPT", 10_000)
    low, high = bounds(of_document(found), game(found), 200_000).delta(F(1))
    assert F(1, 4) < low <= high < F(1, 3)


def test_where_no_plan_is_small_enough_nothing_is_known_from_below(monkeypatch: pytest.MonkeyPatch) -> None:
    found = document(HIDDEN)
    monkeypatch.setattr(strategy, "SITUATIONS", 3)
    low, high = bounds(of_document(found), game(found), 200_000).delta(F(1))
    assert (low, high < F(1, 3)) == (0, True)
