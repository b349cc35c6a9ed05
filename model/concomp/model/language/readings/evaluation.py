"""Evaluation by the book.

The meaning of each operator on concrete values, and an interpreter that applies it to a graph of
terms, arguments before what uses them, each term once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

from concomp.model.language.readings.steadiness import steady_meaning
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.sameness import is_plain, same
from concomp.model.language.syntax.sorts import RecordSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value

Operation = Callable[..., Value]
Meanings = Mapping[str, Meaning]


def _equal(left: Value, right: Value) -> bool:
    # Inside tuples Python takes one object as equal to itself, also where its class would not.
    return (left,) == (right,)


def _choice(condition: bool, then: Value, otherwise: Value) -> Value:
    return then if condition else otherwise


def _make_record(sort: RecordSort, *values: Value) -> Value:
    return sort.record.from_values(values)


def _field(name: str, record: Value) -> Value:
    return getattr(record, name)


def _is_case(sort: RecordSort, message: Value) -> bool:
    return type(message) is sort.record


def _as_case(sort: RecordSort, message: Value) -> Value:
    return message if _is_case(sort, message) else sort.default()


def _vector(sort: object, *entries: Value) -> Value:
    return entries


def _item(index: int, vector: tuple[Value, ...]) -> Value:
    return vector[index]


def _with_item(index: int, vector: tuple[Value, ...], entry: Value) -> Value:
    return (*vector[:index], entry, *vector[index + 1 :])


def _store(total: TotalMap, key: int, entry: Value) -> TotalMap:
    return total.store(key, entry)


def _conjunction(*truths: bool) -> bool:
    return all(truths)


def _disjunction(*truths: bool) -> bool:
    return any(truths)


PLAIN: Mapping[str, Operation] = {
    "not": operator.not_,
    "and": _conjunction,
    "or": _disjunction,
    "equal": _equal,
    "choice": _choice,
    "less": operator.lt,
    "at most": operator.le,
    "sum": operator.add,
    "difference": operator.sub,
    "product": operator.mul,
    "minus": operator.neg,
    "minimum": min,
    "maximum": max,
    "absolute": abs,
    "real": Fraction,
    "in union": lambda record: record,
    "read": operator.getitem,
    "store": _store,
}
"""Operators whose data says nothing to their value; values with opaque parts are equal only if they are the same."""

WITH_DATA: Mapping[str, Operation] = {
    "record": _make_record,
    "field": _field,
    "is case": _is_case,
    "as case": _as_case,
    "vector": _vector,
    "item": _item,
    "with item": _with_item,
}
"""Operators that take their data as first argument."""


class Program:
    """The outputs of a graph of terms as a function of its leaves."""

    def __init__(self, outputs: Sequence[Term], meanings: Meanings | None = None) -> None:
        """Take the terms wanted, and meanings, by name, that replace those of declared symbols."""
        order = list(terms.descendants(outputs))
        places = {term: place for place, term in enumerate(order)}
        self._blank: list[Value] = [None] * len(order)
        self._inputs: list[tuple[int, Term]] = []
        self._steps: list[tuple[int, Callable[[list[Value]], Value]]] = []
        meaning_of = cache(partial(_meaning, meanings or {}))
        for place, term in enumerate(order):
            if terms.is_constant(term):
                self._blank[place] = terms.constant_value(term)
            elif term.operator in terms.LEAVES:
                self._inputs.append((place, term))
            else:
                arguments = [places[argument] for argument in term.arguments]
                self._steps.append((place, _apply(_operation(term, meaning_of), arguments)))
        self._outputs = [places[term] for term in outputs]

    def __call__(self, inputs: Mapping[Term, Value]) -> tuple[Value, ...]:
        """The outputs where the leaves have these values; KeyError if one is missing."""
        values = self._blank.copy()
        for place, leaf in self._inputs:
            values[place] = inputs[leaf]
        for place, step in self._steps:
            values[place] = step(values)
        return tuple([values[place] for place in self._outputs])


def evaluate(term: Term, inputs: Mapping[Term, Value], meanings: Meanings | None = None) -> Value:
    """The value of the term where its leaves have these values."""
    [value] = Program([term], meanings)(inputs)
    return value


def _meaning(meanings: Meanings, declared: Declared[Any]) -> Meaning | None:
    return steady_meaning(declared, meanings.get(declared.name, declared.meaning))


def _operation(term: Term, meaning_of: Callable[[Declared[Any]], Meaning | None]) -> Operation:
    if term.operator == "equal" and not is_plain(term.arguments[0].sort):
        return partial(same, term.arguments[0].sort)
    if term.operator in PLAIN:
        return PLAIN[term.operator]
    data: Any = term.data
    if term.operator == "apply":
        declared: Declared[Any] = data
        meaning = meaning_of(declared)
        return lambda *arguments: declared.value(arguments, meaning)
    operation = WITH_DATA[term.operator]
    return lambda *arguments: operation(data, *arguments)


def _apply(operation: Operation, places: list[int]) -> Callable[[list[Value]], Value]:
    match places:
        case [first]:
            return lambda values: operation(values[first])
        case [first, second]:
            return lambda values: operation(values[first], values[second])
        case [first, second, third]:
            return lambda values: operation(values[first], values[second], values[third])
        case _:
            return lambda values: operation(*[values[place] for place in places])
