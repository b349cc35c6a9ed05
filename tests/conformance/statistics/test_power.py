"""What the tests find, and within how many draws: stated, and held to."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from concomp.conformance.statistics import bets, mixture
from concomp.conformance.statistics.bets import Bets
from concomp.conformance.statistics.catalogue import (
    gaussian_defects,
    geometric_defects,
    laplace_defects,
    power,
)
from concomp.conformance.statistics.cell_laws import (
    CellLaw,
    discrete_gaussian,
    discrete_laplace,
    independent,
    repeated,
    two_sided_geometric,
)
from concomp.conformance.statistics.guesses import too_often
from concomp.conformance.statistics.power import POWER, draws_for_game, draws_for_law, games_for_guesses
from concomp.conformance.statistics.shares import MOST_IN_ALL, SHARE, demand_shares, parts
from concomp.model.numbers import ParameterError
from tests.conformance.statistics.test_false_alarms import at_least

ONE = Fraction(1)
FOUR_FIFTHS = (Fraction(1, 5), Fraction(13, 20), Fraction(3, 20))
"""The payoffs of 1, 0 and -1 for a bit that is right with chance 4/5, where 3/4 is said."""
SEEN = {
    "11/10 times the parameter": 13_000,
    "21/20 times the parameter": 75_000,
    "rounded continuous Laplace": 7_000,
    "zero drawn twice": 1_400,
    "2 times the parameter": 170,
}
"""After how many draws most runs have found a defect of discrete Laplace noise of scale 1, as was seen."""
RUNS = 1000


def found_after(defect: CellLaw, draws: int, generator: np.random.Generator) -> int:
    """In how many runs so many draws of a defect of Laplace noise fail it."""
    law, chances = discrete_laplace(ONE, 3), np.array([float(chance) for chance in defect.upper])
    counted = generator.multinomial(draws, chances / chances.sum(), size=RUNS)
    return sum(mixture.rejects(law, [int(n) for n in counts], SHARE) for counts in counted)


def missed_too_often(missed: int) -> bool:
    """By an exact binomial test at one in a million, whether more are missed than one in a thousand."""
    return at_least(missed, RUNS, 1 - POWER) < Fraction(1, 10**6)


@pytest.mark.full
def test_what_is_stated_is_found_with_the_chance_that_is_stated() -> None:
    defects, generator = laplace_defects(ONE, 3), np.random.default_rng()
    for name, draws in power(discrete_laplace(ONE, 3), defects, SHARE).draws.items():
        if draws is not None:
            assert not missed_too_often(RUNS - found_after(defects[name], draws, generator)), name
    games = draws_for_game(Fraction(0), FOUR_FIFTHS, SHARE)
    assert games is not None
    tallies = generator.multinomial(games, [float(chance) for chance in FOUR_FIFTHS], size=RUNS)
    found = sum(bets.rejects(Bets(Fraction(0)), (int(w), int(n), int(x)), SHARE) for w, n, x in tallies)
    assert not missed_too_often(RUNS - found)
    least = too_often(Fraction(3, 4), 6000, parts(SHARE, 2))
    assert not missed_too_often(int((generator.binomial(6000, 0.8, size=RUNS) < least).sum()))
    assert missed_too_often(20)


@pytest.mark.full
def test_what_was_seen_is_found_by_most_runs() -> None:
    defects, generator = laplace_defects(ONE, 3), np.random.default_rng()
    for name, draws in SEEN.items():
        assert found_after(defects[name], draws, generator) > RUNS * 3 / 4, name


def test_the_draws_that_find_the_defects_of_laplace_noise() -> None:
    """Upper bounds with a chance of 0.999; seen, half of the runs need 9500, 43000, 4900, 650 and 120."""
    found = power(discrete_laplace(ONE, 3), laplace_defects(ONE, 3), SHARE).draws
    assert found == {
        "2 times the parameter": 368,
        "1/2 times the parameter": 376,
        "11/10 times the parameter": 23363,
        "21/20 times the parameter": 94929,
        "101/100 times the parameter": None,
        "zero drawn twice": 1739,
        "without a sign": 147,
        "rounded continuous Laplace": 11688,
    }


def test_what_is_out_of_reach_is_said() -> None:
    found = power(discrete_laplace(ONE, 3), laplace_defects(ONE, 3), SHARE)
    assert found.sentence(50_000) == (
        "With a chance of 0.999, 23363 draws find 11/10 times the parameter; "
        "out of reach within 50000 draws: 21/20 times the parameter, 101/100 times the parameter"
    )
    assert found.sentence(10) == f"Out of reach within 10 draws: {', '.join(found.draws)}"


def test_other_noise_has_defects_that_are_found() -> None:
    gaussian = power(discrete_gaussian(Fraction(4), 6), gaussian_defects(Fraction(4), 6), SHARE)
    geometric = power(two_sided_geometric(Fraction(1, 2), 4), geometric_defects(Fraction(1, 2), 4), SHARE)
    assert gaussian.within(200_000)[0] == "11/10 times the parameter"
    assert geometric.beyond(2000) == ()


def test_a_repeated_draw_is_found_in_pairs() -> None:
    law = discrete_laplace(ONE, 3)
    assert draws_for_law(independent(law), repeated(law), SHARE) == 79
    impossible = draws_for_law(repeated(law), independent(law), SHARE)
    assert impossible is not None
    assert impossible < 20
    assert draws_for_law(law, law, SHARE) is None


def test_a_response_of_four_fifths_for_three_quarters_is_found() -> None:
    """An upper bound with a chance of 0.999; seen, half of the runs need 6500."""
    assert draws_for_game(Fraction(0), FOUR_FIFTHS, SHARE) == 15857
    assert draws_for_game(Fraction(0), (Fraction(1, 5), Fraction(3, 5), Fraction(1, 5)), SHARE) is None


def test_guesses_find_it_by_six_thousand_games() -> None:
    """With half of α; with all of it this test takes 5797 games at least, and no other takes many fewer."""
    said, drawn = Fraction(3, 4), Fraction(4, 5)
    assert games_for_guesses(said, drawn, 6000, parts(SHARE, 2)) == 5999
    assert games_for_guesses(said, drawn, 5797, SHARE) == 5797
    assert games_for_guesses(said, drawn, 5796, SHARE) is None
    assert games_for_guesses(said, said, 6000, SHARE) is None


def test_shares_come_to_no_more_than_is_allowed() -> None:
    demand_shares({f"noise-{k}": SHARE for k in range(1000)})
    with pytest.raises(ParameterError, match="the shares of all sampled vectors is 1001/1000000000: let them come"):
        demand_shares({f"noise-{k}": SHARE for k in range(1001)})
    with pytest.raises(ParameterError, match="the share of x is 0: give a chance above 0"):
        demand_shares({"x": Fraction(0)})
    assert 4 * parts(SHARE, 4) == SHARE < MOST_IN_ALL
