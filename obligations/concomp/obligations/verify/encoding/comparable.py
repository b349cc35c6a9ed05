"""Which registers and parameters are worth comparing.

Two numbers are comparable if the system itself compares, adds, or assigns one to the other, directly or through
others. An order between a count and the code of an opaque value, or between an ε and a δ, says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.systems import System

ORDERING = frozenset({"less", "at most", "sum", "difference", "minus", "minimum", "maximum"})
"""Operators whose arguments are numbers that have an order."""
RELATING = ORDERING | {"equal", "absolute"}


class Comparability:
    """Sets of comparable terms of a system, and which of these are ordered.

    multiplied: whether the system multiplies what is not constant.
    """

    def __init__(self, system: System) -> None:
        """Read the system once."""
        self._parent: dict[Term, Term] = {}
        constraints = [parameter.constraint for parameter in system.parameters]
        states = [term for each in system.registers for term in (each.initial, each.update)]
        listed = list(terms.descendants([*constraints, *states, system.allowed, system.bad]))
        for register in system.registers:
            self._join([register.symbol, register.initial, register.update])
        for term in listed:
            if term.operator in RELATING:
                self._join([*term.arguments, term])
            elif term.operator == "choice":
                self._join([*term.arguments[1:], term])
        self.multiplied = any(_is_product(term) for term in listed)
        self._ordered = {
            self._set_of(argument)
            for term in listed
            if term.operator in ORDERING and not _is_code(term)
            for argument in term.arguments
        }

    def comparable(self, left: Term, right: Term) -> bool:
        """Whether to compare the two makes sense."""
        return left.sort == right.sort and self._set_of(left) == self._set_of(right)

    def ordered(self, term: Term) -> bool:
        """Whether the term is in an order, not only equal to something or not."""
        return self._set_of(term) in self._ordered

    def _join(self, listed: Iterable[Term]) -> None:
        # A constant has no meaning of its own, and a comparison is of another sort than what it compares.
        first, *others = [each for each in listed if not terms.is_constant(each)] or [terms.TRUE]
        for other in others:
            if other.sort == first.sort:
                self._parent[self._set_of(other)] = self._set_of(first)

    def _set_of(self, term: Term) -> Term:
        while term in self._parent and self._parent[term] is not term:
            term = self._parent[term]
        return term


def _is_code(term: Term) -> bool:
    """Whether the term says no more than that a number is at least 0, as those of all opaque values are."""
    least = term.arguments[0]
    return term.operator == "at most" and terms.is_constant(least) and terms.constant_value(least) == 0


def _is_product(term: Term) -> bool:
    return term.operator == "product" and not any(map(terms.is_constant, term.arguments))
