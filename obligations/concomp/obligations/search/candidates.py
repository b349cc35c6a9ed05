"""Candidates of a search, and the moves between them.

A candidate is a menu of mechanisms, each with a verification function. How private they are is no part of it: every
label is the exact one, whatever move is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from concomp.obligations.families.small.mechanisms import BITS
from concomp.obligations.search.functions import Accepted, Functions, Sequence
from concomp.obligations.search.kernels import Kernel, Row, Shape, random_kernel


@dataclass(frozen=True)
class Member:
    """A mechanism and the sequences of pairs that may be sent to it."""

    kernel: Kernel
    accepted: Accepted


@dataclass(frozen=True)
class Candidate:
    """Members of a menu."""

    members: tuple[Member, ...]


def describe(candidate: Candidate) -> str:
    """A candidate in words."""
    members = (
        f"{member.kernel.text()} for {' '.join(_sequence(each) for each in sorted(member.accepted)) or 'nothing'}"
        for member in candidate.members
    )
    return " and ".join(members)


def _sequence(sequence: Sequence) -> str:
    return "·".join(f"{left}{right}" for left, right in sequence)


@dataclass(frozen=True, eq=False)
class Space:
    """Where a search walks: a shape of kernels, a class of functions, and how many different members."""

    shape: Shape
    functions: Functions
    members: int = 1

    def draw(self, random: Random) -> Candidate:
        """A candidate drawn at random."""
        members = tuple(
            Member(random_kernel(random, self.shape), self.functions.draw(random)) for _ in range(self.members)
        )
        return Candidate(members)

    def move(self, random: Random, candidate: Candidate) -> Candidate:
        """A neighbour of a candidate, by one to three moves."""
        for _ in range(random.choice((1, 1, 2, 3))):
            candidate = random.choice(MOVES)(random, self, candidate)
        return candidate


Move = Callable[[Random, Space, Candidate], Candidate]


def _with_rows(random: Random, candidate: Candidate, change: Callable[[list[Row]], None]) -> Candidate:
    """The candidate with the rows of one member changed."""
    index = random.randrange(len(candidate.members))
    member = candidate.members[index]
    rows = list(member.kernel.rows)
    change(rows)
    changed = replace(member, kernel=replace(member.kernel, rows=tuple(rows)))
    return Candidate((*candidate.members[:index], changed, *candidate.members[index + 1 :]))


def _shift(random: Random, space: Space, row: Row) -> Row:
    """The row after some weight has gone from one outcome to another."""
    weights = list(row)
    giving, taking = random.randrange(len(row)), random.randrange(len(row))
    amount = min(weights[giving], random.choice((1, 1, 2, 4, 8, 16, space.shape.unit)))
    weights[giving] -= amount
    weights[taking] += amount
    return tuple(weights)


def shift_weight(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """Some weight goes from one outcome of a row to another."""

    def change(rows: list[Row]) -> None:
        place = random.randrange(len(rows))
        rows[place] = _shift(random, space, rows[place])

    return _with_rows(random, candidate, change)


def shift_alike(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """The same weight goes in every row that is equal to one of them, so that what is alike stays alike."""

    def change(rows: list[Row]) -> None:
        old = random.choice(rows)
        new = _shift(random, space, old)
        rows[:] = [new if row == old else row for row in rows]

    return _with_rows(random, candidate, change)


def shift_mirrored(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """The same, and backwards in every row that is equal to this one read backwards."""

    def change(rows: list[Row]) -> None:
        old = random.choice(rows)
        new = _shift(random, space, old)
        rows[:] = [new if row == old else new[::-1] if row == old[::-1] else row for row in rows]

    return _with_rows(random, candidate, change)


def copy_row(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A row becomes equal to another one of the same length, as it is or read backwards."""

    def change(rows: list[Row]) -> None:
        place = random.randrange(len(rows))
        row = random.choice([row for row in rows if len(row) == len(rows[place])])
        rows[place] = row if random.random() < 0.5 else row[::-1]

    return _with_rows(random, candidate, change)


def oppose(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A state answers as another one does to the other message; nothing changes if their rows do not fit."""

    def change(rows: list[Row]) -> None:
        places = dict(zip(space.shape.rows, rows, strict=True))
        one, other = (random.choice(list(places))[0] for _ in range(2))
        changed = places | {(other, bit): places[one, 1 - bit] for bit in BITS}
        if all(len(changed[place]) == len(row) for place, row in places.items()):
            rows[:] = changed.values()

    return _with_rows(random, candidate, change)


def toggle_sequence(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A sequence of pairs is accepted, or no longer."""
    index = random.randrange(len(candidate.members))
    member = candidate.members[index]
    accepted = space.functions.toggle(member.accepted, random.choice(space.functions.universe))
    changed = replace(member, accepted=accepted)
    return Candidate((*candidate.members[:index], changed, *candidate.members[index + 1 :]))


MOVES: tuple[Move, ...] = (
    shift_weight,
    shift_weight,
    shift_alike,
    shift_alike,
    shift_mirrored,
    copy_row,
    copy_row,
    oppose,
    toggle_sequence,
)
