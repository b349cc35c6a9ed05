"""Guess-and-check in the model: it halts, its laws are whole, and what is out of range is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest

from concomp.model.applications.guess_and_check import PASS, WRONG, Guesses, answers, check, guess_and_check
from concomp.model.applications.guess_and_check_of_parts import guess_and_check_of_parts
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.numbers import ParameterError

GUESSES = Guesses(F(1, 4), F(1, 2), 1, 2, (0, 3))


def test_a_first_guess_passes_if_its_noisy_distance_is_below_the_noisy_tolerance() -> None:
    rho, gamma = TwoSidedGeometric(F(1, 4)), TwoSidedGeometric(F(1, 2))
    mechanism = guess_and_check(GUESSES)
    law = mechanism.respond(mechanism.initial_state, (7, 3))
    passes = sum(mass for (_, answer), mass in law.items() if answer == PASS)
    near = sum(rho.mass(r) * gamma.at_most(2 + r - 4 - 1) for r in range(-60, 61))
    assert 0 < passes - near < F(1, 10**30)
    assert sum(mass for _, mass in law.items()) == 1


def test_after_the_last_wrong_guess_it_halts_whatever_it_is_sent() -> None:
    for mechanism in (guess_and_check(GUESSES), check(GUESSES), guess_and_check_of_parts(GUESSES)):
        law = mechanism.respond(mechanism.initial_state, (0, 0))
        [(after, answer), *_] = [outcome for outcome, _ in law.items() if outcome[1] != PASS]
        assert answer in (WRONG, (WRONG, 0), (WRONG, 1), (WRONG, 2), (WRONG, 3))
        assert mechanism.respond(after, (5, 5)) == Law.point((HALT, HALT))
    answering = answers(GUESSES)
    [((after, _), _), *_] = answering.respond(0, 3).items()
    assert answering.respond(after, 3) == Law.point((HALT, HALT))


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "no c": (lambda: Guesses(F(1, 4), F(1, 2), 0, 1, (0, 1)), r"^wrongs is 0: write after how many WRONG it halts, "),
    "a negative tolerance": (
        lambda: Guesses(F(1, 4), F(1, 2), 1, -1, (0, 1)),
        r"^tolerance is -1: write how far a guess may be off, an integer of at least 0$",
    ),
    "no loss": (lambda: Guesses(F(1), F(1, 2), 1, 1, (0, 1)), r"^tolerance_ratio is 1: write a ratio strictly between"),
    "a float": (lambda: Guesses(F(1, 4), 0.5, 1, 1, (0, 1)), r"^ratio is 0\.5: a float has been rounded already"),
    "no clamp": (lambda: Guesses(F(1, 4), F(1, 2), 1, 1, (1, 0)), r"^clamp is \(1, 0\): the ends are reversed"),
    "no guess": (
        lambda: guess_and_check(GUESSES).respond(((), ()), 3),
        r"^message is 3: write a value and a guess, two integers$",
    ),
    "no integer": (lambda: check(GUESSES).respond(((), ()), (0.5, 0)), r"^value is 0\.5: write an integer from "),
    "a guess far off": (
        lambda: check(GUESSES).respond(((), ()), (0, 1000)),
        r"^guess is 1000: write one whose distance is at most 256 from the tolerance$",
    ),
}


@pytest.mark.parametrize(("make", "said"), BAD.values(), ids=BAD)
def test_what_is_out_of_range_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        make()
