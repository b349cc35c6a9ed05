"""What a step may call besides the author's own functions.

Each of these gives the same answer for a symbol as for what it stands for, or refuses the symbol, and keeps nothing.
They are known by identity, whatever name they are called by.
"""

from __future__ import annotations

import builtins
import functools
import itertools
import math
import operator
import typing
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import FunctionType
from typing import Any, TypeVar
from weakref import WeakSet

from concomp.model.language.syntax.containers import Vector, each, every
from concomp.model.language.syntax.expressions import Bool, Int, Real
from concomp.model.language.syntax.guards import accept_if, both, case, elsewhen, otherwise, require, when
from concomp.model.language.syntax.operations import Abs, Max, Min, all_of, any_of, isin, ite
from concomp.model.language.syntax.records import as_case, is_case, same_case
from concomp.model.language.syntax.values import TotalMap

F = TypeVar("F", bound=Callable[..., Any])

GUARDS = (when, elsewhen, otherwise, case, both)
LANGUAGE = (
    *(require, accept_if, ite, all_of, any_of, isin, Abs, Min, Max, is_case, as_case, same_case, Vector.of),
    *(each, every, Bool, Int, Real, TotalMap),
)
ARITHMETIC = (
    *(int, bool, Fraction, abs, round, divmod, pow, min, max, sum, all, any, dict, set, frozenset, sorted),
    *(math.ceil, math.comb, math.factorial, math.floor, math.gcd, math.isqrt, math.lcm, math.prod),
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.neg, operator.and_, operator.or_),
    *(operator.invert, operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(functools.reduce, map, filter),
)
"""They compute with values."""
TEXTS = (str, repr)
"""They show values, and are for plain ones."""
ORDERS = (
    *(zip, enumerate, reversed, iter, itertools.accumulate, itertools.chain, itertools.combinations),
    *(itertools.combinations_with_replacement, itertools.count, itertools.cycle, itertools.islice),
    *(itertools.pairwise, itertools.permutations, itertools.product, itertools.repeat, itertools.zip_longest),
)
"""They go through values in some order."""
STRUCTURE = (len, range, list, tuple, next, slice, typing.cast, *ORDERS)
"""They arrange values, and look at none."""
ITERATING = (*ORDERS, map, filter)
"""They give what can be gone through once."""
NEW = (list, dict, set, sorted)
"""They make a container that nothing else holds."""

METHODS: Mapping[type, frozenset[str]] = {
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    dict: frozenset({"get", "items", "keys", "values"}),
    **dict.fromkeys(
        (set, frozenset),
        frozenset({"difference", "intersection", "isdisjoint", "issubset", "issuperset", "union"}),
    ),
    str: frozenset({"endswith", "isalnum", "isalpha", "isdigit", "join", "lower", "replace", "split"})
    | frozenset({"startswith", "strip", "upper"}),
    int: frozenset({"bit_length"}),
    Fraction: frozenset({"limit_denominator"}),
}
"""The methods of Python's values."""
CHANGES: Mapping[type, frozenset[str]] = {
    list: frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}),
    dict: frozenset({"clear", "pop", "setdefault", "update"}),
    set: frozenset({"add", "clear", "difference_update", "discard", "intersection_update", "remove", "update"}),
}
"""Those that change the value."""
ARRANGING = frozenset({"append", "clear", "extend", "insert", "reverse", "get", "items", "keys", "pop", "values"})
"""Those that look at no member of it but a key."""

_ADMITTED = {id(each) for each in (*LANGUAGE, *ARITHMETIC, *TEXTS, *STRUCTURE)}
_on_terms: WeakSet[Callable[..., Any]] = WeakSet()
_REMEDIES = {
    "type": "write `is_case(...)`, or `with case(...)`",
    "isinstance": "write `is_case(...)`, or `with case(...)`",
    "id": "compare by `==`, and name the fields",
    "vars": "compare by `==`, and name the fields",
    "getattr": "name the attribute: `x.name`; of registers that are counted, keep a `Vector`",
    "hasattr": "write `is_case(...)`, or `with case(...)`",
    "register": "declare it in the class body, or in `__init__`",
    "parameter": "declare it in the class body, or in `__init__`",
    "relation": "declare it at the top of the file",
    "print": "look at `f.definition`, and at what `f.explain(pairs)` says",
    "open": "read what the step needs before the class is defined",
}


def is_admitted(callee: object) -> bool:
    """Whether it is one of the functions listed here, guards left out."""
    return id(callee) in _ADMITTED


def is_one_of(callee: object, listed: tuple[object, ...]) -> bool:
    """Whether it is one of these, by identity."""
    return any(callee is each for each in listed)


def builtin(name: str) -> object:
    """The value of a name of Python's own, or None."""
    return getattr(builtins, name, None)


def remedy_for(name: str) -> str:
    """What to do instead of calling what has this name."""
    return _REMEDIES.get(name, "write it by operations of the language, or compute it before the class is defined")


def on_terms(function: F) -> F:
    """Let a function that extends the language, and works on terms, run as it is where a step comes to it."""
    _on_terms.add(function)
    return function


def is_on_terms(function: FunctionType) -> bool:
    """Whether the function extends the language."""
    return function in _on_terms
