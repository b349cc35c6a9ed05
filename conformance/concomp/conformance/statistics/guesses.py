"""The test of guesses: how often one who guesses in which of two worlds she is may be right among so many games.

Whoever speaks up for a world, and by silence takes it for the other, is right in each game with a chance of at most π,
whatever was before. So she is right no more often, in law, than by independent guesses of chance π. What these reach
with a chance of at most α is too often. It may be noticed at any time, since the chance that it will be reached, given
the games so far, is a supermartingale. Where π is attained no test of as many games finds more (Neyman and Pearson
1933).
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from concomp.conformance.statistics.cell_laws import BITS
from concomp.model.laws.balls import ball, precision


def too_often(bound: Fraction, games: int, alpha: Fraction) -> int:
    """The least number of right guesses that is surely too often; one more than there are games if none is.

    bound: π, above 0. games: how many there will be. alpha: the largest chance with which π is exceeded for nothing.
    """
    with precision(BITS):
        odds, chance, least = ball((1 - bound) / bound), ball(bound) ** games, games + 1
        tail, limit = chance, ball(alpha)
        while least > 0 and tail <= limit:
            least -= 1
            chance = chance * least / (games - least + 1) * odds
            tail += chance
        return least


def chance_of(right: Fraction, games: int, least: int) -> arb:
    """The chance of at least so many right guesses, each of which is right with a chance between 0 and 1."""
    with precision(BITS):
        odds, chance, tail = ball((1 - right) / right), ball(right) ** games, arb(0)
        for number in range(games, least - 1, -1):
            tail += chance
            chance = chance * number / (games - number + 1) * odds
        return tail
