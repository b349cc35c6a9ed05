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
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar, overload

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError, author_position
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, BoolSort, EnumSort, IntSort, OpaqueSort, RealSort, Sort
from concomp.model.language.syntax.source import truth_remedy
from concomp.model.language.syntax.terms import Term

Truth: TypeAlias = "Bool | bool"
Whole: TypeAlias = "Int | int"
Number: TypeAlias = "Real | Fraction | int"
S = TypeVar("S")
N = TypeVar("N", "Int", "Real")


def _refusal(problem: str, remedy: str) -> Callable[..., NoReturn]:
    def refuse(self: object, *others: object) -> NoReturn:
        raise LanguageError(f"{_named(self)} {problem}", remedy)

    return refuse


_ORDER = ("has no order", "order is for Int and Real; test equality, or keep a number")
_ARITHMETIC = ("is not a number", "arithmetic is for Int and Real; of a Bool b take ite(b, 1, 0)")
_LOGIC = ("is not a condition", "& | ~ are for Bool; make a condition by a comparison such as x > 0 or x == y")
_REFUSED = {
    "__len__": ("has no length", "use a Vector, whose length is known, or count in a register"),
    "__iter__": ("cannot be iterated over", "iterate over a Vector or over a fixed Python range"),
    "__getitem__": ("cannot be indexed", "indexing is for Vector (by a number) and Map (by an Int)"),
    "__contains__": ("cannot be searched by `in`", "write `isin(x, values)`"),
    "__index__": ("is no index of a Python sequence", "use a register of sort Map[Int, ...]"),
    "__int__": ("is no Python number", "compute with the symbol itself"),
    "__float__": ("is no Python number", "compute with the symbol itself; numbers are exact"),
    **dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__"), _ORDER),
    **dict.fromkeys(("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__"), _ARITHMETIC),
    **dict.fromkeys(("__neg__", "__abs__", "__truediv__", "__rtruediv__"), _ARITHMETIC),
    **dict.fromkeys(
        ("__mod__", "__rmod__", "__floordiv__", "__rfloordiv__", "__pow__", "__rpow__", "__divmod__"),
        ("has no such operation", "numbers have + - *, comparison, Min, Max, Abs, and / by a constant"),
    ),
    **dict.fromkeys(("__and__", "__rand__", "__or__", "__ror__", "__invert__"), _LOGIC),
    **dict.fromkeys(("__xor__", "__rxor__"), ("has no ^", "write a != b for exclusive or")),
}


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

    def __hash__(self) -> int:
        return hash(self._term)

    def __bool__(self) -> bool:
        position = author_position()
        raise LanguageError(f"the truth of {_named(self)} is not known here", truth_remedy(position), position)

    def __repr__(self) -> str:
        return f"<{self._term.sort.name}: {self._term!r}>"


if not TYPE_CHECKING:
    # At run time only: a type checker is to report these uses as errors, not to learn of them.
    for _name, (_problem, _advice) in _REFUSED.items():
        setattr(Symbolic, _name, _refusal(_problem, _advice))


class Bool(Symbolic):
    """A truth value."""

    def __init__(self, value: Truth) -> None:
        """Take a constant, or a truth value itself."""
        self._term = lift(value, BOOL)

    def __and__(self, other: Truth) -> Bool:
        return _bool(terms.conjunction([self._term, lift(other, BOOL)]))

    def __rand__(self, other: Truth) -> Bool:
        return _bool(terms.conjunction([lift(other, BOOL), self._term]))

    def __or__(self, other: Truth) -> Bool:
        return _bool(terms.disjunction([self._term, lift(other, BOOL)]))

    def __ror__(self, other: Truth) -> Bool:
        return _bool(terms.disjunction([lift(other, BOOL), self._term]))

    def __invert__(self) -> Bool:
        return _bool(terms.negation(self._term))


