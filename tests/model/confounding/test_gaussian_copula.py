"""The Gaussian copula, its latent variables, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist

import pytest

from concomp.model.confounding.areas import ceiling, gaussian_area
from concomp.model.confounding.copula_noise import (
    latent_deviation,
    latent_privacy,
    means_of_scores,
    perturbed,
    sensitivity,
)
from concomp.model.confounding.gaussian_copula import copula_part, gaussian_copula, log_density
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import Law

HALF = Fraction(1, 2)


def test_the_copula_of_the_medians() -> None:
    low, high = gaussian_copula(HALF, HALF, HALF)
    assert low <= Fraction(1, 3) <= high
    assert high - low < Fraction(1, 10**20)
    assert gaussian_copula(HALF, Fraction(1, 4), Fraction(1)) == (Fraction(1, 4),) * 2
    assert gaussian_copula(HALF, Fraction(0), Fraction(1, 4)) == (Fraction(0),) * 2


def test_the_part_of_the_copula_has_the_sign_of_the_loss() -> None:
    near, far = (Fraction(1), Fraction(1)), (Fraction(1), Fraction(-1))
    assert copula_part(HALF, near, far) == -copula_part(HALF, far, near) > 0
    assert log_density(Fraction(0), near) == 0


def test_what_is_added_is_taken_away() -> None:
    added = {0: Fraction(1), 1: Fraction(4)}
    assert sensitivity(added, [(0, 1), (1, 0)]) == 3
    assert latent_deviation(Fraction(9), Fraction(3), HALF) == 54
    assert latent_privacy(Fraction(9), HALF) == GaussianTradeOff(Fraction(1, 324))
    assert set(means_of_scores(added, added, HALF).values()) == {(0, 0)}
    assert means_of_scores(added, {0: Fraction(0), 1: Fraction(0)}, HALF)[1] == (4, 2)


def test_a_perturbation_is_one_to_one() -> None:
    noise = Law.uniform([0, 1])
    assert perturbed(noise, {0: {0: 1, 1: 2}})[0] == Law.uniform([1, 2])
    with pytest.raises(ValueError, match=r"^two noises become one for the data 0: give a map that is one-to-one$"):
        perturbed(noise, {0: {0: 1, 1: 1}})


def test_areas_by_floats() -> None:
    low, high = gaussian_area(GaussianTradeOff(Fraction(1, 2)))
    assert low <= high
    assert float(low) == pytest.approx(NormalDist().cdf(0.5), abs=1e-12)
    assert float(ceiling(Fraction(1, 4), Fraction(1, 50))[1]) == pytest.approx(0.5795, abs=5e-5)


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: gaussian_copula(Fraction(1), HALF, HALF), "correlation is 1: give one between -1 and 1"),
        (lambda: gaussian_copula(HALF, Fraction(2), HALF), "level is 2: a copula is defined from 0 to 1"),
        (lambda: log_density(Fraction(-1), (HALF, HALF)), "correlation is -1: give one between -1 and 1"),
        (lambda: latent_deviation(HALF, HALF, Fraction(0)), "epsilon is 0: give a positive number"),
        (lambda: sensitivity({0: HALF}, []), "no secrets are adjacent: give one pair or more"),
    ],
)
def test_what_makes_no_copula_is_refused_in_one_line(make: object, line: str) -> None:
    with pytest.raises(ValueError, match=f"^{line}$"):
        make()  # type: ignore[operator]
