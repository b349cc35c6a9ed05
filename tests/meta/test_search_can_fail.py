"""The tests of the search notice an objective with the wrong sign, a climb that stays where it is, a space in which
nothing false can be found, and a record that says what was not found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.obligations.search import claims
from concomp.obligations.search.candidates import Candidate, Space
from concomp.obligations.search.climb import climb
from concomp.obligations.search.functions import swap_invariant
from concomp.obligations.search.journal import Entry, Task
from concomp.obligations.search.objectives import OBJECTIVES
from concomp.obligations.search.pool import search
from tests.obligations.search import test_record
from tests.obligations.search.test_record import ENTRIES

Patch = pytest.MonkeyPatch
FOUND = (Task("5.6", 0, 300), Task("5.6", 5, 300))
"""Searches that find the false lemma."""


def never_moving(patch: Patch) -> None:
    """Every neighbour is the candidate itself, and every draw the same."""
    draw = Space.draw
    patch.setattr(Space, "draw", lambda self, random: draw(self, Random(1)))
    patch.setattr(Space, "move", lambda self, random, candidate: candidate)


def nothing_lazy(patch: Patch) -> None:
    """No mechanism of the space has worlds that answer alike at first."""

    def unlike(self: Space, random: Random) -> Candidate:
        """The first answers differ in the two worlds, whatever is asked."""
        candidate = draw(self, random)
        member = candidate.members[0]
        rows = ((20, 0), (20, 0), (0, 20), (0, 20), *member.kernel.rows[4:])
        kernel = replace(member.kernel, rows=rows)
        return replace(candidate, members=(replace(member, kernel=kernel),))

    draw = Space.draw
    patch.setattr(Space, "draw", unlike)
    patch.setattr(Space, "move", lambda self, random, candidate: unlike(self, random))


def test_unbroken_it_finds_the_false_lemma() -> None:
    assert all(search(task).violates for task in FOUND)


@pytest.mark.parametrize("breakage", [never_moving, nothing_lazy])
def test_a_search_that_cannot_find_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not any(search(task).violates for task in FOUND)


def test_a_wrong_sign_is_noticed(monkeypatch: Patch) -> None:
    """It claims to find something against what is true."""
    objective = OBJECTIVES["5.6-repaired"]
    reversed_one = replace(objective, excess=lambda candidate: -objective.excess(candidate))
    monkeypatch.setitem(OBJECTIVES, "5.6-repaired", reversed_one)
    assert search(Task("5.6-repaired", 0, 30)).violates


def test_labels_that_are_too_small_are_noticed(monkeypatch: Patch) -> None:
    """Then what is true seems to be exceeded."""
    monkeypatch.setattr(claims, "labels_of", lambda curve: [PrivacyParameters(Fraction(6, 5), ZERO)])
    assert search(Task("5.14", 0, 60)).violates


def test_in_a_symmetric_family_the_false_form_cannot_fail() -> None:
    """The control: where pairs may be exchanged, the printed claim has no gap to the repaired one."""
    objective = OBJECTIVES["5.4-product"]
    space = replace(objective.space, functions=swap_invariant(2))
    done = climb(objective.excess, space.draw, space.move, 0, 300)
    assert done.excess <= 0


def better_than_it_was(entry: Entry) -> Entry:
    """As if the search had come closer."""
    return replace(entry, excess=str((Fraction(entry.excess) + 1) / 2))


def another_candidate(entry: Entry) -> Entry:
    """The rows of the best candidate, backwards."""
    return replace(entry, best=tuple((rows[::-1], accepted) for rows, accepted in entry.best))


@pytest.mark.parametrize("falsified", [better_than_it_was, another_candidate])
@pytest.mark.parametrize("name", ["5.4-sum", "5.6", "5.4-repaired-d"])
def test_a_falsified_record_is_noticed(name: str, falsified: Callable[[Entry], Entry], monkeypatch: Patch) -> None:
    monkeypatch.setattr(test_record, "ENTRIES", list(map(falsified, ENTRIES)))
    with pytest.raises(AssertionError):
        test_record.test_the_best_candidates_are_worth_what_was_noted(name)


@pytest.mark.parametrize("falsified", [better_than_it_was, another_candidate])
def test_a_search_that_ends_elsewhere_is_noticed(falsified: Callable[[Entry], Entry], monkeypatch: Patch) -> None:
    monkeypatch.setattr(test_record, "ENTRIES", list(map(falsified, ENTRIES)))
    with pytest.raises(AssertionError):
        test_record.test_the_searches_can_be_made_again("5.6")


def test_a_record_of_other_objectives_is_noticed(monkeypatch: Patch) -> None:
    """The candidates are worth something else if they are judged at e^ε = 1 alone."""
    labels_of = claims.labels_of
    monkeypatch.setattr(claims, "labels_of", lambda curve: labels_of(curve)[:1])
    with pytest.raises(AssertionError):
        test_record.test_the_best_candidates_are_worth_what_was_noted("5.4-sum")


def test_too_little_effort_is_noticed(monkeypatch: Patch) -> None:
    less = [replace(entry, evaluations=entry.evaluations // 100) if not entry.violates else entry for entry in ENTRIES]
    monkeypatch.setattr(test_record, "ENTRIES", less)
    with pytest.raises(AssertionError):
        test_record.test_what_is_true_was_searched_twenty_times_as_long("5.5")
    with pytest.raises(AssertionError):
        test_record.test_the_page_is_what_the_record_says()


def test_what_was_not_found_is_noticed(monkeypatch: Patch) -> None:
    """Two of the ten searches for what is false have found nothing."""
    failed = [replace(entry, excess="-1") if entry.task.seed < 102 else entry for entry in ENTRIES]
    monkeypatch.setattr(test_record, "ENTRIES", failed)
    with pytest.raises(AssertionError):
        test_record.test_what_is_false_was_found_on_nine_of_ten_fresh_seeds("5.4-product")
