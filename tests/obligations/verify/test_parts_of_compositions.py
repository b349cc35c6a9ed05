"""What is known of the functions that a composition runs is so of every function that has the property.

A composition in which this stands in the place of the functions is to say what the composition itself says in the
other world, once what is open is what the functions do there. Nothing is solved here: both are run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from concomp.model.language import Definition, Monitor
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.one_world import prefix_closure
from concomp.obligations.verify.properties import subfunctions
from concomp.obligations.verify.properties.behaviours import passes_states_on, reads_its_own_pair
from concomp.obligations.verify.properties.questions import questions
from concomp.obligations.verify.properties.subfunctions import as_declared, double, swap
from tests.obligations.verify.random_compositions import (
    QUERIES,
    Automaton,
    compositions,
    creations,
    functions,
    is_consistent,
    is_diagonal,
    is_public,
    is_swap_invariant,
    read_compositions,
)
from tests.obligations.verify.refute import refute

Pair = tuple[Any, Any]
Turn = Callable[[Pair], Pair]


Read = tuple[tuple[Automaton, Pair], ...]


@dataclass(frozen=True, eq=False)
class State:
    """A state by what was read: in this world as long as it is known what that says of the other, else there."""

    function: Automaton
    read: Read
    there: bool

    def after(self, function: Automaton, pair: Pair) -> State:
        """The state after one more pair."""
        return state(self.function, (*self.read, (function, pair)), self.there)

    def turned(self, turn: Turn) -> State:
        """The state in the other world."""
        read = self.read if self.there else tuple((function, turn(pair)) for function, pair in self.read)
        return state(self.function, read, True)

    def reached(self) -> int:
        """Where the functions are that have read all this."""
        place = self.function.initial
        for function, pair in self.read:
            place = function.advance(place, pair)[1]
        return place


@cache
def state(function: Automaton, read: Read = (), there: bool = False) -> State:
    """The one state of this history."""
    return State(function, read, there)


def as_they_are() -> Mapping[str, Any]:
    """The functions, as compositions run them."""
    return {
        "established": lambda *given: True,
        "in_query_space": lambda *given: True,
        "first_pair_consistent": lambda function: True,
    }


def by_what_is_known(turn: Turn) -> Mapping[str, Any]:
    """The functions by what they have read, and what they do in the other world for all that is open."""

    def says(function: Automaton, state: State, left: str, right: str) -> bool:
        return function.advance(state.reached(), (left, right))[0]

    return {
        **as_they_are(),
        "begins": state,
        "admits": says,
        "continues": lambda function, state, *pair: state.after(function, pair),
        "admits_otherwise": lambda function, state, *pair: says(function, state.turned(turn), *pair),
        "continues_otherwise": lambda function, state, *pair: state.turned(turn).after(function, pair),
    }


def unchanged(pair: Pair) -> Pair:
    return pair


def swapped(pair: Pair) -> Pair:
    return pair[1], pair[0]


def left_twice(pair: Pair) -> Pair:
    return pair[0], pair[0]


def right_twice(pair: Pair) -> Pair:
    return pair[1], pair[1]


def is_diagonal_and_public(function: Automaton) -> bool:
    return is_diagonal(function) and is_public(function)


World = tuple[Turn, Callable[[Automaton], bool], Callable[[Definition], Definition]]
WORLDS: tuple[World, ...] = (
    (unchanged, is_consistent, as_declared),
    (swapped, is_swap_invariant, swap),
    *(
        (turn, has, lambda definition, side=side, is_open=is_open: double(definition, side, is_open))
        for turn, side in ((left_twice, "left"), (right_twice, "right"))
        for has, is_open in ((is_diagonal, subfunctions._any_pair), (is_diagonal_and_public, subfunctions._differ))
    ),
)


def disagreements(listed: list[type[Monitor]], seed: int, number: int) -> list[str]:
    """Where a composition in another world, and what is known of its functions, say something else."""
    random, found = Random(seed), list[str]()
    for turn, has, known in WORLDS:
        drawn = functions(random, has, 20)
        for composition in listed:
            whole = prefix_closure(composition().definition)
            if passes_states_on(whole) and (known in (swap, as_declared) or reads_its_own_pair(whole)):
                other = DefinitionFunction(known(whole), {}, by_what_is_known(turn))
                itself = DefinitionFunction(whole, {}, as_they_are())
                walks = [_walk(random, turn, itself, other, drawn) for _ in range(number)]
                found += [f"{composition.__name__}, {turn.__name__}, {has.__name__}: {each}" for each in walks if each]
    return found


def _walk(
    random: Random, turn: Turn, itself: DefinitionFunction, other: DefinitionFunction, listed: list[Automaton]
) -> list[Pair]:
    """A sequence of pairs, at whose end the two say something else; empty if there is none on this walk."""
    before: list[Pair] = []
    here, there = itself.initial, other.initial
    for pair in [*creations(random, listed), *random.choices(QUERIES, k=12)]:
        (said, later), (known, known_later) = itself.advance(here, turn(pair)), other.advance(there, pair)
        if said != known:
            return [*before, pair]
        if said:
            before, here, there = [*before, pair], later, known_later
    return []


GOES_ON = "self.progress[index] = continues(self.function[index], self.progress[index], left, right)"
OWN = "admits(self.function[index], self.progress[index], left, right)"
FOREIGN = OWN.replace("function[index]", "function[1]")
LEFT_TWICE = OWN.replace("right", "left")
ODD: dict[str, tuple[str, str, str]] = {
    "Foreign": (FOREIGN, "pass", GOES_ON.replace("function[index]", "function[1]")),
    "Begun": (OWN, "self.progress[self.created] = self.progress[1]", GOES_ON),
    "LeftTwice": (LEFT_TWICE, "pass", GOES_ON.replace("right", "left")),
    "LeftGoesOn": (OWN, "pass", GOES_ON.replace("right", "left")),
    "Phased": (
        f"((self.created == 1) & {OWN}) | ((self.created > 1) & (left == right) & ~{OWN})",
        "pass",
        f"with when({OWN}):\n            {GOES_ON}",
    ),
    "Compared": (f"{OWN} & (self.progress[index] == begins(self.function[index]))", "pass", GOES_ON),
}
"""Compositions that run functions in odd ways: what they require of a pair, do with a creation, and with a pair."""
QUICK = (
    ("Begun", "per-mechanism first-pair consistent"),
    ("Foreign", "swap invariant"),
    ("Compared", "swap invariant"),
    ("LeftGoesOn", "swap invariant"),
    ("LeftTwice", "diagonal"),
    ("Phased", "diagonal"),
)
SLOW = (
    ("Foreign", "per-mechanism first-pair consistent"),
    *((name, "swap invariant") for name in ("Begun", "LeftTwice")),
    *((name, "diagonal") for name in ("Foreign", "Begun", "LeftGoesOn", "Compared")),
    *((name, "public") for name in ("Foreign", "Begun", "LeftTwice", "LeftGoesOn", "Compared")),
)
"""What does not follow for them from the same of the functions that they run."""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Monitor]:
    return read_odd(tmp_path_factory.mktemp("odd"))


def read_odd(folder: Path) -> Mapping[str, Monitor]:
    """The odd compositions, by name, from a file in this folder."""
    return {each.__name__: each() for each in read_compositions(folder / "odd.py", ODD)}


def is_refuted(name: str, asked: str, odd: Mapping[str, Monitor]) -> bool:
    """Whether a short run shows that an odd composition does not have a property."""
    return any(refute(question, 4) for question in questions(asked, odd[name].definition))


@pytest.mark.parametrize(("name", "asked"), [*QUICK, *(pytest.param(*each, marks=pytest.mark.full) for each in SLOW)])
def test_what_does_not_follow_is_refuted(name: str, asked: str, odd: Mapping[str, Monitor]) -> None:
    assert is_refuted(name, asked, odd)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_of_functions_is_so_in_the_other_world(seed: int, tmp_path: Path) -> None:
    listed = [*read_compositions(tmp_path / "odd.py", ODD), *compositions(tmp_path, seed, 20)]
    assert not disagreements(listed, seed, 15)