class Int(Symbolic):
    """An integer."""

    def __init__(self, value: Whole) -> None:
        """Take a constant, or an integer itself."""
        self._term = lift(value, INT)

    def __add__(self, other: Whole) -> Int:
        return _binary("sum", self, other)

    def __radd__(self, other: Whole) -> Int:
        return _reflected("sum", self, other)

    def __sub__(self, other: Whole) -> Int:
        return _binary("difference", self, other)

    def __rsub__(self, other: Whole) -> Int:
        return _reflected("difference", self, other)

    def __mul__(self, other: Whole) -> Int:
        return _binary("product", self, other)

    def __rmul__(self, other: Whole) -> Int:
        return _reflected("product", self, other)

    def __neg__(self) -> Int:
        negative: Int = _unary("minus", self)
        return negative

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
        return _reflected("sum", self, other)

    def __sub__(self, other: Number) -> Real:
        return _binary("difference", self, other)

    def __rsub__(self, other: Number) -> Real:
        return _reflected("difference", self, other)

    def __mul__(self, other: Number) -> Real:
        return _binary("product", self, other)

    def __rmul__(self, other: Number) -> Real:
        return _reflected("product", self, other)

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
        negative: Real = _unary("minus", self)
        return negative

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
        return ~equal(self, other) if is_symbol(self) or is_symbol(other) else _negated(equal(self, other))

    def __hash__(self) -> int:
        return hash(self._term) if is_symbol(self) else hash(self._name_)

    def __bool__(self) -> bool:
        return Symbolic.__bool__(self) if is_symbol(self) else True

    def __repr__(self) -> str:
        return Symbolic.__repr__(self) if is_symbol(self) else f"{type(self).__name__}.{self._name_}"


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
        return terms.constant(sort, value)
    raise LanguageError(f"{_named(value)} stands where {_article(sort.name)} is wanted", _cast(value, sort))


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
        return _bool(terms.equality(lift(left, wanted), lift(right, wanted)))
    except LanguageError as error:
        raise LanguageError(
            f"{_named(left)} is compared with {_named(right)}: values of two sorts are never compared", error.remedy
        ) from None


def all_of(conditions: Iterable[Truth]) -> Bool:
    """Whether all conditions hold; true if there are none."""
    return _bool(terms.conjunction([lift(condition, BOOL) for condition in conditions]))


def any_of(conditions: Iterable[Truth]) -> Bool:
    """Whether one of the conditions holds; false if there are none."""
    return _bool(terms.disjunction([lift(condition, BOOL) for condition in conditions]))


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
        f"{' and '.join(map(_named, listed))} have no common sort", "give values of one sort, one of them a symbol"
    )


@singledispatch
def value_sort(value: object) -> Sort:
    """The sort that a concrete record or member names by itself; records register theirs here."""
    raise LanguageError(f"the sort of {value!r} is not known", "give values of one sort, one of them a symbol")


@value_sort.register
def _(value: Enumeration) -> Sort:
    return EnumSort(type(value))


def _bool(term: Term) -> Bool:
    return symbol(Bool, term)


def _binary(operator: str, left: N, right: object) -> N:
    sort = term_of(left).sort
    return symbol(type(left), terms.make(operator, (term_of(left), lift(right, sort))))


def _reflected(operator: str, right: N, left: object) -> N:
    sort = term_of(right).sort
    return symbol(type(right), terms.make(operator, (lift(left, sort), term_of(right))))


def _compare(operator: str, left: Symbolic, right: object) -> Bool:
    return _bool(terms.make(operator, (term_of(left), lift(right, term_of(left).sort))))


def _compare_reflected(operator: str, right: Symbolic, left: object) -> Bool:
    return _bool(terms.make(operator, (lift(left, term_of(right).sort), term_of(right))))


def _unary(operator: str, number: Any) -> Any:
    sort = common_sort([number])
    return wrap(sort, terms.make(operator, (_numeric(lift(number, sort), operator),)))


def _fold(operator: str, *numbers: Any) -> Any:
    sort = common_sort(numbers)
    term = _numeric(lift(numbers[0], sort), operator)
    for number in numbers[1:]:
        term = terms.make(operator, (term, lift(number, sort)))
    return wrap(sort, term)


def _numeric(term: Term, operator: str) -> Term:
    if term.sort not in (INT, REAL):
        raise LanguageError(f"the {operator} of {_article(term.sort.name)} is asked for", "give Int or Real")
    return term


def _negated(truth: Any) -> Any:
    return not truth


def _named(value: object) -> str:
    if isinstance(value, Symbolic) and is_symbol(value):
        return f"{value._term!r} (of sort {value._term.sort.name})"
    return repr(value)


def _article(name: str) -> str:
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
    if sort == BOOL:
        return "make a condition by a comparison such as x > 0 or x == y"
    return f"give a value of the sort {sort.name}"
