"""Rényi losses: what they compose to, what follows of them, and that no bound is below the truth."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, PureDP, RenyiDP
from concomp.impl.accounting.measures.concentrated import TCDP, compose_tcdp, compose_zcdp
from concomp.impl.accounting.measures.conversion import delta_at, to_approximate
from concomp.impl.accounting.measures.guaranteed import curve_of
from concomp.impl.accounting.measures.renyi import RenyiLoss, compose_at_order, compose_renyi
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.optimal.display import epsilon_above
from concomp.impl.accounting.parameters import RationalLoss, with_e_eps
from concomp.impl.accounting.rules.renyi import renyi
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import greatest_below, inverse, trade_off
from concomp.model.numbers import Exact, NumberError, ParameterError
from tests.impl.accounting.measures.truths import (
    is_above,
    is_between_orders,
    is_enough,
    is_rounded_up,
    moments_multiply,
    response_curves,
    responses,
)

TWO, MILLIONTH = Fraction(2), Fraction(1, 10**6)


@st.composite
def positive_laws(draw: st.DrawFn) -> Law[int]:
    """Laws on three numbers, each with a positive chance."""
    odds = draw(st.lists(st.integers(1, 9), min_size=3, max_size=3))
    return Law({outcome: Fraction(odd, sum(odds)) for outcome, odd in enumerate(odds)})


def test_a_hundred_responses_lose_what_is_known() -> None:
    curve = compose_renyi([curve_of(PureDP(e_eps="11/10"))] * 100)
    found = to_approximate(curve, MILLIONTH)
    whole = min(_at_order(order) for order in range(2, 40))
    exact = best_composition((with_e_eps("11/10"),) * 100).least_e_eps(MILLIONTH)
    assert exact is not None
    assert epsilon_above(exact.high) == pytest.approx(4.5302, abs=1e-4)
    assert float(found.epsilon) == pytest.approx(4.80734866, abs=1e-8)
    assert whole == pytest.approx(4.8177, abs=1e-4)
    assert found.order is not None
    assert 6 < found.order < 7


def _at_order(order: int) -> float:
    """The ε that follows at one order alone."""
    moment = (Fraction(11, 10) ** order + Fraction(11, 10) ** (1 - order)) / Fraction(21, 10)
    loss = compose_at_order([RenyiLoss(Fraction(order), moment)] * 100)
    return float(to_approximate(loss, MILLIONTH).epsilon)


def test_moments_of_one_order_multiply() -> None:
    assert moments_multiply()


def test_one_order_is_kept_exactly() -> None:
    composed = compose_at_order(
        [RenyiLoss(Fraction(3), Fraction(3, 2)), RenyiLoss(Fraction(3), epsilon=Fraction(1, 10))]
    )
    assert (composed.moment, composed.epsilon) == (Fraction(3, 2), Fraction(1, 10))
    moments, divergence = composed.moments, composed.divergence
    assert moments is not None
    assert divergence is not None
    assert float(moments.high) == pytest.approx(1.5 * exp(0.2))
    assert 0 < moments.high - moments.low < Fraction(1, 10**60)
    assert float(divergence.low) == pytest.approx(0.1 + 0.2027325540540822)
    assert compose_at_order([RenyiLoss(TWO, Fraction(3, 2))] * 3).moments == known(Fraction(27, 8))
    assert compose_at_order([RenyiLoss(TWO, epsilon=Fraction(1, 10))] * 3).divergence == known(Fraction(3, 10))


def test_what_is_infinite_stays_so() -> None:
    composed = compose_at_order([RenyiLoss(TWO, None), RenyiLoss(TWO, Fraction(3, 2))])
    assert composed.moments is composed.divergence is None
    with pytest.raises(ParameterError, match="moment is 'infinite': nothing follows from a moment that is infinite"):
        to_approximate(composed, MILLIONTH)


def test_no_bound_is_below_the_truth() -> None:
    curve = compose_renyi(response_curves())
    assert is_above(curve, *responses())
    assert is_enough(curve, *responses())
    assert is_rounded_up(curve)
    assert is_between_orders()


@given(positive_laws(), positive_laws())
@settings(max_examples=25, deadline=None)
def test_of_generated_laws_no_bound_is_below_the_truth(p: Law[int], q: Law[int]) -> None:
    function = trade_off(p, q)
    curve = curve_of(FDP(dict[Exact, Exact](greatest_below([function, inverse(function)]).vertices)))
    assert is_above(curve, p, q)
    assert is_enough(curve, p, q)


@given(
    st.lists(
        st.sampled_from((PureDP("1/10"), ZCDP("1/100"), GaussianDP("1/5"), TCDP("1/50", 9))), min_size=1, max_size=5
    )
)
@settings(max_examples=20, deadline=None)
def test_a_composition_is_the_sum_at_every_order(losses: list[PureDP | ZCDP | GaussianDP | TCDP]) -> None:
    curves = [curve_of(loss) for loss in losses]
    composed = compose_renyi(curves)
    for order in (Fraction(9, 8), Fraction(5), Fraction(9)):
        assert composed.log_moment(order).overlaps(
            sum((each.log_moment(order) for each in curves[1:]), curves[0].log_moment(order))
        )
    nested = compose_renyi([compose_renyi(curves[:1]), *curves[1:]])
    assert to_approximate(nested, MILLIONTH) == to_approximate(composed, MILLIONTH)


@pytest.mark.parametrize("mu", ["1/10", "1", "3"])
def test_gaussian_losses_are_not_below_their_profile(mu: str) -> None:
    curve, exact = curve_of(GaussianDP(mu)), GaussianTradeOff(Fraction(mu) ** 2)
    for e_eps in (Fraction(1), Fraction(3), Fraction(40)):
        assert delta_at(curve, RationalLoss(e_eps)) >= exact.delta(e_eps)[0]


def test_concentrated_losses_add_up() -> None:
    assert compose_zcdp([ZCDP("1/3"), ZCDP("1/6")]) == ZCDP("1/2")
    assert compose_tcdp([TCDP("1/3", 9), TCDP("1/6", 4), ZCDP("1/2")]) == TCDP(1, 4)
    free, short = (to_approximate(curve_of(loss), MILLIONTH) for loss in (ZCDP("1/2"), TCDP("1/2", 3)))
    assert free.epsilon < ZCDP("1/2").at_delta(MILLIONTH).epsilon_up
    assert short.order == 3
    assert short.epsilon > free.epsilon
    assert to_approximate(curve_of(TCDP("1/2", 100)), MILLIONTH) == free


def test_truncated_losses_are_metered_at_orders() -> None:
    rule = renyi(TCDP(1, 9).at_orders([2, 9]))
    totals = rule.add(rule.start, rule.convert(TCDP("3/4", 20).at_orders([2, 9])))
    assert rule.is_within(totals)
    assert not rule.is_within(rule.add(totals, rule.convert(ZCDP("1/3"))))
    with pytest.raises(ParameterError, match="order is 9: nothing is known beyond omega = 8: give orders up to it"):
        TCDP(1, 8).at_orders([2, 9])


@pytest.mark.parametrize(
    ("loss", "delta"), [(ZCDP(0), "1e-300"), (ZCDP("1e-20"), "1e-6"), (PureDP("1/1000"), "1/1000"), (ZCDP(5), 1)]
)
def test_what_is_slight_beside_delta_needs_no_epsilon(loss: ZCDP | PureDP, delta: str) -> None:
    assert to_approximate(curve_of(loss), delta).guarantee == ApproxDP(0, delta)


@pytest.mark.parametrize(
    ("loss", "delta"),
    [
        (ZCDP("1e-300"), "1e-1000"),
        (ZCDP("1e6"), "1e-10"),
        (PureDP("1e-300"), "1e-3000"),
        (PureDP(700), "1e-3000"),
        (TCDP(1, "1.0000000001"), "1e-6"),
        (RenyiDP({"1.5": 1, 2: 2, 1000000: 3}), "0.999"),
    ],
)
def test_extreme_losses_have_finite_answers(loss: ZCDP | PureDP | TCDP | RenyiDP, delta: str) -> None:
    assert is_rounded_up(curve_of(loss))
    assert 0 <= to_approximate(curve_of(loss), delta).epsilon < 10**13


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RenyiLoss(Fraction(1), TWO), "order is 1: give an order above 1"),
        (lambda: RenyiLoss(TWO, Fraction(1, 2)), "moment is 1/2: give e"),
        (lambda: RenyiLoss(TWO, epsilon=Fraction(-1)), "epsilon is -1: give a divergence of at least 0, in nats"),
        (lambda: compose_at_order([]), r"the losses is \[\]: give at least one"),
        (
            lambda: compose_at_order([RenyiLoss(TWO), RenyiLoss(Fraction(3))]),
            "the orders is '2 and 3': give every loss at one and the same order",
        ),
        (lambda: compose_renyi([]), r"the curves is \[\]: give at least one"),
        (lambda: compose_zcdp([]), r"the losses is \[\]: give at least one"),
        (lambda: compose_tcdp([ZCDP(1)]), "give at least one with an omega; without any they are zCDP"),
        (lambda: TCDP(-1, 2), "rho is -1: give 0, or a number from 1e-300 to 1e6"),
        (lambda: TCDP(1, 1), "omega is 1: give an omega above 1"),
        (lambda: TCDP(1, 2.5), "omega is 2.5: a float has been rounded already"),  # type: ignore[arg-type]
        (lambda: curve_of(ApproxDP(1, "1/10")), "its Rényi divergences may be infinite: state epsilon alone, rho"),
        (lambda: curve_of(FDP({0: "1/2", "1/2": 0, 1: 0})), "its Rényi divergences may be infinite"),
        (lambda: to_approximate(curve_of(ZCDP(1)), 0), "delta is 0: delta must be above 0"),
        (lambda: to_approximate(curve_of(ZCDP(1)), 2), "delta is 2: delta must be from 0 to 1"),
    ],
)
def test_bad_input_is_named_and_remedied(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises((ParameterError, NumberError), match=message):
        make()


def test_what_follows_is_printed_and_rounded_up() -> None:
    assert repr(to_approximate(curve_of(ZCDP("1/2")), MILLIONTH)) == "<(5.22154, 1/1000000)-DP, from order ~5.90701>"
    assert repr(to_approximate(curve_of(ZCDP(0)), MILLIONTH)) == "<(0, 1/1000000)-DP>"


def test_a_loss_at_an_order_reads_its_numbers() -> None:
    assert RenyiLoss("2", "3") == RenyiLoss(Fraction(2), Fraction(3))  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        RenyiLoss(2.0, 1.5)  # type: ignore[arg-type]


def test_orders_that_no_float_tells_apart_are_converted() -> None:
    for omega in (1 + Fraction(1, 10**400), Fraction(10**400)):
        assert to_approximate(TCDP("1/10", omega).curve, "1e-6").epsilon > 0


def test_a_loss_is_no_curve() -> None:
    with pytest.raises(ParameterError, match="curve_of"):
        to_approximate(ZCDP("1/10"), "1e-6")  # type: ignore[arg-type]
