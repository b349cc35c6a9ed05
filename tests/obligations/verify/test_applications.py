"""Declared functions in proofs: arbitrary, but functions."""

from __future__ import annotations

from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.obligations.verify.encoding.applications import without_applications
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.proving.induction import from_nothing
from tests.obligations.verify.small import BOUND, STEP, X, at_most, differ, given, number, parameter, register

LIMIT = 5_000
OTHER = given(INT, "other")
SIZE: Declared[Any] = Declared("size", (INT,), INT)
GOOD: Declared[Any] = Declared("good", (INT, INT), BOOL)


def apply(symbol: Declared[Any], *arguments: Term) -> Term:
    """The application of a declared function."""
    return terms.make("apply", arguments, symbol)


def safe(allowed: Term, bad: Term, constraint: Term = TRUE, parameters: tuple[ParameterDefinition, ...] = ()) -> bool:
    """Whether the bad step is impossible, by what is known of the functions."""
    known = parameters or (parameter(BOUND, constraint),)
    system = System("applied", (register(X, 0, STEP),), (STEP, OTHER), known, allowed, bad)
    return from_nothing(Obligation(without_applications(system)), LIMIT) is not None


def test_equal_arguments_have_equal_values() -> None:
    same = terms.equality(STEP, OTHER)
    differing = differ(apply(SIZE, STEP), apply(SIZE, OTHER))
    assert safe(TRUE, terms.conjunction([same, differing]))
    assert not safe(TRUE, differing)


def test_the_order_of_arguments_counts() -> None:
    there, back = apply(GOOD, STEP, OTHER), apply(GOOD, OTHER, STEP)
    assert not safe(TRUE, terms.conjunction([there, terms.negation(back)]))
    assert safe(TRUE, terms.conjunction([there, terms.negation(back), terms.equality(STEP, OTHER)]))


def test_applications_inside_applications_are_functions_too() -> None:
    twice = [apply(SIZE, apply(SIZE, each)) for each in (STEP, OTHER)]
    assert safe(TRUE, terms.conjunction([terms.equality(STEP, OTHER), differ(*twice)]))
    assert not safe(TRUE, terms.conjunction([terms.equality(*twice), differ(STEP, OTHER)]))


def test_what_is_assumed_of_a_parameter_binds_every_step() -> None:
    small = at_most(apply(SIZE, BOUND), number(3))
    large = terms.negation(at_most(apply(SIZE, STEP), number(3)))
    assert safe(TRUE, terms.conjunction([large, terms.equality(STEP, BOUND)]), small)
    assert not safe(TRUE, large, small)


def test_a_value_of_parameters_alone_is_a_parameter() -> None:
    bad = differ(apply(SIZE, BOUND), apply(SIZE, STEP))
    system = System("rigid", (), (STEP,), (parameter(BOUND),), TRUE, bad)
    plain = without_applications(system)
    assert [each.name for each in plain.parameters] == ["size 1", "bound"]
    assert [terms.leaf_name(each) for each in plain.inputs] == ["step", "size 2"]


def test_a_value_at_another_time_is_not_known() -> None:
    system = System(
        "times",
        (register(X, 0, apply(SIZE, number(7))),),
        (),
        (),
        TRUE,
        terms.conjunction([differ(X, number(0)), differ(X, apply(SIZE, number(7)))]),
    )
    assert from_nothing(Obligation(without_applications(system)), LIMIT) is None
    assert not any(each.operator == "apply" for each in terms.descendants([without_applications(system).bad]))
