"""Expressions.

Terms written as Python. Every value that is not a plain literal gets a name in the function that is generated; a
term that is used more than once, or lies deep, is computed once and kept in a local variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from concomp.model.language.readings.evaluation import Meanings
from concomp.model.language.readings.steadiness import UNSEEN, Answers, Steady, answers_of, steady_meaning
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared, Meaning, is_absent
from concomp.model.language.syntax.sameness import has_reals, is_plain, same
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    BoolSort,
    EnumSort,
    IntSort,
    OpaqueSort,
    RealSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.model.language.syntax.values import NOTHING, Value, exact

_DEEPEST = 12
_MOST_CHECKED = 16
_INFIX = {
    "and": " and ",
    "or": " or ",
    "less": " < ",
    "at most": " <= ",
    "sum": " + ",
    "difference": " - ",
    "product": " * ",
}


class Names:
    """The values that the generated function refers to, each under one name."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self._known: dict[Hashable, str] = {}

    def of(self, value: Value, key: Hashable, prefix: str = "c") -> str:
        """The name of the value; values with one key are one."""
        if key not in self._known:
            self._known[key] = f"{prefix}{len(self.values)}"
            self.values[self._known[key]] = value
        return self._known[key]

    def literal(self, sort: Sort, value: Value) -> str:
        """A constant of the sort."""
        if sort == BOOL or (sort in (INT, REAL) and value == int(value)):
            return f"({value})" if value < 0 else str(value)
        return self.of(value, (sort, exact(value)))


@dataclass(frozen=True)
class Scope:
    """What an expression may refer to.

    variables: the Python variables of registers. fields: those that hold the fields of a message, as dictionaries.
    in_place: the registers that are dictionaries. answers: what the meanings gave.
    """

    names: Names
    meanings: Meanings
    variables: Mapping[Term, str]
    in_place: Collection[Term]
    fields: Mapping[Term, str] = field(default_factory=dict)
    answers: dict[Declared[Any], Answers] = field(default_factory=dict)


