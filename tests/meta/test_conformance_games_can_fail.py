"""The tests of conformance games and of their statistics notice a weaker attacker, and a bolder test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from flint import arb

from concomp.conformance.experiments import filter_game
from concomp.conformance.experiments.law_test import LawTest
from concomp.conformance.experiments.tape_law import TapeLaw
from concomp.conformance.games import attack, reading
from concomp.conformance.games.attack import _Search
from concomp.conformance.games.menu import Offer
from concomp.conformance.games.played import Attacker
from concomp.conformance.games.reading import History
from concomp.conformance.statistics import bets, guesses, mixture, power
from concomp.conformance.statistics.bets import Bets
from concomp.conformance.statistics.cell_laws import CellLaw
from concomp.conformance.statistics.cells import Integers
from tests.conformance.experiments import test_kills as of_kills
from tests.conformance.games import test_attack as of_attack
from tests.conformance.games import test_played as of_played
from tests.conformance.statistics import test_bets as of_bets
from tests.conformance.statistics import test_guesses as of_guesses
from tests.conformance.statistics import test_laws as of_laws
from tests.conformance.statistics import test_power as of_power

Patch = pytest.MonkeyPatch
ZERO, ONE = Fraction(0), Fraction(1)


def stops_too_early(patch: Patch) -> None:
    """An attacker who never launches twice."""
    right = _Search._moves
    patch.setattr(_Search, "_moves", lambda self, history, odds: iter(()) if history else right(self, history, odds))


def stops_at_one(patch: Patch) -> None:
    """An attacker judged at E = 1."""
    patch.setattr(_Search, "_stop", lambda self, odds: max(ZERO, 1 - odds))


def sees_no_exposure(patch: Patch) -> None:
    """An attacker who gains nothing from what is exposed."""
    patch.setattr(Offer, "chance", lambda self, bit: (self.loss.e_eps if bit == 0 else 1) / (1 + self.loss.e_eps))


def overlooks_differing_replies(patch: Patch) -> None:
    """A reading of the second world is taken for that of both."""
    patch.setattr(
        reading.Record, "accepts", lambda self, history, offer: (self.replies[1][self.place(history), offer],) * 2
    )


def forgets_refusals(patch: Patch) -> None:
    """After a refusal the attacker gives up."""
    patch.setattr(attack, "_refused", lambda history, place: ())


def suspects_one_world(patch: Patch) -> None:
    """An attacker who only ever speaks up for world 0."""
    patch.setattr(attack, "WORLDS", (0,))


def takes_contradictions(patch: Patch) -> None:
    """The first of two replies to one history counts."""
    right = reading.record

    def record(place: reading.Place, played: Sequence[tuple[int, reading.Series, Sequence[bool]]]) -> reading.Record:
        known: dict[tuple[int, History], tuple[int, reading.Series, Sequence[bool]]] = {}
        return right(place, [known.setdefault((world, place(s)), (world, s, r)) for world, s, r in played])

    patch.setattr(of_attack, "record", record)


def answers_do_not_count(patch: Patch) -> None:
    """Series are played without their answers, whatever a vector says."""
    patch.setitem(filter_game.READINGS, "answers", filter_game.READINGS["launches"])  # type: ignore[arg-type]


def odds_reversed(patch: Patch) -> None:
    """The world that is spoken up for is drawn with odds E : 1."""
    right = Attacker.secret
    patch.setattr(Attacker, "secret", lambda self, randomness: 1 - right(self, randomness))


def losses_are_free(patch: Patch) -> None:
    """To speak up in the wrong world costs nothing."""
    patch.setattr(Attacker, "payoff", lambda self, secret, says: int(says and secret == self.world))


def sums_of_capital(patch: Patch) -> None:
    """The capital of all proportions is added up."""
    patch.setattr(bets, "SHARES", 1)


def mean_is_nothing(patch: Patch) -> None:
    """A payoff above nothing is already too much."""
    right = Bets.factors
    patch.setattr(Bets, "factors", lambda self, share: right(Bets(ZERO), share))


def silence_is_no_guess(patch: Patch) -> None:
    """Who says nothing has guessed nothing."""
    patch.setattr(Attacker, "is_right", lambda self, secret, says: says and secret == self.world)


def guesses_without_delta(patch: Patch) -> None:
    """The bound on guesses of a mechanism without δ."""
    patch.setattr(Attacker, "guessed", property(lambda self: self.e_eps / (1 + self.e_eps)))


def bold_about_guesses(patch: Patch) -> None:
    """One right guess fewer is too often already."""
    right = guesses.too_often
    patch.setattr(of_guesses, "too_often", lambda bound, games, alpha: right(bound, games, alpha) - 1)


def mixture_of_no_laws(patch: Patch) -> None:
    """The likeliest law, chosen by the draws, instead of a mixture of laws."""

    def log_mixture(counts: Sequence[int]) -> arb:
        total = sum(counts)
        return sum((n * (arb(n) / total).log() for n in counts if n), arb(0))

    patch.setattr(mixture, "log_mixture", log_mixture)
    patch.setattr(of_laws, "log_mixture", log_mixture)


def strangers_pass(patch: Patch) -> None:
    """What is no integer is counted as zero."""
    patch.setattr(Integers, "cell", lambda self, value: self.last + 1)


def impossible_passes(patch: Patch) -> None:
    """What the law never gives is passed over."""
    right = mixture.rejects

    def rejects(law: CellLaw, counts: Sequence[int], alpha: Fraction) -> bool:
        return right(law, [n if chance else 0 for n, chance in zip(counts, law.upper, strict=True)], alpha)

    patch.setattr(mixture, "rejects", rejects)


def rounded_down(patch: Patch) -> None:
    """Chances that are rounded to too few bits, down."""
    right = CellLaw.upper.func  # type: ignore[attr-defined]
    patch.setattr(CellLaw, "upper", property(lambda law: tuple(Fraction(int(p * 2**40), 2**40) for p in right(law))))


def no_regret(patch: Patch) -> None:
    """A power that forgets what the mixture loses."""
    patch.setattr(power, "regret", lambda draws, cells: arb(0))


def pairs_are_far_apart(patch: Patch) -> None:
    """Draws are paired with those that come much later."""

    def observed(self: LawTest, calls: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
        values = [value for call in calls for value in call]
        return [list(zip(values[: len(values) // 2], values[len(values) // 2 :], strict=True))]

    patch.setattr(LawTest, "_observed", observed)


def open_laws_pass(patch: Patch) -> None:
    """Whatever is left open of a law is left open."""
    right = TapeLaw._compared
    patch.setattr(TapeLaw, "_compared", lambda self, *found: right(self.model_copy(update={"left": "1"}), *found))


def tapes_weigh_nothing(patch: Patch) -> None:
    """No tape that was followed counts."""
    right = TapeLaw._compared
    patch.setattr(
        TapeLaw, "_compared", lambda self, law, masses, cut, runs: right(self, law, [0 * m for m in masses], cut, runs)
    )


BREAKAGES: dict[Callable[[Patch], None], Callable[[], object]] = {
    stops_too_early: of_attack.test_optimal_composition_of_what_was_launched_is_no_filter,
    stops_at_one: of_attack.test_optimal_composition_of_what_was_launched_is_no_filter,
    sees_no_exposure: of_attack.test_the_model_finds_the_same_where_worlds_are_exposed,
    overlooks_differing_replies: of_attack.test_a_reply_that_depends_on_the_data_gives_the_world_away,
    forgets_refusals: of_attack.test_a_refused_launch_that_gives_back_is_used,
    suspects_one_world: of_attack.test_a_target_that_looks_at_answers_is_played_with_them,
    takes_contradictions: of_attack.test_a_target_that_looks_at_answers_is_played_with_them,
    answers_do_not_count: of_kills.test_free_failures_are_found,
    odds_reversed: of_played.test_the_secret_has_odds_one_to_e,
    losses_are_free: of_played.test_games_are_played_and_a_wrong_response_is_found,
    sums_of_capital: of_bets.test_a_mean_is_rejected_just_where_the_capital_says,
    mean_is_nothing: of_bets.test_games_that_pay_too_much_are_found,
    silence_is_no_guess: lambda: of_played.test_a_guess_is_right_as_often_as_the_payoffs_say(ONE),
    guesses_without_delta: lambda: of_played.test_against_the_claimed_mechanism_the_mean_is_the_largest_allowed(
        of_played.THREE, 2
    ),
    bold_about_guesses: of_guesses.test_however_the_chances_change_within_the_bound_no_more_is_failed,
    mixture_of_no_laws: of_laws.test_the_mixture_is_a_law_of_series,
    strangers_pass: lambda: of_laws.test_what_is_no_value_has_none(Integers(2), "1"),
    impossible_passes: of_laws.test_what_a_law_never_gives_is_rejected_at_once,
    rounded_down: lambda: of_laws.test_the_chances_of_all_cells_are_rounded_up_and_come_to_one(of_laws.EVERY[0]),
    no_regret: of_power.test_a_repeated_draw_is_found_in_pairs,
    open_laws_pass: of_kills.test_by_tapes_a_hundredth_is_found_and_an_open_law_is_no_law,
    tapes_weigh_nothing: of_kills.test_by_tapes_a_hundredth_is_found_and_an_open_law_is_no_law,
    pairs_are_far_apart: of_kills.test_a_draw_that_is_repeated_is_found,
}


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.__name__)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        breakage(patch)
        with pytest.raises((AssertionError, pytest.fail.Exception, ArithmeticError)):
            BREAKAGES[breakage]()


def test_unbroken_they_pass() -> None:
    for test in BREAKAGES.values():
        test()
