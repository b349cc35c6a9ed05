"""Indices: what a real-valued quantity of a proof may depend on.

Bits, histories, queries, strategies and natural numbers are opaque. An index is a variable, or made of other indices
by a constructor, such as the history h·q·a that comes about when q is asked after h and answered by a. Answers are
countably many and are written as natural numbers; what is not an answer has weight 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from concomp.obligations.derivations.kernel.sealing import (
    IllFormed,
    demand_exactly,
    demand_one_of,
    demand_one_word,
    demand_places,
    sealed,
)
from concomp.obligations.derivations.kernel.texts import demand_plain, demand_written

CLOSED_SORTS = ("bit", "number", "history")
"""Of these, all values are made by the constructors below: by cases and by induction, something holds of all."""
SORTS = (
    *CLOSED_SORTS,
    *("query", "strategy", "response", "event"),
    *("system", "processing", "step functions", "one-shot mechanism", "parameters", "trade-off function"),
    *("function", "demand", "composition", "members", "interactive mechanism", "interactive mechanisms"),
    *("continual mechanism", "player", "simulators"),
)
"""There is something of each sort, so what is said of all of a sort is said of something."""
OF_THE_WORLD = ("system", "members", "one-shot mechanism")
"""What runs in a world, and may know the secret bit; what is of another sort is the same in both worlds."""
OF_TRANSCRIPTS = (*CLOSED_SORTS, "query", "strategy", "response", "event")
"""What transcripts are made of, and what happens in them; what rules are about, such as systems, is of other sorts."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Var:
    """A variable that stands for an arbitrary index of its sort; ValueError if there is no such sort."""

    name: str
    sort: str

    def __post_init__(self) -> None:
        """Refuse a sort of which nothing is known, and what is no name."""
        demand_one_word(self.name)
        demand_plain(self.name)
        demand_one_of(SORTS, self.sort)

    def __str__(self) -> str:
        return self.name


@final
@sealed
@dataclass(frozen=True, slots=True)
class Constructor:
    """A way to make indices: the sorts of its arguments, the sort of what it makes, and how that is written.

    ValueError for a new constant of a closed sort: an induction would not know of it. Nor is what is the same in both
    worlds made of what may know the secret bit: a post-processing with that inside would tell it, and a continual
    mechanism would be told it otherwise than by I. So it is not made of a bit, nor of what transcripts are made of.
    """

    name: str
    takes: tuple[str, ...]
    sort: str
    written: str

    def __post_init__(self) -> None:
        """Refuse sorts of which nothing is known, and values of closed sorts that are none."""
        demand_exactly((str,), self.name)
        demand_exactly((tuple,), self.takes)
        for sort in (*self.takes, self.sort):
            demand_one_of(SORTS, sort)
        demand_places(self.written, len(self.takes))
        if self.sort not in OF_THE_WORLD and {*self.takes} & {*OF_THE_WORLD}:
            raise IllFormed(f"{self.written} is a {self.sort} with something inside that may know the secret bit")
        if self.sort not in (*OF_THE_WORLD, *OF_TRANSCRIPTS) and {*self.takes} & {*OF_TRANSCRIPTS}:
            raise IllFormed(f"{self.written} is a {self.sort} that may change with a bit or a transcript")
        is_new = (self.name, self.sort, self.written) not in _CONSTANTS
        if self.sort in CLOSED_SORTS and not self.takes and is_new:
            raise IllFormed(f"{self.written} would be a {self.sort} of which an induction does not know")
        known = ((name, written) for name, (_, _, written) in _NAMED.items())
        demand_written(self.name, self.written, known)
        if _NAMED.setdefault(self.name, (self.takes, self.sort, self.written)) != (self.takes, self.sort, self.written):
            raise IllFormed(f"{self.name} is the name of another constructor: choose one that is free")

    def __call__(self, *arguments: Index) -> Index:
        """The index made of the arguments, in its simplest form; ValueError if they are of other sorts."""
        made = Compound(self, arguments)
        if self in (EXCHANGED, EXCHANGED_HISTORY):
            return _exchange(made)
        return _opposite(made) if self is OTHER else made


