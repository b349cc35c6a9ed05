"""Losses next to nothing: E = 1 + 10^-p, where logarithms at the precision of a float are 0, or no number; and huge."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import prod

import pytest
from flint import arb, fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import law_of_parameters
from concomp.impl.accounting.losses import LossSum, rational_bounds, sum_of
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import epsilon_above
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.lattice import common_lattice
from concomp.impl.accounting.optimal.tails import rational
from concomp.impl.accounting.parameters import (
    ExponentialLoss,
    PrivacyLoss,
    RationalLoss,
    exponential_loss,
    rational_loss,
    with_e_eps,
)
from concomp.model.laws.balls import precision
from concomp.model.numbers import NumberError

BITS = 256
TINY = F(1, 10**60)
QUICK = settings(deadline=None, max_examples=12)
powers = st.integers(1, 300)
anything = st.one_of(st.integers(-300, 300), st.sampled_from([-300, -17, 0, 1, 15, 16, 17, 99, 160, 299, 300]))
counts = st.sampled_from([1, 2, 3, 10, 33])


def near_one(power: int) -> F:
    return 1 + F(1, 10**power)


def enclosed_sum(e_eps: F, count: int, at: F) -> Bounds:
    """Σ max(0, P − E·Q) over the outcomes of so many equal responses, term by term, to 256 bits of the sum."""
    # What cancels is as long as the losses are slight.
    with precision(BITS + 2 * (e_eps.denominator.bit_length() + at.denominator.bit_length())):
        odds, point = arb(fmpq(*e_eps.as_integer_ratio())), arb(fmpq(*at.as_integer_ratio()))
        found, ways = arb(0), arb(1)
        towards, against = odds**count, arb(1)
        for hidden in range(count // 2 + 1):
            excess = ways * (towards - point * against)
            if not excess > 0:
                break
            found += excess
            ways = ways * (count - hidden) / (hidden + 1)
            towards, against = towards / odds, against * odds
        found /= (1 + odds) ** count
        return Bounds(rational(found.lower()), rational(found.upper()))


def demand_composed(power: int, count: int) -> None:
    """At E = 1, within the losses, at their sum, and for a δ: nothing below the truth, and nothing far above it."""
    e_eps = near_one(power)
    composed = fixed_list([with_e_eps(e_eps)] * count)
    for at in (F(1), 1 + (e_eps - 1) * F(count) / 3):
        truth, found = enclosed_sum(e_eps, count, at), composed.delta(RationalLoss(at))
        assert 0 <= truth.low <= found.high <= truth.high * (1 + F(1, 10**14))
        assert found.low <= truth.high
        least = composed.least_e_eps(truth.high / 3)
        assert least is not None
        assert 1 < least.low <= least.high
        assert enclosed_sum(e_eps, count, least.high).low <= truth.high / 3
        assert enclosed_sum(e_eps, count, 1 + (least.low - 1) * (1 - F(1, 10**9))).high > truth.high / 3
    nothing = composed.least_e_eps(F(0))
    assert nothing is not None
    total = (e_eps - 1) * count
    assert nothing.high - 1 >= total
    assert nothing.low - 1 <= total * (1 + total) ** count


@QUICK
@given(powers, counts)
def test_equal_losses(power: int, count: int) -> None:
    demand_composed(power, count)


@pytest.mark.full
@pytest.mark.parametrize("power", [16, 17, 100, 300])
@pytest.mark.parametrize("count", [1000, 10**4])
def test_many_equal_losses(power: int, count: int) -> None:
    demand_composed(power, count)


def test_a_million_losses_of_which_floats_see_nothing() -> None:
    """By the normal approximation δ is x·√(n/2π)."""
    found = fixed_list([with_e_eps("1.00000000000000001")] * 10**6).delta(RationalLoss(F(1)))
    assert F(39894228, 10**22) * (1 - F(1, 10**6)) < found.low <= found.high < F(39894228, 10**22) * (1 + F(1, 10**6))


@settings(QUICK, max_examples=10)
@given(st.lists(st.tuples(anything, st.integers(1, 9)), min_size=1, max_size=3), st.integers(0, 9))
@example([(299, 1)], 1)
@example([(0, 1), (-78, 1)], 0)
def test_unequal_losses(kinds: list[tuple[int, int]], tenths: int) -> None:
    """With a common unit or without, losses of E − 1 from 1e-300 to 1e300 side by side, against all their outcomes."""
    listed = [1 + times * F(10) ** -power for power, times in kinds]
    at = prod((1 + (e_eps - 1) * F(tenths, 10) for e_eps in listed), start=F(1))
    truth = F(0)
    for shown in product((True, False), repeat=len(listed)):
        truth += max(F(0), _chance(listed, shown) - at * _chance(listed, [not each for each in shown]))
    components = [with_e_eps(each) for each in listed]
    grid, laws = bracket(components, points=300), compose_laws([law_of_parameters(each) for each in components])
    for found in (fixed_list(components).delta(RationalLoss(at)), laws.delta(RationalLoss(at)), grid.delta(at)):
        assert found.low <= truth <= found.high
    least = grid.least_e_eps(truth)
    assert least is not None
    assert least.low <= at <= least.high or truth == 0


def _chance(listed: list[F], shown: tuple[bool, ...] | list[bool]) -> F:
    return prod((e_eps if each else F(1)) / (1 + e_eps) for e_eps, each in zip(listed, shown, strict=True))


@QUICK
@given(powers, counts)
def test_sums_and_logarithms_have_as_many_digits_as_any(power: int, count: int) -> None:
    excess = F(1, 10**power)
    total = sum_of([RationalLoss(1 + excess)] * count).value
    assert 0 < excess * count * (1 - excess) * (1 - TINY) < total.low <= total.high < excess * count * (1 + TINY)
    assert total.high - total.low <= total.low * TINY
    assert 0 < LossSum(F(0), ((1 + excess, 1),)).value.low <= epsilon_above(1 + excess)
    low, high = rational_bounds(ExponentialLoss(excess))
    assert excess * (1 - TINY) < low - 1 <= high - 1 <= (low - 1) * (1 + TINY)


@QUICK
@given(powers, st.integers(1, 50), st.integers(1, 50))
def test_powers_of_one_number_have_a_unit(power: int, first: int, second: int) -> None:
    unit = near_one(power)
    found = common_lattice([RationalLoss(unit**first), RationalLoss(unit**second)])
    assert found is not None
    assert isinstance(found.unit, RationalLoss)
    assert [found.unit.e_eps**steps for steps in found.steps] == [unit**first, unit**second]


@pytest.mark.parametrize("power", range(301, 501, 66))
def test_what_is_slighter_still_is_refused(power: int) -> None:
    with pytest.raises(NumberError, match="from 1 \\+ 1e-300 on"):
        rational_loss(near_one(power))
    with pytest.raises(NumberError, match="from 1e-300 to 1e6"):
        exponential_loss(F(1, 10**power))


def test_far_beyond_all_losses_nothing_is_left() -> None:
    """Powers of the unit up to so large an E are never multiplied out."""
    listed: list[PrivacyLoss] = [with_e_eps(near_one(300))] * 1000
    assert fixed_list(listed).composition.delta(F(10**4000)) == Bounds(F(0), F(0))
