"""Tilted laws of the loss enclose the exact tails, whichever way they are made, and their searches end rightly."""

from fractions import Fraction as F
from math import log, sin

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.bisection import last_holding
from concomp.impl.accounting.optimal.convolution import convolution
from concomp.impl.accounting.optimal.decay import Waves, loud_points
from concomp.impl.accounting.optimal.exposure import EXACT_BITS, never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.inversion import spectrum
from concomp.impl.accounting.optimal.lattice_composition import compose
from concomp.impl.accounting.optimal.saddle_point import start_for
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.optimal.tilting import BeyondBell, Flips, Tilted, flips, scale, tilt_for
from concomp.impl.accounting.parameters import ExponentialLoss, with_e_eps, with_epsilon
from concomp.model.laws.balls import precision
from tests.impl.accounting.optimal.enclosure import MANY, all_enclosed, exact, tilted, width_if_enclosed

UNITS = st.sampled_from([F(2), F(3, 2), F(11, 10), F(101, 100)])
TIMES = st.dictionaries(st.integers(1, 9), st.integers(1, 40), min_size=1, max_size=4)


@settings(deadline=None, max_examples=60)
@given(TIMES, UNITS, st.data())
def test_convolution_encloses_the_exact_tail_closely(times: dict[int, int], unit: F, data: st.DataObject) -> None:
    total = sum(n * count for n, count in times.items())
    start = data.draw(st.integers(total // 2 + 1, total))
    width = width_if_enclosed(convolution, times, unit, [start], 96)
    assert width is not None
    assert width < F(1, 10**20)


@settings(deadline=None, max_examples=15)
@given(
    st.dictionaries(st.integers(1, 6), st.integers(100, 160), min_size=3, max_size=4),
    st.sampled_from([F(11, 10), F(21, 20)]),
    st.integers(0, 100),
)
def test_few_values_of_the_transform_enclose_the_exact_tail_closely(times: dict[int, int], unit: F, up: int) -> None:
    total = sum(n * count for n, count in times.items())
    width = width_if_enclosed(spectrum, times, unit, [total // 2 + 1 + up * total // 400], 128)
    assert width is not None
    assert width < F(1, 10**14)


def test_coarse_rounding_still_encloses() -> None:
    assert all_enclosed(bits=24)


def test_a_law_answers_all_over_its_bell_and_says_where_it_ends() -> None:
    unit = F(11, 10)
    with precision(192):
        law = tilted(spectrum, MANY, unit, 420, 128)
        for start in (400, 415, 425, 470):
            assert all(
                ball.contains(arb(number.numerator) / number.denominator)
                for ball, number in zip(law.tail(start), exact(MANY, unit, start), strict=True)
            )
        with pytest.raises(BeyondBell, match="from 780 on"):
            law.tail(780)


def test_the_transform_is_not_used_where_it_does_not_decay() -> None:
    few = flips({1: 3, 2: 5}, ExponentialLoss(F(1, 10)))
    assert spectrum(few, 1.0, 128) is None
    lattice_within = flips({1000: 999, 7: 1}, ExponentialLoss(F(1, 10**4)))
    assert spectrum(lattice_within, 1.0, 128) is None


@given(
    st.lists(st.tuples(st.floats(0, 3), st.floats(0.01, 9)), min_size=1, max_size=12),
    st.floats(0.001, 0.3),
    st.floats(0.1, 6),
)
def test_where_it_is_not_loud_it_is_quiet(terms: list[tuple[float, float]], spacing: float, need: float) -> None:
    loud = loud_points(Waves(tuple(terms)), spacing, 200, need, looks=1 << 20)
    if loud is None:
        assert sum(weight for weight, _ in terms) < 2 * need
        return
    for j in set(range(201)) - set(loud):
        assert sum(weight * sin(rate * j * spacing) ** 2 for weight, rate in terms) >= need


def test_it_is_given_up_when_it_takes_too_many_looks() -> None:
    assert loud_points(Waves(((100.0, 1.0),)), 1e-6, 10**6, 10.0, looks=1000) is None


@given(st.integers(-50, 50), st.integers(0, 1), st.integers(-60, 60))
def test_the_last_that_holds_is_found(last: int, undecided: int, guess: int) -> None:
    def side(at: int) -> int:
        return 0 if undecided and at == last else 1 if at <= last else -1

    found = last_holding(side, guess)
    assert last in found
    assert len(found) == 1 + undecided


def test_what_is_undecided_far_around_is_told() -> None:
    assert len(last_holding(lambda at: 1 if at < -5 else -1 if at > 5 else 0, 0)) > 2


@pytest.mark.parametrize("delta", [F(1, 3), F(1, 1000), F(1, 10**9), F(1, 10**60)])
def test_the_guess_is_about_right(delta: F) -> None:
    each = flips({10: 300, 13: 400}, ExponentialLoss(F(1, 100)))
    start = start_for(each, delta)
    with precision(192):
        law = tilted_by_convolution(each, start)
        towards, against = law.tail(start)
        found = towards - ExponentialLoss(F(1, 100)).power(2 * start - each.total) * against
        assert abs(float(found.log().mid()) - (log(delta.numerator) - log(delta.denominator))) < 0.3


def tilted_by_convolution(each: Flips, start: int) -> Tilted:
    tilt = tilt_for(each, start)
    return Tilted(each, tilt, convolution(each, tilt, 96), scale(each, tilt))


def test_a_thousand_kinds_on_a_fine_lattice() -> None:
    """ε = 0.0501, 0.0502, …, 0.1500: a lattice of a million units, where one way checks the other on a coarser one."""
    fine = compose([with_epsilon(F(500 + n, 10**4)) for n in range(1, 1001)])
    found = fine.delta("50")
    assert found.high - found.low <= F(1, 10**15) * found.low
    least = fine.least_e_eps(found.high)
    assert least is not None
    assert least.low <= 50 <= least.high * (1 + F(1, 10**14))


def test_long_lists_with_deltas_are_answered_at_once() -> None:
    composition = compose([with_epsilon("0.01", F(n, 10**12)) for n in range(1, 1001)] * 100)
    exposed = 1 - composition.unexposed.high
    assert not composition.unexposed.is_exact
    assert composition.delta(10**9).low >= exposed
    assert composition.least_e_eps(exposed - F(1, 10**9)) is None
    assert composition.least_e_eps(exposed * 2) is not None


def test_exposure_is_exact_while_it_is_short_and_enclosed_afterwards() -> None:
    short = [with_e_eps(2, "1/3")] * 10
    assert never_exposed(short) == known(F(2, 3) ** 10)
    count = EXACT_BITS
    found = never_exposed([with_e_eps(2, "1/3")] * count)
    assert found.low < F(2, 3) ** count < found.high
    assert found.high - found.low < found.low / 10**100


def test_bounds_of_the_exposure_go_outward() -> None:
    unexposed = Bounds(F(1, 2), F(2, 3))
    assert overall(Bounds(F(1, 10), F(1, 5)), unexposed) == Bounds(1 - F(2, 3) * F(9, 10), 1 - F(1, 2) * F(4, 5))
    assert pure_level(F(1, 4), unexposed) is None
    assert pure_level(F(3, 4), unexposed) == Bounds(F(1, 2), F(5, 8))
    with pytest.raises(Undecided, match="too close"):
        pure_level(F(2, 5), unexposed)


def test_where_delta_is_met_at_a_breakpoint_the_answer_is_exact() -> None:
    composition = compose([with_e_eps(2)] * 3)
    for e_eps, delta in composition.profile():
        assert composition.least_e_eps(delta) == known(e_eps)
