"""Real terms that print themselves as SMT-LIB.

They support the arithmetic of `Fraction`, so that one Python function can be run on numbers and read by a solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Term:
    """A real term; text is its SMT-LIB form."""

    text: str

    def __add__(self, other: Number) -> Term:
        return _apply("+", self, other)

    def __radd__(self, other: Number) -> Term:
        return _apply("+", other, self)

    def __sub__(self, other: Number) -> Term:
        return _apply("-", self, other)

    def __rsub__(self, other: Number) -> Term:
        return _apply("-", other, self)

    def __mul__(self, other: Number) -> Term:
        return _apply("*", self, other)

    def __rmul__(self, other: Number) -> Term:
        return _apply("*", other, self)


Number = Term | Fraction | int


def text(number: Number) -> str:
    """The SMT-LIB form of a term or a rational."""
    if isinstance(number, Term):
        return number.text
    exact = Fraction(number)
    size = f"(/ {abs(exact.numerator)}.0 {exact.denominator}.0)"
    return f"(- {size})" if exact < 0 else size


def _apply(operator: str, *arguments: Number) -> Term:
    return Term(f"({operator} {' '.join(map(text, arguments))})")


def add(*arguments: Number) -> Number:
    """The sum of the arguments, 0 if there are none."""
    total: Number = Fraction(0)
    for argument in arguments:
        total = total + argument
    return total


def positive_part(number: Number) -> Term:
    """max(0, number)."""
    return Term(f"(ite (>= {text(number)} 0.0) {text(number)} 0.0)")


def equal(left: Number, right: Number) -> str:
    """The formula left = right."""
    return f"(= {text(left)} {text(right)})"


def at_most(left: Number, right: Number) -> str:
    """The formula left ≤ right."""
    return f"(<= {text(left)} {text(right)})"


def less(left: Number, right: Number) -> str:
    """The formula left < right."""
    return f"(< {text(left)} {text(right)})"


def both(*formulas: str) -> str:
    """The conjunction of formulas, true if there are none."""
    return f"(and {' '.join(formulas)})" if formulas else "true"


def values(**named: Fraction | int) -> str:
    """The formula that gives each named variable its value."""
    return both(*(equal(Term(name), value) for name, value in named.items()))
