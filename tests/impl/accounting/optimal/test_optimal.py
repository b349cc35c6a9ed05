"""Optimal composition, against the composition of randomised responses by definition."""

import math
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.numbers import rounded_down, rounded_up
from concomp.impl.accounting.optimal import tails
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.lattice_composition import NotOnLattice, OptimalComposition, compose
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.model.numbers import ParameterError

units = st.sampled_from([F(2), F(3, 2), F(11, 10)])
deltas = st.sampled_from([F(0), F(1, 10), F(1, 3), F(1)])
any_e_eps = st.fractions(min_value=1, max_value=40, max_denominator=20)


@st.composite
def lists(draw: st.DrawFn) -> list[PrivacyParameters]:
    """Parameters on a lattice, at most five of them."""
    unit, size = draw(units), draw(st.integers(1, 5))
    return [PrivacyParameters(unit ** draw(st.integers(0, 3)), draw(deltas)) for _ in range(size)]


def components(parameters: list[PrivacyParameters]) -> list[PrivacyLoss]:
    return [with_e_eps(privacy.e_eps, privacy.delta) for privacy in parameters]


def without_exact_sums(composition: OptimalComposition) -> OptimalComposition:
    """The same composition, made to answer in fixed point."""
    composition.__dict__["_unit"] = None
    return composition


@settings(deadline=None)
@given(lists(), any_e_eps)
def test_delta_is_that_of_composed_responses(parameters: list[PrivacyParameters], e_eps: F) -> None:
    expected = distance(*composed_responses(parameters), e_eps)
    assert compose(components(parameters)).delta(e_eps).value == expected


@settings(deadline=None)
@given(lists(), any_e_eps)
def test_fixed_point_encloses_the_exact_value_closely(parameters: list[PrivacyParameters], e_eps: F) -> None:
    expected = distance(*composed_responses(parameters), e_eps)
    found = without_exact_sums(compose(components(parameters))).delta(e_eps)
    assert found.low <= expected <= found.high
    assert found.high - found.low <= F(1, 10**15) * expected


@settings(deadline=None)
@given(lists(), st.fractions(min_value=0, max_value=1, max_denominator=30))
def test_least_e_eps_is_enough_and_least(parameters: list[PrivacyParameters], delta: F) -> None:
    laws = composed_responses(parameters)
    least = compose(components(parameters)).least_e_eps(delta)
    if least is None:
        assert distance(*laws, F(10) ** 12) > delta
    else:
        assert distance(*laws, least.value) <= delta
        assert least.value == 1 or distance(*laws, (1 + 99 * least.value) / 100) > delta
        enclosing = without_exact_sums(compose(components(parameters))).least_e_eps(delta)
        assert enclosing is not None
        assert enclosing.low <= least.value <= enclosing.high


@settings(deadline=None)
@given(lists())
def test_profile_and_trade_off_are_those_of_composed_responses(parameters: list[PrivacyParameters]) -> None:
    composition, laws = compose(components(parameters)), composed_responses(parameters)
    assert all(distance(*laws, e_eps) == delta for e_eps, delta in composition.profile())
    assert set(composition.trade_off()) <= set(_tests(*laws))
    assert [beta for _, beta in composition.trade_off()] == sorted(
        (beta for _, beta in composition.trade_off()), reverse=True
    )


def _tests(p: Law[object], q: Law[object]) -> list[tuple[F, F]]:
    """The errors (α, β) of every likelihood ratio test of world 1 against world 0."""
    ratios = {weight / q[outcome] if q[outcome] else None for outcome, weight in p.items()}
    tests = [(F(0), F(1)), (F(1), F(0))]
    for ratio in ratios:

        def rejects(outcome: object, ratio: F | None = ratio) -> bool:
            return not q[outcome] or (ratio is not None and p[outcome] >= ratio * q[outcome])

        tests.append((q.probability(rejects), 1 - p.probability(rejects)))
    return tests