class Writer:
    """Writes terms as expressions, in front of them the lines that they need."""

    def __init__(
        self, scope: Scope, outputs: Iterable[Term], held: Mapping[Term, str], fresh: Callable[[], str]
    ) -> None:
        """Take the scope, everything that will be written, and the local variables that hold a term already."""
        self.scope = scope
        self.held = dict(held)
        self.lines: list[str] = []
        self._fresh = fresh
        self._uses = _uses(outputs, self.held)
        self._depths: dict[Term, int] = {}

    def value(self, term: Term) -> str:
        """An expression of the term's very value."""
        return self._local(term) or self._source(term, self.value)

    def condition(self, term: Term) -> str:
        """An expression that is true in Python's sense where the term holds."""
        return self._local(term) or self._source(term, self.condition)

    def test(self, term: Term) -> str:
        """A condition that is not needed again: both its outcomes are known from here on."""
        return self.held.get(term) or self._source(term, self.condition)

    def _local(self, term: Term) -> str | None:
        if term in self.held:
            return self.held[term]
        if term.operator in LEAVES or (self._uses[term] < 2 and self._depth(term) % _DEEPEST):
            return None
        written = self._source(term, self.value)
        self.held[term] = self._fresh()
        self.lines.append(f"{self.held[term]} = {written}")
        return self.held[term]

    def _depth(self, term: Term) -> int:
        if term not in self._depths:
            inside = [self._depth(argument) for argument in term.arguments if argument not in self.held]
            self._depths[term] = 1 + max(inside, default=0)
        return self._depths[term]

    def _source(self, term: Term, operand: Callable[[Term], str]) -> str:
        names, data = self.scope.names, term.data
        if terms.is_constant(term):
            return names.literal(term.sort, terms.constant_value(term))
        if term.operator == "message":
            return terms.leaf_name(term)
        if term.operator == "register":
            return self.scope.variables[term]
        if term.operator == "field" and term.arguments[0] in self.scope.fields:
            return f"{self.scope.fields[term.arguments[0]]}[{data!r}]"
        match term.operator:
            case "apply":
                return self._application(term)
            case "equal":
                return self._equality(*term.arguments)
            case "not":
                return f"(not {self.condition(term.arguments[0])})"
            case "and" | "or":
                return f"({_INFIX[term.operator].join(map(operand, term.arguments))})"
            case "choice":
                condition, then, otherwise = term.arguments
                return f"({operand(then)} if {self.condition(condition)} else {operand(otherwise)})"
        inside = [self.value(argument) for argument in term.arguments]
        if term.operator in _INFIX:
            return f"({_INFIX[term.operator].join(inside)})"
        return self._other(term, inside)

    def _other(self, term: Term, inside: list[str]) -> str:
        names, data = self.scope.names, term.data
        match term.operator:
            case "minus":
                return f"(-{inside[0]})"
            case "minimum" | "maximum" | "absolute":
                return f"{_BUILTIN[term.operator]}({', '.join(inside)})"
            case "real" | "in union":
                return inside[0]
            case "field":
                return f"{inside[0]}.{data}"
            case "item":
                return f"{inside[0]}[{data}]"
            case "is case":
                return f"(type({inside[0]}) is {names.of(_record(data), data)})"
            case "as case":
                default = names.of(_record_sort(data).default(), ("default", data))
                return f"({inside[0]} if type({inside[0]}) is {names.of(_record(data), data)} else {default})"
            case "record":
                return f"{names.of(_record(data).from_values, ('make', data))}(({''.join(f'{x}, ' for x in inside)}))"
            case "vector":
                return f"({''.join(f'{x}, ' for x in inside)})"
            case "with item":
                return f"(*{inside[0]}[:{data}], {inside[1]}, *{inside[0]}[{int(str(data)) + 1}:])"
            case "read":
                return self._read(term.arguments[0], *inside)
            case "store":
                return f"{inside[0]}.store({inside[1]}, {inside[2]})"
        raise NotImplementedError(f"no Python for {term.operator!r}")

    def _read(self, total: Term, written: str, key: str) -> str:
        if total not in self.scope.in_place:
            return f"{written}[{key}]"
        return f"{written}.get({key}, {self.scope.variables[total]}_default)"

    def _equality(self, left: Term, right: Term) -> str:
        sort, one, other = left.sort, self.value(left), self.value(right)
        if isinstance(sort, RecordSort):
            one, other = self._fields(left, one), self._fields(right, other)
            if is_plain(sort):
                return f"({one} == {other})"
            # What Python compares by itself is compared first.
            parts = sorted(sort.fields, key=lambda part: not is_plain(part[1]))
            listed = [self._same(part, f"{one}[{name!r}]", f"{other}[{name!r}]") for name, part in parts]
            return f"({' and '.join(listed)})"
        return self._same(sort, one, other)

    def _same(self, sort: Sort, one: str, other: str) -> str:
        """Whether two values of the sort are the same."""
        match sort:
            case EnumSort():
                return f"({one} is {other})"
            case UnionSort() if is_plain(sort):
                return f"(type({one}) is type({other}) and {one}.__dict__ == {other}.__dict__)"
            case _ if is_plain(sort):
                return f"({one} == {other})"
            case OpaqueSort():
                # Most are texts, which are seen to be the same sooner.
                key, texts = self.scope.names.of(exact, exact), f"type({one}) is type({other}) is str"
                return f"({one} is {other} or ({one} == {other} if {texts} else {key}({one}) == {key}({other})))"
            case _:
                return f"{self.scope.names.of(partial(same, sort), ('same', sort))}({one}, {other})"

    def _fields(self, record: Term, written: str) -> str:
        return self.scope.fields.get(record) or f"{written}.__dict__"

    def _application(self, term: Term) -> str:
        declared: Declared[Any] = term.data  # type: ignore[assignment]
        inside = [self.value(argument) for argument in term.arguments]
        written = self._answer(declared, inside)
        absent = [x for x in map(self._absence, term.arguments, inside) if x]
        if absent:
            default = self.scope.names.literal(declared.result, declared.result.default())
            written = f"({default} if {' or '.join(absent)} else {written})"
        if declared.reflexive:
            written = f"({self._equality(*term.arguments)} or {written})"
        return written

    def _answer(self, declared: Declared[Any], inside: list[str]) -> str:
        """What the meaning gives where the axioms do not decide, held to what it gave before."""
        names, listed = self.scope.names, ", ".join(inside)
        meaning = self.scope.meanings.get(declared.name, declared.meaning)
        if meaning is None or declared.symmetric or has_reals(declared.domain):
            return f"{names.of(_by_the_book(declared, meaning), ('by the book', declared))}({listed})"
        given = self._fresh()
        if isinstance(meaning, Steady):
            asked = f"({given} := {names.of(meaning.function, ('meaning', declared))}({listed}))"
            checked = names.of(declared.checked, ("checked", declared))
            return f"({given} if {asked} is True or {given} is False else {checked}({given}))"
        asked = f"({given} := {names.of(meaning, ('meaning', declared))}({listed}))"
        answers = self.scope.answers.setdefault(declared, answers_of(declared))
        seen = f"{names.of(answers.seen, ('seen', declared))}(({''.join(f'id({x}), ' for x in inside)}), "
        seen += f"{names.of(UNSEEN, 'unseen')})"
        held = names.of(partial(_held, declared, answers), ("held", declared))
        return f"({given} if {asked} is {seen} else {held}({given}, {listed}))"

    def _absence(self, argument: Term, written: str) -> str:
        if isinstance(argument.sort, OpaqueSort):
            return f"{written} is {self.scope.names.of(NOTHING, NOTHING)}"
        if isinstance(argument.sort, RecordSort | UnionSort):
            return f"{self.scope.names.of(is_absent, is_absent)}({written})"
        return ""


