"""Small systems over truth values, numbers and maps, written by hand, for tests of what proves them safe."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, INT, MapSort, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.verify.encoding.systems import System


def state(sort: Sort, name: str) -> Term:
    """A register."""
    return terms.leaf("register", sort, name)


def given(sort: Sort, name: str) -> Term:
    """An input."""
    return terms.leaf("message", sort, name)


def fixed(sort: Sort, name: str) -> Term:
    """A parameter."""
    return terms.leaf("parameter", sort, name)


def number(value: int) -> Term:
    """An integer."""
    return terms.constant(INT, value)


def at_most(left: Term, right: Term) -> Term:
    """left ≤ right."""
    return terms.make("at most", (left, right))


def plus(left: Term, right: Term) -> Term:
    """left + right."""
    return terms.make("sum", (left, right))


def register(symbol: Term, initial: Value, update: Term) -> RegisterDefinition:
    """The definition of a register that starts with a value."""
    return RegisterDefinition(terms.leaf_name(symbol), symbol, terms.constant(symbol.sort, initial), update)


def parameter(symbol: Term, constraint: Term = TRUE) -> ParameterDefinition:
    """The definition of a parameter."""
    return ParameterDefinition(terms.leaf_name(symbol), symbol, constraint)


X, Y = state(INT, "x"), state(INT, "y")
STEP = given(INT, "step")
BOUND = fixed(INT, "bound")


def counters(bad: Term, allowed: Term = TRUE) -> System:
    """Two registers that count the same: from 0, by the step."""
    registers = (register(X, 0, plus(X, STEP)), register(Y, 0, plus(Y, STEP)))
    return System("counters", registers, (STEP,), (), allowed, bad)


def bounded(slack: int = 0) -> System:
    """A register that is increased while it is below a bound; bad is a value above the bound by more than `slack`."""
    bad = terms.negation(at_most(X, plus(BOUND, number(slack))))
    allowed = terms.make("less", (X, BOUND))
    updated = register(X, 0, plus(X, number(1)))
    return System("bounded", (updated,), (), (parameter(BOUND, at_most(number(0), BOUND)),), allowed, bad)


SEEN, AGAIN = state(MapSort(BOOL), "seen"), state(MapSort(BOOL), "seen again")
LAST = state(BOOL, "last")
KEY, CHECKED = given(INT, "key"), given(INT, "checked")


def marks(bad: Term, forget: bool = False) -> System:
    """Two maps in which each step marks its key; one of them may forget what it does not mark."""
    marked = terms.make("store", (SEEN, KEY, TRUE))
    kept = terms.constant(MapSort(BOOL), TotalMap(False)) if forget else AGAIN
    registers = (
        register(SEEN, TotalMap(False), marked),
        register(AGAIN, TotalMap(False), terms.make("store", (kept, KEY, TRUE))),
    )
    return System("marks", registers, (KEY, CHECKED), (), TRUE, bad)


def read(total: Term, key: Term) -> Term:
    """The entry of a map."""
    return terms.make("read", (total, key))


def differ(left: Term, right: Term) -> Term:
    """left ≠ right."""
    return terms.negation(terms.equality(left, right))


__all__ = ["FALSE", "TRUE"]
