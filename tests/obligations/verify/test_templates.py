"""Candidates, and the invariants among them."""

from __future__ import annotations

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.proving.candidates import candidates, cone
from concomp.obligations.verify.proving.induction import proves
from concomp.obligations.verify.proving.solving import is_unsatisfiable
from concomp.obligations.verify.proving.templates import core, invariant, lemmas
from tests.obligations.verify.small import (
    BOUND,
    X,
    Y,
    at_most,
    bounded,
    given,
    number,
    parameter,
    plus,
    register,
    state,
)

LIMIT = 5_000
PHASE, USED = state(INT, "phase"), state(BOOL, "used")


def phases(reset: bool = True) -> System:
    """A flag that may be set in phase 1 only; back in phase 0, it must be unset."""
    enter = given(BOOL, "enter")
    in_phase = terms.equality(PHASE, number(1))
    kept = terms.choice(enter, terms.FALSE, USED) if reset else USED
    registers = (
        register(PHASE, 0, terms.choice(enter, terms.choice(in_phase, number(0), number(1)), PHASE)),
        register(USED, False, terms.choice(terms.conjunction([in_phase, terms.negation(enter)]), TRUE, kept)),
        register(X, 0, plus(X, number(1))),
    )
    bad = terms.conjunction([terms.equality(PHASE, number(0)), USED])
    return System("phases", registers, (enter,), (), TRUE, bad)


def test_the_cone_leaves_out_what_has_no_influence() -> None:
    assert [each.symbol for each in cone(phases())] == [PHASE, USED]


def test_a_condition_on_a_phase_is_found_and_little_else_is_kept() -> None:
    obligation = Obligation(phases())
    found = invariant(obligation, LIMIT)
    assert found is not None
    assert proves(obligation, found, LIMIT)
    assert len(found) <= 3


def test_without_the_reset_there_is_none() -> None:
    assert invariant(Obligation(phases(reset=False)), LIMIT) is None


def test_all_lemmas_hold_together() -> None:
    obligation = Obligation(phases())
    tiers = list(lemmas(obligation, candidates(obligation.system, obligation.system.registers), LIMIT))
    assert len(tiers) == 4
    for known in tiers:
        for part in (obligation.initiation, obligation.consecution):
            assert is_unsatisfiable(part(known), LIMIT)


def test_bounds_by_parameters_are_found() -> None:
    obligation = Obligation(bounded())
    found = invariant(obligation, LIMIT)
    assert found == (at_most(X, BOUND),) or (found is not None and proves(obligation, found, LIMIT))
    assert invariant(Obligation(bounded(slack=-1)), LIMIT) is None


def test_copies_that_drift_by_no_more_than_one_are_found() -> None:
    left, right = state(INT, "left:c"), state(INT, "right:c")
    once, drift, step = state(BOOL, "once"), given(BOOL, "drift"), given(INT, "step")
    drifts = terms.conjunction([drift, terms.negation(once)])
    moved = plus(left, step)
    registers = (
        register(left, 0, moved),
        register(right, 0, plus(plus(right, step), terms.choice(drifts, number(1), number(0)))),
        register(once, False, terms.disjunction([once, drift])),
    )
    far = terms.make("absolute", (terms.make("difference", (left, right)),))
    bad = terms.negation(at_most(far, number(1)))
    system = System("drift", registers, (drift, step), (), TRUE, bad)
    found = invariant(Obligation(system), LIMIT)
    assert found is not None
    assert proves(Obligation(system), found, LIMIT)
    assert invariant(Obligation(system.with_question("drift", terms.negation(at_most(far, number(0))))), LIMIT) is None


def spending(bad_for: Term) -> System:
    """The product of 1 − δ, and the sum of δ, over what was spent within a budget."""
    product, total, delta = state(REAL, "product"), state(REAL, "total"), given(REAL, "delta")
    one, zero = terms.constant(REAL, 1), terms.constant(REAL, 0)
    spent = plus(total, delta)
    registers = (
        register(product, 1, terms.make("product", (product, terms.make("difference", (one, delta))))),
        register(total, 0, spent),
    )
    budget = terms.leaf("parameter", REAL, "budget")
    allowed = terms.conjunction([at_most(zero, delta), at_most(delta, one), at_most(spent, budget)])
    constraint = terms.conjunction([at_most(zero, budget), at_most(budget, one)])
    return System("spending", registers, (delta,), (parameter(budget, constraint),), allowed, bad_for)


def test_a_product_is_bounded_by_a_sum() -> None:
    product, total = state(REAL, "product"), state(REAL, "total")
    bad = terms.make("less", (plus(product, total), terms.constant(REAL, 1)))
    obligation = Obligation(spending(bad))
    found = invariant(obligation, LIMIT)
    assert found is not None
    assert proves(obligation, found, LIMIT)


def test_the_converse_bound_is_not_proved() -> None:
    product, total = state(REAL, "product"), state(REAL, "total")
    bad = terms.make("less", (terms.constant(REAL, 1), plus(product, total)))
    assert invariant(Obligation(spending(bad)), LIMIT) is None


def test_a_core_is_not_made_of_what_is_no_invariant() -> None:
    with pytest.raises(Undecided, match="no invariant"):
        core(Obligation(bounded()), (at_most(number(0), X),), LIMIT)


def test_tests_on_the_registers_after_a_step_are_candidates() -> None:
    moved = plus(X, given(INT, "step"))
    registers = (register(X, 0, moved), register(Y, 0, Y))
    test = at_most(moved, plus(Y, number(7)))
    system = System("tests", registers, (given(INT, "step"),), (), test, terms.negation(at_most(X, Y)))
    assert at_most(X, plus(Y, number(7))) in candidates(system, system.registers).atoms
