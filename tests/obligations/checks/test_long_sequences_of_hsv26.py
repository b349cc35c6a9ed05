"""HSV26 section 11 at scale: each check passes, and each notices a wrong definition and a family without a control."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import Law
from concomp.obligations.checks.check import Check, Violation, checks_of
from concomp.obligations.checks.hsv26.composition import many_responses
from concomp.obligations.checks.hsv26.reduction import long_sequences
from concomp.obligations.enumeration.exposures import Sequences
from concomp.obligations.enumeration.played import own_delta
from concomp.obligations.enumeration.two_worlds import betraying, in_both_starts, in_turn, members
from tests.obligations.checks.establishing import assert_establishes, found

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
CHECKS = [*checks_of(long_sequences.__name__), *checks_of(many_responses.__name__)]
BY_STATEMENT = {made.statement: made for made in CHECKS}
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def fresh() -> None:
    for known in (long_sequences.games, many_responses.played, many_responses._game):
        known.cache_clear()


@pytest.mark.parametrize("made", CHECKS, ids=[f"{made.statement} {made.path}" for made in CHECKS])
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))


def test_a_betrayal_leaves_nothing_in_common_at_the_end() -> None:
    for rounds in (3, 5, 20):
        game = betraying(rounds, HALF)
        sequences = Sequences(game)
        told = 1 - HALF ** (rounds - 2)
        assert own_delta(game, ONE) == told
        assert (sequences.exposure_at_the_end, sequences.exposure) == (0, 1)


def test_sequences_in_turn_are_apart_as_their_parts_together() -> None:
    """Where only one world gives an answer now and then, nothing is lost by a fixed order."""
    stream = members()["lopsided, 6"]
    alone, both = own_delta(stream, ONE), own_delta(in_turn([stream, stream]), ONE)
    assert 1 - both == (1 - alone) ** 2


def test_a_step_says_how_the_answers_are_apart() -> None:
    [step] = Sequences(members()["lopsided, 6"]).steps(next(Sequences(members()["lopsided, 6"]).layers()).popitem()[0])
    assert 1 - step.together == total_variation(*step.laws) == Fraction(1, 100)
    assert {answer for answer, _ in step.following} == {0, 1}


def without(*names: str) -> Callable[[Patch], None]:
    def breakage(patch: Patch) -> None:
        left = {name: game for name, game in long_sequences.games().items() if not name.startswith(names)}
        patch.setattr(long_sequences, "games", lambda: left)
        patch.setattr(long_sequences, "LISTED", ())

    return breakage


def everything_apart(patch: Patch) -> None:
    patch.setattr(long_sequences, "own_delta", lambda game, e_eps: ONE)


def exposures_of_the_first_step(patch: Patch) -> None:
    """Only what the first answer tells."""
    right = Sequences.exposure.func  # type: ignore[attr-defined]

    def wrong(self: Sequences) -> Fraction:
        once: Fraction = right(Sequences(in_both_starts(self.game.mechanism, 1, self.game.queries)))
        return once

    patch.setattr(Sequences, "exposure", property(wrong))


def exposures_at_the_end_everywhere(patch: Patch) -> None:
    patch.setattr(Sequences, "exposure_at_the_end", property(lambda self: self.exposure))


def laws_of_one_world(patch: Patch) -> None:
    right = long_sequences._laws
    patch.setattr(long_sequences, "_laws", lambda game: (right(game)[0],) * 2)


def independent(p: Law[object], q: Law[object]) -> Law[tuple[object, object]]:
    return Law({(x, y): p[x] * q[y] for x in p for y in q})


def no_coupling(patch: Patch) -> None:
    patch.setattr(long_sequences, "maximal_coupling", independent)


def answers_that_last_less(patch: Patch) -> None:
    right = long_sequences._lasting
    patch.setattr(long_sequences, "_lasting", lambda game, world: [*right(game, world)[1:], ZERO])


def nothing_outlives(patch: Patch) -> None:
    left = {name: game for name, game in long_sequences.FINITE.items() if "one more" not in name}
    patch.setattr(long_sequences, "FINITE", left)


def exposures_that_add_up(patch: Patch) -> None:
    patch.setattr(many_responses, "kept", lambda deltas: 1 - sum(deltas, ZERO))


def a_rule_without_slots(patch: Patch) -> None:
    right = many_responses.within
    patch.setattr(many_responses, "within", lambda budget, slots, spent: right(budget, slots * 4, spent))


def a_rule_without_a_budget(patch: Patch) -> None:
    right = many_responses.within
    patch.setattr(many_responses, "within", lambda budget, slots, spent: right(ONE, slots, spent))


BROKEN: Mapping[str, tuple[str, Callable[[Patch], None]]] = {
    "apart": ("HSV26 Lemma 11.8 (repaired)", everything_apart),
    "first step": ("HSV26 Lemma 11.8 (repaired)", exposures_of_the_first_step),
    "at the end": ("HSV26 Lemma 11.8 (repaired)", exposures_at_the_end_everywhere),
    "one world": ("HSV26 Lemma 11.8 (repaired)", laws_of_one_world),
    "no betrayal": ("HSV26 Lemma 11.8 (repaired)", without("betraying")),
    "no equality": ("HSV26 Lemma 11.8 (repaired)", without("RR")),
    "coupling": ("HSV26 Equation (6)", no_coupling),
    "last less": ("HSV26 Lemma 11.5", answers_that_last_less),
    "no outliving": ("HSV26 Lemma 11.5", nothing_outlives),
    "sums": ("HSV26 Lemma 5.11", exposures_that_add_up),
    "no slots": ("HSV26 Lemma 5.11", a_rule_without_slots),
    "no budget": ("HSV26 Lemma 5.9", a_rule_without_a_budget),
}


@pytest.mark.parametrize(("statement", "breakage"), BROKEN.values(), ids=BROKEN)
def test_a_broken_check_is_noticed(statement: str, breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    with pytest.raises(Violation):
        BY_STATEMENT[statement].recheck(None)
