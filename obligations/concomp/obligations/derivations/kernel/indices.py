"""Indices: what a real-valued quantity of a proof may depend on.

Bits, histories, queries, strategies and natural numbers are opaque. An index is a variable, or made of other indices
by a constructor, such as the history h·q·a that comes about when q is asked after h and answered by a. Answers are
countably many and are written as natural numbers; what is not an answer has weight 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Var:
    """A variable that stands for an arbitrary index of its sort."""

    name: str
    sort: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Constructor:
    """A way to make indices: the sorts of its arguments, the sort of what it makes, and how that is written."""

    name: str
    takes: tuple[str, ...]
    sort: str
    written: str

    def __call__(self, *arguments: Index) -> Index:
        """The index made of the arguments; ValueError if they are of other sorts."""
        if tuple(argument.sort for argument in arguments) != self.takes:
            raise ValueError(f"{self.name} takes {self.takes}, not {[str(argument) for argument in arguments]}")
        made = Compound(self, arguments)
        if self in (EXCHANGED, EXCHANGED_HISTORY):
            return _exchange(made)
        return _opposite(made) if self is OTHER else made


@dataclass(frozen=True)
class Compound:
    """An index made by a constructor."""

    constructor: Constructor
    arguments: tuple[Index, ...] = ()

    @property
    def sort(self) -> str:
        """The sort of the index."""
        return self.constructor.sort

    def __str__(self) -> str:
        return self.constructor.written.format(*self.arguments)


Index = Var | Compound

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


def variables(index: Index) -> frozenset[Var]:
    """The variables that occur in an index."""
    if isinstance(index, Var):
        return frozenset({index})
    return frozenset().union(*map(variables, index.arguments))


def substitute(index: Index, values: Values) -> Index:
    """The index with its variables replaced."""
    if isinstance(index, Var):
        return values.get(index, index)
    return index.constructor(*(substitute(argument, values) for argument in index.arguments))
