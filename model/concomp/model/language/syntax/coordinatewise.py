"""What is done at each coordinate of vectors.

A loop cannot go through a vector whose length is a parameter. What it would do, and what it would ask, is said once,
of the entries at one coordinate; vectors of a fixed length are told the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from concomp.model.language.syntax import open_vectors, terms
from concomp.model.language.syntax.containers import Vector
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import (
    Bool,
    Symbolic,
    Truth,
    boolean,
    common_sort,
    in_words,
    is_symbol,
    lift,
    term_of,
    wrap,
)
from concomp.model.language.syntax.open_vectors import SCALARS, OpenVectorSort, hollow
from concomp.model.language.syntax.sorts import BOOL, Sort, VectorSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term

E = TypeVar("E")
_inside: ContextVar[bool] = ContextVar("inside", default=False)


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
    own = set(hollows)
    depends = {term for term in terms.descendants([body]) if own & set(terms.descendants([term]))}
    outer = [*dict.fromkeys(_outermost(body, depends))]
    for term in [*depends, body]:
        if term.sort not in SCALARS or term.operator == "apply":
            raise LanguageError(
                f"{terms.describe(term)} is asked for at each coordinate of a vector of length {length!r}",
                "compute with numbers and truth values there, by operators",
            )
    given = {term: hollow(len(vectors) + place, term.sort) for place, term in enumerate(outer)}
    for term in given:
        if term.sort not in SCALARS:
            raise LanguageError(
                f"{terms.describe(term)} is used at each coordinate of a vector of length {length!r}",
                "use numbers and truth values there",
            )
    return open_vectors.each(substitute(body, given), [*vectors, *given], length)


def _outermost(body: Term, depends: set[Term]) -> Iterator[Term]:
    """The terms that are the same at all coordinates and in no larger one."""
    if body not in depends:
        if not terms.is_constant(body):
            yield body
        return
    for term in depends:
        for argument in term.arguments:
            if argument not in depends and not terms.is_constant(argument):
                yield argument


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
