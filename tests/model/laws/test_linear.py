"""The checkers of linear systems: right points and multipliers pass, wrong ones do not."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from concomp.model.laws.linear import Row, System, refutes, solves

HALF = Fraction(1, 2)
ONE = Fraction(1)
SOLVABLE = System(("x", "y"), (Row((("x", ONE), ("y", ONE)), ONE), Row((("x", ONE), ("y", -ONE)), Fraction(0))))
UNSOLVABLE = System(("x", "y"), (Row((("x", ONE), ("y", ONE)), ONE), Row((("x", ONE), ("y", HALF)), Fraction(2))))


def test_a_solution_is_recognised() -> None:
    assert solves(SOLVABLE, {"x": HALF, "y": HALF})


@pytest.mark.parametrize(
    "point",
    [
        {"x": HALF, "y": HALF + Fraction(1, 1000)},
        {"x": ONE, "y": Fraction(0)},
        {"x": HALF},
        {},
        {"x": Fraction(3, 2), "y": -HALF},
    ],
    ids=["slightly off", "one row only", "an unknown missing", "empty", "negative"],
)
def test_a_wrong_point_is_rejected(point: dict[Hashable, Fraction]) -> None:
    assert not solves(SOLVABLE, point)


def test_a_negative_point_is_rejected_though_it_satisfies_the_rows() -> None:
    assert not solves(System(("x",), (Row((("x", ONE),), -ONE),)), {"x": -ONE})


def test_repeated_unknowns_in_a_row_add_up() -> None:
    system = System(("x",), (Row((("x", ONE), ("x", ONE)), ONE),))
    assert solves(system, {"x": HALF})
    assert not solves(system, {"x": ONE})


def test_farkas_multipliers_are_recognised() -> None:
    assert refutes(UNSOLVABLE, (ONE, -ONE))
    assert refutes(UNSOLVABLE, (Fraction(3), Fraction(-3)))


@pytest.mark.parametrize(
    "multipliers",
    [(-ONE, ONE), (Fraction(0), -ONE), (ONE, -HALF), (ONE,), (), (ONE, -ONE, ONE), (Fraction(0), Fraction(0))],
    ids=["wrong sign", "a column negative", "total not negative", "too few", "none", "too many", "all zero"],
)
def test_wrong_multipliers_are_rejected(multipliers: tuple[Fraction, ...]) -> None:
    assert not refutes(UNSOLVABLE, multipliers)


def test_nothing_refutes_a_solvable_system() -> None:
    grid = [Fraction(k, 2) for k in range(-4, 5)]
    assert not any(refutes(SOLVABLE, (y0, y1)) for y0 in grid for y1 in grid)


def test_an_undeclared_unknown_is_named() -> None:
    with pytest.raises(ValueError, match="'z', which is not among the unknowns"):
        System(("x",), (Row((("z", ONE),), ONE),))
