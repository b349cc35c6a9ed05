"""Concentrated DP of interactive mechanisms: all orders at once, up to ω, and side by side."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import ceil, floor
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.concentrated import least_rho, within
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.measures.renyi import largest_divergences, largest_moment
from concomp.model.mechanisms.privacy import Game, exchange_worlds
from concomp.model.mechanisms.randomised_response import BITS, noisy_bit
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.haney23.concentrated import exponential
from concomp.obligations.expectation import expect, first_case

RATES = tuple(map(Fraction, ("11/10", "3/2", "3", "10", "100")))
GRID = 1 << 11
CLOSE = Fraction(1, GRID)
OMEGAS = tuple(map(Fraction, ("3/2", "3", "8")))
WHOLE = range(2, 9)
Bracket = tuple[Fraction, Fraction]


def _mechanism(laws: tuple[tuple[Law[Any], Law[Any]], ...], name: str) -> InteractiveMechanism:
    """One query, which chooses among pairs of laws, one for each world."""

    def step(state: Any, query: Any) -> Law[Any]:
        law: Law[Any] = laws[query][state]
        return law.map(lambda answer: (HALT, answer))

    return InteractiveMechanism(step, BITS, tuple(range(len(laws))), name)


def _noise(rate: Fraction) -> tuple[Law[int], Law[int]]:
    return noisy_bit(rate, 0), noisy_bit(rate, 1)


def _rarely(chance: Fraction, rate: Fraction) -> tuple[Law[Any], Law[Any]]:
    """A noisy bit, with a chance; otherwise nothing."""
    first, second = (law.map(str) for law in _noise(rate))
    nothing = Law.point("nothing")
    return Law.coin(chance, first, nothing).bind(lambda law: law), Law.coin(chance, second, nothing).bind(lambda x: x)


def _game(name: str, *laws: tuple[Law[Any], Law[Any]]) -> Game:
    return Game(_mechanism(laws, name), (0, 1), tuple(range(len(laws))), 1)


def _noisy(rate: Fraction) -> Game:
    return _game(f"a noisy bit with odds {rate}", _noise(rate))


@cache
def games() -> tuple[Game, ...]:
    """Noisy bits; one that is rare and tells much; and the choice between the two, by one query."""
    rare = _rarely(Fraction(1, 64), Fraction(15))
    return (*map(_noisy, RATES), _game("a rare noisy bit", rare), _game("either", _noise(Fraction(2)), rare))


@cache
def bracket(game: Game, omega: Fraction | None = None) -> Bracket:
    """The least ρ of a game, world 0 over world 1, strictly between two multiples of 1/2048."""
    found = least_rho(largest_divergences(game), omega, CLOSE)
    assert found is not None
    return Fraction(ceil(found[0] * GRID) - 1, GRID), Fraction(floor(found[1] * GRID) + 1, GRID)


def _exceeds(game: Game, rho: Fraction, order: int) -> bool:
    """Whether e^((α−1)·D) is above e^((α−1)·ρ·α) at a whole order, the latter from above by its series."""
    moment = largest_moment(game, order)
    return moment is None or moment > exponential(rho * order * (order - 1))[1]


@check("Lyu22 Definition 4")
def every_order_counts() -> Outcome:
    """The least ρ is found between two bounds; noisy bits have ε·tanh(ε/2), which only orders near 1 show."""
    missed = []
    for game in games():
        low, high = bracket(game)
        expect(high - low < 4 * CLOSE, f"{game.mechanism}: ρ is between {low} and {high}")
        curve = largest_divergences(game)
        expect(within(curve, high) and not within(curve, low), f"{game.mechanism} is decided otherwise")
        expect(not any(_exceeds(game, high, order) for order in WHOLE), f"{game.mechanism} exceeds {high} at an order")
        missed += (
            []
            if any(_exceeds(game, Fraction(9 * int(low * GRID), 10 * GRID), order) for order in WHOLE)
            else [(game, low)]
        )
    for rate, game in zip(RATES, games(), strict=False):
        low, high = bracket(game)
        with precision(200):
            closed = ball(rate).log() * ball((rate - 1) / (rate + 1))
            expect(low <= above(closed) and below(closed) <= high, f"odds {rate}: ρ is not ε·tanh(ε/2)")
    _choices_differ()
    game, low = first_case(missed, "whole orders say as much")
    tied = largest_divergences(_noisy(Fraction(1)))
    expect(within(tied, Fraction(1, 100)), "what tells nothing is not concentrated")
    return Outcome(
        verdict="exact",
        scope=f"noisy bits with odds {', '.join(map(str, RATES))}; a rare one with odds 15; the choice of one of two; "
        "all real orders, and whole ones from 2 to 8 by series",
        size=len(games()) + len(RATES),
        witness="at odds 3 the least ρ is 0.54930…, less than ε²/2 = 0.6034…",
        control=f"the whole orders from 2 to 8 do not exceed 9/10 of {low}, a lower bound of the least ρ of "
        f"{game.mechanism}",
    )


def _choices_differ() -> None:
    """Expect that the best query depends on the order, and that the least ρ is the larger of the two."""
    common, rare, either = _noisy(Fraction(2)), *games()[-2:]
    brackets = [bracket(each) for each in (common, rare)]
    expect(bracket(either)[1] >= max(low for low, _ in brackets), "a choice is more private than what is chosen")
    low_order, high_order = ([largest_moment(each, order) or 0 for each in (common, rare)] for order in (2, 8))
    expect(low_order[0] > low_order[1] and high_order[0] < high_order[1], "one query is best at all orders")


@check("Lyu22 Definition 5")
def orders_below_omega_count() -> Outcome:
    """With ω the least ρ is that of the orders up to it; it grows with ω to that of zCDP, and stays below at first."""
    lower = []
    for game in games():
        rising = [bracket(game, omega) for omega in OMEGAS]
        whole = bracket(game)
        chain = [*rising, whole]
        expect(all(one[0] <= two[1] for one, two in pairwise(chain)), f"{game.mechanism} falls")
        for omega, (low, high) in zip(OMEGAS, rising, strict=True):
            curve = largest_divergences(game)
            expect(within(curve, high, omega) and not within(curve, low, omega), "ω is decided otherwise")
            orders = [order for order in WHOLE if order < omega]
            expect(not any(_exceeds(game, high, order) for order in orders), f"{game.mechanism} exceeds {high}")
            lower += [(game, omega, high, whole[0])] if high < whole[0] else []
    game, omega, enough, all_orders = first_case(lower, "ω makes no difference")
    expect(_exceeds(game, enough, 8), "the orders beyond ω are within as well")
    return Outcome(
        verdict="exact",
        scope="the mechanisms of Definition 4; ω = 3/2, 3, 8; all real orders below, and whole ones by series",
        size=len(games()) * len(OMEGAS),
        witness=f"{game.mechanism}: with ω = {omega} less than {enough}, with all orders more than {all_orders}",
        control="with that ρ the order 8 is exceeded",
    )


@check("Lyu22 Corollary 1")
def rhos_add_up() -> Outcome:
    """Two mechanisms side by side are (ρ_1 + ρ_2)-zCDP, and so up to an ω that both have; with less they are not."""
    pairs = list(combinations_with_replacement(games()[1:3] + games()[-2:], 2))
    reached = []
    for (first, second), omega in product(pairs, (None, Fraction(3))):
        joint = largest_divergences(_side_by_side(first, second))
        sums = tuple(map(sum, zip(bracket(first, omega), bracket(second, omega), strict=True)))
        expect(within(joint, Fraction(sums[1]), omega), f"the sum {sums[1]} is exceeded at ω = {omega}")
        alone = max(bracket(first, omega)[1], bracket(second, omega)[1])
        expect(not within(joint, alone, omega), f"the larger of both, {alone}, is enough at ω = {omega}")
        if first is second:
            expect(not within(joint, Fraction(sums[0]), omega), f"two equal ones lose less than {sums[0]}")
            reached.append(sums[1])
    common, rare = games()[1], games()[-2]
    small, large = bracket(common, None), bracket(rare, Fraction(2))
    joint, claimed = largest_divergences(_side_by_side(common, rare)), small[1] + large[1]
    expect(within(joint, claimed, Fraction(2)), "the smaller ω is not enough")
    expect(not within(joint, claimed), "the larger ω holds as well")
    for game in (common, rare):
        expect(bracket(game)[0] <= bracket(exchange_worlds(game))[1], "the worlds are not alike")
    return Outcome(
        verdict="exact",
        scope=f"{len(pairs)} pairs of noisy bits, a rare one and a choice of one of two, interleaved by the answers so "
        "far; all real orders, and those below ω = 3",
        size=2 * len(pairs) + 2,
        witness=f"two equal mechanisms reach the sum, such as less than {reached[0]}",
        control="the larger of the two is exceeded; where the ω differ the sum holds up to the smaller one only",
        notes=("At each order it is Theorem 2: αρ_1 + αρ_2 = α(ρ_1 + ρ_2). With different ω the least counts.",),
    )


def _side_by_side(first: Game, second: Game) -> Game:
    """Both games at once, interleaved by the answers so far."""
    composed = concurrent_composition((first.mechanism, second.mechanism))
    messages = (*((query, 1) for query in first.queries), *((query, 2) for query in second.queries))
    return Game(composed, ((0, 0), (1, 1)), messages, first.rounds + second.rounds)
