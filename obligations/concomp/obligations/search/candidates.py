"""Candidates of a search, and the moves between them.

A candidate is a menu of mechanisms, each with a verification function, and one e^ε at which their least δ is taken. So
every label is exact, whatever move is made: to keep a mechanism as private as it says it is renormalised, not rejected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from concomp.obligations.enumeration.mechanisms import BITS
from concomp.obligations.search.functions import Accepted, Functions
from concomp.obligations.search.kernels import Kernel, Row, Shape, random_kernel

ODDS = tuple(map(Fraction, ("21/20", "20/19", "11/10", "10/9", "6/5", "5/4", "4/3", "3/2", "2", "3", "4")))


@dataclass(frozen=True)
class Member:
    """A mechanism and the sequences of pairs that may be sent to it."""

    kernel: Kernel
    accepted: Accepted


@dataclass(frozen=True)
class Candidate:
    """Members, and the e^ε of their labels."""

    members: tuple[Member, ...]
    e_eps: Fraction


@dataclass(frozen=True, eq=False)
class Space:
    """Where a search walks: a shape of kernels, a class of functions, how many different members, and the e^ε."""

    shape: Shape
    functions: Functions
    members: int = 1
    odds: tuple[Fraction, ...] = ODDS

    def drawn(self, random: Random) -> Candidate:
        """A candidate drawn at random."""
        members = tuple(
            Member(random_kernel(random, self.shape), self.functions.drawn(random)) for _ in range(self.members)
        )
        return Candidate(members, random.choice(self.odds))

    def moved(self, random: Random, candidate: Candidate) -> Candidate:
        """A neighbour of a candidate, by one to three moves."""
        for _ in range(random.choice((1, 1, 2, 3))):
            candidate = random.choice(MOVES)(random, self, candidate)
        return candidate


Move = Callable[[Random, Space, Candidate], Candidate]


def _with_row(random: Random, candidate: Candidate, change: Callable[[tuple[Row, ...], int], Row]) -> Candidate:
    """The candidate with one row of one member changed."""
    index = random.randrange(len(candidate.members))
    member = candidate.members[index]
    rows, place = member.kernel.rows, random.randrange(len(member.kernel.rows))
    changed = replace(member.kernel, rows=(*rows[:place], change(rows, place), *rows[place + 1 :]))
    members = candidate.members
    return replace(candidate, members=(*members[:index], replace(member, kernel=changed), *members[index + 1 :]))


def shift_weight(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """Some weight goes from one outcome of a row to another."""

    def change(rows: tuple[Row, ...], place: int) -> Row:
        row = list(rows[place])
        giving, taking = random.randrange(len(row)), random.randrange(len(row))
        amount = min(row[giving], random.choice((1, 1, 2, 4, 8, 16, space.shape.unit)))
        row[giving] -= amount
        row[taking] += amount
        return tuple(row)

    return _with_row(random, candidate, change)


def copy_row(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A row becomes equal to another one of the same length, as it is or read backwards."""

    def change(rows: tuple[Row, ...], place: int) -> Row:
        fitting = [row for row in rows if len(row) == len(rows[place])]
        row = random.choice(fitting)
        return row if random.random() < 0.5 else row[::-1]

    return _with_row(random, candidate, change)


def oppose(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A state answers as another one does to the other message; nothing changes if their rows do not fit."""
    index = random.randrange(len(candidate.members))
    member = candidate.members[index]
    places = dict(zip(space.shape.rows, member.kernel.rows, strict=True))
    one, other = (random.choice(list(places))[0] for _ in range(2))
    changed = places | {(other, bit): places[one, 1 - bit] for bit in BITS}
    if any(len(changed[place]) != len(row) for place, row in places.items()):
        return candidate
    kernel = replace(member.kernel, rows=tuple(changed.values()))
    members = candidate.members
    return replace(candidate, members=(*members[:index], replace(member, kernel=kernel), *members[index + 1 :]))


def toggle_sequence(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """A sequence of pairs is accepted, or no longer."""
    index = random.randrange(len(candidate.members))
    member = candidate.members[index]
    accepted = space.functions.toggled(member.accepted, random.choice(space.functions.universe))
    members = candidate.members
    return replace(candidate, members=(*members[:index], replace(member, accepted=accepted), *members[index + 1 :]))


def other_odds(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """The labels are taken at another e^ε of the space."""
    return replace(candidate, e_eps=random.choice(space.odds))


def own_odds(random: Random, space: Space, candidate: Candidate) -> Candidate:
    """The labels are taken where two rows of a member have these odds: there the profile of a member has its corners.

    Nothing changes if the odds are outside the range of the space.
    """
    rows = random.choice(candidate.members).kernel.rows
    one = random.choice(rows)
    other = random.choice([row for row in rows if len(row) == len(one)])
    low, high = sorted(random.choice(list(zip(one, other, strict=True))))
    if low and min(space.odds) <= Fraction(high, low) <= max(space.odds):
        return replace(candidate, e_eps=Fraction(high, low))
    return candidate


MOVES: tuple[Move, ...] = (
    shift_weight,
    shift_weight,
    shift_weight,
    copy_row,
    copy_row,
    oppose,
    toggle_sequence,
    other_odds,
    own_odds,
    own_odds,
)
