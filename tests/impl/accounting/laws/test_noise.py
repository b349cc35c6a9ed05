"""The privacy-loss laws of noise are those of its definition, for every shift up to the sensitivity, both ways."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest
from flint import arb, fmpq

from concomp.impl.accounting.laws.law import PrivacyLossLaw
from concomp.impl.accounting.laws.noise import discrete_gaussian, discrete_laplace, two_sided_geometric
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError

BITS = 512
FAR = 400
POINTS = (F(1), F(101, 100), F(3, 2), F(5), F(1000))
Height = Callable[[int], arb]


def ball(number: F) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def gaussian(variance: F) -> Height:
    return lambda x: (-ball(F(x * x) / (2 * variance))).exp()


def laplace(scale: F) -> Height:
    return lambda x: (-ball(F(abs(x)) / scale)).exp()


def geometric(ratio: F) -> Height:
    return lambda x: ball(ratio) ** abs(x)


def least_delta(height: Height, shift: int, e_eps: F) -> Bounds:
    """Σ max(0, P − E·Q) for noise around 0 and around the shift, up to far away, where next to nothing is left."""
    heights = [height(x) for x in range(FAR + 10)]
    whole = heights[0] + 2 * sum(heights[1:], arb(0))
    excess = arb(0)
    for x in range(-FAR, FAR):
        excess += (heights[abs(x)] - ball(e_eps) * heights[abs(x - shift)]).max(arb(0))
    return bounds(excess / whole)


@pytest.mark.parametrize("shift", [1, 2, 3, 6])
@pytest.mark.parametrize(
    ("height", "law"),
    [
        (gaussian(F(5, 2)), lambda shift: discrete_gaussian("5/2", shift)),
        (gaussian(F(40)), lambda shift: discrete_gaussian(40, shift)),
        (gaussian(F(1, 50)), lambda shift: discrete_gaussian("0.02", shift)),
        (laplace(F(3, 2)), lambda shift: discrete_laplace("1.5", shift)),
        (geometric(F(2, 3)), lambda shift: two_sided_geometric("2/3", shift)),
    ],
    ids=["gaussian", "wide gaussian", "narrow gaussian", "laplace", "geometric"],
)
def test_laws_are_those_of_the_noise(shift: int, height: Height, law: Callable[[int], PrivacyLossLaw]) -> None:
    """A smaller shift, or one to the other side, never has more."""
    slack = F(1, 10**60)
    with precision(BITS):
        for e_eps in POINTS:
            found, truth = law(shift).delta(e_eps), least_delta(height, shift, e_eps)
            assert found.low - slack <= truth.low <= truth.high <= found.high + slack
            assert found.high - found.low < slack
            for other in (-shift, shift - 1, 1 - shift):
                assert least_delta(height, other, e_eps).low <= found.high + slack


def test_with_sensitivity_one_geometric_noise_is_a_randomised_response() -> None:
    ((loss, weight),) = two_sided_geometric("10/11").responses
    assert loss == RationalLoss(F(11, 10))
    assert weight.contains(1)


def test_weights_and_exposure_sum_up_to_one() -> None:
    for law in (discrete_gaussian(9, 4), discrete_laplace(7, 5), two_sided_geometric("1/3", 4)):
        with precision(300):
            whole = bounds(sum((weight for _, weight in law.responses), arb(0)))
        assert 1 - F(1, 10**80) < whole.low <= whole.high < 1 + F(1, 10**80)
        assert law.exposed.low == 0
        assert law.exposed.high < F(1, 10**80)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: two_sided_geometric(0), "ratio is 0: write a ratio between 0 and 1, from 1e-9 to 1 - 1e-9"),
        (lambda: two_sided_geometric(1), "ratio is 1: write a ratio between 0 and 1"),
        (lambda: two_sided_geometric("3/2"), "ratio is '3/2': write a ratio between 0 and 1"),
        (lambda: discrete_laplace(0), "scale is 0: write a scale from 1e-6 to 1e9"),
        (lambda: discrete_gaussian("-1"), "variance is '-1': write a variance from 1e-6 to 4e7"),
        (lambda: discrete_gaussian(10**4000), "write a variance from 1e-6 to 4e7"),
        (lambda: discrete_gaussian(4.0), "a float has been rounded already"),  # type: ignore[arg-type]
        (lambda: discrete_gaussian(4, "1/2"), "sensitivity is '1/2': write a whole number from 1 to 4096"),
        (lambda: discrete_laplace("1e-6", 2), "with this sensitivity it loses more than 1e6: give a larger scale"),
        (lambda: discrete_gaussian("1e-6", 2), "with this sensitivity it loses more than 1e6: give a larger variance"),
        (lambda: discrete_gaussian(4, 10**18), "write a whole number from 1 to 4096"),
    ],
)
def test_bad_numbers_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ParameterError) as error:
        make()
    assert message in str(error.value)
