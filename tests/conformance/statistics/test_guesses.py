"""Guesses: what is too often for a chance is what the binomial law says, exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from concomp.conformance.statistics.cell_laws import BITS
from concomp.conformance.statistics.guesses import chance_of, too_often
from concomp.model.laws.balls import above, ball, below, precision

EIGHTH = Fraction(1, 8)
TINY = Fraction(1, 10**30)
CHANCES = (Fraction(3, 4), Fraction(2, 3), Fraction(1, 5), Fraction(1))


def tail(chance: Fraction, games: int, least: int) -> Fraction:
    """The chance of at least so many right guesses, by the binomial law."""
    numbers = range(least, games + 1)
    return sum((comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in numbers), Fraction(0))


@pytest.mark.parametrize("bound", CHANCES)
@pytest.mark.parametrize("alpha", [EIGHTH, Fraction(1, 10**4)])
def test_the_least_number_that_is_too_often_is_the_least(bound: Fraction, alpha: Fraction) -> None:
    for games in (1, 5, 40):
        least = too_often(bound, games, alpha)
        assert tail(bound, games, least) <= alpha < tail(bound, games, least - 1)


@pytest.mark.parametrize("right", CHANCES)
def test_the_chance_of_so_many_is_enclosed(right: Fraction) -> None:
    for games, least in ((1, 1), (5, 0), (12, 9), (12, 13)):
        with precision(BITS):
            gap = chance_of(right, games, least) - ball(tail(right, games, least))
        assert -TINY < below(gap) <= 0 <= above(gap) < TINY


def test_however_the_chances_change_within_the_bound_no_more_is_failed() -> None:
    """Of all series of guesses whose chances are π or less, whatever was before: by α = 1/8 at most an eighth fails."""
    bound, games = Fraction(3, 5), 7
    least = too_often(bound, games, EIGHTH)

    def failed(after_right: Fraction, after_wrong: Fraction) -> Fraction:
        found = Fraction(0)
        for series in product((True, False), repeat=games):
            weight = Fraction(1)
            for before, guess in zip((True, *series), series, strict=False):
                chance = after_right if before else after_wrong
                weight *= chance if guess else 1 - chance
            found += weight * (sum(series) >= least)
        return found

    assert 0 < failed(bound, bound) <= EIGHTH
    for other in (Fraction(0), Fraction(1, 2)):
        assert max(failed(bound, other), failed(other, bound)) <= failed(bound, bound)
    assert failed(Fraction(1), bound) > EIGHTH