@final
@sealed
@dataclass(frozen=True, slots=True)
class Compound:
    """An index made by a constructor; ValueError if the arguments are of other sorts than it takes."""

    constructor: Constructor
    arguments: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        """Refuse arguments of other sorts."""
        demand_exactly((Constructor,), self.constructor)
        demand_exactly((tuple,), self.arguments)
        demand_exactly((Var, Compound), *self.arguments)
        if tuple(argument.sort for argument in self.arguments) != self.constructor.takes:
            listed = [str(argument) for argument in self.arguments]
            raise IllFormed(f"{self.constructor.name} takes {self.constructor.takes}, not {listed}")

    @property
    def sort(self) -> str:
        """The sort of the index."""
        return self.constructor.sort

    def __str__(self) -> str:
        return self.constructor.written.format(*self.arguments)


Index = Var | Compound

_NAMED: dict[str, tuple[tuple[str, ...], str, str]] = {}
"""What each name of a constructor stands for: none stands for two."""
_CONSTANTS = (("bit 0", "bit", "0"), ("bit 1", "bit", "1"), ("zero", "number", "0"), ("empty", "history", "()"))

EXCHANGED = Constructor("exchanged query", ("query",), "query", "{}ˣ")
EXCHANGED_HISTORY = Constructor("exchanged history", ("history",), "history", "{}ˣ")
"""What is left of a pair on the right, and the other way round; in a history in all its queries."""
OTHER = Constructor("other", ("bit",), "bit", "1-{}")
BIT_0, BIT_1 = Compound(Constructor("bit 0", (), "bit", "0")), Compound(Constructor("bit 1", (), "bit", "1"))
ZERO = Constructor("zero", (), "number", "0")()
NEXT = Constructor("successor", ("number",), "number", "{}+1")
EMPTY = Constructor("empty", (), "history", "()")()
EXTENDED = Constructor("extended", ("history", "query", "number"), "history", "{}·{}·{}")
FIRST = Constructor("first query", ("strategy",), "query", "first({})")
THEN = Constructor("rest of the strategy", ("strategy", "number"), "strategy", "then({},{})")

OF_MEMBERS = frozenset(
    {"every mechanism", "every exceptional one", "every function", "parameters of every member"}
    | {"trade-off function of every member"}
)
OF_INTERACTIVE = "every interactive mechanism"
"""The names of what makes plurals, which stand for every one of several: of the members of a composition, or of some
interactive mechanisms."""
AS_MEMBERS = "as continual mechanisms"
"""The composition whose j-th member is the j-th of some interactive mechanisms."""

Values = Mapping[Var, Index]


def _opposite(made: Compound) -> Index:
    """1 − b in its simplest form: 1 − (1 − b) is b, and the bits are each other's."""
    (bit,) = made.arguments
    if isinstance(bit, Compound) and bit.constructor is OTHER:
        return bit.arguments[0]
    return {BIT_0: BIT_1, BIT_1: BIT_0}.get(bit, made) if isinstance(bit, Compound) else made


def _exchange(made: Compound) -> Index:
    """What is exchanged twice is itself, and a history is exchanged query by query."""
    (what,) = made.arguments
    if what == EMPTY:
        return EMPTY
    if isinstance(what, Compound) and what.constructor is EXTENDED:
        history, query, answer = what.arguments
        return EXTENDED(EXCHANGED_HISTORY(history), EXCHANGED(query), answer)
    return what.arguments[0] if isinstance(what, Compound) and what.constructor is made.constructor else made


def plurals(*indices: Index) -> frozenset[Compound]:
    """What stands in some indices for every one of several."""
    compounds = [index for index in indices if isinstance(index, Compound)]
    own = {index for index in compounds if index.constructor.name in OF_MEMBERS | {OF_INTERACTIVE}}
    return frozenset(own).union(*(plurals(*index.arguments) for index in compounds))


def ranges(*indices: Index) -> frozenset[Index]:
    """Of what the members are for whom the plurals in some indices stand: compositions, or interactive mechanisms."""
    return frozenset(_range(plural) for plural in plurals(*indices))


def _range(plural: Compound) -> Index:
    (of,) = plural.arguments
    return of.arguments[0] if isinstance(of, Compound) and of.constructor.name == AS_MEMBERS else of


def variables(index: Index) -> frozenset[Var]:
    """The variables that occur in an index."""
    if isinstance(index, Var):
        return frozenset({index})
    return frozenset().union(*map(variables, index.arguments))


def substitute(index: Index, values: Values) -> Index:
    """The index with its variables replaced; ValueError if what is put in is of another sort."""
    if isinstance(index, Var):
        value = values.get(index, index)
        if value.sort != index.sort:
            raise IllFormed(f"{value} is no {index.sort}, as {index} is")
        return value
    return index.constructor(*(substitute(argument, values) for argument in index.arguments))
