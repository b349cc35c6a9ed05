"""What a mechanism of another library may be sent: data once, then any number of queries."""

from __future__ import annotations

from typing import Any

from concomp.model.language import Bool, Int, Monitor, Opaque, Record, both, register, relation, require, same_case
from concomp.model.numbers import ParameterError

ROOT = 0
"""The number of the queryable that an interactive mechanism makes of its data."""


class Content(Opaque):
    """Anything, which is itself only."""


class Data(Record):
    """The data that a mechanism runs on."""

    content: Content


class Query(Record):
    """A public query to a queryable."""

    of: Int
    content: Content


class Queryable(Record):
    """The answer that something can be asked now: the number by which to ask it."""

    number: Int


neighbouring = relation(Content, Content, reflexive=True)
"""Whether two data sets are as close as the mechanism's loss is stated for. There is one world, so nobody asks."""


class DataThenQueries(Monitor):
    """Data once, which may be those of a neighbour, then any number of queries, the same in both worlds."""

    has_data = register(Bool, False)

    def step(self, left: Data | Query, right: Data | Query) -> None:
        require(same_case(left, right))
        with both(left, right, Data) as (x, y):
            require(~self.has_data & neighbouring(x.content, y.content))
        with both(left, right, Query) as (x, y):
            require(self.has_data & (x.of == y.of) & (x.content == y.content))
        self.has_data = True


class Holder:
    """What holds a value that the language does not look at: it is equal to itself only, and shows nothing."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Take the value."""
        self.value = value

    def __repr__(self) -> str:
        return "<content>"


def data(value: Any) -> Data:
    """The message that hands data to a mechanism of another library, whatever that takes."""
    return Data(content=Holder(value))


def query(value: Any, of: Queryable | None = None) -> Query:
    """The message that asks something, public as it is.

    of: the queryable, the mechanism's own unless it is given. Raises ParameterError for what is none.
    """
    if of is not None and not isinstance(of, Queryable):
        raise ParameterError("of", of, "give a Queryable that the mechanism has answered")
    return Query(content=Holder(value), of=ROOT if of is None else of.number)
