"""Expressions.

A sort is a Python class and an expression of that sort is its instance, so that a type checker
reads a definition as it stands. Operators build terms; what has no one meaning for a symbol
raises, with the place and the remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError, author_position, no_attribute
from concomp.model.language.syntax.refusals import REFUSALS
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    BoolSort,
    EnumSort,
    IntSort,
    OpaqueSort,
    RealSort,
    Sort,
    VectorSort,
)
from concomp.model.language.syntax.source import truth_remedy
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import check_size

Truth: TypeAlias = "Bool | bool"
Whole: TypeAlias = "Int | int"
Number: TypeAlias = "Real | Fraction | int"
S = TypeVar("S")
N = TypeVar("N", "Int", "Real")


def _refusal(problem: str, remedy: str) -> Callable[..., NoReturn]:
    def refuse(self: object, *others: object) -> NoReturn:
        raise LanguageError(f"{in_words(self)} {problem}", remedy)

    return refuse


class Symbolic:
    """What every symbol has: equality, which is a condition; the rest is refused unless a sort adds it."""

    _term: Term

    @property
    def _current(self) -> Term:
        return self._term

    def __eq__(self, other: object) -> Bool:  # type: ignore[override]
        return equal(self, other)

    def __ne__(self, other: object) -> Bool:  # type: ignore[override]
        return ~equal(self, other)

    def __bool__(self) -> bool:
        position = author_position()
        raise LanguageError(f"the truth of {in_words(self)} is not known here", truth_remedy(position), position)

    def __repr__(self) -> str:
        return f"<{self._term.sort.name}: {self._term!r}>"


if not TYPE_CHECKING:
    # At run time only: a type checker is to report these uses as errors, not to learn of them.
    for _name, (_problem, _advice) in REFUSALS.items():
        setattr(Symbolic, _name, _refusal(_problem, _advice))

    def _no_attribute(self: object, name: str) -> NoReturn:
        if not is_symbol(self):
            raise AttributeError(name)
        raise no_attribute(name, f"{in_words(self)} has no attribute {name!r}", "fields are those of its Record class")

    Symbolic.__getattr__ = _no_attribute


class Bool(Symbolic):
    """A truth value."""

    def __init__(self, value: Truth) -> None:
        """Take a constant, or a truth value itself."""
        self._term = lift(value, BOOL)

    def __and__(self, other: Truth) -> Bool:
        return boolean(terms.conjunction([self._term, lift(other, BOOL)]))

    def __rand__(self, other: Truth) -> Bool:
        return boolean(terms.conjunction([lift(other, BOOL), self._term]))

    def __or__(self, other: Truth) -> Bool:
        return boolean(terms.disjunction([self._term, lift(other, BOOL)]))

    def __ror__(self, other: Truth) -> Bool:
        return boolean(terms.disjunction([lift(other, BOOL), self._term]))

    def __invert__(self) -> Bool:
        return boolean(terms.negation(self._term))


class Int(Symbolic):
    """An integer."""

    def __init__(self, value: Whole) -> None:
        """Take a constant, or an integer itself."""
        self._term = lift(value, INT)

    def __add__(self, other: Whole) -> Int:
        return _binary("sum", self, other)

    def __radd__(self, other: Whole) -> Int:
        return _binary_reflected("sum", self, other)

    def __sub__(self, other: Whole) -> Int:
        return _binary("difference", self, other)

    def __rsub__(self, other: Whole) -> Int:
        return _binary_reflected("difference", self, other)

    def __mul__(self, other: Whole) -> Int:
        return _binary("product", self, other)

    def __rmul__(self, other: Whole) -> Int:
        return _binary_reflected("product", self, other)

    def __neg__(self) -> Int:
        return symbol(Int, terms.make("minus", (term_of(self),)))

    def __lt__(self, other: Whole) -> Bool:
        return _compare("less", self, other)

    def __le__(self, other: Whole) -> Bool:
        return _compare("at most", self, other)

    def __gt__(self, other: Whole) -> Bool:
        return _compare_reflected("less", self, other)

    def __ge__(self, other: Whole) -> Bool:
        return _compare_reflected("at most", self, other)

    if not TYPE_CHECKING:
        __truediv__ = __rtruediv__ = _refusal("is an Int and has no /", "widen it first: Real(x) / 2")


class Real(Symbolic):
    """A rational number."""

    def __init__(self, value: Number | Int) -> None:
        """Take a constant, a rational number itself, or an integer, which is widened."""
        self._term = terms.make("real", (term_of(value),)) if isinstance(value, Int) else lift(value, REAL)

    def __add__(self, other: Number) -> Real:
        return _binary("sum", self, other)

    def __radd__(self, other: Number) -> Real:
        return _binary_reflected("sum", self, other)

    def __sub__(self, other: Number) -> Real:
        return _binary("difference", self, other)

    def __rsub__(self, other: Number) -> Real:
        return _binary_reflected("difference", self, other)

    def __mul__(self, other: Number) -> Real:
        return _binary("product", self, other)

    def __rmul__(self, other: Number) -> Real:
        return _binary_reflected("product", self, other)

    def __truediv__(self, other: Number) -> Real:
        divisor = lift(other, REAL)
        if not terms.is_constant(divisor):
            raise LanguageError(
                "division by a symbol", "divide by a constant only; multiply the other side of the comparison instead"
            )
        if terms.constant_value(divisor) == 0:
            raise LanguageError("division by zero", "divide by a constant other than 0")
        return _binary("product", self, 1 / terms.constant_value(divisor))

    def __neg__(self) -> Real:
        return symbol(Real, terms.make("minus", (term_of(self),)))

    def __lt__(self, other: Number) -> Bool:
        return _compare("less", self, other)

    def __le__(self, other: Number) -> Bool:
        return _compare("at most", self, other)

    def __gt__(self, other: Number) -> Bool:
        return _compare_reflected("less", self, other)

    def __ge__(self, other: Number) -> Bool:
        return _compare_reflected("at most", self, other)

    if not TYPE_CHECKING:
        __rtruediv__ = _refusal("divides", "divide by a constant only; multiply the other side instead")


class Opaque(Symbolic):
    """A value of which nothing is known but equality; subclass it to name a sort."""

    def __init__(self) -> None:
        raise LanguageError(
            f"{type(self).__name__} is made by calling it",
            "an opaque value is any hashable Python value: give that value itself",
        )


class Enumeration(Symbolic, Enum):
    """Finitely many named values; subclass it and list them as in a Python Enum."""

    def __eq__(self, other: object) -> Bool:  # type: ignore[override]
        return equal(self, other)

    def __ne__(self, other: object) -> Bool:  # type: ignore[override]
        return ~equal(self, other) if is_symbol(self) or is_symbol(other) else _negate(equal(self, other))

    def __hash__(self) -> int:
        return Symbolic.__hash__(self) if is_symbol(self) else hash(self._name_)

    def __bool__(self) -> bool:
        return Symbolic.__bool__(self) if is_symbol(self) else True

    def __repr__(self) -> str:
        return Symbolic.__repr__(self) if is_symbol(self) else f"{type(self).__name__}.{self._name_}"

    def __str__(self) -> str:
        return repr(self)


def is_symbol(value: object) -> bool:
    """Whether the value is a symbol, not a concrete value."""
    return isinstance(value, Symbolic) and "_term" in value.__dict__


def term_of(value: Symbolic) -> Term:
    """The term that a symbol stands for."""
    return value._current


def lift(value: object, sort: Sort) -> Term:
    """The term of a symbol or of a concrete value where the sort is wanted; LanguageError if it is of another."""
    if is_symbol(value):
        assert isinstance(value, Symbolic)
        term = term_of(value)
        if term.sort == sort:
            return term
        if terms.OPERATORS["in union"]([term.sort], sort):
            return terms.make("in union", (term,), sort)
    elif sort.contains(value):
        check_size(value)
        return terms.constant(sort, value)
    raise LanguageError(f"{in_words(value)} stands where {article(sort.name)} is wanted", _cast(value, sort))


@singledispatch
def wrap(sort: Sort, term: Term) -> Any:
    """The expression that stands for `term`, whose sort is `sort`; sorts register their class here."""
    raise TypeError(f"no expressions of the sort {sort.name}")


def symbol(kind: type[S], term: Term) -> S:
    """The instance of the class `kind` that stands for `term`."""
    made = object.__new__(kind)
    made.__dict__["_term"] = term
    return made


@wrap.register
def _(sort: BoolSort, term: Term) -> Bool:
    return symbol(Bool, term)


@wrap.register
def _(sort: IntSort, term: Term) -> Int:
    return symbol(Int, term)


@wrap.register
def _(sort: RealSort, term: Term) -> Real:
    return symbol(Real, term)


@wrap.register
def _(sort: OpaqueSort, term: Term) -> Any:
    return symbol(sort.opaque, term)


@wrap.register
def _(sort: EnumSort, term: Term) -> Any:
    return symbol(sort.enumeration, term)


def equal(left: object, right: object) -> Bool:
    """Whether two values of one sort are equal: a condition, or Python's answer if both are concrete."""
    symbols = [side for side in (left, right) if is_symbol(side)]
    if not symbols:
        return left is right  # type: ignore[return-value]  # two members of an enumeration
    sorts = [term_of(side).sort for side in symbols if isinstance(side, Symbolic)]
    wanted = max(sorts, key=lambda sort: hasattr(sort, "cases"))
    try:
        return boolean(terms.equality(lift(left, wanted), lift(right, wanted)))
    except LanguageError as error:
        raise LanguageError(
            f"{in_words(left)} is compared with {in_words(right)}: values of two sorts are never compared",
            error.remedy,
        ) from None


