"""The language of the proofs: real-valued terms over indices, and formulas about them.

A term is a rational number, a quantity such as μ(b, h), made of others by arithmetic, or bound: a sum over the answers,
a supremum, a limit. A sum that does not converge absolutely, a supremum that is not bounded and a limit that does not
exist denote some number of which nothing is known; the rules that say something about them demand what rules this out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Literal, final

from concomp.obligations.derivations.kernel.indices import (
    ZERO,
    Compound,
    Index,
    Values,
    Var,
    plurals,
    ranges,
    substitute,
    variables,
)
from concomp.obligations.derivations.kernel.sealing import (
    IllFormed,
    demand_exactly,
    demand_letters,
    demand_name,
    demand_one_of,
    sealed,
)
from concomp.obligations.derivations.kernel.sentences import Sentence
from concomp.obligations.derivations.kernel.texts import demand_plain


class Real:
    """A real-valued term; arithmetic on terms gives terms."""

    __slots__ = ()

    def __add__(self, other: Real | int) -> Real:
        return Arithmetic("+", (self, real(other)))

    def __radd__(self, other: int) -> Real:
        return Arithmetic("+", (real(other), self))

    def __sub__(self, other: Real | int) -> Real:
        return Arithmetic("-", (self, real(other)))

    def __rsub__(self, other: int) -> Real:
        return Arithmetic("-", (real(other), self))

    def __mul__(self, other: Real | int) -> Real:
        return Arithmetic("*", (self, real(other)))

    def __rmul__(self, other: int) -> Real:
        return Arithmetic("*", (real(other), self))


@final
@sealed
@dataclass(frozen=True, slots=True)
class Rational(Real):
    """A rational number."""

    value: Fraction

    def __post_init__(self) -> None:
        """Refuse what is no fraction."""
        demand_exactly((Fraction,), self.value)

    def __str__(self) -> str:
        return str(self.value)


@final
@sealed
@dataclass(frozen=True, slots=True)
class Quantity(Real):
    """A quantity of a name at some indices; a parameter has none."""

    name: str
    at: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no name, and what is no index."""
        demand_name(self.name)
        demand_letters(self.name)
        demand_plain(self.name)
        if {*"(),"} & {*self.name}:
            raise IllFormed(f"{self.name} reads as a term of several parts: choose another name")
        _demand_indices(self.at)
        _demand_singular(self.at)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.at))})" if self.at else self.name


@final
@sealed
@dataclass(frozen=True, slots=True)
class Arithmetic(Real):
    """Two terms added, subtracted or multiplied, or the larger of them."""

    operator: Literal["+", "-", "*", "max"]
    of: tuple[Real, Real]

    def __post_init__(self) -> None:
        """Refuse other operators, and what is no term."""
        demand_one_of(("+", "-", "*", "max"), self.operator)
        demand_exactly((tuple,), self.of)
        left, right = self.of
        demand_exactly(TERMS, left, right)

    def __str__(self) -> str:
        left, right = self.of
        if self.operator == "max":
            return f"max({left}, {right})"
        if self.operator == "*":
            return f"{_closed(left)}·{_factor(right)}"
        sign = "−" if self.operator == "-" else "+"
        return f"{left} {sign} {_factor(right) if self.operator == '-' else right}"


@final
@sealed
@dataclass(frozen=True, slots=True)
class BoundTerm(Real):
    """The sum over the answers from `start` on, the supremum, or the limit, of `body` over `variable`."""

    binder: Literal["sum", "sup", "lim"]
    variable: Var
    body: Real
    start: Index = ZERO

    def __post_init__(self) -> None:
        """Refuse sums and limits over what is no number, and what is no term."""
        demand_one_of(("sum", "sup", "lim"), self.binder)
        demand_exactly((Var,), self.variable)
        demand_exactly(TERMS, self.body)
        demand_exactly((Var, Compound), self.start)
        if self.binder != "sup" and self.variable.sort != "number":
            raise IllFormed(f"{self.variable} is a {self.variable.sort}: sums and limits are over numbers")
        _demand_singular((self.start,))
        if self.start.sort != "number" or (self.binder != "sum" and self.start != ZERO):
            raise IllFormed(f"{self.start} is no number at which a sum starts")

    def __str__(self) -> str:
        sign = {"sum": "Σ", "sup": "sup", "lim": "lim"}[self.binder]
        start = "" if self.start == ZERO else f"≥{self.start}"
        return f"{sign}_{self.variable}{start} {_factor(self.body)}"


