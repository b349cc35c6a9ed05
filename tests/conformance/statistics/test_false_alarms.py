"""Right samplers, a thousand times: no more of them are failed than the bound allows."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from concomp.conformance.statistics import bets, mixture
from concomp.conformance.statistics.bets import Bets
from concomp.conformance.statistics.cell_laws import discrete_laplace, two_sided_geometric
from concomp.conformance.statistics.cells import count
from concomp.conformance.statistics.guesses import too_often
from concomp.impl.noise.samplers import geometric_noise, laplace_noise
from concomp.impl.noise.sources import SeededRandomness, SystemRandomness

BOUND = Fraction(1, 100)
RUNS = 1000
LOOKS = (50, 100, 200, 400, 800, 1600, 3200)
FEW, EARLY = 100, (20, 50, 100)
"""The runs of a quick look at the same, and when they are looked at."""


def at_least(alarms: int, runs: int, chance: Fraction) -> Fraction:
    """The chance that so many of the runs or more give a false alarm, if each does with this chance."""
    fewer = sum(comb(runs, k) * chance**k * (1 - chance) ** (runs - k) for k in range(alarms))
    return 1 - fewer


def demand_few(alarms: int, runs: int = RUNS) -> None:
    """An exact binomial test at one in a million."""
    assert at_least(alarms, runs, BOUND) > Fraction(1, 10**6), f"{alarms} false alarms in {runs} runs"


def false_alarms(law: mixture.CellLaw, noise: object, runs: int, looks: tuple[int, ...]) -> int:
    """In how many runs noise that is right is failed, whenever it is looked at."""
    source, alarms = SystemRandomness(), 0
    for _ in range(runs):
        values = [int(z) for z in noise.draw_many(looks[-1], source)]  # type: ignore[attr-defined]
        alarms += any(mixture.rejects(law, count(law.cells, values[:n])[0], BOUND) for n in looks)
    return alarms


def test_the_binomial_test_notices_twice_as_many() -> None:
    demand_few(10)
    with pytest.raises(AssertionError, match="29 false alarms in 1000 runs"):
        demand_few(29)


def test_a_few_runs_of_right_noise_are_failed_no_more_often_than_the_bound_says() -> None:
    alarms = false_alarms(discrete_laplace(Fraction(1), 3), laplace_noise(1), FEW, EARLY)
    demand_few(alarms, FEW)
    # A scale that is twice what is tested for is failed in nearly all of them.
    wrong = false_alarms(discrete_laplace(Fraction(1), 3), laplace_noise(2), FEW, EARLY)
    with pytest.raises(AssertionError, match=f"{wrong} false alarms in 100 runs"):
        demand_few(wrong, FEW)


@pytest.mark.full
@pytest.mark.parametrize(
    ("law", "noise"),
    [
        (discrete_laplace(Fraction(1), 3), laplace_noise(1)),
        (two_sided_geometric(Fraction(1, 2), 2), geometric_noise(Fraction(1, 2))),
    ],
)
def test_right_noise_is_failed_no_more_often_than_the_bound_says(law: mixture.CellLaw, noise: object) -> None:
    demand_few(false_alarms(law, noise, RUNS, LOOKS))


@pytest.mark.full
@pytest.mark.parametrize("chances", [(0.2, 0.6, 0.2), (0.5, 0.0, 0.5), (0.15, 0.8, 0.05)])
def test_games_that_pay_what_is_allowed_are_failed_no_more_often(chances: tuple[float, float, float]) -> None:
    mean = Fraction(round(20 * chances[0]) - round(20 * chances[2]), 20)
    generator, alarms = np.random.default_rng(SeededRandomness(5).below(2**32)), 0
    for _ in range(RUNS):
        steps = [generator.multinomial(n, chances) for n in np.diff([0, *LOOKS])]
        tallies = [tuple(int(n) for n in each) for each in np.cumsum(steps, axis=0)]
        alarms += any(bets.rejects(Bets(mean), (won, none, lost), BOUND) for won, none, lost in tallies)
    demand_few(alarms)


@pytest.mark.full
def test_guesses_that_are_as_right_as_is_allowed_are_failed_no_more_often() -> None:
    generator = np.random.default_rng(SeededRandomness(6).below(2**32))
    guessed = np.cumsum(generator.random((RUNS, LOOKS[-1])) < 0.75, axis=1)
    least = too_often(Fraction(3, 4), LOOKS[-1], BOUND)
    demand_few(int((guessed[:, [n - 1 for n in LOOKS]] >= least).any(axis=1).sum()))
