"""Vectors and maps.

A vector of a fixed length is read and changed at Python numbers, one whose length is a parameter as a
whole; a map from the integers is total and is read and changed at symbols. An entry of a register is
changed in place.

A loop cannot go through a vector whose length is a parameter. What it would do, and what it would ask, is said once,
of the entries at one coordinate; of vectors of a fixed length it is said the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, TypeAlias, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import Container, entry_sort
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import (
    Bool,
    Int,
    Symbolic,
    Truth,
    boolean,
    common_sort,
    in_words,
    is_symbol,
    lift,
    symbol,
    term_of,
    wrap,
)
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort, VectorSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.vectors import open_vectors
from concomp.model.language.syntax.vectors.lengths import lengths_of
from concomp.model.language.syntax.vectors.open_vectors import SCALARS, OpenVectorSort, hollow

E = TypeVar("E")
K = TypeVar("K")
V = TypeVar("V")
Literal: TypeAlias = bool | int | Fraction
_inside: ContextVar[bool] = ContextVar("inside", default=False)
"""Whether what is done at a coordinate is being read."""


class Cell(Protocol):
    """The register that a vector or a map was read from."""

    def check_current(self) -> None:
        """Raise LanguageError if the register has been changed at an entry since it was read."""

    def replace(self, held: Term, term: Term) -> None:
        """Make `term` the register's value, which is `held`; LanguageError if it has been assigned since."""


class _Held(Container):
    """What vectors and maps share: the register that they were read from, if any."""

    @property
    def _current(self) -> Term:
        cell: Cell | None = self.__dict__.get("_cell")
        if cell is not None:
            cell.check_current()
        return self._term

    def _change(self, term: Term) -> None:
        cell: Cell | None = self.__dict__.get("_cell")
        if cell is None:
            raise LanguageError(
                "an entry is assigned of a vector or map that is no register", "only registers change: assign to one"
            )
        cell.replace(self._term, term)
        self.__dict__["_term"] = term


class Vector(_Held, Generic[V]):
    """A tuple of fixed length; `Vector(Bool, 3)` is the sort, for `register` and `parameter`.

    `Vector(Bool, "d")` is that of tuples whose length is the value of the parameter d, which is at least 1.
    """

    def __init__(self, sort: type[V], size: int | str) -> None:
        """Take the sort of the entries and the length, a number or the name of a parameter."""
        made = _vector_sort(sort, size, "the entry of a vector")
        if made is None:
            raise LanguageError(
                f"a vector of length {size!r}", "the length is a Python number, 0 or more, or the name of a parameter"
            )
        self.__dict__["_sort"] = made

    if not TYPE_CHECKING:

        def __class_getitem__(cls, entry: Any) -> Any:
            if isinstance(entry, tuple):
                raise LanguageError(
                    f"{cls.__name__} is subscripted with {len(entry)} arguments",
                    "write Vector(Int, 3), or Annotated[Vector[Int], 3] in an annotation",
                )
            return super().__class_getitem__(entry)

    @classmethod
    def _sort_with(cls, arguments: tuple[Any, ...], where: str) -> Sort:
        sort = _vector_sort(*arguments, where) if len(arguments) == 2 else None
        if sort is None:
            raise LanguageError(f"{where} is a vector of unknown length", "write Annotated[Vector[Bool], 3]")
        return sort

    @staticmethod
    def of(first: V, *others: V) -> Vector[V]:
        """The vector of these entries, of which one at least is a symbol."""
        sort = VectorSort(common_sort([first, *others]), 1 + len(others))
        entries = tuple(lift(entry, sort.entry) for entry in (first, *others))
        return symbol(Vector, terms.make("vector", entries, sort))

    def __repr__(self) -> str:
        return super().__repr__() if "_term" in self.__dict__ else vector_sort(self).name

    def __len__(self) -> int:
        return self._fixed("its length is asked for").size

    def __iter__(self) -> Iterator[V]:
        return iter([self[index] for index in range(self._fixed("a loop goes through it").size)])

    def __getitem__(self, index: int) -> V:
        sort, place = self._fixed("an entry of it is read"), self._place(index)
        entry: V = wrap(sort.entry, terms.item(term_of(self), place))
        return entry

    def __setitem__(self, index: int, entry: V | Literal) -> None:
        lifted = lift(entry, self._fixed("an entry of it is assigned").entry)
        self._change(terms.make("with item", (term_of(self), lifted), self._place(index)))

    def _fixed(self, problem: str) -> VectorSort:
        """The sort, whose length is a number; LanguageError, which says what was asked, if it is a parameter."""
        sort = vector_sort(self)
        if isinstance(sort, VectorSort):
            return sort
        raise LanguageError(
            f"{in_words(self)} has any length, {sort.length!r}, and {problem}: for all lengths at once nothing is said "
            "of one coordinate that is not said of each, nor of sums over them",
            "write each(function, vector) or every(condition, vector), or give the length as a number",
        )

    def _place(self, index: object) -> int:
        size = len(self)
        if not isinstance(index, int) or isinstance(index, bool):
            raise LanguageError(
                f"a vector is indexed by {index!r}", "index it by a Python number, or use a register Map[Int, ...]"
            )
        if not -size <= index < size:
            raise LanguageError(f"index {index} of a vector of length {size}", f"the indices are 0 to {size - 1}")
        return index % size


