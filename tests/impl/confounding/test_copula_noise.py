"""Noise that a Gaussian copula joins: its law by what is drawn, its privacy in closed form, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import concomp
from concomp.impl.confounding.copula_noise import GaussianCopulaNoise, normals
from concomp.impl.noise.sources import SeededRandomness, WordRandomness
from concomp.impl.noise.words import SeededWords
from concomp.impl.session.errors import InvalidQuery
from concomp.model.laws.law import ONE
from concomp.model.numbers import ParameterError

HALF = Fraction(1, 2)
UNIT = (ONE, ONE)
SIZE = 40_000


def seeded() -> WordRandomness:
    return WordRandomness(SeededWords(7))


def demand_moments(noise: GaussianCopulaNoise) -> None:
    """Means, deviations and the correlation of what is drawn, each within five standard errors."""
    drawn = noise.draw_many(SIZE, seeded())
    deviations = np.array([float(each) for each in noise.deviations])
    near = 5 / SIZE**0.5
    assert np.abs(drawn.mean(axis=0) / deviations).max() < near
    assert np.abs(drawn.std(axis=0) / deviations - 1).max() < near
    assert abs(np.corrcoef(drawn.T)[0, 1] - float(noise.correlation)) < near


def demand_privacy(noise: GaussianCopulaNoise, shifts: tuple[Fraction, Fraction]) -> None:
    """The closed form against what is drawn: the best test at E = 3/2, which lets the loss be more than ln E."""
    told, e_eps = noise.privacy(shifts), Fraction(3, 2)
    loss_weights = np.linalg.solve(np.array(noise.covariance, dtype=float), np.array(shifts, dtype=float))
    lines = noise.draw_many(SIZE, seeded()) @ loss_weights
    beyond = np.log(float(e_eps)) - float(told.squared) / 2
    estimate = (lines > beyond).mean() - float(e_eps) * (lines > beyond + float(told.squared)).mean()
    assert abs(estimate - noise.delta(shifts, e_eps)) < 5 * float(e_eps) / SIZE**0.5


def test_what_is_drawn_has_its_moments() -> None:
    demand_moments(GaussianCopulaNoise(Fraction(-3, 5), (ONE, Fraction(5, 2))))


@pytest.mark.parametrize("second", [ONE, -ONE])
def test_the_closed_form_is_that_of_what_is_drawn(second: Fraction) -> None:
    demand_privacy(GaussianCopulaNoise(HALF, UNIT), (ONE, second))


def test_one_sign_gains_and_opposite_signs_lose() -> None:
    noise = GaussianCopulaNoise(HALF, UNIT)
    assert noise.privacy((ONE, ONE)).squared == Fraction(4, 3)
    assert noise.privacy((ONE, -ONE)).squared == 4
    assert noise.independent((ONE, ONE)).squared == noise.independent((ONE, -ONE)).squared == 2


def test_delta_is_rounded_up() -> None:
    noise = GaussianCopulaNoise(HALF, (ONE, Fraction(3)))
    low, high = noise.privacy((ONE, ONE)).delta(ONE)
    assert low <= high <= Fraction(noise.delta((ONE, ONE), ONE))
    assert noise.delta((Fraction(0), Fraction(0)), ONE) == 0


def test_the_correlation_of_latent_variables() -> None:
    noise = GaussianCopulaNoise.of_latent(HALF, Fraction(9211, 1000), UNIT)
    assert float(noise.correlation) == pytest.approx(0.98278, abs=1e-5)
    assert GaussianCopulaNoise.of_latent(-HALF, Fraction(9211, 1000), UNIT).correlation == -noise.correlation
    assert GaussianCopulaNoise.of_latent(HALF, ONE, UNIT).correlation == HALF


def test_an_odd_number_of_normals_and_one_pair() -> None:
    assert normals(3, SeededRandomness(1)).shape == (3,)
    assert normals(0, SeededRandomness(1)).shape == (0,)
    first, second = GaussianCopulaNoise(HALF, UNIT).draw(SeededRandomness(1))
    assert isinstance(first, float)
    assert first != second


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((ONE, UNIT), "correlation is 1: give a number between -1 and 1"),
        ((HALF, (ONE, Fraction(0))), "deviation is 0: give a positive number"),
        ((HALF, (ONE,)), "deviations is .*: give two, one for each answer"),
        ((0.5, UNIT), "correlation is 0.5: .*"),
    ],
)
def test_what_makes_no_noise_is_refused_in_one_line(arguments: tuple[Any, Any], line: str) -> None:
    with pytest.raises(ParameterError, match=f"^{line}$"):
        GaussianCopulaNoise(*arguments)


def test_latent_variables_that_make_none_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"^latent deviation is 0: give a positive number$"):
        GaussianCopulaNoise.of_latent(HALF, Fraction(0), UNIT)
    with pytest.raises(ParameterError, match=r"^correlation is -1: give a number between -1 and 1$"):
        GaussianCopulaNoise.of_latent(-ONE, ONE, UNIT)


def test_a_session_launches_no_noise_in_floating_point() -> None:
    session = concomp.Session(concomp.PureDP(1))
    line = (
        "what is created, of type GaussianCopulaNoise, is drawn in floating point, so its loss is not known: "
        "it is for experiments: give a ContinualMechanism, such as DiscreteGaussian"
    )
    with pytest.raises(InvalidQuery) as refused:
        session.create(GaussianCopulaNoise(HALF, UNIT))  # type: ignore[arg-type]
    assert str(refused.value) == line


def test_seeded_words_are_the_same_again() -> None:
    assert SeededWords(3).words(4).tolist() == [(words := SeededWords(3)).word(), *words.words(3).tolist()]
