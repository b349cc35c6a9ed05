"""Formulas as the solvers read them: what is no arithmetic is an unknown real."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.language import Arithmetic, Comparison, Rational, Real


def atoms(what: Real, whole: Collection[Real] = ()) -> list[Real]:
    """What a term is made of by arithmetic, in the order of its text: quantities, bound terms, and those kept whole."""
    if what in whole:
        return [what]
    match what:
        case Arithmetic(_, (left, right)):
            return atoms(left, whole) + atoms(right, whole)
        case Rational():
            return []
    return [what]


def as_term(what: Real, names: Mapping[Real, Term]) -> Term:
    """The term as the solvers read it, its atoms under the given names."""
    if what in names:
        return names[what]
    match what:
        case Rational(value):
            return terms.constant(REAL, value)
        case Arithmetic(operator, (left, right)):
            return terms.make(_OPERATORS[operator], (as_term(left, names), as_term(right, names)))
    raise KeyError(f"{what} has no name")


_OPERATORS = {"+": "sum", "-": "difference", "*": "product", "max": "maximum"}


def formula_as_term(formula: Comparison, names: Mapping[Real, Term]) -> Term:
    """A comparison as the solvers read it."""
    left, right = as_term(formula.left, names), as_term(formula.right, names)
    if formula.relation == "=":
        return terms.equality(left, right)
    return terms.make("less" if formula.relation == "<" else "at most", (left, right))
