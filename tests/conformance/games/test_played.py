"""The audit's attacker as a player: her chances, and the bound on what games pay."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.conformance.games.played import Attacker, best_attacker
from concomp.conformance.statistics.bets import Bets, rejects
from concomp.impl.audit.setting import of_game
from concomp.impl.noise.randomness import draw
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.mechanisms.distinguisher import chances
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.randomised_response import noisy_bit

ALPHA = Fraction(1, 10**9)


def noisy_bits(e_eps: Fraction, rounds: int = 1) -> Game:
    """As many noisy bits as are asked for."""
    mechanism = InteractiveMechanism(
        lambda bit, _: noisy_bit(e_eps, bit).map(lambda shown: (bit, shown)), (0, 1), ("q",), "noisy bits"
    )
    return Game(mechanism, (0, 1), ("q",), rounds)


THREE = noisy_bits(Fraction(3))


@pytest.mark.parametrize(("game", "e_eps"), [(THREE, 3), (THREE, 2), (noisy_bits(Fraction(3), 3), 5)])
def test_against_the_claimed_mechanism_the_mean_is_the_largest_allowed(game: Game, e_eps: int) -> None:
    attacker = best_attacker(of_game(game), Fraction(e_eps))
    won, nothing, lost = attacker.payoffs(game)
    assert won + nothing + lost == 1
    assert won - lost == attacker.mean == least_delta(game, Fraction(e_eps)) / (1 + Fraction(e_eps))
    assert attacker.guesses(game) == attacker.guessed


@pytest.mark.parametrize("e_eps", [Fraction(1), Fraction(3)])
def test_a_guess_is_right_as_often_as_the_payoffs_say(e_eps: Fraction) -> None:
    """By silence she takes the world for the other one; so whoever keeps the bound lets her guess no more."""
    attacker = best_attacker(of_game(THREE), e_eps, planned_at=Fraction(2))
    for odds in (Fraction(2), Fraction(3), Fraction(4)):
        spoken = chances(noisy_bits(odds), attacker.plan)
        worlds = {attacker.world: 1 / (1 + e_eps), 1 - attacker.world: e_eps / (1 + e_eps)}
        right = sum(
            weight * (spoken[secret] if speaks else 1 - spoken[secret])
            for secret, weight in worlds.items()
            for speaks in (True, False)
            if attacker.is_right(secret, speaks)
        )
        assert attacker.guesses(noisy_bits(odds)) == right
        assert (right > attacker.guessed) == (odds > 3)


def test_a_response_that_tells_more_pays_more() -> None:
    idle = best_attacker(of_game(THREE), Fraction(3))
    assert idle.asks(idle.start) is None
    attacker = best_attacker(of_game(THREE), Fraction(3), planned_at=Fraction(2))
    won, _, lost = attacker.payoffs(noisy_bits(Fraction(4)))
    assert (won, lost) == (Fraction(1, 5), Fraction(3, 20))
    assert won - lost > attacker.mean == 0


def total(attacker: Attacker, game: Game, games: int, randomness: SeededRandomness) -> tuple[int, int, int]:
    """How many games that are played against a mechanism, step by step, pay 1, 0 and −1."""
    tally = {1: 0, 0: 0, -1: 0}
    for _ in range(games):
        secret = attacker.secret(randomness)
        place, state = attacker.start, game.states[secret]
        while (query := attacker.asks(place)) is not None:
            state, answer = draw(game.mechanism.respond(state, query), randomness)
            after = attacker.hears(place, answer)
            assert after is not None
            place = after
        tally[attacker.payoff(secret, attacker.speaks_up(place))] += 1
    return tally[1], tally[0], tally[-1]


def test_games_are_played_and_a_wrong_response_is_found() -> None:
    attacker = best_attacker(of_game(noisy_bits(Fraction(3), 2)), Fraction(3))
    bets = Bets(attacker.mean)
    assert not rejects(bets, total(attacker, noisy_bits(Fraction(3), 2), 4000, SeededRandomness(1)), ALPHA)
    assert rejects(bets, total(attacker, noisy_bits(Fraction(9), 2), 1500, SeededRandomness(2)), ALPHA)


def test_an_answer_that_no_right_target_gives_leads_nowhere() -> None:
    attacker = best_attacker(of_game(THREE), Fraction(2))
    assert attacker.hears(attacker.start, "something else") is None


def test_the_secret_has_odds_one_to_e() -> None:
    attacker = Attacker((), 1, Fraction(3), Fraction(0))
    randomness = SeededRandomness(3)
    ones = sum(attacker.secret(randomness) for _ in range(4000))
    assert 900 < ones < 1100
