"""Noise as it is drawn: whatever the scale, and bad input refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.magnitudes import TABLE, GaussianMagnitudes, GeometricMagnitudes, LaplaceMagnitudes
from concomp.impl.noise.samplers import (
    LISTED_SCALE,
    LISTED_VARIANCE,
    Noise,
    gaussian_noise,
    geometric_noise,
    laplace_noise,
)
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.laws.balls import ball, precision
from concomp.model.mechanisms.named.gaussian import DiscreteGaussian
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.laplace import DiscreteLaplace
from concomp.model.numbers import ParameterError

EXTREMES: dict[str, Callable[[], Noise]] = {
    "a ratio near 0": lambda: geometric_noise("1e-9"),
    "a ratio near 1": lambda: geometric_noise("0.999999999"),
    "a tiny scale": lambda: laplace_noise("1e-30"),
    "a huge scale": lambda: laplace_noise("1e30"),
    "a tiny variance": lambda: gaussian_noise("1e-30"),
    "a huge variance": lambda: gaussian_noise("1e30"),
}


@pytest.mark.parametrize("which", EXTREMES)
def test_extreme_noise_is_drawn(which: str) -> None:
    noise, randomness = EXTREMES[which](), SeededRandomness(3)
    one, many = noise.draw(randomness), noise.draw_many(3, randomness)
    assert type(one) is int
    assert {type(number) for number in many.tolist()} == {int}
    assert noise.draw_many(0, randomness).dtype == many.dtype
    assert many.shape == (3,)
    assert len({one, *many.tolist()}) == (1 if which in ("a ratio near 0", "a tiny scale", "a tiny variance") else 4)


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda: geometric_noise(0), "ratio is 0: write a ratio between 0 and 1, from 1e-9 to 1 - 1e-9"),
        (lambda: geometric_noise(1), "ratio is 1: write a ratio between 0 and 1"),
        (lambda: geometric_noise(2), "ratio is 2: write a ratio between 0 and 1"),
        (lambda: geometric_noise(0.5), "ratio is 0.5: a float has been rounded already"),  # type: ignore[arg-type]
        (lambda: laplace_noise(0), "scale is 0: write a number from 1e-30 to 1e30"),
        (lambda: laplace_noise(-1), "scale is -1: write a number from 1e-30 to 1e30"),
        (lambda: gaussian_noise("1e31"), "variance is '1e31': write a number from 1e-30 to 1e30"),
        (lambda: gaussian_noise(True), "variance is True"),
        (lambda: gaussian_noise("nan"), "variance is 'nan'"),
    ],
)
def test_bad_parameters_are_named(draw: Callable[[], Any], text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        draw()
    assert text in str(caught.value)


def test_long_numbers_are_whole() -> None:
    many = laplace_noise("1e19").draw_many(200, SeededRandomness(1))
    assert {type(number) for number in many.tolist()} == {int}
    assert any(number % 2 for number in many.tolist())


@pytest.mark.parametrize("size", [-1, 2.5, "x", None, True])
@pytest.mark.parametrize("which", EXTREMES)
def test_sizes_are_whole(which: str, size: Any) -> None:
    with pytest.raises(ParameterError, match="give an integer of at least 0"):
        EXTREMES[which]().draw_many(size, SeededRandomness(1))


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(1, 4), Fraction(1, 256), Fraction(1, 8)])
def test_powers_of_two_have_cells(ratio: Fraction) -> None:
    assert GeometricMagnitudes(ratio).cells(63)[-1] == 2**63 - 1
    assert GeometricMagnitudes(ratio).cells(191)[-1] == 2**191 - 1


@pytest.mark.parametrize("ratio", [Fraction(1, 2), Fraction(1, 3), Fraction(10, 11), Fraction(19, 20)])
def test_cells_are_those_of_exact_chances(ratio: Fraction) -> None:
    law = TwoSidedGeometric(ratio)
    cells = GeometricMagnitudes(ratio).cells(63)
    chances = [law.at_most(k) - law.at_most(-k - 1) for k in range(len(cells))]
    assert list(cells) == [min(int(chance * 2**63), 2**63 - 1) for chance in chances]
    assert cells[-1] == 2**63 - 1


@pytest.mark.parametrize(
    ("magnitudes", "mass"),
    [
        (LaplaceMagnitudes(Fraction(7, 2)), DiscreteLaplace(Fraction(7, 2)).mass),
        (GaussianMagnitudes(Fraction(25, 3)), DiscreteGaussian(Fraction(25, 3)).mass),
    ],
)
def test_cells_are_sums_of_the_masses(magnitudes: Any, mass: Callable[[int], Any]) -> None:
    cells = magnitudes.cells(63)
    with precision(256):
        within = mass(0)
        for k, cell in enumerate(cells[:-1]):
            assert ball(Fraction(cell)) <= within * 2**63
            assert within * 2**63 <= ball(Fraction(cell + 1))
            within += mass(k + 1) + mass(-k - 1)
    assert all(one <= other for one, other in pairwise(cells))


def test_what_is_listed_has_no_more_outcomes_than_a_table() -> None:
    assert len(LaplaceMagnitudes(Fraction(LISTED_SCALE)).cells(63)) <= TABLE
    assert len(GaussianMagnitudes(Fraction(LISTED_VARIANCE)).cells(63)) <= TABLE


def test_cells_that_are_not_listed_are_the_same() -> None:
    ratio = 1 - Fraction(1, 10**6)
    few, many = GeometricMagnitudes(Fraction(9, 10)).cells(40), GeometricMagnitudes(ratio).cells(63)
    assert isinstance(few, tuple)
    assert not isinstance(many, tuple)
    law = TwoSidedGeometric(Fraction(9, 10))
    assert few[7] == int((law.at_most(7) - law.at_most(-8)) * 2**40)
    with precision(200):
        beyond = 2 * ball(ratio) ** 1_000_001 / (1 + ball(ratio))
        assert many[1_000_000] == int(((1 - beyond) * 2**63).floor().unique_fmpz())
    with pytest.raises(IndexError):
        many[len(many)]


def test_a_word_decides_unless_it_begins_like_a_chance() -> None:
    class Counting(SeededRandomness):
        asked = 0

        def below(self, bound: int) -> int:
            self.asked += 1
            return super().below(bound)

    randomness, noise = Counting(5), Inversion(LaplaceMagnitudes(Fraction(10)))
    for _ in range(1000):
        noise.draw(randomness)
    assert randomness.asked == 1000
