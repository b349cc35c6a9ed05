"""Terms.

What a definition says, as an immutable graph. Equal terms are one object, so that sharing is
kept and equality is identity; every term knows its sort. The operators and their rules of sorts
are listed beside; each reading of a definition (evaluation by the book is one) is a table over
the same names.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol
from weakref import WeakValueDictionary

from concomp.model.language.syntax.rules import COORDINATEWISE, OPERATORS
from concomp.model.language.syntax.sorts import BOOL, REAL, OpenVectorSort, RecordSort, Sort, VectorSort
from concomp.model.language.syntax.values import Value, exact

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
        rule = OPERATORS.get(operator) or COORDINATEWISE.get(operator)
        if rule is None:
            raise IllSorted(f"unknown operator {operator!r}")
        if not _is_made_of_its_own(operator, arguments, data):
            raise IllSorted(f"{operator!r} is made of what may say that it equals something else: {data!r}")
        sort = rule([argument.sort for argument in arguments], data)
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
    if operator == "each":
        return (
            plain
            and type(data) is tuple
            and [type(each) for each in data] == [Term, str]
            and _is_of(data[0], arguments)
        )
    return plain


def _is_of(body: Term, arguments: Sequence[Term]) -> bool:
    """Whether what is done at each coordinate is done with the arguments there."""
    leaves = [each for each in descendants([body]) if each.operator in LEAVES and not is_constant(each)]
    known = [(entry_of(each.sort), _hollow(place)) for place, each in enumerate(arguments)]
    return all(each.operator == "message" and each.data in known for each in leaves)


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


def hollow(place: int, sort: Sort) -> Term:
    """What stands for an argument of this sort in what is done at each coordinate: of a vector, for its entry there."""
    return leaf("message", entry_of(sort), _hollow(place))


def entry_of(sort: Sort) -> Sort:
    """The sort of the entries of a vector whose length is a parameter; any other sort."""
    return sort.entry if isinstance(sort, OpenVectorSort) else sort


def _hollow(place: int) -> str:
    return f"argument {place} at a coordinate"


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
