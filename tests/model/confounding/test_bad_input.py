"""What the model of confounding refuses, in one line that names the value and the remedy."""

from collections.abc import Callable
from fractions import Fraction as F

import pytest

from concomp.model.confounding.loss import copula_ratio, is_loss
from concomp.model.confounding.posterior import bound_of_band, bound_of_floor, posterior
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import dependence_bounds, local_profile
from concomp.model.confounding.target import PosteriorParameters
from concomp.model.laws.law import Law

FAIR = Law.uniform((0, 1))
TOLD = {0: FAIR, 1: Law.point(0)}
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: least_delta(TOLD, [], F(1)), "no two secrets are adjacent: name a pair"),
    (lambda: optimum(TOLD, [], F(0)), "no two secrets are adjacent: name a pair"),
    (lambda: privacy_profile(TOLD, []), "no two secrets are adjacent: name a pair"),
    (lambda: dependence_bounds(TOLD, TOLD, []), "no two secrets are adjacent: name a pair"),
    (lambda: privacy_profile(TOLD, [(0, 0)]), r"the pair \(0, 0\) names one secret twice"),
    (lambda: least_delta(TOLD, [(0, 2)], F(1)), r"the pair \(0, 2\): nothing is told of 2"),
    (lambda: optimum(TOLD, [(0, 1)], F(-1)), "delta is -1: give one from 0 to 1"),
    (lambda: local_profile(TOLD, [0, 0]), "there are fewer than two data"),
    (lambda: local_profile(TOLD, [0, 2]), "nothing is told of 2"),
    (lambda: is_loss(Law.point(F(0))), "e\\^L is 0: give a positive number"),
    (lambda: is_loss(Law.point(F(-1))), "e\\^L is -1: give a positive number"),
    (lambda: copula_ratio(FAIR, Law.point(0)), "1 has probability 0 under the product"),
    (lambda: posterior(FAIR, {0: FAIR}), "nothing is told of 1"),
    (lambda: bound_of_floor(FAIR, F(1, 2)), "tau is 1/2: give at least 1"),
    (lambda: bound_of_band(FAIR, F(1, 2)), "tau is 1/2: give at least 1"),
    (lambda: bound_of_band(Law.point(0), F(2)), "there are fewer than two secrets"),
    (lambda: PosteriorParameters(F(1, 2), F(0)), "tau is 1/2: give at least 1"),
    (lambda: PosteriorParameters(F(2), F(2)), "delta is 2: delta must be from 0 to 1"),
    (lambda: PosteriorParameters(F(2), F(1, 4)), "delta·tau is 1/2: no beliefs have a second moment below 1; give a"),
]


@pytest.mark.parametrize(("wrong", "message"), REFUSED)
def test_bad_input_is_refused(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wrong()
