"""Invariants that count, and what is worth comparing."""

from __future__ import annotations

import pytest

from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.parallel import SparseParallel
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL
from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.obligations.verify.certificates.certificate import CertifiedClaim, certify
from concomp.obligations.verify.certificates.recheck import recheck
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import numbered_indices, track
from concomp.obligations.verify.properties.properties import compare
from concomp.obligations.verify.proving.induction import equalities
from concomp.obligations.verify.proving.quotients import quotient
from concomp.obligations.verify.proving.templates import invariant
from tests.obligations.verify.small import at_most, differ, fixed, given, number, parameter, plus, register, state

LIMIT = 60_000
CREATED, CODE = state(INT, "created"), state(INT, "code")
FIRST, SECOND = state(BOOL, "free[0]"), state(BOOL, "free[1]")
CHOSEN = given(INT, "chosen")


def slots(twice: bool = False) -> System:
    """Each creation takes a slot of two, the first that is free; or, wrongly, none if the code is 7."""
    enter = terms.disjunction([FIRST, SECOND])
    spared = terms.conjunction([terms.equality(CODE, number(7)), TRUE if twice else FALSE])
    registers = (
        register(CREATED, 0, plus(CREATED, number(1))),
        register(FIRST, True, terms.conjunction([FIRST, spared])),
        register(SECOND, True, terms.conjunction([SECOND, terms.disjunction([FIRST, spared])])),
        register(CODE, 0, CHOSEN),
    )
    return System("slots", registers, (CHOSEN,), (), enter, at_most(number(3), CREATED))


def test_as_many_slots_are_taken_as_there_are_creations() -> None:
    assert invariant(Obligation(slots()), LIMIT) is not None
    assert invariant(Obligation(slots(twice=True)), LIMIT) is None


def test_indices_are_numbered_as_far_as_slots_go() -> None:
    assert numbered_indices(slots()) == (number(1), number(2))
    assert numbered_indices(System("none", (register(CREATED, 0, CREATED),), (), (), TRUE, FALSE)) == ()


def test_only_what_the_system_relates_is_comparable() -> None:
    rate, share = state(REAL, "rate"), state(REAL, "share")
    bound = fixed(REAL, "bound")
    registers = (*slots().registers, register(rate, 0, rate), register(share, 0, terms.constant(REAL, 1)))
    system = System(
        "rates", registers, (CHOSEN,), (parameter(bound),), at_most(rate, bound), differ(CODE, fixed(INT, "wanted"))
    )
    known = Comparability(system)
    assert known.comparable(rate, bound)
    assert not known.comparable(rate, share)
    assert known.ordered(rate)
    assert not known.ordered(share)
    assert known.comparable(CODE, CHOSEN)
    assert known.comparable(CODE, fixed(INT, "wanted"))
    assert not known.ordered(CODE)
    assert known.ordered(CREATED)
    assert not known.comparable(CODE, CREATED)
    assert not known.multiplied


@pytest.mark.parametrize("count", [1, 2, pytest.param(3, marks=pytest.mark.full)])
def test_fixed_parameters_are_a_special_case_of_sparse_ones(count: int) -> None:
    question = compare("included", FixedParameters(count).definition, SparseParallel(count).definition)
    plain = without_applications(lower(question.system).system)
    obligation = track(plain, numbered_indices(plain))
    equal = equalities(obligation, LIMIT)
    rest = invariant(quotient(obligation, equal), LIMIT)
    assert rest is not None
    recheck(certify(CertifiedClaim("f^{ε,δ}, f_∞", "included", "all lengths"), obligation, (*equal, *rest)), LIMIT)
