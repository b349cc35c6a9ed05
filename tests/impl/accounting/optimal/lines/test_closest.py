"""The closest way bounds long lists closely, whether or not their losses have a common unit."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.numbers import known, rounded_up
from concomp.impl.accounting.optimal.lattice_composition import compose
from concomp.impl.accounting.optimal.lines import closest as several_ways
from concomp.impl.accounting.optimal.lines.by_lines import lines
from concomp.impl.accounting.optimal.lines.closest import closest
from concomp.impl.accounting.optimal.lines.line import delta_near, least_near, line, line_reaching
from concomp.impl.accounting.optimal.lines.responses import responses
from concomp.impl.accounting.optimal.product_composition import by_outcomes
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, float_logarithm, with_e_eps, with_epsilon
from tests.impl.accounting.optimal.lines.lattice_lists import all_between, on_a_lattice


def arbitrary(count: int) -> list[PrivacyLoss]:
    random = Random(count)
    return [with_epsilon(rounded_up(random.uniform(0.01, 0.2)), "1e-9") for _ in range(count)]


def test_bounds_hold_the_exact_answer_on_lattices() -> None:
    assert all_between(F(1, 10**8))


@pytest.mark.parametrize(("count", "e_eps"), [(200, 300), (600, 10**6)])
def test_bounds_are_close_without_a_common_unit(count: int, e_eps: int) -> None:
    found = closest(arbitrary(count)).delta(e_eps)
    assert 0 < found.high - found.low < found.low / 10**8


def test_the_least_e_is_bounded_closely_and_agrees_with_delta() -> None:
    composition = closest(arbitrary(400))
    found = composition.least_e_eps("1e-5")
    assert found is not None
    assert 0 < found.high - found.low < found.low / 10**8
    assert composition.delta(found.low).high >= F("1e-5") >= composition.delta(found.high).low


def test_rational_e_eps_without_a_common_unit_are_composed_as_well() -> None:
    random = Random(3)
    found = closest([with_e_eps(F(random.randint(1001, 1200), 1000)) for _ in range(300)]).delta(10**5)
    assert 0 < found.high - found.low < found.low / 10**8


def test_there_is_no_line_beyond_all_losses() -> None:
    of, few = responses(arbitrary(5)), closest(arbitrary(5))
    assert of is not None
    assert line(of, 0.3) is not None
    assert line(of, 9.0) is None
    assert few.delta(1).low <= few.delta(1).high
    assert responses([with_e_eps(1)]) is None


@pytest.mark.parametrize("e_eps", [1, 2, 10**4])
def test_a_small_e_is_bounded_as_closely(e_eps: int) -> None:
    found = closest(arbitrary(300)).delta(e_eps)
    assert 0 < found.high - found.low < found.low / 10**8


@settings(deadline=None, max_examples=12)
@given(
    st.lists(st.tuples(st.integers(1, 200), st.sampled_from([1, 1, 2, 10])), min_size=3, max_size=40),
    st.sampled_from([F(1), F(1, 100), F(1, 10**9), F(1, 10**80), F(10)]),
    st.fractions(0, F(1, 2)),
    st.integers(1, 14),
)
def test_whatever_a_line_says_holds(listed: list[tuple[int, int]], scale: F, part: F, digits: int) -> None:
    """Against the lattice, on which the product has as many peaks as it can have."""
    components = [with_epsilon(n * scale / 1000) for n, times in listed for _ in range(times)]
    of, exact = responses(components), compose(components)
    assert of is not None
    e_eps = rational_bounds(ExponentialLoss(part * sum(n * times for n, times in listed) * scale / 1000))[0]
    drawn, delta = line(of, float_logarithm(e_eps)), F(1, 10**digits)
    if drawn is not None:
        found, truth = delta_near(drawn, e_eps), exact.delta(e_eps)
        assert found.low <= truth.high
        assert truth.low <= found.high
    reaching = line_reaching(of, delta)
    least = None if reaching is None else least_near(*reaching, known(delta))
    if least is not None:
        right = exact.least_e_eps(delta)
        assert right is not None
        assert least.low <= right.high
        assert right.low <= least.high


def test_a_list_with_a_few_large_losses_is_bounded() -> None:
    components = [*arbitrary(300), with_epsilon("5.01"), with_epsilon(rounded_up(1000.3))]
    found = closest(components).delta(10**6)
    assert found.low <= found.high
    assert found.low > 1 - F(1, 10**6)


def test_the_lists_for_breakages_differ() -> None:
    assert len({len(components) for components, _ in on_a_lattice()}) > 1


def test_a_million_losses_of_two_sizes_are_bounded_closely() -> None:
    """One is almost the other's double: slightly larger, they lie on a lattice, where the composition is computed."""
    small, count = with_e_eps(F(10001, 10000)), 500_000
    found = closest([small] * count + [with_e_eps(F(10002, 10000))] * count).delta(F(11, 10))
    assert found.low < found.high < found.low * (1 + F(1, 10**6))
    above = compose([small] * count + [with_e_eps(F(10001, 10000) ** 2)] * count).delta(F(11, 10))
    assert found.high < above.high < found.high * (1 + F(1, 1000))


def test_a_way_that_shows_nothing_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are too many of a kind for groups, which are asked after the lines."""
    components = [with_epsilon(F(1, 100))] * 3000 + [with_epsilon(rounded_up(0.3))]
    alone = closest(components).delta(2)
    monkeypatch.setattr(several_ways, "ENOUGH", F(0))
    assert closest(components).delta(2) == alone


@settings(deadline=None, max_examples=15)
@given(
    st.lists(st.fractions(min_value=F(51, 50), max_value=4, max_denominator=50), min_size=3, max_size=10),
    st.fractions(1, 20, max_denominator=20),
    st.integers(1, 7),
)
def test_lines_hold_all_outcomes_without_a_common_unit(listed: list[F], e_eps: F, digits: int) -> None:
    """Few outcomes are no smooth law, and no product is small."""
    components, delta = [with_e_eps(each) for each in listed], F(1, 10**digits)
    exact, found = by_outcomes(components), lines(components, known(F(1)))
    assert exact is not None
    assert found is not None
    shown = found.delta(e_eps)
    assert shown is None or shown.low <= exact.delta(e_eps).value <= shown.high
    least, right = found.least_e_eps(delta), exact.least_e_eps(delta)
    assert right is not None
    assert least is None or least.low <= right.value <= least.high


def test_a_dozen_outcomes_are_bounded_by_a_line() -> None:
    """So that the comparison with all outcomes is one."""
    components = [with_e_eps(each) for each in (F(3, 2), F(7, 5), F(11, 10), F(13, 7), F(17, 16), F(9, 8))]
    found, exact = lines(components, known(F(1))), by_outcomes(components)
    assert found is not None
    assert exact is not None
    shown, least = found.delta(2), found.least_e_eps(F(1, 100))
    assert shown is not None
    assert least is not None
    assert shown.high - shown.low < shown.low / 10**8
    assert least.high - least.low < least.low / 10**8