@final
@sealed
@dataclass(frozen=True, slots=True)
class Comparison:
    """left = right, left ≤ right or left < right."""

    relation: Literal["=", "<=", "<"]
    left: Real
    right: Real

    def __post_init__(self) -> None:
        """Refuse other relations, and what is no term."""
        demand_one_of(("=", "<=", "<"), self.relation)
        demand_exactly(TERMS, self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left} {'≤' if self.relation == '<=' else self.relation} {self.right}"


@final
@sealed
@dataclass(frozen=True, slots=True)
class Conjunction:
    """All of several comparisons."""

    parts: tuple[Comparison, ...]

    def __post_init__(self) -> None:
        """Refuse what is no comparison, such as another conjunction."""
        demand_exactly((tuple,), self.parts)
        demand_exactly((Comparison,), *self.parts)

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


@final
@sealed
@dataclass(frozen=True, slots=True)
class Summable:
    """The sum of `body` over all values of `variable` converges absolutely."""

    variable: Var
    body: Real

    def __post_init__(self) -> None:
        """Refuse a sum over what is no number, and what is no term."""
        demand_exactly((Var,), self.variable)
        demand_exactly(TERMS, self.body)
        demand_one_of(("number",), self.variable.sort)

    def __str__(self) -> str:
        return f"Σ_{self.variable} {_factor(self.body)} converges absolutely"