def common_sort(values: Iterable[object]) -> Sort:
    """The sort of the symbols among `values`, else of the constants; LanguageError if there is none."""
    listed = list(values)
    for value in listed:
        if isinstance(value, Symbolic) and is_symbol(value):
            return term_of(value).sort
    for sort in (BOOL, INT, REAL):
        if all(map(sort.contains, listed)):
            return sort
    kinds = {type(value) for value in listed}
    if len(kinds) == 1:
        return value_sort(listed[0])
    raise LanguageError(
        f"{' and '.join(map(in_words, listed))} have no common sort", "give values of one sort, one of them a symbol"
    )


@singledispatch
def value_sort(value: object) -> Sort:
    """The sort that a concrete record or member names by itself; records register theirs here."""
    raise LanguageError(f"the sort of {value!r} is not known", "give values of one sort, one of them a symbol")


@value_sort.register
def _(value: Enumeration) -> Sort:
    return EnumSort(type(value))


def boolean(term: Term) -> Bool:
    """The truth value that stands for a term."""
    return symbol(Bool, term)


def _binary(operator: str, left: N, right: object) -> N:
    sort = term_of(left).sort
    return symbol(type(left), terms.make(operator, (term_of(left), lift(right, sort))))


def _binary_reflected(operator: str, right: N, left: object) -> N:
    sort = term_of(right).sort
    return symbol(type(right), terms.make(operator, (lift(left, sort), term_of(right))))


