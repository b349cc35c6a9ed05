"""Definitions that could contradict something: each is refused, and says why.

Each attack ends in a statement that would be proved if it got through: the harness states what it makes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.obligations.derivations.kernel import rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXTENDED,
    NEXT,
    OTHER,
    ZERO,
    Constructor,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Conjunction,
    Implication,
    Quantity,
    eq,
    largest,
    le,
    lt,
    supremum,
)
from concomp.obligations.derivations.kernel.logic import (
    by_cases,
    define,
    define_quotient,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems.language import C, every_member
from concomp.obligations.derivations.systems.shares import weight
from tests.kernel_notation import (
    FALSE,
    LEMMA,
    ORIGIN,
    B,
    H,
    N,
    Q,
    f,
    given,
    is_,
    t,
)
from tests.meta.without_assertions import assert_refused_without_assertions

CLOCK = Constructor("clock", ("history",), "number", "clock({})")
DIVISOR = (define("at 0", ORIGIN, eq(t(BIT_0), 1)), define("at 1", ORIGIN, eq(t(BIT_1), 2)))


def of_another(name: str, sort: str) -> Fact:
    """What a quantity is at a value of a closed sort that no induction knows."""
    return is_(eq(t(Constructor(name, (), sort, "o")()), 2))


def divided_by_either() -> Fact:
    """0 < t(b) for both bits, and a quotient by t(b) that does not depend on b."""
    zero, one = (solve("positive", lt(0, t(bit)), fact) for bit, fact in zip((BIT_0, BIT_1), DIVISOR, strict=True))
    return define_quotient("by either", ORIGIN, Quantity("q"), by_cases(lt(0, t(B)), B, BIT_0, zero, one))


def quotient_of_what_is_bound() -> Fact:
    """r(n)·t(n) = sup_n f(n), where the n of the supremum is another one."""
    whole = supremum(N, f(N))
    return rules.quotient(Quantity("r", (N,)), given(le(0, whole)), given(le(whole, t(N))))


DEFINITIONS: dict[str, tuple[str, Callable[[], Fact]]] = {
    "q is t(0) and t(1)": ("depends on b", lambda: is_(eq(Quantity("q") - t(B), 0))),
    "q times t(0) is 1, and q times t(1)": ("depends on b", divided_by_either),
    "r(n) is sup r over t(n)": ("binds n", quotient_of_what_is_bound),
    "f(n+1) = 1 + sup f": ("binds n", lambda: is_(eq(f(NEXT(N)), 1 + supremum(N, f(N))))),
    "f(0) = 1 + sup f": ("in a circle", lambda: is_(eq(f(BIT_0), 1 + supremum(B, f(B))), eq(f(BIT_1), 0))),
    "f(0) = f(0) + f(1)": (
        "in a circle",
        lambda: is_(eq(f(BIT_0), f(Var("c", "bit")) + f(OTHER(Var("c", "bit")))), eq(f(BIT_1), 1)),
    ),
    "f(b) = 1 + f(1-b)": ("in a circle", lambda: is_(eq(f(B), 1 + f(OTHER(B))))),
    "f(b) = t(b), t(0) = 1 + f(0)": ("in a circle", lambda: is_(eq(f(B), t(B)), eq(t(BIT_0), 1 + f(BIT_0)))),
    "f is one more at a longer history, for ever": (
        "does not come before",
        lambda: is_(eq(f(EXTENDED(H, Q, NEXT(N))), 1 + largest(0, f(EXTENDED(EXTENDED(H, Q, N), Q, NEXT(ZERO)))))),
    ),
    "at a number that is not known": (
        "does not come before",
        lambda: is_(eq(f(H), t(CLOCK(H))), eq(t(ZERO), 1 + f(EMPTY))),
    ),
    "of a number that is not known": ("is not at arbitrary indices", lambda: is_(eq(t(CLOCK(H)), 1))),
    "a guarded definition that says more": (
        "says more than",
        lambda: define("", ORIGIN, Implication(lt(0, t(N)), Conjunction((eq(f(N) * t(N), 1), FALSE)))),
    ),
    "one weight of all mechanisms": (
        "is of one thing, not of every",
        lambda: is_(eq(Quantity("x", (C, B, H)), weight(every_member(C)))),
    ),
    "a third bit": ("an induction does not know", lambda: is_(eq(t(Constructor("z", (), "bit", "z")()), 2))),
    "a number from nowhere": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("z", (), "number", "z")()), 2)),
    ),
    "a history from nowhere": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("z", (), "history", "z")()), 2)),
    ),
    "zero, written otherwise": (
        "an induction does not know",
        lambda: is_(eq(t(Constructor("zero", (), "number", "o")()), 2)),
    ),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_that_could_contradict_something_is_refused(name: str) -> None:
    message, attack = DEFINITIONS[name]
    with pytest.raises((WrongStep, IllFormed), match=message):
        state(attack(), LEMMA)


def test_what_is_true_gets_through() -> None:
    """The harness does not refuse everything: recursions of all kinds are definitions, and may be stated."""
    fine = is_(eq(f(ZERO), 0), eq(f(NEXT(N)), 1 + f(N)), eq(t(BIT_0), 1), eq(t(BIT_1), t(BIT_0)))
    assert state(join(fine, define("both", ORIGIN, eq(Quantity("q") - (t(B) + t(OTHER(B))), 0))), LEMMA).origin == LEMMA


@pytest.mark.full
def test_nothing_gets_through_without_assertions() -> None:
    assert_refused_without_assertions(__file__)
