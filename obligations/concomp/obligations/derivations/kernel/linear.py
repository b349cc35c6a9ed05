"""Terms as linear combinations of what depends on a variable, with coefficients that do not."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import Arithmetic, Rational, Real, free, real

Combination = list[tuple[Real, Real]]
"""Coefficients with the terms that they multiply; the sum of the products is the term."""

ONE, MINUS_ONE, ZERO = real(1), real(-1), real(0)


def combination(term: Real, variable: Var) -> Combination:
    """The term as a combination of terms that depend on the variable; a part that does not depend stands by itself."""
    match term:
        case Rational(value) if value == 0:
            return []
        case Arithmetic("+", (left, right)):
            return combination(left, variable) + combination(right, variable)
        case Arithmetic("-", (left, right)):
            return combination(left, variable) + _scale(MINUS_ONE, combination(right, variable))
        case Arithmetic("*", (left, right)) if variable not in free(left):
            return _scale(left, combination(right, variable))
        case Arithmetic("*", (left, right)) if variable not in free(right):
            return _scale(right, combination(left, variable))
    return [(ONE, term)]


def term_of(parts: Combination) -> Real:
    """The term that a combination stands for."""
    result: Real | None = None
    for coefficient, body in parts:
        negative, factor = _split_sign(coefficient)
        product = body if factor == ONE else factor * body
        if result is None:
            result = MINUS_ONE * product if negative else product
        else:
            result = result - product if negative else result + product
    return ZERO if result is None else result


def _split_sign(coefficient: Real) -> tuple[bool, Real]:
    """Whether a coefficient is written as −1 times something, and what is left."""
    match coefficient:
        case Arithmetic("*", (left, right)) if left == MINUS_ONE:
            return True, right
    return (True, ONE) if coefficient == MINUS_ONE else (False, coefficient)


def _scale(factor: Real, parts: Combination) -> Combination:
    return [(factor if coefficient == ONE else factor * coefficient, body) for coefficient, body in parts]
