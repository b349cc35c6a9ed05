"""Finite laws."""

from fractions import Fraction as F

import pytest
from hypothesis import given

from concomp.model.laws.law import Law, product_law
from tests.model.laws.strategies import laws


def test_weights_must_sum_to_one() -> None:
    with pytest.raises(ValueError, match="weights sum to 3/4: they must sum to 1"):
        Law({"a": F(1, 2), "b": F(1, 4)})


def test_weights_must_not_be_negative() -> None:
    with pytest.raises(ValueError, match="weight of 'a' is -1: weights must not be negative"):
        Law({"a": F(-1), "b": F(2)})


def test_floats_are_no_weights() -> None:
    with pytest.raises(ValueError, match=r"weight of 'a' is 0\.5, a float, which has been rounded already"):
        Law({"a": 0.5, "b": F(1, 2)})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="a float"):
        Law.coin(0.25, "a", "b")  # type: ignore[arg-type]


@pytest.mark.parametrize("outcomes", [[], ["a", "a"]])
def test_uniform_needs_distinct_outcomes(outcomes: list[str]) -> None:
    with pytest.raises(ValueError, match="distinct outcomes"):
        Law.uniform(outcomes)


def test_outcomes_of_weight_zero_are_not_in_the_support() -> None:
    law = Law({"a": 1, "b": 0})
    assert law.support == {"a"}
    assert law["b"] == 0
    assert law == Law.point("a")


@given(laws())
def test_mapping_adds_up_what_falls_together(law: Law[int]) -> None:
    parity = law.map(lambda outcome: outcome % 2)
    assert parity[0] == law.probability(lambda outcome: outcome % 2 == 0)
    assert parity[0] + parity[1] == 1


@given(laws(), laws())
def test_product_has_the_given_marginals(first: Law[int], second: Law[int]) -> None:
    joint = product_law([first, second])
    assert joint.map(lambda pair: pair[0]) == first
    assert joint.map(lambda pair: pair[1]) == second


@given(laws(), laws(), laws())
def test_bind_is_associative(first: Law[int], second: Law[int], third: Law[int]) -> None:
    kernels = {0: second, 1: third, 2: first, 3: Law.point(1)}
    nested = first.bind(lambda x: kernels[x].bind(lambda y: kernels[y]))
    assert first.bind(kernels.__getitem__).bind(kernels.__getitem__) == nested