def _refuse_arithmetic(vector: object, *others: object) -> NoReturn:
    raise LanguageError(f"{in_words(vector)} is not a number", "work by entry: for x, y in zip(left, right)")


if not TYPE_CHECKING:
    # For type checkers a vector has no arithmetic; this is what Python users read.
    for _name in ("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__neg__"):
        setattr(Vector, _name, _refuse_arithmetic)


class Map(_Held, Generic[K, V]):
    """A total map `Map[Int, V]`; `register(Map[Int, Bool], False)` holds False everywhere at first."""

    @classmethod
    def _sort_with(cls, arguments: tuple[Any, ...], where: str) -> Sort | None:
        match arguments:
            case [key, entry] if key is Int:
                sort = entry_sort(entry, where)
                if lengths_of([sort]):
                    raise LanguageError(
                        f"{where} is a map of {sort.name}, with vectors whose length is a parameter",
                        "give the length as a number",
                    )
                return MapSort(sort)
        return None

    def __getitem__(self, key: K | int) -> V:
        sort = _map_sort(self)
        entry: V = wrap(sort.entry, terms.make("read", (term_of(self), lift(key, INT))))
        return entry

    def __setitem__(self, key: K | int, entry: V | Literal) -> None:
        lifted = lift(entry, _map_sort(self).entry)
        self._change(terms.make("store", (term_of(self), lift(key, INT), lifted)))


def each(function: Callable[..., E], first: Vector[Any], *others: Vector[Any]) -> Vector[E]:
    """The vector whose entry at each coordinate is the function of the vectors' entries there.

    Raises LanguageError for vectors of different lengths, and for what is no number or truth value.
    """
    vectors = _vectors(first, *others)
    vector: Vector[E] = wrap((made := _each(function, vectors)).sort, made)
    return vector


def every(condition: Callable[..., Truth], first: Vector[Any], *others: Vector[Any]) -> Bool:
    """Whether the condition holds of the vectors' entries at every coordinate; raises what `each` raises."""
    vectors = _vectors(first, *others)
    held = _each(lambda *entries: boolean(lift(condition(*entries), BOOL)), vectors)
    if isinstance(held.sort, OpenVectorSort):
        return boolean(open_vectors.every(held))
    return boolean(terms.conjunction(_entries(held)))


def vector_sort(vector: Vector[Any]) -> VectorSort | OpenVectorSort:
    """The sort of a vector, also of one that only names a sort."""
    sort = vector.__dict__.get("_sort") or vector._term.sort
    assert isinstance(sort, VectorSort | OpenVectorSort)
    return sort


def _vector_sort(entry: Any, size: Any, where: str) -> Sort | None:
    """The sort of vectors; None if the length is none, LanguageError if nothing is known of such entries."""
    if type(size) is str and size.isidentifier():
        sort = entry_sort(entry, where)
        if sort not in SCALARS:
            raise LanguageError(
                f"{where}, of length {size!r}, is of the sort {sort.name}",
                "keep a vector of Bool, Int or Real for each of its parts, or give the length as a number",
            )
        return OpenVectorSort(sort, size)
    return VectorSort(entry_sort(entry, where), size) if INT.contains(size) and size >= 0 else None


