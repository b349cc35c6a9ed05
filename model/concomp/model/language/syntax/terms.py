"""Terms.

What a definition says, as an immutable graph. Equal terms are one object, so that sharing is
kept and equality is identity; every term knows its sort. One table lists the operators with
their rules of sorts; each reading of a definition (evaluation by the book is one) is a table
over the same names.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol
from weakref import WeakValueDictionary

from concomp.model.language.syntax.sorts import BOOL, INT, REAL, MapSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.values import Value, exact

Rule = Callable[[Sequence[Sort], Any], Sort | None]
Key = tuple[str, tuple["Term", ...], Hashable, Hashable]


class IllSorted(TypeError):
    """An operator was applied to arguments of sorts that its rule does not know."""


class Term:
    """A node of the graph: an operator, its arguments, what else it needs (`data`), and its sort."""

    __slots__ = ("__weakref__", "arguments", "data", "operator", "sort")

    operator: str
    arguments: tuple[Term, ...]
    data: Hashable
    sort: Sort

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a term is never changed, and {describe(self)} is one for all: make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a term is never changed, and {describe(self)} is one for all: make another one")

    def __repr__(self) -> str:
        return describe(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (self.operator, self.arguments, self.data)


class DeclaredSymbol(Protocol):
    """What a term needs to know of a declared relation or function."""

    @property
    def name(self) -> str:
        """The declared name."""

    @property
    def domain(self) -> tuple[Sort, ...]:
        """The sorts of the arguments."""

    @property
    def result(self) -> Sort:
        """The sort of the result."""


def _numbers(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return sorts[0] if sorts and sorts[0] in (INT, REAL) and all(sort == sorts[0] for sort in sorts) else None


def _truths(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if all(sort == BOOL for sort in sorts) else None


def _number(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return _numbers(sorts, data) if len(sorts) == 1 else None


def _two_numbers(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return _numbers(sorts, data) if len(sorts) == 2 else None


def _truth(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if list(sorts) == [BOOL] else None


def _equal(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if len(sorts) == 2 and sorts[0] == sorts[1] else None


def _order(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if len(sorts) == 2 and _numbers(sorts, data) else None


def _choice(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return sorts[1] if len(sorts) == 3 and sorts[0] == BOOL and sorts[1] == sorts[2] else None


def _widen(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return REAL if list(sorts) == [INT] else None


def _record(sorts: Sequence[Sort], data: Any) -> Sort | None:
    fits = isinstance(data, RecordSort) and list(sorts) == [sort for _, sort in data.fields]
    return data if fits else None


def _field(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [record] = sorts
    return dict(record.fields).get(data) if isinstance(record, RecordSort) else None


def _in_union(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return data if isinstance(data, UnionSort) and len(sorts) == 1 and sorts[0] in data.cases else None


def _is_case(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [union] = sorts
    return BOOL if isinstance(union, UnionSort) and data in union.cases else None


def _as_case(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return data if _is_case(sorts, data) else None


def _vector(sorts: Sequence[Sort], data: Any) -> Sort | None:
    fits = isinstance(data, VectorSort) and list(sorts) == [data.entry] * data.size
    return data if fits else None


def _item(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [vector] = sorts
    return vector.entry if isinstance(vector, VectorSort) and 0 <= data < vector.size else None


def _with_item(sorts: Sequence[Sort], data: Any) -> Sort | None:
    vector, entry = sorts
    fits = isinstance(vector, VectorSort) and 0 <= data < vector.size and entry == vector.entry
    return vector if fits else None


def _read(sorts: Sequence[Sort], data: Any) -> Sort | None:
    total, key = sorts
    return total.entry if isinstance(total, MapSort) and key == INT else None


def _store(sorts: Sequence[Sort], data: Any) -> Sort | None:
    total, key, entry = sorts
    return total if isinstance(total, MapSort) and key == INT and entry == total.entry else None


def _apply(sorts: Sequence[Sort], data: Any) -> Sort | None:
    result: Sort = data.result
    return result if tuple(sorts) == data.domain else None


def _leaf(sorts: Sequence[Sort], data: Any) -> Sort | None:
    sort: Sort = data[0]
    return sort if not sorts else None


OPERATORS: Mapping[str, Rule] = {
    # leaves; data is (sort, value) for a constant, (sort, name) for the others
    "constant": _leaf,
    "register": _leaf,
    "parameter": _leaf,
    "message": _leaf,
    # truth values
    "not": _truth,
    "and": _truths,
    "or": _truths,
    # any sort
    "equal": _equal,
    "choice": _choice,
    # numbers
    "less": _order,
    "at most": _order,
    "sum": _two_numbers,
    "difference": _two_numbers,
    "product": _two_numbers,
    "minus": _number,
    "minimum": _two_numbers,
    "maximum": _two_numbers,
    "absolute": _number,
    "real": _widen,
    # records and unions; data is the sort, or the name of the field
    "record": _record,
    "field": _field,
    "in union": _in_union,
    "is case": _is_case,
    "as case": _as_case,
    # vectors and maps; data is the index
    "vector": _vector,
    "item": _item,
    "with item": _with_item,
    "read": _read,
    "store": _store,
    # a declared relation or function; data is the declaration
    "apply": _apply,
}

LEAVES = frozenset({"constant", "register", "parameter", "message"})

_nodes: WeakValueDictionary[Key, Term] = WeakValueDictionary()
_lock = threading.Lock()


def make(operator: str, arguments: tuple[Term, ...], data: Hashable = None) -> Term:
    """The term of this operator, these arguments and this data: always the same object.

    Raises IllSorted if the operator is unknown or its rule of sorts does not allow the arguments.
    """
    # Python takes constants for one that are of two types.
    key: Key = (operator, arguments, data, exact(data[1]) if operator == "constant" and type(data) is tuple else None)
    with _lock:
        known = _nodes.get(key)
        if known is not None:
            return known
        if operator not in OPERATORS:
            raise IllSorted(f"unknown operator {operator!r}")
        if not _is_made_of_its_own(operator, arguments, data):
            raise IllSorted(f"{operator!r} is made of what may say that it equals something else: {data!r}")
        sort = OPERATORS[operator]([argument.sort for argument in arguments], data)
        if sort is None:
            listed = ", ".join(argument.sort.name for argument in arguments)
            raise IllSorted(f"{operator!r} does not apply to ({listed}) with {data!r}")
        term = object.__new__(Term)
        for name, value in (("operator", operator), ("arguments", arguments), ("data", data), ("sort", sort)):
            object.__setattr__(term, name, value)
        _nodes[key] = term
        return term


def _is_made_of_its_own(operator: str, arguments: tuple[Term, ...], data: Hashable) -> bool:
    """Whether no part is of a class that could be found in the place of another term's, as equal to it."""
    plain = type(operator) is str and type(arguments) is tuple and all(type(each) is Term for each in arguments)
    if operator == "apply":
        return plain and type(data).__eq__ is object.__eq__
    if operator in LEAVES and operator != "constant":
        return plain and type(data) is tuple and type(data[1]) is str
    return plain


