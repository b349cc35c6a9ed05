"""Layout.

How the registers of a definition are kept while it runs: records and vectors as one variable a part, maps as
dictionaries that are changed in place where the definition never looks at a whole map, everything else as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from concomp.impl.monitors.simplification import names
from concomp.model.language.handlers import PostProcessingDefinition, RegisterStart
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, RegisterDefinition
from concomp.model.language.syntax.sorts import RecordSort, Sort, VectorSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value

_MOST_PARTS = 64


@dataclass(frozen=True)
class Variable:
    """A variable that holds a register or a part of one.

    symbol: the leaf that stands for it. path: the parts that lead to it from the register.
    """

    symbol: Term
    register: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """The variables of a definition's registers, in order, and each register as a term over them."""

    variables: tuple[Variable, ...]
    wholes: Mapping[Term, Term]

    def split(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """The values of the variables where the registers have these values."""
        return tuple([_follow(values[variable.register], variable.path) for variable in self.variables])


def layout(definition: Definition | PostProcessingDefinition) -> Layout:
    """The layout of the registers of a definition."""
    variables: list[Variable] = []
    wholes: dict[Term, Term] = {}
    registers: Sequence[RegisterDefinition | RegisterStart] = definition.registers
    for index, register in enumerate(registers):
        found = list(_variables(register.symbol.sort, index, register.name, ()))
        variables.extend(found)
        wholes[register.symbol] = _whole(register.symbol.sort, iter(found))
    return Layout(tuple(variables), wholes)


def is_split(sort: Sort) -> bool:
    """Whether a register of the sort is kept as several variables."""
    return isinstance(sort, RecordSort | VectorSort) and 0 < _size(sort) <= _MOST_PARTS


def _size(sort: Sort) -> int:
    if isinstance(sort, RecordSort):
        return sum(_size(part) for _, part in sort.fields)
    return sort.size * _size(sort.entry) if isinstance(sort, VectorSort) else 1


def _part_sorts(sort: Sort) -> tuple[Sort, ...]:
    if isinstance(sort, RecordSort):
        return tuple(part for _, part in sort.fields)
    assert isinstance(sort, VectorSort)
    return (sort.entry,) * sort.size


def _variables(sort: Sort, register: int, name: str, path: tuple[str, ...]) -> Iterator[Variable]:
    if is_split(sort):
        for part, part_sort in zip(names(sort), _part_sorts(sort), strict=True):
            yield from _variables(part_sort, register, name, (*path, part))
    else:
        yield Variable(terms.leaf("register", sort, ".".join((str(register), name, *path))), register, path)


def _whole(sort: Sort, variables: Iterator[Variable]) -> Term:
    if not is_split(sort):
        return next(variables).symbol
    inside = tuple([_whole(part, variables) for part in _part_sorts(sort)])
    return terms.make("record" if isinstance(sort, RecordSort) else "vector", inside, sort)


def _follow(value: Value, path: tuple[str, ...]) -> Value:
    for part in path:
        value = value[int(part)] if isinstance(value, tuple) else getattr(value, part)
    return value


@dataclass(frozen=True)
class Write:
    """A change of a map in place: where the condition holds, the entry at the key becomes the value."""

    condition: Term
    key: Term
    value: Term


def writes(symbol: Term, update: Term) -> tuple[Write, ...] | None:
    """The changes, in order, that lead from a map to its update; None if that is no change of this map's entries."""
    return _changes(symbol, update) if _descends(symbol, update) else None


def _descends(symbol: Term, update: Term) -> bool:
    while update is not symbol:
        match update.operator:
            case "store":
                update = update.arguments[0]
            case "choice":
                _, then, otherwise = update.arguments
                if not _descends(symbol, then):
                    return False
                update = otherwise
            case _:
                return False
    return True


def _changes(start: Term, end: Term) -> tuple[Write, ...]:
    """The changes from `start`, which `end` descends from."""
    if end is start:
        return ()
    before = _previous(end)
    if end.operator == "store":
        last: tuple[Write, ...] = (Write(terms.TRUE, end.arguments[1], end.arguments[2]),)
    else:
        condition, then, otherwise = end.arguments
        last = (
            *_under(condition, _changes(before, then)),
            *_under(terms.negation(condition), _changes(before, otherwise)),
        )
    return (*_changes(start, before), *last)


def _under(condition: Term, changes: tuple[Write, ...]) -> tuple[Write, ...]:
    return tuple(Write(terms.conjunction([condition, c.condition]), c.key, c.value) for c in changes)


def _previous(update: Term) -> Term:
    """The latest map that every way to this one passes."""
    if update.operator == "store":
        return update.arguments[0]
    _, then, otherwise = update.arguments
    seen = set(_line(then))
    return next(term for term in _line(otherwise) if term in seen)


def _line(update: Term) -> Iterator[Term]:
    yield update
    while update.operator in ("store", "choice"):
        update = _previous(update)
        yield update


def assemble(sort: Sort, values: Iterator[Value]) -> Value:
    """The value of a register of the sort from those of its variables."""
    if not is_split(sort):
        return next(values)
    inside = tuple([assemble(part, values) for part in _part_sorts(sort)])
    return sort.record.from_values(inside) if isinstance(sort, RecordSort) else inside