_BUILTIN = {"minimum": "min", "maximum": "max", "absolute": "abs"}


def message_check(names: Names, sort: Sort, written: str) -> str:
    """An expression that is true where the value of the variable belongs to the sort."""
    contains = f"{names.of(sort.contains, ('contains', sort))}({written})"
    match sort:
        case BoolSort():
            return f"type({written}) is bool"
        case IntSort():
            return f"type({written}) is int"
        case RealSort():
            fraction = names.of(Fraction, Fraction)
            return f"(type({written}) is int or type({written}) is {fraction})"
        case RecordSort():
            known = f"type({written}) is {names.of(sort.record, sort)}"
            return f"{known} and {fields_check(names, sort, f'{written}.__dict__')}"
        case OpaqueSort():
            return f"(type({written}) is str or {contains})"
        case EnumSort():
            members = frozenset(map(id, sort.enumeration))
            return f"id({written}) in {names.of(members, ('members', sort))}"
        case VectorSort() if sort.size <= _MOST_CHECKED:
            entries = [message_check(names, sort.entry, f"{written}[{index}]") for index in range(sort.size)]
            return " and ".join([f"type({written}) is tuple and len({written}) == {sort.size}", *entries])
        case _:
            return contains


def fields_check(names: Names, sort: RecordSort, held: str) -> str:
    """An expression that is true where the fields of a record, by name, belong to its sort."""
    known = f"tuple({held}) == {tuple(name for name, _ in sort.fields)!r}"
    return " and ".join([known, *(message_check(names, part, f"{held}[{name!r}]") for name, part in sort.fields)])


def _by_the_book(declared: Declared[Any], meaning: Meaning | None) -> Callable[..., Value]:
    held = steady_meaning(declared, meaning)
    return lambda *arguments: declared.value(arguments, held)


def _held(declared: Declared[Any], answers: Answers, value: Value, *arguments: Value) -> Value:
    return answers.hold(declared.checked(value), *arguments)


def _uses(outputs: Iterable[Term], held: Mapping[Term, str]) -> Counter[Term]:
    uses: Counter[Term] = Counter()
    stack = list(outputs)
    while stack:
        term = stack.pop()
        uses[term] += 1
        if uses[term] == 1 and term not in held:
            stack.extend(argument for argument in term.arguments for _ in range(_times_written(term, argument)))
    return uses


def _times_written(term: Term, argument: Term) -> int:
    """How often an argument stands in what is written for a term."""
    if term.operator in ("as case", "with item", "apply"):
        return 2
    return 2 if term.operator == "equal" and isinstance(argument.sort, OpaqueSort | RecordSort | UnionSort) else 1


def _record_sort(data: Hashable) -> RecordSort:
    assert isinstance(data, RecordSort)
    return data


def _record(data: Hashable) -> Any:
    return _record_sort(data).record
