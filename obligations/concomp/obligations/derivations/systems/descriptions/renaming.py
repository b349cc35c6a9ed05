"""Terms about what is called by some names, said of what is called by others.

All symbols, functions and sorts of a description are called after the variables that they belong to, so that what is
said of one variable is said of another by putting its name in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import MapSort, OpaqueSort, Sort
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.derivations.systems.descriptions.messages import Function, apply, declare, opaque

Names = Mapping[str, str]


def rename(term: Term, names: Names) -> Term:
    """The term with names put in for others, wherever these occur in its symbols, functions and sorts."""
    image: dict[Term, Term] = {}
    for each in terms.descendants([term]):
        image[each] = _node(each, tuple(image[argument] for argument in each.arguments), names)
    return image[term]


def _node(term: Term, arguments: tuple[Term, ...], names: Names) -> Term:
    if terms.is_constant(term):
        return term
    if term.operator in LEAVES:
        return terms.leaf(term.operator, _sort(term.sort, names), _put_in(terms.leaf_name(term), names))
    if term.operator == "apply":
        function: Any = term.data
        return apply(_function(function, names), *arguments)
    return rebuild(term, arguments)


def _function(function: Function, names: Names) -> Function:
    """The function of the new name; one that belongs to none of the names is what it was."""
    own = (function.name, function.domain, function.result)
    name, domain = _put_in(function.name, names), tuple(_sort(sort, names) for sort in function.domain)
    other = (name, domain, _sort(function.result, names))
    return function if own == other else declare(*other)


def _sort(sort: Sort, names: Names) -> Sort:
    if isinstance(sort, MapSort):
        return MapSort(_sort(sort.entry, names))
    name = _put_in(sort.name, names)
    return opaque(name) if isinstance(sort, OpaqueSort) and name != sort.name else sort


def _put_in(text: str, names: Names) -> str:
    if not names:
        return text
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)