@final
@sealed
@dataclass(frozen=True, slots=True)
class Proposition:
    """A sentence about indices, and about quantities that it names: opaque to the solvers.

    of: the quantities, as functions of their variables, which are bound.
    """

    sentence: Sentence
    at: tuple[Index, ...] = ()
    of: tuple[Quantity, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what the sentence is not about."""
        demand_exactly((Sentence,), self.sentence)
        _demand_indices(self.at)
        if len(ranges(*self.at)) > 1:
            listed = " and ".join(sorted(map(str, ranges(*self.at))))
            raise IllFormed(f"{self} is said of the members of {listed} at once: say it of those of one composition")
        demand_exactly((tuple,), self.of)
        demand_exactly((Quantity,), *self.of)
        for quantity in self.of:
            if any(type(index) is not Var for index in quantity.at) or len(set(quantity.at)) < len(quantity.at):
                raise IllFormed(f"{quantity} is a value of a quantity: name the quantity itself, at variables")
        names = tuple(tuple(index.sort for index in quantity.at) for quantity in self.of)
        self.sentence.demand_about(tuple(index.sort for index in self.at), names)

    def __str__(self) -> str:
        return self.sentence.text.format(*self.at, *self.of)


@final
@sealed
@dataclass(frozen=True, slots=True)
class Implication:
    """If the premise holds, so does the conclusion; opaque to the solvers."""

    premise: Formula
    conclusion: Formula

    def __post_init__(self) -> None:
        """Refuse what is no formula."""
        demand_exactly(FORMULAS, self.premise, self.conclusion)

    def __str__(self) -> str:
        return f"if {self.premise}, then {self.conclusion}"


Formula = Comparison | Conjunction | Summable | Proposition | Implication
TERMS = (Rational, Quantity, Arithmetic, BoundTerm)
sealed(Real)
FORMULAS = (Comparison, Conjunction, Summable, Proposition, Implication)


def _demand_indices(at: tuple[Index, ...]) -> None:
    demand_exactly((tuple,), at)
    demand_exactly((Var, Compound), *at)


def _demand_singular(at: tuple[Index, ...]) -> None:
    if plurals(*at):
        listed = ", ".join(sorted(map(str, plurals(*at))))
        raise IllFormed(f"a quantity is of one thing, not of {listed}: say in words what is said of every one")


def _factor(term: Real) -> str:
    compound = isinstance(term, Arithmetic) and term.operator in "+-"
    return f"({term})" if compound else str(term)


def _closed(term: Real) -> str:
    """A factor that another one follows: what is bound would take that in."""
    last = term
    while isinstance(last, Arithmetic) and last.operator == "*":
        last = last.of[1]
    return f"({term})" if isinstance(last, BoundTerm) else _factor(term)


def real(value: Real | Fraction | int) -> Real:
    """The term of a number; a term is its own."""
    return value if isinstance(value, Real) else Rational(Fraction(value))


def largest(first: Real | int, *others: Real) -> Real:
    """The largest of some terms."""
    return reduce(lambda left, right: Arithmetic("max", (left, right)), others, real(first))


def total(variable: Var, body: Real, start: Index = ZERO) -> Real:
    """The sum of a term over the answers from `start` on."""
    return BoundTerm("sum", variable, body, start)


def supremum(variable: Var, body: Real) -> Real:
    """The supremum of a term over all values of a variable."""
    return BoundTerm("sup", variable, body)


def limit(variable: Var, body: Real) -> Real:
    """The limit of a term as a natural number grows."""
    return BoundTerm("lim", variable, body)


def eq(left: Real | int, right: Real | int) -> Comparison:
    """left = right."""
    return Comparison("=", real(left), real(right))


def le(left: Real | int, right: Real | int) -> Comparison:
    """left ≤ right."""
    return Comparison("<=", real(left), real(right))


def lt(left: Real | int, right: Real | int) -> Comparison:
    """left < right."""
    return Comparison("<", real(left), real(right))


def free(what: Real | Formula) -> frozenset[Var]:
    """The variables that occur free in a term or a formula."""
    match what:
        case Quantity(_, indices) | Proposition(_, indices):
            return frozenset().union(*map(variables, indices))
        case Arithmetic(_, parts) | Conjunction(parts):
            return frozenset().union(*map(free, parts))
        case BoundTerm(_, variable, body, start):
            return (free(body) - {variable}) | variables(start)
        case Comparison(_, left, right) | Implication(left, right):
            return free(left) | free(right)
        case Summable(variable, body):
            return free(body) - {variable}
    return frozenset()


def term_at(what: Real, values: Values) -> Real:
    """A term with free variables replaced; ValueError where a replacement would be captured by a binder."""
    match what:
        case Quantity(name, indices):
            return Quantity(name, tuple(substitute(index, values) for index in indices))
        case Arithmetic(operator, (left, right)):
            return Arithmetic(operator, (term_at(left, values), term_at(right, values)))
        case BoundTerm(binder, variable, body, start):
            return BoundTerm(binder, variable, _under(variable, body, values), substitute(start, values))
    return what


def formula_at(what: Formula, values: Values) -> Formula:
    """A formula with free variables replaced; ValueError where a replacement would be captured by a binder."""
    match what:
        case Comparison(relation, left, right):
            return Comparison(relation, term_at(left, values), term_at(right, values))
        case Conjunction(parts):
            return Conjunction(
                tuple(
                    Comparison(part.relation, term_at(part.left, values), term_at(part.right, values)) for part in parts
                )
            )
        case Summable(variable, body):
            return Summable(variable, _under(variable, body, values))
        case Implication(premise, conclusion):
            return Implication(formula_at(premise, values), formula_at(conclusion, values))
        case Proposition(sentence, indices, of):
            return Proposition(sentence, tuple(substitute(index, values) for index in indices), of)


def _under(variable: Var, body: Real, values: Values) -> Real:
    inner = {old: new for old, new in values.items() if old != variable and old in free(body)}
    if any(variable in variables(new) for new in inner.values()):
        raise ValueError(f"{variable} is bound in {body}: choose another name for what is put in")
    return term_at(body, inner)


def comparisons(formula: Formula) -> tuple[Comparison, ...]:
    """The comparisons that a formula consists of, none if it is opaque."""
    if isinstance(formula, Comparison):
        return (formula,)
    return formula.parts if isinstance(formula, Conjunction) else ()
