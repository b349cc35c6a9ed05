"""Guess-and-check: each check establishes its statement, and notices a wrong definition."""

from __future__ import annotations

import pytest

from concomp.model.applications.guess_and_check import guess_and_check
from concomp.model.applications.guess_and_check_of_parts import GuessAndCheck
from concomp.model.programs import guesses as programs
from concomp.obligations.alignments import guesses
from concomp.obligations.checks.lyu22 import guess_and_check as of_mechanism
from concomp.obligations.checks.lyu22 import guesses_of_parts
from concomp.obligations.families.applications.guess_variants import AsksForTwice
from tests.obligations.checks.establishing import Wrong, assert_notices, checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.lyu22"
CHECKS = checks_in(PACKAGE, ["guess_and_check"])
PARTS = checks_in(PACKAGE, ["guesses_of_parts"])
OF_MECHANISM, OF_PARTS = of_mechanism.__name__, guesses_of_parts.__name__
WRONG: tuple[Wrong, ...] = (
    ("Lyu22 Algorithm 1", OF_MECHANISM, "guess_and_check", lambda given: guess_and_check(of_mechanism.instance_of(1))),
    ("Lyu22 Algorithm 1", OF_MECHANISM, "ShowsValues", GuessAndCheck),
    ("Lyu22 Lemma 6", OF_MECHANISM, "WRONG", guesses.BOUNDS),
    ("Lyu22 Lemma 7", OF_MECHANISM, "BOUNDS", guesses.WRONG),
    ("Lyu22 Theorem 5", OF_MECHANISM, "WRONG", guesses.BOUNDS),
)


test_each_check_establishes_its_statement = establishing([*CHECKS.values(), *PARTS.values()])


test_a_wrong_definition_is_noticed = pytest.mark.full(noticing(CHECKS, WRONG))


@pytest.mark.full
def test_a_post_processing_that_is_not_private_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_notices(PARTS["Lyu22 Theorem 5"], OF_PARTS, "GuessAndCheck", AsksForTwice, monkeypatch)


def test_the_programs_are_those_of_the_paper() -> None:
    """Guess-and-check with no value shown is the check, and both halt after N wrong guesses."""
    both, alone = programs.guess_and_check(), programs.check()
    assert alone.answer == both.answer[:1]
    assert (alone.following, alone.goes_on, alone.initially) == (both.following, both.goes_on, both.initially)
