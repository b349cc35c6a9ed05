"""The finder of exact linear feasibility."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.linear import Row, System, refutes, solves
from concomp.model.mechanisms.randomised_response import response
from concomp.model.mechanisms.universality import post_processing_system
from concomp.obligations.solvers import linear
from concomp.obligations.solvers.linear import Feasible, Infeasible, LinearError, settle

ONE = Fraction(1)
SOLVABLE = System(("x", "y"), (Row((("x", ONE), ("y", Fraction(1, 3))), ONE),))
UNSOLVABLE = System(("x",), (Row((("x", ONE),), ONE), Row((("x", Fraction(2)),), ONE)))


def test_a_solution_is_found_and_solves() -> None:
    settled = settle(SOLVABLE)
    assert isinstance(settled, Feasible)
    assert solves(SOLVABLE, settled.point)


def test_multipliers_are_found_and_refute() -> None:
    settled = settle(UNSOLVABLE)
    assert isinstance(settled, Infeasible)
    assert refutes(UNSOLVABLE, settled.multipliers)


def test_a_row_without_unknowns_is_settled() -> None:
    assert isinstance(settle(System((), (Row((), ONE),))), Infeasible)
    assert isinstance(settle(System((), (Row((), Fraction(0)),))), Feasible)


def test_less_than_the_least_delta_is_infeasible_however_little_less() -> None:
    real = PrivacyParameters(Fraction(3), Fraction(1, 4))
    laws = response(real, 0), response(real, 1)
    assert isinstance(settle(post_processing_system(*laws, real)), Feasible)
    less = PrivacyParameters(real.e_eps, real.delta - Fraction(1, 10**9))
    assert isinstance(settle(post_processing_system(*laws, less)), Infeasible)


def test_a_wrong_point_of_the_solver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "_solution", lambda _: {"x": ONE, "y": ONE})
    with pytest.raises(LinearError, match="point does not solve"):
        settle(SOLVABLE)


def test_wrong_multipliers_of_the_solver_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "_solution", lambda _: None)
    monkeypatch.setattr(linear, "_multipliers", lambda _: (ONE, ONE))
    with pytest.raises(LinearError, match="multipliers do not refute"):
        settle(UNSOLVABLE)


def test_a_solver_that_overlooks_a_solution_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear, "_solution", lambda _: None)
    with pytest.raises(LinearError, match="neither a solution nor multipliers"):
        settle(SOLVABLE)
