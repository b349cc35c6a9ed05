"""Bounds enclose the truth, however coarse they are."""

import json
from fractions import Fraction as F
from typing import Any

import pytest
from flint import fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concomp.impl.audit import bounds as module
from concomp.impl.audit import rounding
from concomp.impl.audit.beliefs import explore
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import STEPS, Audit
from concomp.impl.audit.induction import curve_at_start
from concomp.impl.audit.places import whole
from concomp.impl.audit.rounding import EXACT
from concomp.impl.audit.setting import of_document
from concomp.impl.audit.simplification import BITS, from_above, from_below, rounded_down, rounded_up
from concomp.model.mechanisms.formats import game, read
from concomp.model.mechanisms.positions import Allowance, TooLarge
from tests.model.mechanisms.documents import documents, e_values, mechanisms

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


@given(st.fractions(min_value=0), st.integers(0, 400))
def test_numbers_are_rounded_outward_and_short(value: F, power: int) -> None:
    exact = number(value) / 3**power
    low, high = rounded_down(exact), rounded_up(exact)
    assert low <= exact <= high
    assert high - low <= exact / 2 ** (BITS - 2)
    if max(int(exact.p).bit_length(), int(exact.q).bit_length()) > BITS and exact:
        assert int(low.p).bit_length() <= BITS + 1


@settings(UNHURRIED, max_examples=60)
@given(documents, e_values, st.sampled_from([3, 256]))
def test_bounds_enclose_the_exact_value(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], e_eps: F, size: int
) -> None:
    monkeypatch.setattr(module, "SIZES", (size,))
    setting = of_document(document(data))
    found, exact = bounds(setting, STEPS), Audit(setting).deltas(e_eps)
    for (low, high), delta in zip(found.deltas(e_eps), exact, strict=True):
        assert low <= delta <= high
    low, high = found.delta(e_eps)
    assert low <= max(exact) <= high
    if size == 256:
        assert high - low < F(1, 10**9)


@settings(UNHURRIED, max_examples=60)
@given(mechanisms(rounds=4), e_values, st.integers(1, 4))
def test_rounded_beliefs_bound_from_both_sides(
    monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], e_eps: F, bits: int
) -> None:
    monkeypatch.setattr(module, "_side", lambda setting, steps, rounded, simplified: side(setting, rounded(bits)))
    setting = of_document(document(data))
    for (low, high), delta in zip(bounds(setting, STEPS).deltas(e_eps), Audit(setting).deltas(e_eps), strict=True):
        assert low <= delta <= high


def side(setting: Any, how: rounding.Rounding) -> Curve:
    return curve_at_start(whole(setting, Allowance(STEPS), how).arena, Allowance(STEPS))


@settings(UNHURRIED, max_examples=40)
@given(documents, st.fractions(min_value=0, max_value=1, max_denominator=20))
def test_bounds_of_the_least_e_enclose_it(data: dict[str, Any], delta: F) -> None:
    setting = of_document(document(data))
    low, high = bounds(setting, STEPS).least_e_eps(delta)
    least = Audit(setting).curve.profile().least_e_eps(delta)
    if least is None:
        assert high is None
    else:
        assert low <= least
        assert high is None or least <= high


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


def test_rounding_makes_beliefs_fewer() -> None:
    whole = game(document(HIDDEN))
    sizes = [
        len(explore(whole, Allowance(STEPS), how).offers) for how in (EXACT, rounding.upper(12), rounding.upper(5))
    ]
    assert sizes[0] > 5 * sizes[1] > 25 * sizes[2]


def test_bounds_go_on_where_exact_beliefs_are_too_many() -> None:
    setting, steps = of_document(document({**HIDDEN, "horizon": 16})), 3_000_000
    with pytest.raises(TooLarge):
        _ = Audit(setting, steps // 32).curve
    low, high = bounds(setting, steps).delta(F(1))
    assert F(1, 10) < low <= high < 1
