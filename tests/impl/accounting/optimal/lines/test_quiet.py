"""What is taken for quiet is, and products of factors are as far off as is said, against balls."""

from __future__ import annotations

import numpy as np
import pytest
from flint import acb, arb
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.optimal.lines import line
from concomp.impl.accounting.optimal.lines.extremal import HIGHEST, Complex
from concomp.impl.accounting.optimal.lines.integrand import integrand
from concomp.impl.accounting.optimal.lines.products import ROW, product_at, product_on_rows
from concomp.impl.accounting.optimal.lines.quiet import loud_points
from concomp.impl.accounting.optimal.lines.responses import Responses, responses
from concomp.impl.accounting.optimal.lines.stretches import loud_stretches
from concomp.impl.accounting.outcomes.outcomes import Floats
from concomp.impl.accounting.parameters import with_epsilon
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact

LISTS = st.lists(st.tuples(st.integers(10, 200), st.sampled_from([1, 1, 2, 5])), min_size=4, max_size=30)


def some(listed: list[tuple[int, int]], part: Exact = 1000) -> Responses:
    components = [with_epsilon(f"{n}/{part}") for n, times in listed for _ in range(times)]
    found = responses(components)
    assert found is not None
    return found


def moduli(of: Responses, tilt: float, points: Floats) -> Floats:
    found = np.ones(points.shape)
    for loss, times in zip(of.losses, of.times, strict=True):
        found *= np.sqrt(1 - np.sin(loss * points) ** 2 / np.cosh(loss * tilt) ** 2) ** times
    return found


@settings(deadline=None, max_examples=20)
@given(LISTS, st.floats(0.6, 6), st.sampled_from([1e-4, 1e-6, 1e-9]))
def test_quiet_points_add_up_to_no_more_than_is_said(listed: list[tuple[int, int]], tilt: float, budget: float) -> None:
    """Up to a height that is the half period of the product, where it is as large as on the axis."""
    of, step, height = some(listed), 0.25, 4000.0
    loud = loud_points(of.losses, of.times, tilt, height, step, budget)
    if loud is None:
        return
    others = np.setdiff1d(np.arange(int(height / step)), loud.places)
    assert 0 in loud.places
    assert float((moduli(of, tilt, step * others) / (step * others) ** 2).sum()) * step * HIGHEST <= loud.rest
    assert loud.rest < 4 * budget


@settings(deadline=None, max_examples=20)
@given(LISTS, st.floats(0.6, 6), st.sampled_from([0.05, 0.25, 1.0]))
def test_stretches_that_are_left_out_are_quiet_all_over(
    listed: list[tuple[int, int]], tilt: float, step: float
) -> None:
    of, points, allowed = some(listed), 20_000, 0.3 / (20_000 * step) ** 2
    loud = loud_stretches(of.losses, of.times, tilt, points, step, allowed)
    if loud is None:
        return
    of_all = np.arange(points // loud.width * loud.width).reshape(-1, loud.width)
    at = of_all[np.setdiff1d(np.arange(len(of_all)), loud.numbers)]
    found = moduli(of, tilt, step * at)
    assert 0 in loud.numbers
    assert len(at)
    assert (found <= allowed * (step * at) ** 2).all()
    assert float((found / (step * at) ** 2).sum()) <= loud.rest


@settings(deadline=None, max_examples=20)
@given(LISTS, st.floats(0.6, 6), st.lists(st.integers(0, 1 << 21), min_size=1, max_size=4))
def test_products_are_as_far_off_as_is_said(listed: list[tuple[int, int]], tilt: float, at: list[int]) -> None:
    of, step, many = some(listed, 997), 0.3125, np.arange(2 * ROW) * 1021
    for others in (many[:0], many):
        places = np.array(sorted({*at, *others.tolist()}))
        values, fixed, growing = product_at(of, tilt, step, places)
        shown = np.isin(places, at)
        hold(of, tilt, step * places[shown], values[shown, 0], fixed + growing * step * places[shown])


@settings(deadline=None, max_examples=15)
@given(LISTS, st.floats(0.6, 6), st.integers(0, 99), st.integers(0, 63), st.sampled_from([0.25, 1000.0]))
def test_products_on_rows_are_as_far_off_as_is_said(
    listed: list[tuple[int, int]], tilt: float, row: int, column: int, step: float
) -> None:
    of, rows, columns = some(listed, 997), 64 * step * np.arange(100), step * np.arange(64)
    values, fixed, growing = product_on_rows(of, tilt, rows, columns)
    point = np.array([rows[row] + columns[column]])
    hold(of, tilt, point, values[row, [column]], fixed + growing * point)


def hold(of: Responses, tilt: float, points: Floats, values: Complex, errors: Floats) -> None:
    with precision(line.BITS):
        for point, value, error in zip(points, values, errors, strict=True):
            exact = acb(1)
            for loss, times in of.pure:
                epsilon, where = loss.logarithm(), acb(arb(tilt), arb(float(point)))
                exact *= ((where * epsilon).cosh() / (epsilon * tilt).cosh()) ** times
            assert abs(exact - acb(complex(value))).upper() <= error


def test_there_are_no_points_beyond_the_height() -> None:
    """In a hundred losses up to so small a height all points are loud, and rows of them reach farther."""
    of = some([(n, 1) for n in range(10, 110)])
    found = integrand(of, 2.0, 0.25, 20, 1e-12)
    assert found is not None
    assert found.rows.max() == 0.25 * 19


@pytest.mark.parametrize("height", [1e4, 1e300])
def test_what_would_take_too_long_is_given_up(height: float) -> None:
    of = some([(10, 1), (11, 1), (12, 1)])
    assert loud_points(of.losses, of.times, 1.0, height, 0.001, 1e-12) is None
