"""How soon a test finds a defect: a number of draws after which it has done so with a stated chance.

Of guesses it is computed exactly. Otherwise by Chernoff's bound: with Z the product of what each draw brings, the
chance that Z is below a threshold is at most threshold^s·E[1/Z^s] for every s > 0. For a law, what the mixture loses
against the defect's own law is bounded for all counts at once, as Γ(c + ½) ≥ √π·(c/e)^c. So what is stated is a bound,
and no simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil

from flint import arb

from concomp.conformance.statistics.bets import SHARES, Bets
from concomp.conformance.statistics.cell_laws import BITS, CellLaw
from concomp.conformance.statistics.guesses import chance_of, too_often
from concomp.model.laws.balls import above, ball, precision

POWER = Fraction(999, 1000)
"""The chance with which a stated defect is found."""
MOST_DRAWS = 200_000
"""The most draws that a vector may ask for."""
EXPONENTS = tuple(Fraction(k, 32) for k in range(1, 32))
Loss = Callable[[int], arb]
"""n ↦ the logarithm of what the product must come to within n draws, at most."""


def draws_for_law(law: CellLaw, defect: CellLaw, alpha: Fraction) -> int | None:
    """Within how many draws the test of a law has found a defect, with a chance of POWER; None beyond MOST_DRAWS."""
    if any(not p and q for p, q in zip(law.upper, defect.upper, strict=True)):
        return _draws_until_seen(law, defect)
    with precision(BITS):
        cells = len(law.chances)
        moments = [(s, _moment(law.upper, defect.upper, s)) for s in EXPONENTS]
        return _least_draws([moments], lambda draws: -ball(alpha).log() + regret(draws, cells))


def draws_for_game(mean: Fraction, payoffs: Sequence[Fraction], alpha: Fraction) -> int | None:
    """Within how many games the bets above a mean have found a defect; None beyond MOST_DRAWS.

    payoffs: the chances of 1, 0 and −1 with the defect.
    """
    bets = Bets(mean)
    with precision(BITS):
        moments = [
            [(s, _mean_power(payoffs, bets.factors(share), -s)) for s in (*EXPONENTS, *_LARGER)]
            for share in bets.shares
        ]
        return _least_draws(moments, lambda draws: ball(SHARES / alpha).log())


def games_for_guesses(bound: Fraction, right: Fraction, games: int, alpha: Fraction) -> int | None:
    """Within how many games of so many the test of guesses has found a defect; None if it has not.

    bound: the largest chance of a right guess that is allowed. right: the chance with the defect.
    """
    least = too_often(bound, games, alpha)
    return _first(lambda played: bool(chance_of(right, played, least) >= ball(POWER)), games) if right > bound else None


def regret(draws: int, cells: int) -> arb:
    """How much smaller the logarithm of the mixture is than that of the likeliest law, at most, whatever was drawn."""
    half = Fraction(cells, 2)
    return ball(draws + half).lgamma() - ball(half).lgamma() + draws - draws * arb(max(draws, 1)).log()


_LARGER = tuple(Fraction(k, 2) for k in range(2, 17))


def _moment(law: Sequence[Fraction], defect: Sequence[Fraction], s: Fraction) -> arb:
    """E[(P/Q)^s] under the defect's law Q, both rounded up."""
    return sum((ball(q) * (ball(p) / ball(q)) ** ball(s) for p, q in zip(law, defect, strict=True) if p and q), arb(0))


def _mean_power(chances: Sequence[Fraction], factors: Sequence[Fraction], exponent: Fraction) -> arb:
    return sum((ball(p) * ball(f) ** ball(exponent) for p, f in zip(chances, factors, strict=True)), arb(0))


def _least_draws(bettors: Sequence[Sequence[tuple[Fraction, arb]]], threshold: Loss) -> int | None:
    """The least number of draws that the best bound of the best bettor shows to be enough."""
    logs = [(ball(s), moment.log()) for moments in bettors for s, moment in moments if moment < 1]
    missed = ball(1 - POWER).log()

    def enough(draws: int) -> bool:
        bar = threshold(draws)
        return any(bool(s * bar + draws * log <= missed) for s, log in logs)

    return _first(enough, MOST_DRAWS)


def _first(enough: Callable[[int], bool], most: int) -> int | None:
    """The least number of draws that is enough, as all larger ones are; None beyond so many."""
    if not enough(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _draws_until_seen(law: CellLaw, defect: CellLaw) -> int | None:
    """Within how many draws one falls where the law has no chance."""
    with precision(BITS):
        within = sum((q for p, q in zip(law.upper, defect.chances, strict=True) if p), arb(0))
        missed = ball(1 - POWER).log()
        draws = ceil(above(missed / within.log())) if within > 0 else 1
        return draws if draws <= MOST_DRAWS else None
