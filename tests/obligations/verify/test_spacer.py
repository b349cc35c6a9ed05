"""Invariants that Spacer finds are read back as terms, and are invariants."""

from __future__ import annotations

import pytest

from concomp.model.language.syntax.terms import TRUE
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.proving.induction import proves
from concomp.obligations.verify.proving.spacer import RAW, WITHOUT_TRANSFORMATIONS, Configuration, invariant
from tests.obligations.verify.small import STEP, X, Y, at_most, bounded, counters, differ, number, register

LIMIT = 5_000
both = pytest.mark.parametrize("configuration", [RAW, WITHOUT_TRANSFORMATIONS], ids=["raw", "without"])


@both
def test_an_invariant_over_registers_and_parameters_is_found(configuration: Configuration) -> None:
    obligation = Obligation(bounded())
    found = invariant(obligation, configuration, LIMIT)
    assert found is not None
    assert proves(obligation, found, LIMIT)
    assert not proves(Obligation(bounded(slack=-1)), found, LIMIT)


@both
def test_a_relation_between_registers_is_found(configuration: Configuration) -> None:
    obligation = Obligation(counters(differ(X, Y), allowed=at_most(number(0), STEP)))
    found = invariant(obligation, configuration, LIMIT)
    assert found is not None
    assert proves(obligation, found, LIMIT)


@both
def test_an_unsafe_system_has_none(configuration: Configuration) -> None:
    assert invariant(Obligation(counters(at_most(number(9), X))), configuration, LIMIT) is None


def test_the_same_question_gets_the_same_invariant() -> None:
    obligation = Obligation(bounded())
    assert invariant(obligation, RAW, LIMIT) == invariant(obligation, RAW, LIMIT)


def test_what_is_safe_from_nothing_has_a_readable_invariant() -> None:
    system = System("still", (register(X, 0, X),), (), (), TRUE, at_most(X, number(-1)))
    obligation = Obligation(system)
    found = invariant(obligation, WITHOUT_TRANSFORMATIONS, LIMIT)
    assert found is not None
    assert proves(obligation, found, LIMIT)


@both
def test_what_has_no_state_is_safe_if_no_step_is_bad(configuration: Configuration) -> None:
    safe = Obligation(System("stateless", (), (STEP,), (), TRUE, differ(STEP, STEP)))
    assert invariant(safe, configuration, LIMIT) is not None
    assert invariant(Obligation(System("stateless", (), (STEP,), (), TRUE, TRUE)), configuration, LIMIT) is None
