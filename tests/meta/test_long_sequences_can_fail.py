"""HSV26 section 11 at scale: each check notices a wrong definition, and a family without a control."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import pytest

from concomp.model.laws.law import Law
from concomp.obligations.checks.check import checks_of
from concomp.obligations.checks.hsv26.composition import many_responses
from concomp.obligations.checks.hsv26.reduction import long_sequences
from concomp.obligations.expectation import Violation
from concomp.obligations.families.compositions.exposures import Sequences
from concomp.obligations.families.scaled.two_worlds import in_both_starts

ZERO, ONE = Fraction(0), Fraction(1)
MODULES = (long_sequences, many_responses)
BY_STATEMENT = {made.statement: made for module in MODULES for made in checks_of(module.__name__)}
REMEMBERING = (long_sequences.games, many_responses.greatest_delta, many_responses._game)
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing that a breakage made is left, here or to the tests that come after."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for known in REMEMBERING:
        known.cache_clear()


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
    patch.setattr(many_responses, "chance_of_no_exposure", lambda deltas: 1 - sum(deltas, ZERO))


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
