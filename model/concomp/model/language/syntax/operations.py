"""Operations that are written as functions: and, or, choice, least, greatest and absolute values."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from typing import Any, TypeVar, overload

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.expressions import (
    Bool,
    Int,
    Number,
    Real,
    Symbolic,
    Truth,
    Whole,
    article,
    boolean,
    common_sort,
    lift,
    wrap,
)
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import Term

S = TypeVar("S")
N = TypeVar("N", Int, Real)


def all_of(conditions: Iterable[Truth]) -> Bool:
    """Whether all conditions hold; true if there are none."""
    return boolean(terms.conjunction([lift(each, BOOL) for each in conditions]))


def any_of(conditions: Iterable[Truth]) -> Bool:
    """Whether one of the conditions holds; false if there are none."""
    return boolean(terms.disjunction([lift(each, BOOL) for each in conditions]))


def isin(value: Symbolic, values: Iterable[object]) -> Bool:
    """Whether the value equals one of the others."""
    return any_of([value == other for other in values])


@overload
def ite(condition: Truth, then: Truth, otherwise: Truth) -> Bool: ...  # type: ignore[overload-overlap]
@overload
def ite(condition: Truth, then: Whole, otherwise: Whole) -> Int: ...  # type: ignore[overload-overlap]
@overload
def ite(condition: Truth, then: Number, otherwise: Number) -> Real: ...
@overload
def ite(condition: Truth, then: S, otherwise: S) -> S: ...
def ite(condition: Truth, then: Any, otherwise: Any) -> Any:
    """`then` where the condition holds, else `otherwise`; both of one sort."""
    sort = common_sort([then, otherwise])
    chosen = terms.choice(lift(condition, BOOL), lift(then, sort), lift(otherwise, sort))
    return wrap(chosen.sort, chosen)


def Min(first: N, *others: N | int | Fraction) -> N:
    """The least of the numbers."""
    least: N = _fold("minimum", first, *others)
    return least


def Max(first: N, *others: N | int | Fraction) -> N:
    """The greatest of the numbers."""
    greatest: N = _fold("maximum", first, *others)
    return greatest


def Abs(number: N) -> N:
    """The absolute value."""
    absolute: N = _unary("absolute", number)
    return absolute


def _unary(operator: str, number: Any) -> Any:
    sort = common_sort([number])
    return wrap(sort, terms.make(operator, (_numeric(lift(number, sort), operator),)))


def _fold(operator: str, *numbers: Any) -> Any:
    if len(numbers) == 1 and isinstance(numbers[0], list | tuple | Generator):
        name = {"minimum": "Min", "maximum": "Max"}[operator]
        raise LanguageError(f"{name} is asked of a list", f"spread it: {name}(*values)")
    sort = common_sort(numbers)
    term = _numeric(lift(numbers[0], sort), operator)
    for number in numbers[1:]:
        term = terms.make(operator, (term, lift(number, sort)))
    return wrap(sort, term)


def _numeric(term: Term, operator: str) -> Term:
    if term.sort not in (INT, REAL):
        raise LanguageError(f"the {operator} of {article(term.sort.name)} is asked for", "give Int or Real")
    return term
