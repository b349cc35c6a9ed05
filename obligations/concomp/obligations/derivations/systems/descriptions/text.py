"""Questions about described systems, as SMT-LIB.

States of kernels are of sorts of which nothing is known, messages are a data type, maps are arrays, and functions are
uninterpreted. There are no quantifiers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import MapSort, OpaqueSort, Sort
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.systems.descriptions.messages import (
    DATA_TYPE,
    MESSAGE,
    OF_THE_DATA_TYPE,
    SIGNALS,
    TESTERS,
    Function,
)
from concomp.obligations.solvers import smtlib

SORTS = {**smtlib.SORTS, MESSAGE: "Message"}
OPERATORS = {**smtlib.OPERATORS, "read": "select", "store": "store"}
"""Those of scalar terms, and those of maps."""


@exactly
@cache
def script(asserted: tuple[Term, ...]) -> str:
    """A text whose answer is unsat exactly if the assertions cannot hold together."""
    listed = list(terms.descendants(asserted))
    defined, image = smtlib.definitions(listed, _node, lambda term: _sort(term.sort))
    heading = ("(set-logic ALL)", *DATA_TYPE, *_sorts(listed), *_functions(listed), *_symbols(listed))
    return "\n".join([*heading, *defined, *(f"(assert {image[each]})" for each in asserted), "(check-sat)", ""])


def _sorts(listed: Iterable[Term]) -> list[str]:
    found = {name for each in listed if (name := _opaque(each.sort)) is not None}
    return [f"(declare-sort {smtlib.quote(name)} 0)" for name in sorted(found)]


def _opaque(sort: Sort) -> str | None:
    inner = sort.entry if isinstance(sort, MapSort) else sort
    return inner.name if isinstance(inner, OpaqueSort) and inner != MESSAGE else None


def _functions(listed: Iterable[Term]) -> list[str]:
    applied = {_apply(each) for each in listed if each.operator == "apply"}
    return sorted(
        f"(declare-fun {smtlib.quote(each.name)} ({' '.join(map(_sort, each.domain))}) {_sort(each.result)})"
        for each in applied
        if each.name not in KNOWN
    )


KNOWN = OF_THE_DATA_TYPE | TESTERS.keys()


def _symbols(listed: Iterable[Term]) -> list[str]:
    symbols = {each for each in listed if each.operator in LEAVES and not terms.is_constant(each)}
    return sorted(f"(declare-const {_name(each)} {_sort(each.sort)})" for each in symbols)


def _name(leaf: Term) -> str:
    return smtlib.quote(f"{leaf.operator} {terms.leaf_name(leaf)}")


def _sort(sort: Sort) -> str:
    if isinstance(sort, MapSort):
        return f"(Array Int {_sort(sort.entry)})"
    return SORTS.get(sort) or smtlib.quote(sort.name)


def _node(term: Term, arguments: list[str]) -> str:
    if terms.is_constant(term):
        return _constant(terms.constant_value(term))
    if term.operator in LEAVES:
        return _name(term)
    if term.operator == "apply":
        return f"({_function(_apply(term).name)} {' '.join(arguments)})"
    return f"({OPERATORS[term.operator]} {' '.join(arguments)})"


def _apply(term: Term) -> Function:
    function: Any = term.data
    declared: Function = function
    return declared


def _function(name: str) -> str:
    if name in TESTERS:
        return f"(_ is {TESTERS[name]})"
    return name if name in OF_THE_DATA_TYPE else smtlib.quote(name)


def _constant(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if value >= 0 else f"(- {-value})"
        case _:
            return SIGNALS[value]
