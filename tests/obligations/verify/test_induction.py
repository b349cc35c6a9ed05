"""Equalities, the quotient by them, and proofs from nothing."""

from __future__ import annotations

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.proving.induction import equalities, from_nothing, proves
from concomp.obligations.verify.proving.quotients import quotient
from tests.obligations.verify.small import (
    STEP,
    X,
    Y,
    at_most,
    bounded,
    counters,
    differ,
    given,
    number,
    register,
    state,
)

LIMIT = 5_000


def test_nothing_is_needed_where_a_bad_step_is_impossible() -> None:
    assert from_nothing(Obligation(counters(terms.make("less", (STEP, STEP)))), LIMIT) == ()
    assert from_nothing(Obligation(counters(differ(X, Y))), LIMIT) is None


def test_registers_that_count_the_same_are_found_equal_and_only_these() -> None:
    flag = state(BOOL, "flag")
    system = counters(differ(X, Y))
    more = System(
        "more",
        (*system.registers, register(flag, False, flag), register(state(INT, "z"), 0, STEP)),
        system.inputs,
        (),
        TRUE,
        system.bad,
    )
    found = equalities(Obligation(more), LIMIT)
    assert set(found) == {terms.equality(X, Y), terms.equality(FALSE, flag)}
    assert proves(Obligation(more), found, LIMIT)


def test_equalities_that_hold_under_the_requirements_only_are_found() -> None:
    other = given(INT, "other step")
    registers = (register(X, 0, terms.make("sum", (X, STEP))), register(Y, 0, terms.make("sum", (Y, other))))
    free = System("free", registers, (STEP, other), (), TRUE, differ(X, Y))
    assert equalities(Obligation(free), LIMIT) == ()
    tied = System("tied", registers, (STEP, other), (), terms.equality(STEP, other), differ(X, Y))
    assert equalities(Obligation(tied), LIMIT) == (terms.equality(X, Y),)


def test_equalities_do_not_survive_a_different_start() -> None:
    registers = (register(X, 0, X), register(Y, 1, Y))
    system = System("start", registers, (), (), TRUE, terms.equality(X, Y))
    assert set(equalities(Obligation(system), LIMIT)) == {terms.equality(number(0), X), terms.equality(number(1), Y)}


def test_the_quotient_speaks_of_one_register_of_each_set() -> None:
    obligation = Obligation(counters(differ(X, Y)))
    smaller = quotient(obligation, (terms.equality(X, Y),))
    assert [each.symbol for each in smaller.system.registers] == [X]
    assert smaller.system.bad is FALSE
    assert from_nothing(smaller, LIMIT) == ()


def test_a_wrong_invariant_proves_nothing() -> None:
    obligation = Obligation(bounded())
    bound = bounded().parameters[0].symbol
    right = at_most(X, bound)
    assert proves(obligation, (right,), LIMIT)
    assert not proves(obligation, (), LIMIT)
    assert not proves(obligation, (terms.make("less", (X, bound)),), LIMIT), "it fails at the start, for the bound 0"
    assert not proves(obligation, (right, at_most(X, number(3))), LIMIT), "a step leads out of it"
    assert not proves(obligation, (at_most(number(0), X),), LIMIT), "it does not exclude what is bad"


def test_no_answer_is_not_taken_for_a_proof() -> None:
    u, v, w = (given(INT, name) for name in "uvw")
    cubes = [terms.make("product", (terms.make("product", (each, each)), each)) for each in (u, v, w)]
    fermat = terms.conjunction(
        [
            terms.equality(terms.make("sum", (cubes[0], cubes[1])), terms.make("sum", (cubes[2], number(42)))),
            *(terms.negation(at_most(each, number(50))) for each in (u, v, w)),
        ]
    )
    hard = System("hard", (), (u, v, w), (), TRUE, fermat)
    with pytest.raises(Undecided):
        from_nothing(Obligation(hard), 200)


def test_equal_reals_are_compared_exactly() -> None:
    v, w = state(REAL, "v"), state(REAL, "w")
    third = given(REAL, "third")
    registers = tuple(
        register(each, 1, terms.make("product", (each, terms.make("difference", (terms.constant(REAL, 1), third)))))
        for each in (v, w)
    )
    system = System("products", registers, (third,), (), TRUE, differ(v, w))
    assert equalities(Obligation(system), LIMIT) == (terms.equality(v, w),)
