"""What the tests find, and within how many draws: stated, and held to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.conformance.statistics.catalogue import (
    gaussian_defects,
    geometric_defects,
    laplace_defects,
    power,
)
from concomp.conformance.statistics.cell_laws import (
    discrete_gaussian,
    discrete_laplace,
    independent,
    repeated,
    two_sided_geometric,
)
from concomp.conformance.statistics.power import draws_for_game, draws_for_law
from concomp.conformance.statistics.shares import MOST_IN_ALL, SHARE, demand_shares, parts
from concomp.model.numbers import ParameterError

ONE = Fraction(1)


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
    assert draws_for_game(Fraction(0), (Fraction(1, 5), Fraction(13, 20), Fraction(3, 20)), SHARE) == 15857
    assert draws_for_game(Fraction(0), (Fraction(1, 5), Fraction(3, 5), Fraction(1, 5)), SHARE) is None


def test_shares_come_to_no_more_than_is_allowed() -> None:
    demand_shares({f"noise-{k}": SHARE for k in range(1000)})
    with pytest.raises(ParameterError, match="the shares of all sampled vectors is 1001/1000000000: let them come"):
        demand_shares({f"noise-{k}": SHARE for k in range(1001)})
    with pytest.raises(ParameterError, match="the share of x is 0: give a chance above 0"):
        demand_shares({"x": Fraction(0)})
    assert 4 * parts(SHARE, 4) == SHARE < MOST_IN_ALL