def bind_cell(expression: Any, cell: Cell) -> Any:
    """The expression; if it is a vector or map, with the register that it was read from."""
    if isinstance(expression, _Held):
        expression.__dict__["_cell"] = cell
    return expression


def _map_sort(total: Map[Any, Any]) -> MapSort:
    sort: Sort = total._term.sort
    assert isinstance(sort, MapSort)
    return sort


def _vectors(*given: object) -> list[Term]:
    """The terms of vectors of one length; LanguageError if they are none."""
    listed = [term_of(value) if isinstance(value, Symbolic) and is_symbol(value) else None for value in given]
    found = [term for term in listed if term is not None and isinstance(term.sort, VectorSort | OpenVectorSort)]
    if len(found) < len(listed):
        odd = next(value for value, term in zip(given, listed, strict=True) if term not in found)
        raise LanguageError(f"{in_words(odd)} is no vector", "give vectors, whose entries the function takes")
    lengths = dict.fromkeys(_length(term.sort) for term in found)
    if len(lengths) > 1:
        raise LanguageError(f"vectors of the lengths {' and '.join(map(repr, lengths))}", "give vectors of one length")
    return found


def _length(sort: Sort) -> int | str:
    assert isinstance(sort, VectorSort | OpenVectorSort)
    return sort.size if isinstance(sort, VectorSort) else sort.length


def _each(function: Callable[..., object], vectors: Sequence[Term]) -> Term:
    hollows = [hollow(place, _entry(vector.sort)) for place, vector in enumerate(vectors)]
    with _once():
        given = function(*(wrap(entry.sort, entry) for entry in hollows))
    body = lift(given, common_sort([given]))
    sort = vectors[0].sort
    if isinstance(sort, OpenVectorSort):
        return _closed_over(body, vectors, hollows, sort.length)
    assert isinstance(sort, VectorSort)
    columns = zip(*map(_entries, vectors), strict=True)
    entries = tuple(substitute(body, dict(zip(hollows, column, strict=True))) for column in columns)
    return terms.make("vector", entries, VectorSort(body.sort, sort.size))


def _entry(sort: Sort) -> Sort:
    assert isinstance(sort, VectorSort | OpenVectorSort)
    return sort.entry


def _entries(vector: Term) -> list[Term]:
    assert isinstance(vector.sort, VectorSort)
    return [terms.item(vector, place) for place in range(vector.sort.size)]


def _closed_over(body: Term, vectors: Sequence[Term], hollows: Sequence[Term], length: str) -> Term:
    """The vector of these entries, with what is the same at all coordinates among the arguments.

    So a term that is put for a register or a message is put for it here as well.
    """
    depends = dict.fromkeys(hollows)
    for term in terms.descendants([body]):
        if any(argument in depends for argument in term.arguments):
            depends[term] = None
    used = [each for term in depends for each in term.arguments] if body in depends else [body]
    outer = dict.fromkeys(each for each in used if each not in depends and not terms.is_constant(each))
    for term in (*depends, *outer):
        if term.sort not in SCALARS or (term.operator == "apply" and term in depends):
            raise LanguageError(
                f"{terms.describe(term)} is used at each coordinate of a vector of length {length!r}",
                "compute there with numbers and truth values, by operators",
            )
    given = {term: hollow(len(vectors) + place, term.sort) for place, term in enumerate(outer)}
    return open_vectors.each(substitute(body, given), [*vectors, *given], length)


@contextmanager
def _once() -> Iterator[None]:
    """Read what is done at a coordinate; LanguageError inside another, whose entries could be taken for its own."""
    if _inside.get():
        raise LanguageError(
            "something is done at each coordinate inside of what is done at each", "say it before, apart"
        )
    token = _inside.set(True)
    try:
        yield
    finally:
        _inside.reset(token)


@wrap.register(VectorSort)
@wrap.register(OpenVectorSort)
def _(sort: VectorSort | OpenVectorSort, term: Term) -> Any:
    return symbol(Vector, term)


@wrap.register
def _(sort: MapSort, term: Term) -> Any:
    return symbol(Map, term)
