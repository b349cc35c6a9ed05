"""Terms as linear combinations of what depends on a variable, with coefficients that do not."""

from __future__ import annotations

from concomp.obligations.derivations.indices import Var
from concomp.obligations.derivations.language import Arithmetic, Rational, Real, free, real

Combination = list[tuple[Real, Real]]
"""Coefficients with the terms that they multiply; the sum of the products is the term."""

ONE, ZERO = real(1), real(0)


def combination(term: Real, variable: Var) -> Combination:
    """The term as a combination of terms that depend on the variable; a part that does not depend stands by itself."""
    match term:
        case Rational(value) if value == 0:
            return []
        case Arithmetic("+", (left, right)):
            return combination(left, variable) + combination(right, variable)
        case Arithmetic("-", (left, right)):
            return combination(left, variable) + _scaled(real(-1), combination(right, variable))
        case Arithmetic("*", (left, right)) if variable not in free(left):
            return _scaled(left, combination(right, variable))
        case Arithmetic("*", (left, right)) if variable not in free(right):
            return _scaled(right, combination(left, variable))
    return [(ONE, term)]


def combined(parts: Combination) -> Real:
    """The term that a combination stands for."""
    products = [body if coefficient == ONE else coefficient * body for coefficient, body in parts]
    if not products:
        return ZERO
    result, *others = products
    for product in others:
        result = result + product
    return result


def _scaled(factor: Real, parts: Combination) -> Combination:
    return [(factor if coefficient == ONE else factor * coefficient, body) for coefficient, body in parts]
