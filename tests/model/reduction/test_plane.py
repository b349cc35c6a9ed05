"""Polygons, and which of their pairs are maximal."""

from fractions import Fraction as F

from concomp.model.reduction.plane import (
    SQUARE,
    HalfPlane,
    at_least,
    at_most,
    extreme_points,
    is_maximal,
    lexicographic_maximum,
    maximal_on_diagonal,
    precedes,
    precedes_as_printed,
)

HALF = F(1, 2)
TRIANGLE = (*SQUARE, HalfPlane(F(1), F(1), F(1)))


def test_the_extreme_points_of_a_triangle() -> None:
    assert set(extreme_points(TRIANGLE)) == {(0, 0), (1, 0), (0, 1)}


def test_the_lexicographic_maximum_looks_at_world_0_first() -> None:
    assert lexicographic_maximum(TRIANGLE) == (1, 0)
    assert lexicographic_maximum((*TRIANGLE, at_most(0, HALF))) == (HALF, HALF)


def test_the_diagonal_is_preferred_only_if_it_is_maximal() -> None:
    assert maximal_on_diagonal(TRIANGLE) == (HALF, HALF)
    assert maximal_on_diagonal((*SQUARE, at_most(0, HALF))) is None
    assert maximal_on_diagonal((*SQUARE, at_least(0, HALF), at_most(1, F(1, 4)))) is None
    assert maximal_on_diagonal((*SQUARE, HalfPlane(F(1), F(-1), F(-1, 4)))) is None


def test_a_point_and_nothing() -> None:
    point = (*SQUARE, at_most(0, HALF), at_least(0, HALF), at_most(1, F(0)))
    assert lexicographic_maximum(point) == (HALF, 0)
    assert lexicographic_maximum((*point, at_least(1, HALF))) is None


def test_orders() -> None:
    upper, lower = (HALF, F(1)), (HALF, F(0))
    assert precedes(lower, upper)
    assert not precedes(upper, lower)
    assert precedes_as_printed(lower, upper)
    assert precedes_as_printed(upper, lower)
    assert is_maximal(upper, {upper, lower})
    assert not is_maximal(lower, {upper, lower})
