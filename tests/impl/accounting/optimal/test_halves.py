"""Losses without a common unit, by the outcomes of two halves: all of them, or groups of them on a fine grid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.numbers import rounded_up
from concomp.impl.accounting.optimal import groups, halves
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.groups import Detail, by_groups
from concomp.impl.accounting.optimal.halves import HalvesComposition, by_halves
from concomp.impl.accounting.optimal.kinds import kinds_of
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from tests.impl.accounting.optimal.meeting_lists import LISTS, gap_if_enclosed, on_a_coarse_grid

E_EPS = st.fractions(min_value=F(11, 10), max_value=9, max_denominator=50)


def arbitrary(count: int) -> list[PrivacyLoss]:
    random = Random(count)
    return [with_epsilon(F(random.uniform(0.01, 0.2))) for _ in range(count)]


@pytest.mark.parametrize("listed", LISTS)
@pytest.mark.parametrize("exposed", [F(0), F(1, 10**6)])
def test_all_outcomes_give_eleven_digits(listed: list[F], exposed: F) -> None:
    gap = gap_if_enclosed(listed, exposed)
    assert gap is not None
    assert gap < F(1, 10**10)


def small_groups(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """Few outcomes are listed, and groups have some eight."""
    return by_groups(components, Detail(half=4, listed=4, in_group=8, fineness=1 << 9))


@settings(deadline=None, max_examples=30)
@given(st.lists(E_EPS, min_size=1, max_size=9))
def test_whatever_the_losses(listed: list[F]) -> None:
    assert gap_if_enclosed(listed) is not None


@settings(deadline=None, max_examples=10)
@given(st.lists(E_EPS, min_size=5, max_size=9, unique=True))
def test_groups_enclose_whatever_the_losses(listed: list[F]) -> None:
    assert gap_if_enclosed(listed, by=small_groups) is not None


@pytest.mark.parametrize("listed", LISTS)
def test_groups_on_a_coarse_grid_still_enclose(listed: list[F]) -> None:
    assert gap_if_enclosed([*listed, F(23, 22), F(31, 30), F(41, 40)], by=on_a_coarse_grid) is not None


@pytest.mark.parametrize(("count", "e_eps", "near"), [(12, 2, 11), (30, F(3, 2), 10), (45, 4, 8), (60, 6, 8)])
def test_a_few_dozen_are_bounded_closely(count: int, e_eps: F, near: int) -> None:
    found = (
        best_composition(arbitrary(count)) if count < 30 else by_halves(arbitrary(count)) or by_groups(arbitrary(count))
    )
    assert isinstance(found, HalvesComposition)
    delta = found.delta(e_eps)
    assert 0 < delta.low <= delta.high <= delta.low * (1 + F(1, 10**near))
    least = found.least_e_eps(delta.high)
    assert least is not None
    assert least.low <= e_eps
    assert least.high <= least.low * (1 + F(1, 10**near))


def test_a_hundred_are_bounded_to_nine_digits() -> None:
    found = best_composition(arbitrary(100))
    for level in (F(1, 10), F(1, 10**6)):
        least = found.least_e_eps(level)
        assert least is not None
        assert least.low < least.high <= least.low * (1 + F(1, 10**9))
        delta = found.delta(least.low)
        assert delta.low <= delta.high <= delta.low * (1 + F(1, 10**9))


@pytest.mark.parametrize("count", [38, 42])
def test_some_forty_are_bounded_to_nine_digits(count: int) -> None:
    found = best_composition(arbitrary(count))
    least, delta = found.least_e_eps(F(1, 10**5)), found.delta(2)
    assert least is not None
    assert 0 < delta.low <= delta.high <= delta.low * (1 + F(1, 10**9))
    assert least.low <= least.high <= least.low * (1 + F(1, 10**9))


def test_a_guess_that_settles_is_not_left_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, found = list[float](), by_groups(arbitrary(24))
    assert found is not None
    suspected = groups.Nearby.suspected
    monkeypatch.setattr(groups.Nearby, "suspected", lambda self, t: (looks.append(t), suspected(self, t))[1])
    assert found.least_e_eps(F(1, 10**5)) is not None
    assert len(looks) <= 8


def test_nothing_to_spare_asks_for_the_whole_loss() -> None:
    listed = [with_epsilon("0.1"), with_e_eps("3/2", "1/10"), with_epsilon(rounded_up(0.7))]
    found = by_halves(listed)
    assert found is not None
    least = found.least_e_eps("1/10")
    assert least is not None
    assert F(33382, 10**4) < least.low <= least.high < F(33384, 10**4)
    assert found.least_e_eps("1/11") is None
    assert found.delta(10**9).high == F(1, 10)


def test_long_lists_are_left_to_others() -> None:
    assert by_halves([with_e_eps(2)] * 600 + [with_e_eps(3)]) is None
    assert by_halves(arbitrary(45)) is None
    assert by_groups(arbitrary(250)) is None


@pytest.mark.parametrize("count", [12, 20, 24])
def test_too_many_outcomes_are_known_before_they_are_listed(count: int) -> None:
    kinds = kinds_of([*arbitrary(count), with_e_eps(F(3, 2)), with_e_eps(F(3, 2)), with_epsilon("31.7")])
    assert kinds is not None
    listed = halves.list_halves(kinds, inf, halves.MANY)
    assert listed is not None
    most = max(len(half) for half in listed)
    assert not halves.are_more(kinds, most)
    assert halves.are_more(kinds, most // 8)


def test_tiny_losses_beside_large_ones_hardly_change_what_is_bounded() -> None:
    """The cells of the grid are so small beside the shortfalls of the large ones that places leave 64 bits."""
    random = Random(5)
    large = [with_epsilon(F(random.uniform(0.5, 1.5))) for _ in range(14)]
    tiny = [with_epsilon(F(random.uniform(0.5, 1.5)) / 10**40) for _ in range(14)]
    alone, beside = by_halves(large), by_groups([*large, *tiny], Detail(half=4, listed=1 << 14, in_group=8, fineness=4))
    assert alone is not None
    assert beside is not None
    for e_eps in (F(2), F(50)):
        assert beside.delta(e_eps).high >= alone.delta(e_eps).low >= beside.delta(e_eps).low * (1 - F(1, 10**9)) > 0
    least, of_all = alone.least_e_eps(F(1, 100)), beside.least_e_eps(F(1, 100))
    assert least is not None
    assert of_all is not None
    assert of_all.low * (1 - F(1, 10**9)) <= least.high
    assert least.low <= of_all.high


def test_groups_of_nothing_leave_what_is_listed() -> None:
    found = by_groups([with_e_eps(2), with_e_eps(3)])
    assert found is not None
    assert found.delta(2).low <= F(1, 3) <= found.delta(2).high


def test_large_losses_that_leave_the_range_of_floats_are_bounded_up_to_what_is_asked() -> None:
    random = Random(4)
    large = [with_epsilon(F(random.uniform(2, 6))) for _ in range(100)]
    found, grid = best_composition(large), bracket(large)
    least, coarse = found.least_e_eps(F(1, 10**5)), grid.least_e_eps(F(1, 10**5))
    assert least is not None
    assert coarse is not None
    assert least.low <= least.high <= least.low * (1 + F(1, 10**7))
    assert coarse.low <= least.high
    assert least.low <= coarse.high
    delta, wide = found.delta(least.low), grid.delta(least.low)
    assert max(delta.low, wide.low) <= min(delta.high, wide.high)


def test_what_takes_too_wide_a_range_is_undecided() -> None:
    random = Random(4)
    found = by_groups([with_epsilon(F(random.uniform(2, 6))) for _ in range(150)])
    assert found is not None
    with pytest.raises(Undecided, match="add up to more than floats have room for"):
        found.delta(1)
