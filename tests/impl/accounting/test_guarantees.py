"""Losses and budgets come in exactly, and are refused by name, value and remedy."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import exp, inf, log, nan, sqrt

import pytest
from flint import arb, fmpq

from concomp.impl.accounting.conversions import as_approx, as_fdp, as_gaussian, as_pure, as_renyi, as_zcdp
from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.numbers import rounded_up
from concomp.model.laws.balls import precision
from concomp.model.laws.trade_off import inverse, lower_hull, symmetric
from concomp.model.numbers import Exact, ParameterError, exact

FLOAT = (
    'a float has been rounded already: write it as text, like "0.1" or "1/10", '
    "or, in Python, say rounded_up(…) or rounded_down(…)"
)
NO_NUMBER = 'write a rational "p/q" or "p" in decimal digits, or a decimal like "0.1" or "1e-6"'


POINTS = 'give its value at 0, at 1, and where it bends, like {0: "3/4", "3/8": "3/8", "3/4": 0, 1: 0}, at most 1000'
STAIRS: dict[Exact, Exact] = {0: 1, "1/30": "2/3", "1/10": "2/5", "1/5": "1/5", "2/5": "1/10", "2/3": "1/30", 1: 0}
ENDS = "a trade-off function goes from alpha = 0 to 1, where it is 0"
ZEROS = "1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: "


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PureDP(), "epsilon is None: give epsilon or e_eps"),
        (lambda: PureDP(1, e_eps=2), "e_eps is 2: epsilon is given as well: give one of the two"),
        (lambda: PureDP(nan), f"epsilon is nan: {FLOAT}"),
        (lambda: PureDP(inf), f"epsilon is inf: {FLOAT}"),
        (lambda: PureDP(Decimal("NaN")), f"epsilon is Decimal('NaN'): {NO_NUMBER}"),
        (lambda: PureDP(Decimal("Infinity")), f"epsilon is Decimal('Infinity'): {NO_NUMBER}"),
        (lambda: PureDP(-1), "epsilon is -1: eps must be at least 0"),
        (lambda: PureDP(701), "epsilon is 701: give an epsilon of at most 700"),
        (lambda: PureDP("1e-301"), "epsilon is '1e-301': give 0, or a number from 1e-300 to 1e6"),
        (lambda: PureDP(e_eps="1/2"), "e_eps is '1/2': E = e^eps must be at least 1"),
        (lambda: PureDP(e_eps="2e304"), f"e_eps is 2{'0' * 39}… (305 characters): give an E of at most 1e304"),
        (lambda: ApproxDP(1, 2), "delta is 2: delta must be from 0 to 1"),
        (lambda: ApproxDP(1, 0.5), f"delta is 0.5: {FLOAT}"),
        (lambda: ZCDP(-1), "rho is -1: give 0, or a number from 1e-300 to 1e6"),
        (lambda: ZCDP("1e7"), "rho is '1e7': give 0, or a number from 1e-300 to 1e6"),
        (lambda: GaussianDP("x"), f"mu is 'x': {NO_NUMBER}"),
        (lambda: RenyiDP({}), 'losses is {}: give an epsilon for each order, like {2: "1/10"}'),
        (lambda: RenyiDP({1: 1}), "alpha is 1: give an order above 1, up to 1e6"),
        (lambda: RenyiDP({2: -1}), "epsilon at alpha = 2 is -1: give 0, or a number from 1e-300 to 1e6"),
        (lambda: FDP(5), f"points is 5: {POINTS}"),  # type: ignore[arg-type]
        (lambda: FDP({0: 1}), f"points is {{0: 1}}: {POINTS}"),
        (lambda: FDP(dict.fromkeys(range(1001), 0)), f"points is {{0: 0, {ZEROS}… (7899 characters): {POINTS}"),
        (lambda: FDP({0: 1, "1/2": "1/4"}), f"points is {{0: 1, '1/2': '1/4'}}: {ENDS}"),
        (lambda: FDP({0: 1, 1: "1/4"}), f"points is {{0: 1, 1: '1/4'}}: {ENDS}"),
        (lambda: FDP({0: 1, 2: 0}), "alpha is 2: write a probability, from 0 to 1"),
        (lambda: FDP({0: -1, 1: 0}), "beta at alpha = 0 is -1: write a probability, from 0 to 1"),
        (lambda: FDP({0: 0.5, 1: 0}), f"beta at alpha = 0 is 0.5: {FLOAT}"),
        (
            lambda: FDP({0: "1/2", "1/4": "1/2", 1: 0}),
            "beta at alpha = '1/4' is 1/2: a trade-off function is convex: at most '3/8' is left by the other points",
        ),
        (
            lambda: FDP({0: 1, "0": 1, 1: 0}),
            "points is {0: 1, '0': 1, 1: 0}: one alpha is written twice: give its value once",
        ),
        (
            lambda: FDP({0: 1, Fraction(1, 10**5000): 2, 1: 0}),
            f"beta at alpha = 1/1{'0' * 37}… (5003 characters) is 2: write a probability, from 0 to 1",
        ),
        (lambda: FDP({0: 1, 1: 0}).at_e_eps("1/2"), "e_eps is '1/2': E = e^eps must be at least 1"),
        (
            lambda: ZCDP(1, delta="1e-9"),
            "delta is '1e-9': no theorem says that approximate zCDP adds up where mechanisms are interleaved: state it "
            "as (epsilon, delta), ZCDP(rho).at_delta(d), with this delta and d added up",
        ),
        (
            lambda: RenyiDP({2: 1}, delta="1e-9"),
            "delta is '1e-9': no theorem says that approximate Rényi differential privacy adds up where mechanisms are "
            "interleaved: state it as (epsilon, delta), ApproxDP(epsilon, delta), by what is known of one order",
        ),
        (lambda: ZCDP(1, delta=2), "delta is 2: delta must be from 0 to 1"),
        (lambda: ZCDP(1).at_delta(0), "delta is 0: delta must be above 0: at 0 no epsilon is enough"),
    ],
)
def test_what_is_no_guarantee_is_refused(make: Callable[[], Guarantee], message: str) -> None:
    with pytest.raises(ParameterError) as thrown:
        make()
    assert str(thrown.value) == message


@pytest.mark.parametrize(
    ("guarantee", "text"),
    [
        (PureDP("0.1"), "PureDP(epsilon='1/10')"),
        (PureDP(e_eps=3), "PureDP(e_eps=3)"),
        (PureDP(0), "PureDP(e_eps=1)"),
        (ApproxDP(1, "1e-6"), "ApproxDP(epsilon=1, delta='1/1000000')"),
        (ApproxDP(e_eps="3/2"), "ApproxDP(e_eps='3/2')"),
        (PureDP(rounded_up(0.1)), "PureDP(epsilon='7205759403792795/72057594037927936')"),
        (ZCDP("1/2"), "ZCDP(rho='1/2')"),
        (GaussianDP("1/2"), "GaussianDP('1/2')"),
        (RenyiDP({4: "1/5", 2: "1/10"}), "RenyiDP({2: '1/10', 4: '1/5'})"),
        (FDP({0: 1, 1: 0}), "FDP({0: 1, 1: 0})"),
        (FDP({0: 1, "1/5": "7/10", "7/10": "1/5", "2/5": "2/5", 1: 0}), "FDP({0: 1, '2/5': '2/5', 1: 0})"),
        (FDP(STAIRS), "<FDP, 7 points, 1 at 0>"),
    ],
)
def test_a_guarantee_is_shown_as_it_is_written(guarantee: Guarantee, text: str) -> None:
    assert repr(guarantee) == text


@pytest.mark.parametrize("points", [{0: 1, "1/2": "1/4", 1: 0}, {0: 1, "1/2": 0, 1: 0}, {0: "1/2", 1: 0}])
def test_what_says_more_of_one_order_of_the_worlds_is_refused(points: dict[Exact, Exact]) -> None:
    with pytest.raises(ParameterError, match="it says different things of the two orders of the worlds: give a symm"):
        FDP(points)
    function = lower_hull([(exact(alpha), exact(beta)) for alpha, beta in points.items()])
    for known in (symmetric(function), lower_hull([*function.vertices, *inverse(function).vertices])):
        assert FDP(dict(known.vertices)).function == known


def test_what_follows_from_parameters_is_their_trade_off_function() -> None:
    loss = as_fdp(ApproxDP(e_eps=3, delta="1/4"))
    assert loss == FDP({0: "3/4", "3/16": "3/16", "3/4": 0, 1: 0})
    assert as_fdp(PureDP(0)) == FDP({0: 1, 1: 0})
    assert as_fdp(ApproxDP(5, 1)) == FDP({0: 0, 1: 0})
    assert as_fdp(loss) is loss
    assert loss.at_e_eps(3) == ApproxDP(e_eps=3, delta="1/4")
    assert loss.at_e_eps(1) == ApproxDP(e_eps=1, delta="5/8")
    assert loss.parameters == (ApproxDP(e_eps=3, delta="1/4"),)
    assert as_fdp(PureDP(0)).parameters == (ApproxDP(0),)
    assert as_fdp(ApproxDP(5, 1)).parameters == ()
    bend = as_fdp(PureDP(1)).function.vertices[1][0]
    with precision(500):
        assert arb(fmpq(bend.numerator, bend.denominator)) < 1 / (1 + arb(1).exp())
    assert abs(float(bend) - 1 / (1 + exp(1))) < 1e-15


def test_what_follows_from_a_pure_loss() -> None:
    loss = PureDP("1/10")
    assert as_pure(loss) is loss
    assert as_approx(loss) == ApproxDP("1/10")
    assert as_zcdp(loss) == ZCDP("1/200")
    assert as_renyi(loss, [Fraction(2), Fraction(50)]) == RenyiDP({2: "1/100", 50: "1/10"})
    assert as_zcdp(PureDP(e_eps=1)) == ZCDP(0)
    rho = as_zcdp(PureDP(e_eps=3)).rho
    assert abs(rho - Fraction(log(3) ** 2 / 2)) < Fraction(1, 10**15)
    with precision(500):
        assert arb(fmpq(rho.numerator, rho.denominator)) > arb(3).log() ** 2 / 2


def test_a_delta_is_chosen_for_rho() -> None:
    loss = ZCDP("1/8").at_delta("1e-6")
    assert loss.delta == Fraction(1, 10**6)
    assert 0 <= float(loss.epsilon_up) - (1 / 8 + 2 * sqrt(log(10**6) / 8)) < 1e-14
    assert ZCDP("1/8").at_delta(1) == ApproxDP("1/8", 1)
    assert ZCDP(0).at_delta("1/2") == ApproxDP(0, "1/2")


def test_renyi_losses_are_read_at_the_orders_asked() -> None:
    assert as_renyi(ZCDP("1/8"), [Fraction(2), Fraction(4)]) == RenyiDP({2: "1/4", 4: "1/2"})
    assert as_renyi(RenyiDP({2: 1, 3: 2}), [Fraction(3)]) == RenyiDP({3: 2})
    with pytest.raises(ParameterError, match=r"the loss is RenyiDP.*say what is lost at order 4 as well"):
        as_renyi(RenyiDP({2: 1}), [Fraction(4)])


@pytest.mark.parametrize(
    ("convert", "loss", "remedy"),
    [
        (as_pure, ApproxDP(1), "give a loss that is pure, or count in another measure"),
        (as_approx, ZCDP(1), "the budget is (epsilon, delta): choose a delta, by `.at_delta(delta)`"),
        (as_approx, GaussianDP(1), "give a loss that is approximate, or count in another measure"),
        (as_zcdp, ApproxDP(1), "give a loss that is zcdp, or count in another measure"),
        (as_gaussian, PureDP(1), "give a loss that is gaussian, or count in another measure"),
        (
            as_approx,
            FDP({0: 1, 1: 0}),
            "the budget is (epsilon, delta): choose an E = e^eps, by `.at_e_eps(e_eps)`",
        ),
        (as_fdp, ZCDP(1), "the budget is a trade-off function: choose a delta, by `.at_delta(delta)`"),
        (as_fdp, GaussianDP(1), "give a loss that is fdp, or count in another measure"),
        (as_pure, 5, "give a loss that is pure, or count in another measure"),
    ],
)
def test_another_measure_is_refused(convert: Callable[[Guarantee], Guarantee], loss: Guarantee, remedy: str) -> None:
    with pytest.raises(ParameterError) as thrown:
        convert(loss)
    assert str(thrown.value) == f"the loss is {loss!r}: {remedy}"
