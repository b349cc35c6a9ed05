"""What tests of the kernel are written in: variables, quantities, and facts that are supposed, defined or solved."""

from __future__ import annotations

from typing import Any

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Quantity,
    eq,
    le,
)
from concomp.obligations.derivations.kernel.logic import (
    define,
    hypothesis,
    join,
    solve,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED

LEMMA, ORIGIN = "HSV26 Lemma 4.7", "HSV26 Definition 3.1"
N, M, K, A = (Var(name, "number") for name in "nmka")
B, H, S = Var("b", "bit"), Var("h", "history"), Var("s", "strategy")
Q, P = Var("q", "query"), Var("p", "query")
FALSE = eq(0, 1)


def t(*at: Index) -> Quantity:
    return Quantity("t", at)


def f(*at: Index) -> Quantity:
    return Quantity("f", at)


def is_(*equations: Any) -> Fact:
    """What quantities are, all in one."""
    return join(*(define("as defined", ORIGIN, each) for each in equations))


def given(formula: Any) -> Fact:
    return hypothesis("as supposed", SUPPOSED, formula)


def solved() -> Fact:
    return solve("so it is", le(f(N), 2), given(le(f(N), 1)))


def false_fact() -> Fact:
    return solve("falsehood", FALSE, given(le(1, Quantity("q"))), given(le(Quantity("q"), 0)))


def w(*at: Index) -> Quantity:
    return Quantity("w", at)


def g(*at: Index) -> Quantity:
    return Quantity("g", at)
