"""The tests of the search notice an objective with the wrong sign, a climb that stays where it is, and a space in which
nothing false can be found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.laws.law import ZERO
from concomp.obligations.search import claims
from concomp.obligations.search.candidates import Candidate, Space
from concomp.obligations.search.climb import climb
from concomp.obligations.search.functions import swap_invariant
from concomp.obligations.search.journal import Task
from concomp.obligations.search.objectives import OBJECTIVES
from concomp.obligations.search.pool import search

Patch = pytest.MonkeyPatch
FOUND = (Task("5.6", 0, 300), Task("5.6", 5, 300))
"""Searches that find the false lemma."""


def never_moving(patch: Patch) -> None:
    """Every neighbour is the candidate itself, and every draw the same."""
    drawn = Space.drawn
    patch.setattr(Space, "drawn", lambda self, random: drawn(self, Random(1)))
    patch.setattr(Space, "moved", lambda self, random, candidate: candidate)


def nothing_lazy(patch: Patch) -> None:
    """No mechanism of the space has worlds that answer alike at first."""

    def unlike(self: Space, random: Random) -> Candidate:
        """The first answers differ in the two worlds, whatever is asked."""
        candidate = drawn(self, random)
        member = candidate.members[0]
        rows = ((20, 0), (20, 0), (0, 20), (0, 20), *member.kernel.rows[4:])
        kernel = replace(member.kernel, rows=rows)
        return replace(candidate, members=(replace(member, kernel=kernel),))

    drawn = Space.drawn
    patch.setattr(Space, "drawn", unlike)
    patch.setattr(Space, "moved", lambda self, random, candidate: unlike(self, random))


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
    monkeypatch.setattr(claims, "labels_of", lambda curve: [Privacy(Fraction(6, 5), ZERO)])
    assert search(Task("5.14", 0, 60)).violates


def test_in_a_symmetric_family_the_false_form_cannot_fail() -> None:
    """The control: where pairs may be exchanged, the printed claim has no gap to the repaired one."""
    objective = OBJECTIVES["5.4-product"]
    space = replace(objective.space, functions=swap_invariant(2))
    done = climb(objective.excess, space.drawn, space.moved, 0, 300)
    assert done.excess <= 0
