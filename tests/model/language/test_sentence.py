"""A definition reads as English, says everything once, and tells apart what is apart."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.composition.parallel import SparseParallelWithDeltaBudget
from concomp.model.language import Bool, Int, Map, Monitor, Opaque, Real, Vector, register, when
from concomp.model.language.readings.sentence import phrase, sentence
from concomp.model.language.syntax import terms
from concomp.obligations.families.mutation.mutants import mutants
from tests.model.language.examples import EXAMPLES, Example
from tests.model.language.generated import definition
from tests.model.language.monitors import AtMostK, EventLevel, ExactlyOneReset, OneUser, Static


class Thing(Opaque):
    """Anything."""


def lines(*said: str) -> str:
    return "\n".join(said) + "\n"


def test_event_level() -> None:
    assert sentence(EventLevel().definition) == lines(
        "EventLevel reads pairs (left, right) of Data.",
        "It remembers used, of the sort Bool; at first it is false.",
        "A pair is rejected, and all that follow, unless",
        "- if left ≠ right, then not used",
        "Afterwards, all at once,",
        "- used becomes true if left ≠ right",
    )


def test_parameters_and_verdicts() -> None:
    said = sentence(AtMostK().definition)
    assert "Its parameter k is of the sort Int, with 0 ≤ k.\n" in said
    assert "- if left ≠ right, then count + 1 ≤ k\n" in said
    assert "accepted only if (0 if left = right, else count + 1 if left ≠ right, else count) ≤ 1." in sentence(
        ExactlyOneReset().definition
    )


def test_alternatives_are_parted_by_parentheses() -> None:
    assert "- if left ≠ right, then not chosen or target = left.user\n" in sentence(OneUser().definition)
    a, b, c = (terms.leaf("register", terms.TRUE.sort, name) for name in "abc")
    assert phrase(terms.disjunction([a, terms.conjunction([b, c])])) == "a or (b and c)"
    assert phrase(terms.negation(terms.conjunction([b, c]))) == "not (b and c)"


def test_what_is_said_often_is_numbered() -> None:
    said = sentence(Static().definition)
    assert "- if (2), then not started and neighbouring(left.data, right.data)\n" in said
    assert "- (2) is: left is an Init and right is an Init.\n" in said


class Entries(Monitor):
    """Changes entries."""

    seen = register(Map[Int, Bool], False)
    pair = register(Vector(Real, 2), 0)

    def step(self, left: Int, right: Int) -> None:
        self.seen[left] = True
        with when(left < right):
            self.seen[right] = left > 0
            self.pair[1] = self.pair[0] - (self.pair[1] - 2) * 3


def test_changes_of_entries_are_told_one_by_one() -> None:
    assert sentence(Entries().definition).splitlines()[-3:] == [
        "- seen[left] becomes true",
        "- seen[right] becomes 0 < left if left < right",
        "- pair[1] becomes pair[0] − (pair[1] − 2) · 3 if left < right",
    ]


def test_a_function_of_a_composition_stays_short() -> None:
    said = sentence(SparseParallelWithDeltaBudget(2).definition)
    assert "- unexposed becomes unexposed · (1 − left.delta) if (1)\n" in said
    assert len(said) < 6000


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_mutants_read_differently(example: Example) -> None:
    own = sentence(example.monitor.definition)
    for mutant in mutants(example.monitor.definition):
        # The first line says the name.
        assert sentence(mutant.definition).split("\n", 1)[1] != own.split("\n", 1)[1], mutant


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_can_be_defined_can_be_said(seed: int) -> None:
    drawn = definition(Random(seed))
    said = sentence(drawn)
    for each in drawn.registers:
        assert f"It remembers {each.name}, of the sort {each.symbol.sort.name}; at first it is " in said
    assert said.count("\n- ") >= len({r.condition for r in drawn.requirements})
