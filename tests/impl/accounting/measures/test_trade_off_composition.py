"""Tensor products: exact where they are short, otherwise between bounds that hold on both sides."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.guarantees import FDP
from concomp.impl.accounting.measures import exact_tensor
from concomp.impl.accounting.measures.trade_off_composition import compose_trade_offs, profile_of
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import conjugate, greatest_below, inverse, tensor, trade_off
from concomp.model.numbers import Exact, ParameterError
from tests.impl.accounting.measures.truths import E_EPS, symmetric_functions, tensors_are_exact
from tests.model.laws.strategies import laws

BENT = FDP({0: 1, "1/8": "1/2", "1/2": "1/8", 1: 0})
"""Three segments, with slopes 4, 1, 1/4."""
THIRD = FDP({0: 1, "1/9": "2/3", "2/3": "1/9", 1: 0})
"""Slopes 3, 1, 1/3."""


def symmetric(p: Law[int], q: Law[int]) -> FDP:
    """The greatest symmetric convex function below that of two laws."""
    function = trade_off(p, q)
    return FDP(dict[Exact, Exact](greatest_below([function, inverse(function)]).vertices))


def test_products_are_those_of_the_model() -> None:
    assert tensors_are_exact()


@given(laws(size=3), laws(size=3), st.sampled_from(E_EPS))
@settings(max_examples=30, deadline=None)
def test_a_profile_is_the_conjugate(p: Law[int], q: Law[int], e_eps: Fraction) -> None:
    function = symmetric(p, q).function
    assert profile_of(function)(e_eps) == conjugate(function)(e_eps)


@pytest.mark.parametrize(
    "functions", [[BENT, BENT], pytest.param([BENT, THIRD, THIRD], marks=pytest.mark.full)], ids=["lattice", "none"]
)
def test_bounds_enclose_what_is_exact(functions: list[FDP], monkeypatch: pytest.MonkeyPatch) -> None:
    product = conjugate(tensor(*(each.function for each in functions)))
    monkeypatch.setattr(exact_tensor, "SEGMENTS", 0)
    monkeypatch.setattr(exact_tensor, "BITS", 0)
    composed = compose_trade_offs(functions)
    assert composed.function is None
    for e_eps in E_EPS[1:3]:
        found = composed.delta(RationalLoss(e_eps))
        assert found.low <= product(e_eps) <= found.high < found.low + Fraction(1, 10**9)


def test_on_a_lattice_they_are_polynomials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_tensor, "SEGMENTS", 0)
    for functions in ([BENT] * 5, [FDP(dict[Exact, Exact](each.vertices)) for each in symmetric_functions()[::2]]):
        assert compose_trade_offs(functions).function == tensor(*(each.function for each in functions))
    assert exact_tensor.exact_tensor([(BENT.function, 1), (THIRD.function, 2)]) is None


def test_a_thousand_are_known_to_twelve_digits() -> None:
    composed = compose_trade_offs([BENT] * 1000)
    assert composed.function is None
    for e_eps in (Fraction(1), Fraction(4) ** 400, Fraction(4) ** 470):
        found = composed.delta(RationalLoss(e_eps))
        assert found.high - found.low < Fraction(1, 10**12)
    least = composed.least_epsilon(Fraction(1, 10**6))
    assert least is not None
    assert float(least.low) == pytest.approx(float(least.high), rel=1e-12)


def test_extremes() -> None:
    perfect, nothing = FDP({0: 1, 1: 0}), FDP({0: 0, 1: 0})
    assert compose_trade_offs([perfect] * 5000).function == perfect.function
    assert compose_trade_offs([nothing] * 5000).delta(RationalLoss(Fraction(9))).value == 1
    assert compose_trade_offs([perfect] * 5000).delta_in_the_end.value == 0
    half = compose_trade_offs([FDP({0: "1/2", "1/2": 0, 1: 0})] * 3)
    assert half.least_e_eps(Fraction(1, 2)) is None
    assert half.delta_in_the_end.value == Fraction(7, 8)
    with pytest.raises(ParameterError, match=r"the functions is \[\]: give at least one"):
        compose_trade_offs([])


def test_the_example_of_two_copies() -> None:
    single = FDP({0: "3/4", "1/3": "1/3", "3/4": 0, 1: 0})
    product = compose_trade_offs([single] * 2).function
    assert product is not None
    assert product(Fraction(1, 9)) == Fraction(56, 144)
