"""Designs of Gaussian mechanisms use up a target, and never more."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp

import pytest

from concomp.impl.confounding.gaussian_design import (
    Design,
    Exceeded,
    largest_shift,
    single,
    with_copula,
    with_one_more,
)
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.numbers import ParameterError
from tests.thinning import thinned

DELTA = Fraction(1, 50)
TARGETS = [("0.25", "0.05"), ("1.5", "0.3"), ("6", "1")]


@pytest.mark.parametrize("designed", [with_one_more, with_copula])
@pytest.mark.parametrize(("target", "each"), thinned(TARGETS, 2))
def test_a_design_uses_up_its_target(target: str, each: str, designed: Callable[[Fraction, Fraction], Design]) -> None:
    demand_target(designed, largest_shift(Fraction(target), DELTA), largest_shift(Fraction(each), DELTA))


def demand_target(designed: Callable[[Fraction, Fraction], Design], target: Fraction, each: Fraction) -> None:
    """What is designed tells no more than the target, and hardly less."""
    design = designed(target, each)
    assert len(design.deviations) == 5
    assert target**2 * (1 - Fraction(1, 10**6)) < design.told.squared <= target**2
    assert set(design.deviations[:4]) == set(single(each).deviations)


@pytest.mark.parametrize("epsilon", ["0", "1/20", "6"])
def test_the_largest_shift_keeps_its_parameters_and_no_larger_one_does(epsilon: str) -> None:
    mu = largest_shift(Fraction(epsilon), DELTA)
    e_eps = Fraction(exp(float(Fraction(epsilon))))
    assert GaussianTradeOff(mu**2).delta(e_eps)[0] <= DELTA + Fraction(1, 10**9)
    assert GaussianTradeOff((mu * Fraction(1001, 1000)) ** 2).delta(e_eps)[1] > DELTA


@pytest.mark.parametrize("designed", [with_one_more, with_copula])
def test_what_is_exceeded_already_is_repaired_by_nothing(designed: Callable[[Fraction, Fraction], Design]) -> None:
    with pytest.raises(Exceeded, match=r"mechanisms tell"):
        designed(Fraction(1), Fraction(1))


def test_correlation_hides_what_a_fifth_mechanism_would_not() -> None:
    target, each = Fraction(1), Fraction(2, 5) + Fraction(1, 20)
    design = with_copula(target, each)
    assert design.joined is not None
    assert design.joined.correlation > 0


@pytest.mark.parametrize(
    ("epsilon", "delta", "line"),
    [
        (Fraction(-1), DELTA, "epsilon is -1: give a number from 0 to 100"),
        (Fraction(1), Fraction(0), "delta is 0: give a number between 0 and 1"),
    ],
)
def test_parameters_out_of_range_are_refused(epsilon: Fraction, delta: Fraction, line: str) -> None:
    with pytest.raises(ParameterError, match=f"^{line}$"):
        largest_shift(epsilon, delta)
