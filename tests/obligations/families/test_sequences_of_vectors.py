"""The sequences by which vectors tell verification functions from their mutants: solver-made, shortest, and enough."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from concomp.conformance.protocol.functions import read_pairs
from concomp.conformance.vectors.families.verifier import SEQUENCES
from concomp.impl.mechanisms import functions
from concomp.model.composition.single import OnePair
from concomp.obligations.families.mutation.distinguishing_words import DistinguishingWords, like
from concomp.obligations.families.mutation.mutants import mutants
from concomp.obligations.sequences import LENGTH, SUBJECTS, Falling, Subject, shortest, told_by

SUBJECT = {subject.function.definition.name: subject for subject in SUBJECTS}
QUICK = ("Falling", "OnePair", "Responses")
MESSAGES = {
    "Falling": (-1, 0, 1, 2),
    "OnePair": ("a", "b", "c"),
    "Responses": (False, True),
    "Numbers": (-1, 0, 1, 2),
    "Comparisons": tuple(functions.Comparison(value=v, threshold=t) for v in (-1, 0, 1) for t in (-1, 0, 1)),
}
"""Messages among which there is a shortest sequence for each mutant."""


def shipped() -> list[dict[str, Any]]:
    """The entries of the data."""
    found: list[dict[str, Any]] = json.loads(SEQUENCES.read_text(encoding="utf-8"))
    return found


def demand_shortest(name: str) -> None:
    """The solver's sequences are as short as those found by reading all sequences."""
    subject = SUBJECT[name]
    pairs = tuple(product(MESSAGES[name], repeat=2))
    words = DistinguishingWords(subject.function, pairs, LENGTH)
    for mutant in mutants(subject.function.definition):
        read = words.shortest(mutant.definition)
        solved = next(shortest(subject, mutant), None)
        assert (read is None) == (solved is None), mutant
        assert read is None or solved is None or len(solved) == len(read), mutant


@pytest.mark.parametrize("name", QUICK)
def test_what_the_solver_finds_is_as_short_as_what_is_found_by_reading_all(name: str) -> None:
    demand_shortest(name)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in MESSAGES if name not in QUICK])
def test_what_the_solver_finds_is_as_short_for_more_functions(name: str) -> None:
    demand_shortest(name)


@pytest.mark.parametrize("subject", [Subject(Falling(), ""), Subject(OnePair(), "")], ids=["Falling", "OnePair"])
def test_further_sequences_are_others(subject: Subject) -> None:
    for mutant in mutants(subject.function.definition):
        words = list(shortest(subject, mutant))
        assert len(words) == len(set(words))
        assert words


def test_the_data_are_about_the_subjects() -> None:
    assert [entry["function"]["name"] for entry in shipped()] == list(SUBJECT)
    assert all(entry["sequences"] for entry in shipped())


@pytest.mark.full
@pytest.mark.parametrize("name", SUBJECT)
def test_every_mutant_that_can_be_told_is_told_by_the_data(name: str) -> None:
    """By the interpreter, on what is shipped: as many mutants as by what would be found now."""
    subject, [entry] = SUBJECT[name], [each for each in shipped() if each["function"]["name"] == name]
    listed = mutants(subject.function.definition)
    function = like(subject.function, subject.function.definition)
    words = [tuple(read_pairs(function, each)) for each in entry["sequences"]]
    told = {each for word in words for each in told_by(subject, word, listed)}
    assert told == {mutant.name for mutant in listed if next(shortest(subject, mutant), None) is not None}