def _compare(operator: str, left: Symbolic, right: object) -> Bool:
    return boolean(terms.make(operator, (term_of(left), lift(right, term_of(left).sort))))


def _compare_reflected(operator: str, right: Symbolic, left: object) -> Bool:
    return boolean(terms.make(operator, (lift(left, term_of(right).sort), term_of(right))))


def _negate(truth: Any) -> Any:
    return not truth


def in_words(value: object) -> str:
    """A value as errors name it: a symbol with its sort, a concrete value by its repr."""
    if isinstance(value, Symbolic) and is_symbol(value):
        return f"{value._term!r} (of sort {value._term.sort.name})"
    return repr(value)


def article(name: str) -> str:
    """The name of a sort after its article."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _cast(value: object, sort: Sort) -> str:
    if isinstance(value, float):
        return f'write an exact number, such as Fraction("{value!r}")'
    if isinstance(value, Bool | bool) and sort in (INT, REAL):
        return "of a truth value b take ite(b, 1, 0)"
    if isinstance(value, Int) and sort == REAL:
        return "widen it: Real(x)"
    if isinstance(value, Real | Fraction) and sort == INT:
        return "an Int stays whole: make the other side a Real, by Real(x)"
    if isinstance(value, Fraction | int) and sort in (INT, REAL):
        return f"a {type(value).__name__} may compute otherwise: write int(x) or Fraction(x)"
    if isinstance(sort, VectorSort):
        return f"write Vector.of(...), or give a tuple of length {sort.size}"
    if sort == BOOL:
        return "make a condition by a comparison such as x > 0 or x == y"
    return f"give a value of the sort {sort.name}"
