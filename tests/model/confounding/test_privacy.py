"""Privacy of kernels from secrets: by events, by odds, as a profile, and which kernel tells more."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings

from concomp.model.confounding.composition import composition, product_of_effective
from concomp.model.confounding.informativeness import compare, trade_off_of_pair
from concomp.model.confounding.kernels import Kernel, after
from concomp.model.confounding.privacy import is_private, least_delta, optimum, privacy_profile
from concomp.model.confounding.setting import Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.laws.linear import Row, System
from concomp.obligations.solvers.linear import Feasible, settle
from tests.model.confounding.strategies import mechanisms, settings_of_two
from tests.model.laws.strategies import deltas, e_eps, laws

PAIRS = frozenset({(0, 1), (1, 0)})


@given(laws(), laws(), e_eps, deltas)
def test_the_least_delta_is_that_of_all_events(p: Law[int], q: Law[int], e: F, d: F) -> None:
    told = {0: p, 1: q}
    assert is_private(told, PAIRS, PrivacyParameters(e, d)) == (least_delta(told, PAIRS, e) <= d)
    assert privacy_profile(told, PAIRS)(e) == least_delta(told, PAIRS, e)


@given(laws(), laws(), deltas)
def test_the_optimum_is_enough_and_nothing_less_is(p: Law[int], q: Law[int], d: F) -> None:
    told = {0: p, 1: q}
    found = optimum(told, PAIRS, d)
    first, second = (told[secret] for secret in found.pair)
    chances = (sum((law[y] for y in found.event), F(0)) for law in (first, second))
    p_event, q_event = chances
    if found.e_eps is None:
        assert q_event == 0
        assert p_event > d
    else:
        assert least_delta(told, PAIRS, found.e_eps) <= d
        # Whatever E is smaller is too small for this event.
        assert found.e_eps == 1 or (p_event - found.e_eps * q_event == d and q_event > 0)


@settings(deadline=None, max_examples=20)
@given(settings_of_two(), mechanisms(), mechanisms())
def test_of_two_secrets_the_more_informative_kernel_can_be_garbled_into_the_other(
    setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int]
) -> None:
    joint, apart = composition(setting, first, second), product_of_effective(setting, first, second)
    found = compare(joint, apart, setting.pairs)
    assert (found.second is None) == _garbled(joint, apart)
    assert (found.first is None) == _garbled(apart, joint)
    for witness, sign in ((found.first, 1), (found.second, -1)):
        if witness is not None:
            errors = [trade_off_of_pair(told, witness.pair)(witness.alpha) for told in (joint, apart)]
            assert tuple(errors) == witness.errors
            assert sign * errors[0] < sign * errors[1]


def _garbled(source: Kernel[int, object], goal: Kernel[int, object]) -> bool:
    """Whether a randomised function of the one gives the other, by a linear program."""
    seen = sorted({y for law in source.values() for y in law}, key=repr)
    wanted = sorted({y for law in goal.values() for y in law}, key=repr)
    rows = [Row(tuple(((y, z), F(1)) for z in wanted), F(1)) for y in seen]
    rows += [
        Row(tuple(((y, z), source[secret][y]) for y in seen), goal[secret][z]) for secret in source for z in wanted
    ]
    return isinstance(settle(System(tuple((y, z) for y in seen for z in wanted), tuple(rows))), Feasible)


@given(settings_of_two(), mechanisms(), mechanisms(), e_eps)
def test_nothing_tells_more_than_the_data(
    setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int], e: F
) -> None:
    joint = composition(setting, first, second)
    assert least_delta(joint, setting.pairs, e) <= least_delta(setting.data, setting.pairs, e)
    assert compare(joint, setting.data, setting.pairs).first is None


def test_kernels_that_differ_in_both_directions_are_incomparable() -> None:
    one = {0: Law({0: F(1, 2), 1: F(1, 2)}), 1: Law.point(0)}
    other = {0: Law({0: F(3, 4), 1: F(1, 4)}), 1: Law({0: F(1, 4), 1: F(3, 4)})}
    assert compare(one, other, PAIRS).more == "incomparable"
    assert compare(one, one, PAIRS).more == "equal"
    assert compare(after(one, {0: Law.point(0), 1: Law.point(0)}), one, PAIRS).more == "second"


def test_an_optimum_that_does_not_exist_has_an_event_that_one_secret_excludes() -> None:
    found = optimum({0: Law({0: F(1, 2), 1: F(1, 2)}), 1: Law.point(0)}, PAIRS, F(1, 4))
    assert (found.e_eps, found.pair, found.event) == (None, (0, 1), {1})


@pytest.mark.parametrize(("delta", "expected"), [(F(0), F(2)), (F(1, 4), F(1))])
def test_the_optimum_of_a_simple_pair(delta: F, expected: F) -> None:
    told = {0: Law({0: F(1, 2), 1: F(1, 2)}), 1: Law({0: F(1, 4), 1: F(3, 4)})}
    assert optimum(told, PAIRS, delta).e_eps == expected