def constant(sort: Sort, value: Value) -> Term:
    """The constant `value` of the sort; ValueError if the value does not belong to it."""
    if not sort.contains(value):
        raise ValueError(f"{value!r} is not a value of the sort {sort.name}")
    return make("constant", (), (sort, Fraction(value) if sort == REAL else value))


def leaf(kind: str, sort: Sort, name: str) -> Term:
    """The register, parameter or message of this name and sort."""
    return make(kind, (), (sort, name))


def is_constant(term: Term) -> bool:
    """Whether the term is a constant."""
    return term.operator == "constant"


def constant_value(term: Term) -> Value:
    """The value of a constant."""
    assert isinstance(term.data, tuple)
    return term.data[1]


def leaf_name(term: Term) -> str:
    """The name of a register, parameter or message."""
    assert isinstance(term.data, tuple)
    return str(term.data[1])


TRUE = constant(BOOL, True)
FALSE = constant(BOOL, False)


def negation(term: Term) -> Term:
    """The negation."""
    if term in (TRUE, FALSE):
        return FALSE if term is TRUE else TRUE
    return term.arguments[0] if term.operator == "not" else make("not", (term,))


def conjunction(terms: Iterable[Term]) -> Term:
    """The conjunction of all, true if there are none; constants and repetitions are dropped."""
    return _connect("and", terms, TRUE, FALSE)


def disjunction(terms: Iterable[Term]) -> Term:
    """The disjunction of all, false if there are none; constants and repetitions are dropped."""
    return _connect("or", terms, FALSE, TRUE)


def implication(premise: Term, conclusion: Term) -> Term:
    """The conclusion wherever the premise holds."""
    return disjunction([negation(premise), conclusion])


def equality(left: Term, right: Term) -> Term:
    """Whether both are equal."""
    return TRUE if left is right else make("equal", (left, right))


def choice(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    if condition is TRUE or then is otherwise:
        return then
    return otherwise if condition is FALSE else make("choice", (condition, then, otherwise))


def field(record: Term, name: str) -> Term:
    """The field of a record; of a record that was just made, the term it was made of."""
    if record.operator == "record" and isinstance(record.sort, RecordSort):
        names = [known for known, _ in record.sort.fields]
        return record.arguments[names.index(name)]
    if is_constant(record) and isinstance(record.sort, RecordSort):
        return constant(record.sort.field(name), getattr(constant_value(record), name))
    return make("field", (record,), name)


def item(vector: Term, index: int) -> Term:
    """The entry of a vector; of a vector that was just made or changed, the term it holds."""
    while vector.operator == "with item":
        if vector.data == index:
            return vector.arguments[1]
        vector = vector.arguments[0]
    if vector.operator == "vector":
        return vector.arguments[index]
    if is_constant(vector) and isinstance(vector.sort, VectorSort):
        return constant(vector.sort.entry, constant_value(vector)[index])
    return make("item", (vector,), index)


def descendants(roots: Iterable[Term]) -> Iterator[Term]:
    """Every term below `roots` and these themselves, once each, arguments before what uses them."""
    seen: set[Term] = set()
    for root in roots:
        stack = [(root, iter(root.arguments))] if root not in seen else []
        seen.add(root)
        while stack:
            term, rest = stack[-1]
            below = next((argument for argument in rest if argument not in seen), None)
            if below is None:
                stack.pop()
                yield term
            else:
                seen.add(below)
                stack.append((below, iter(below.arguments)))


def describe(term: Term, depth: int = 4) -> str:
    """The term for a reader, cut below `depth` levels."""
    if is_constant(term):
        return repr(constant_value(term))
    if term.operator in LEAVES:
        return leaf_name(term)
    if depth == 0:
        return "…"
    inner = ", ".join(describe(argument, depth - 1) for argument in term.arguments)
    name = getattr(term.data, "name", term.data)
    return f"{term.operator}({inner})" if name is None else f"{term.operator}[{name}]({inner})"


def _connect(operator: str, terms: Iterable[Term], neutral: Term, decisive: Term) -> Term:
    flat: dict[Term, None] = {}
    for term in terms:
        parts = term.arguments if term.operator == operator else (term,)
        flat.update(dict.fromkeys(part for part in parts if part is not neutral))
    if decisive in flat:
        return decisive
    if len(flat) == 1:
        return next(iter(flat))
    return make(operator, tuple(flat)) if flat else neutral
