"""Messages, as terms.

What passes along the wires of a described system is of one sort. A message is a signal, a pair, a query with its
index, a creation query, or something else; for a solver that is a data type, for a run it is what the model sends.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.messages import Create, Query
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import Opaque
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, INT, OpaqueSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT
from concomp.model.mechanisms.verification import is_pair
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.sealing import demand_exactly


class Message(Opaque):
    """Whatever mechanisms send."""


MESSAGE = OpaqueSort(Message)
HALTING = terms.constant(MESSAGE, HALT)
ACKNOWLEDGEMENT = terms.constant(MESSAGE, ACKNOWLEDGED)
CLOSING = terms.constant(MESSAGE, CLOSED)
SIGNALS = {HALT: "halt", ACKNOWLEDGED: "acknowledged", CLOSED: "closed"}
"""The messages with a meaning of their own, by the names that the data type gives them."""

DATA_TYPE = (
    "(declare-sort Creation 0)",
    "(declare-sort Atom 0)",
    "(declare-datatypes ((Message 0)) (((halt) (acknowledged) (closed) (pair (first Message) (second Message)) "
    "(query (payload Message) (index Int)) (create (creation Creation)) (atom (content Atom)))))",
)
"""The sort of messages for a solver."""


Function: TypeAlias = Declared[Any]


def declare(name: str, domain: tuple[Sort, ...], result: Sort) -> Function:
    """The uninterpreted function of this name: always the same object; WrongStep if somebody has changed it since."""
    demand_exactly((str,), name)
    found = _declared(name, domain, result)
    demand((found.name, found.domain, found.result) == (name, domain, result), f"{name} is now called {found.name}")
    return found


@cache
def _declared(name: str, domain: tuple[Sort, ...], result: Sort) -> Function:
    return Declared(name, domain, result)


@cache
def opaque(name: str) -> Sort:
    """The sort of this name, of which nothing is known but equality."""
    return OpaqueSort(type(name, (Opaque,), {}))


def apply(function: Function, *arguments: Term) -> Term:
    """The application of a declared function."""
    return terms.make("apply", arguments, function)


def _either(condition: Callable[[Any], bool], select: Callable[[Any], Any], otherwise: Any) -> Callable[[Any], Any]:
    return lambda message: select(message) if condition(message) else otherwise


def _is_query(message: Any) -> bool:
    return isinstance(message, Query)


def _is_creation(message: Any) -> bool:
    return isinstance(message, Create)


_PAIR: Function = Declared("pair", (MESSAGE, MESSAGE), MESSAGE, meaning=lambda left, right: (left, right))
_IS_PAIR: Function = Declared("is_pair", (MESSAGE,), BOOL, meaning=is_pair)
_FIRST: Function = Declared("first", (MESSAGE,), MESSAGE, meaning=_either(is_pair, lambda message: message[0], HALT))
_SECOND: Function = Declared("second", (MESSAGE,), MESSAGE, meaning=_either(is_pair, lambda message: message[1], HALT))
_QUERY: Function = Declared(
    "query", (MESSAGE, INT), MESSAGE, meaning=lambda payload, index: Query(payload=payload, index=index)
)
_IS_QUERY: Function = Declared("is_query", (MESSAGE,), BOOL, meaning=_is_query)
_PAYLOAD: Function = Declared(
    "payload", (MESSAGE,), MESSAGE, meaning=_either(_is_query, lambda message: message.payload, HALT)
)
_INDEX: Function = Declared("index", (MESSAGE,), INT, meaning=_either(_is_query, lambda message: message.index, 0))
_IS_CREATION: Function = Declared("is_create", (MESSAGE,), BOOL, meaning=_is_creation)
TESTERS = {"is_pair": "pair", "is_query": "query", "is_create": "create"}
"""Declared functions that tell the cases of the data type apart."""
OF_THE_DATA_TYPE = frozenset({"pair", "first", "second", "query", "payload", "index"})
"""Declared functions that are constructors and selectors of the data type."""


def pair(left: Term, right: Term) -> Term:
    """The pair (left, right)."""
    return apply(_PAIR, left, right)


def paired(message: Term) -> Term:
    """Whether the message is a pair."""
    return apply(_IS_PAIR, message)


def first(message: Term) -> Term:
    """The left message of a pair."""
    return message.arguments[0] if message.data is _PAIR else apply(_FIRST, message)


def second(message: Term) -> Term:
    """The right message of a pair."""
    return message.arguments[1] if message.data is _PAIR else apply(_SECOND, message)


def query(payload: Term, index: Term) -> Term:
    """The query (payload, index)."""
    return apply(_QUERY, payload, index)


def queries(message: Term) -> Term:
    """Whether the message is a query with an index."""
    return apply(_IS_QUERY, message)


def payload_of(message: Term) -> Term:
    """What a query asks."""
    return apply(_PAYLOAD, message)


def index_of(message: Term) -> Term:
    """Which mechanism a query is for."""
    return apply(_INDEX, message)


def creates(message: Term) -> Term:
    """Whether the message is a creation query."""
    return apply(_IS_CREATION, message)


def halts(message: Term) -> Term:
    """Whether the message is HALT."""
    return terms.constant(BOOL, message is HALTING) if terms.is_constant(message) else terms.equality(message, HALTING)
