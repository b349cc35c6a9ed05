"""Scalar terms for z3.

Truth values, integers and rationals are z3's own sorts, maps are arrays, and declared functions are uninterpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import z3

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, MapSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value


def solver_sort(sort: Sort) -> Any:
    """The z3 sort of a scalar sort, or of a map to one."""
    if isinstance(sort, MapSort):
        return z3.ArraySort(z3.IntSort(), solver_sort(sort.entry))
    return {BOOL: z3.BoolSort, INT: z3.IntSort, REAL: z3.RealSort}[sort]()


def solver_constant(leaf: Term, suffix: str = "") -> Any:
    """The z3 constant of a register, a parameter or an input; a suffix tells one step's from another's."""
    return z3.Const(f"{leaf.operator}.{terms.leaf_name(leaf)}{suffix}", solver_sort(leaf.sort))


def solver_value(sort: Sort, value: Value) -> Any:
    """The z3 literal of a concrete value of a scalar sort or a map to one."""
    if isinstance(sort, MapSort):
        array = z3.K(z3.IntSort(), solver_value(sort.entry, value.default))
        for key, entry in sorted(value.entries.items()):
            array = z3.Store(array, key, solver_value(sort.entry, entry))
        return array
    if sort == BOOL:
        return z3.BoolVal(value)
    return z3.IntVal(value) if sort == INT else z3.RealVal(str(value))


def solver_function(symbol: Declared[Any]) -> Any:
    """The uninterpreted z3 function of a declared one over scalars."""
    return z3.Function(f"apply.{symbol.name}", *map(solver_sort, [*symbol.domain, symbol.result]))


class Encoder:
    """Scalar terms as z3 expressions, each term once.

    leaf: what stands for a register, a parameter or an input.
    applications: the applications of declared functions met so far, with their encoded arguments.
    """

    def __init__(self, leaf: Callable[[Term], Any] = solver_constant) -> None:
        self._leaf = leaf
        self._image: dict[Term, Any] = {}
        self.applications: dict[Term, list[Any]] = {}

    def __call__(self, term: Term) -> Any:
        """The z3 expression of the term."""
        for each in terms.descendants([term]):
            if each not in self._image:
                self._image[each] = self._encode(each, [self._image[argument] for argument in each.arguments])
        return self._image[term]

    def _encode(self, term: Term, arguments: list[Any]) -> Any:
        data: Any = term.data
        match term.operator:
            case "constant":
                return solver_value(term.sort, terms.constant_value(term))
            case "register" | "parameter" | "message":
                return self._leaf(term)
            case "apply":
                self.applications[term] = arguments
                return solver_function(data)(*arguments)
            case operator:
                return OPERATIONS[operator](*arguments)


def _smaller(left: Any, right: Any) -> Any:
    return z3.If(left <= right, left, right)


def _larger(left: Any, right: Any) -> Any:
    return z3.If(left <= right, right, left)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "not": z3.Not,
    "and": lambda *arguments: z3.And(list(arguments)),
    "or": lambda *arguments: z3.Or(list(arguments)),
    "equal": lambda left, right: left == right,
    "choice": z3.If,
    "less": lambda left, right: left < right,
    "at most": lambda left, right: left <= right,
    "sum": lambda left, right: left + right,
    "difference": lambda left, right: left - right,
    "product": lambda left, right: left * right,
    "minus": lambda argument: -argument,
    "minimum": lambda *arguments: reduce(_smaller, arguments),
    "maximum": lambda *arguments: reduce(_larger, arguments),
    "absolute": lambda argument: z3.If(argument >= 0, argument, -argument),
    "real": z3.ToReal,
    "read": z3.Select,
    "store": z3.Store,
}
"""The operators over scalars and maps."""
