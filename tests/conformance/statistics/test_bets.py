"""Bets on games: a supermartingale for every payoff with a mean that is allowed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from concomp.conformance.statistics.bets import SHARES, Bets, first_rejection, rejects

ALPHA = Fraction(1, 10**9)


@pytest.mark.parametrize("mean", [Fraction(0), Fraction(1, 16), Fraction(9, 10)])
def test_capital_does_not_grow_on_average_where_the_mean_is_allowed(mean: Fraction) -> None:
    bets = Bets(mean)
    for share in bets.shares:
        factors = bets.factors(share)
        assert all(factor > 0 for factor in factors)
        for lost in (Fraction(0), (1 - mean) / 2):
            chances = (mean + lost, 1 - mean - 2 * lost, lost)
            assert sum(p * f for p, f in zip(chances, factors, strict=True)) == 1


def test_a_mean_is_rejected_just_where_the_capital_says() -> None:
    bets = Bets(Fraction(1, 16))
    for tally in ((30, 5, 2), (7, 0, 0), (100, 100, 40)):
        capital = (
            sum(prod(f**n for f, n in zip(bets.factors(share), tally, strict=True)) for share in bets.shares) / SHARES
        )
        assert rejects(bets, tally, 1 / (capital * (1 - Fraction(1, 10**12))))
        assert not rejects(bets, tally, 1 / (capital * (1 + Fraction(1, 10**12))))


def test_games_that_pay_too_much_are_found() -> None:
    assert first_rejection(Bets(Fraction(0)), [[1, 1, 0, -1] * 10] * 20, ALPHA) is not None
    assert first_rejection(Bets(Fraction(1, 4)), [[1, 1, 0, -1] * 10] * 20, ALPHA) is None


def test_the_chance_of_ever_rejecting_is_small() -> None:
    """Of all series of nine games with a fair payoff: by α = 1/8 at most an eighth rejects, wherever one stops."""
    bets, alpha = Bets(Fraction(0)), Fraction(1, 8)
    stops = {(won, lost) for won, lost in product(range(10), repeat=2) if rejects(bets, (won, 0, lost), alpha)}
    rejected = sum(
        any((s[:n].count(1), s[:n].count(-1)) in stops for n in range(1, 10)) for s in product((1, -1), repeat=9)
    )
    assert 0 < Fraction(rejected, 2**9) <= alpha
