"""What is asked about a δ beside the floor 1 − ∏(1 − δ_i) is decided, however close they are."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb, prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal import exposure
from concomp.impl.accounting.optimal.exposure import Chance, none_of, pure_level, with_one_more
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import with_e_eps

QUICK = settings(deadline=None, max_examples=25)
powers = st.one_of(st.integers(1, 4000), st.sampled_from([1, 2, 153, 154, 155, 300, 3000, 4000]))
counts = st.one_of(st.integers(1, 10**6), st.sampled_from([1, 2, 999, 1000, 10**6]))


def tiny(power: int) -> F:
    return F(1, 10**power)


def least(deltas: list[tuple[int, int]], asked: F) -> object:
    """What is said of the least E for a list of (power, count) without losses."""
    components = [with_e_eps(1, tiny(power)) for power, count in deltas for _ in range(count)]
    return fixed_list(components).least_e_eps(asked)


@pytest.mark.parametrize("loss", [1, 2, F(11, 10)])
@pytest.mark.parametrize(("power", "count"), [(3000, 1000), (300, 1000), (30, 10**4), (1, 3), (200, 2), (3000, 7)])
def test_no_loss_makes_up_for_a_floor_above_delta(loss: F, power: int, count: int) -> None:
    component = with_e_eps(loss, tiny(power))
    assert fixed_list([component] * count).least_e_eps(tiny(power)) is None
    assert fixed_list([component] * count).least_epsilon(tiny(power)) is None
    enough = fixed_list([component] * count).least_e_eps(min(F(1), count * tiny(power)))
    assert enough is not None


@QUICK
@given(powers, counts, st.one_of(st.integers(0, 10**6), counts))
def test_delta_is_compared_with_the_floor_of_equal_parts(power: int, count: int, times: int) -> None:
    # By Bonferroni's inequalities the floor is between n·d − C(n, 2)·d² and n·d.
    each = tiny(power)
    assume(comb(count, 2) * each < F(1, 2) and times * each <= 1)
    level = pure_level(times * each, none_of([(each, count)]))
    if times < count:
        assert level is None
    else:
        assert level is not None
        assert level.low <= times * each
        assert (level.high > 0) is (level.low > 0) is (times > count or count > 1)


@QUICK
@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 9)), min_size=1, max_size=3), st.integers(1, 3000))
def test_delta_is_compared_with_the_floor_of_any_parts(deltas: list[tuple[int, int]], apart: int) -> None:
    floor = 1 - prod((1 - tiny(power)) ** count for power, count in deltas)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exposure, "EXACT_BITS", 0)
        assert least(deltas, floor) == known(F(1))
        assert least(deltas, min(F(1), floor + tiny(apart))) == known(F(1))
        if floor >= tiny(apart):
            assert least(deltas, floor - tiny(apart)) is None


@QUICK
@given(st.lists(st.tuples(st.integers(1, 600), st.integers(1, 9)), min_size=1, max_size=3), st.integers(1, 3000))
def test_what_is_left_is_enclosed_and_close(deltas: list[tuple[int, int]], apart: int) -> None:
    kept = prod((1 - tiny(power)) ** count for power, count in deltas)
    factors = [(tiny(power), count) for power, count in deltas]
    delta = 1 - kept + kept * tiny(apart)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exposure, "EXACT_BITS", 0)
        level = pure_level(delta, none_of(factors))
    assert level is not None
    assert level.low <= tiny(apart) <= level.high
    assert level.high - level.low <= exposure.CLOSE * level.low


def test_bounds_are_as_close_to_1_as_to_0() -> None:
    for deltas in ([(tiny(3000), 1000), (F(1, 3), 1)], [(tiny(3000), 10**5)], [(F(99, 100), 10**5)]):
        chance = none_of(deltas)
        assert isinstance(chance, Chance)
        missing = 1 - chance.low, 1 - chance.high
        assert missing[0] - missing[1] <= F(1, 2**490) * missing[1]
        assert chance.high - chance.low <= F(1, 2**490) * chance.low


def test_one_more_is_one_factor_more() -> None:
    for start in ([(tiny(3000), 1000)], [(F(1, 3), 2)]):
        more = with_one_more(none_of(start), F(1, 7))
        together = none_of([*start, (F(1, 7), 1)])
        assert (more.low, more.high) == (together.low, together.high) if together.is_exact else more.low < more.high
        assert max(more.low, together.low) <= min(more.high, together.high)


def test_what_cancels_out_is_seen_to_be_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposure, "EXACT_BITS", 0)
    halves = none_of([(F(1, 2), 1), (F(1, 3), 1), (F(1, 4), 1)])
    assert isinstance(halves, Chance)
    assert pure_level(F(3, 4), halves) == known(F(0))
    assert pure_level(F(3, 4) - tiny(1000), halves) is None
    monkeypatch.setattr(exposure, "LONGEST", 0)
    with pytest.raises(Undecided):
        pure_level(F(3, 4), halves)