@settings(deadline=None)
@given(st.lists(st.tuples(any_e_eps, deltas), min_size=1, max_size=4), any_e_eps)
def test_a_bracket_encloses_what_has_no_common_unit(pairs: list[tuple[F, F]], e_eps: F) -> None:
    parameters = [PrivacyParameters(*pair) for pair in pairs]
    found = bracket(components(parameters), points=1 << 10).delta(e_eps)
    assert found.low <= distance(*composed_responses(parameters), e_eps) <= found.high


def test_one_at_a_time_is_all_at_once() -> None:
    parameters = components(
        [PrivacyParameters(F(2), F(1, 10)), PrivacyParameters(F(8), F(0)), PrivacyParameters(F(4), F(1, 3))]
    )
    composition = compose(parameters[:1])
    assert composition.delta(3).is_exact
    for component in parameters[1:]:
        composition = composition.then(component)
    assert composition.delta(3) == compose(parameters).delta(3)
    assert composition.profile() == compose(parameters).profile()
    with pytest.raises(NotOnLattice, match="not a multiple of the unit"):
        composition.then(with_e_eps(3))


@pytest.mark.parametrize(("count", "epsilon"), [(10, 0.952458510), (100, 4.530195026), (1000, 18.201080381)])
def test_known_figures(count: int, epsilon: float) -> None:
    least = compose([with_e_eps("11/10")] * count).least_e_eps("1e-6")
    assert least is not None
    assert abs(math.log(least.value) - epsilon) < 1e-9


def test_decimal_losses_share_their_unit() -> None:
    composition = compose([with_epsilon("0.1"), with_epsilon("0.25", "1e-9"), with_epsilon(0)])
    assert composition.lattice.steps == (2, 5, 0)
    e_eps = F(math.exp(0.3))
    expected = sum(
        max(0.0, math.exp(a + b) - float(e_eps) * math.exp(0.35 - a - b)) for a in (0, 0.1) for b in (0, 0.25)
    ) / ((1 + math.exp(0.1)) * (1 + math.exp(0.25)))
    found = composition.delta(e_eps)
    assert found.high - found.low <= F(1, 10**15) * found.low
    assert math.isclose(float(found.low), 1 - (1 - 1e-9) * (1 - expected), rel_tol=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: with_e_eps("1/2"), "e_eps is '1/2': E = e\\^eps must be at least 1"),
        (lambda: with_epsilon("-0.1"), "epsilon is '-0.1': eps must be at least 0"),
        (lambda: with_e_eps(2, "3/2"), "delta is '3/2': delta must be from 0 to 1"),
        (lambda: with_e_eps(float("nan")), "e_eps is nan: a float has been rounded already"),  # type: ignore[arg-type]
        (lambda: with_e_eps(1.1), "e_eps is 1.1: a float has been rounded already"),  # type: ignore[arg-type]
        (lambda: with_e_eps("2/0"), "denominator is zero"),
        (lambda: with_e_eps("9" * 10**6), "at most 4000 digits"),
        (lambda: compose([]), "the number of components is 0: give between 1 and 1000000"),
        (lambda: compose([with_e_eps(2)]).delta("1/2"), "e_eps is '1/2'"),
        (lambda: compose([with_e_eps(2)]).least_e_eps(2), "delta is 2"),
        (lambda: rounded_up(math.inf), "the number is inf: give a finite number"),
    ],
)
def test_bad_parameters_are_named_with_a_remedy(make: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make()  # type: ignore[operator]


def test_floats_are_taken_by_saying_how_they_are_rounded() -> None:
    assert rounded_down(0.1) < F(0.1) < rounded_up(0.1)
    assert with_epsilon(rounded_up(0.1)).loss != with_epsilon("0.1").loss


def test_nothing_lost_and_everything_exposed() -> None:
    assert compose([with_e_eps(1)] * 3).delta(1).value == 0
    assert compose([with_e_eps(2, 1)]).delta(5).value == 1
    assert compose([with_e_eps(2, 1)]).least_e_eps("1/2") is None
    least = compose([with_e_eps(1, "1/2")]).least_e_eps("1/2")
    assert least is not None
    assert least.value == 1


def test_too_little_precision_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "PRECISIONS", (8,))
    with pytest.raises(tails.Undecided, match="undecided with 8 bits"):
        without_exact_sums(compose([with_e_eps("11/10")] * 40)).delta(2)
