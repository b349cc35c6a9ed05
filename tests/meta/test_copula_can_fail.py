"""The tests of correlated noise and of the experiment notice a wrong law, a wrong closed form, and a wrong area."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from concomp.experiments import membership
from concomp.impl.confounding import copula_noise, gaussian_design
from concomp.impl.confounding import membership as inference
from concomp.model.confounding.gaussian import gaussian_product
from concomp.model.laws.law import ONE
from tests.impl.confounding.test_copula_noise import demand_moments, demand_privacy
from tests.impl.confounding.test_copula_noise import (
    test_a_session_launches_no_noise_in_floating_point as demand_refusal,
)
from tests.impl.confounding.test_gaussian_design import demand_target
from tests.impl.confounding.test_membership import demand_area, demand_expected
from tests.tools.cli.test_experiment import (
    test_what_is_possible_is_beside_what_is_measured_and_printed as demand_rows,
)

Patch = pytest.MonkeyPatch
HALF = Fraction(1, 2)
NOISE = copula_noise.GaussianCopulaNoise(HALF, (ONE, ONE))
LAUNCH = "concomp.impl.session.launches.launch"


def noises_independent(patch: Patch) -> None:
    """The second noise does not see the first."""
    drawn = copula_noise.GaussianCopulaNoise.draw_many
    patch.setattr(
        copula_noise.GaussianCopulaNoise,
        "draw_many",
        lambda self, size, randomness: drawn(type(self)(Fraction(0), self.deviations), size, randomness),
    )


def noise_too_small(patch: Patch) -> None:
    """A tenth of the noise is missing."""
    normals = copula_noise.normals
    patch.setattr(copula_noise, "normals", lambda size, randomness: normals(size, randomness) * 0.9)


def closed_form_is_the_product(patch: Patch) -> None:
    """The correlation counts for nothing."""
    patch.setattr(copula_noise, "gaussian_composition", gaussian_product)


def sessions_take_it(patch: Patch) -> None:
    """A session looks for parts of a mechanism only."""
    patch.setattr(f"{LAUNCH}.ForExperiments", type("Nothing", (), {}))


def deployed_counted_once(patch: Patch) -> None:
    """Three of the four mechanisms that are there are forgotten."""
    patch.setattr(gaussian_design, "DEPLOYED", 1)


def correlation_reversed(patch: Patch) -> None:
    """The two noises are joined with the other sign."""
    noise = gaussian_design.GaussianCopulaNoise
    patch.setattr(gaussian_design, "GaussianCopulaNoise", lambda rho, deviations: noise(-rho, deviations))


def one_release_counts(patch: Patch) -> None:
    """Pairs of one release are counted along."""
    wins = inference._wins
    patch.setattr(inference, "_wins", lambda scores, bits: wins(scores, bits) if len(scores) > 6 else (0.0, 0))


def everybody_takes_part(patch: Patch) -> None:
    """The attacker knows the noise itself, and not the sum."""
    noise = inference._mean_noise
    patch.setattr(inference, "_mean_noise", lambda *arguments: np.zeros_like(noise(*arguments)))


def ceiling_forgotten(patch: Patch) -> None:
    """Whatever is printed is possible."""
    patch.setattr(membership, "ceiling", lambda epsilon, delta: (ONE, ONE))


def rows_forgotten(patch: Patch) -> None:
    """The last table is left out."""
    patch.setattr(membership, "ARMS", membership.ARMS[1:])


def of_design(designed: str) -> Callable[[], None]:
    return lambda: demand_target(getattr(gaussian_design, designed), Fraction(1), Fraction(2, 5))


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], Any]]] = [
    (noises_independent, lambda: demand_moments(NOISE)),
    (noise_too_small, lambda: demand_moments(NOISE)),
    (closed_form_is_the_product, lambda: demand_privacy(NOISE, (ONE, -ONE))),
    (noises_independent, lambda: demand_privacy(NOISE, (ONE, -ONE))),
    (sessions_take_it, demand_refusal),
    (deployed_counted_once, of_design("with_one_more")),
    (correlation_reversed, of_design("with_copula")),
    (one_release_counts, demand_area),
    (everybody_takes_part, lambda: demand_expected(gaussian_design.single(Fraction(3, 2)))),
    (ceiling_forgotten, demand_rows),
    (rows_forgotten, demand_rows),
]


@pytest.mark.parametrize(("breakage", "demand"), BREAKAGES)
def test_breakages_are_noticed(
    monkeypatch: Patch, breakage: Callable[[Patch], None], demand: Callable[[], Any]
) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        demand()
