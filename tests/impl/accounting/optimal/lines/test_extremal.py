"""Functions above and below whose transforms end: where they lie, and what their transforms are."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from flint import acb, arb
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.optimal.lines.extremal import BOUND, HIGHEST, Extremal
from concomp.impl.accounting.optimal.lines.integrand import interpolation
from concomp.model.laws.balls import precision

BITS = 1024
PLACES = st.lists(st.floats(0, 1), min_size=1, max_size=5)


def q(number: arb | acb, shift: arb) -> arb | acb:
    """y·e^{−βy}/(1 − e^{−y})."""
    return number * (-shift * number).exp() / (1 - (-number).exp())


def ends(of: Extremal) -> tuple[arb, arb, arb]:
    """h, A and B."""
    unit, half = 2 * arb.pi() / (of.count * arb(of.step)), arb(1) / 2
    return unit, (arb(of.tilt) - half) * unit, (arb(of.tilt) + half) * unit


def shift_above(low: arb, high: arb) -> arb:
    """The β for which q(A) = q(B)."""
    return (q(high, arb(0)).log() - q(low, arb(0)).log()) / (high - low)


def damping(of: Extremal, angle: acb, is_above: bool) -> acb:
    """The damping at τ, from the sums over the nodes, as balls."""
    unit, low, high = ends(of)
    shift, circle = shift_above(low, high) if is_above else arb(0), acb(0, 2 * arb.pi())
    first, second = acb(low) + acb(0, 1) * angle, acb(high) + acb(0, 1) * angle
    found = q(first, shift) * (circle - first) / circle / first - q(second, shift) * (circle - second) / circle / second
    if not is_above:
        found -= (q(high, shift) - q(low, shift)) / circle
    return found * first * second / unit


@st.composite
def functions(draw: st.DrawFn) -> Extremal:
    """Of all sizes, B up to 1."""
    tilt = 0.5 + draw(st.sampled_from([1e-3, 0.3, 1.0, 7.5, 40.0, 1e60]))
    count = draw(st.sampled_from([7, 100, 4096, 200_000]))
    return Extremal(tilt, 2 * pi * (tilt + 0.5) / count * draw(st.sampled_from([1.01, 30.0, 1e4])), count)


@settings(deadline=None, max_examples=60)
@given(functions(), PLACES)
def test_dampings_are_as_far_off_as_is_said(of: Extremal, parts: list[float]) -> None:
    places = np.array(sorted({int(part * of.count) for part in parts}))
    found = of.dampings(places)
    with precision(BITS):
        for values, is_above in ((found.above, True), (found.below, False)):
            for place, value, error in zip(places, values, found.errors, strict=True):
                exact = damping(of, acb(2 * arb.pi() * int(place) / of.count), is_above)
                assert abs(exact - acb(complex(value))).upper() <= error


@settings(deadline=None, max_examples=60)
@given(functions(), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_transforms_and_dampings_are_no_larger_than_is_said(
    of: Extremal, part: float, turn: float, away: float
) -> None:
    with precision(BITS):
        angle = acb(2 * arb.pi() * arb(part))
        near = angle + acb(arb(away)) * acb(2 * arb(turn)).exp_pi_i()
        for is_above in (True, False):
            assert abs(damping(of, near, is_above)).upper() < BOUND
            point = angle / acb(ends(of)[0])
            low, high = (acb(arb(of.tilt)) + half / 2 + acb(0, 1) * point for half in (-1, 1))
            if part:
                assert (abs(damping(of, angle, is_above) / low / high) * abs(point) ** 2).upper() <= HIGHEST


@pytest.mark.parametrize("of", [Extremal(0.9, 0.5, 40), Extremal(3.2, 0.7, 37), Extremal(8.0, 1.5, 4000)])
def test_one_is_above_and_one_is_below(of: Extremal) -> None:
    """By its interpolation series, at points that are no nodes; far from it the rest of the series is bounded."""
    low, high = (float(each.mid()) for each in ends(of)[1:])
    with precision(BITS):
        above = float(shift_above(*ends(of)[1:]).mid())
        gap = float((q(ends(of)[2], arb(0)) - q(ends(of)[1], arb(0))).mid())
    points = np.arange(-9.95, 10, 0.1)
    exact = np.where(points > 0, np.exp(-low * points) - np.exp(-high * points), 0.0)
    for shift, missing, sign in ((above, 0.0, 1), (0.0, gap, -1)):
        nodes = shift + np.arange(int(40 / low))
        values, slopes = (
            np.exp(-low * nodes) - np.exp(-high * nodes),
            high * np.exp(-high * nodes) - low * np.exp(-low * nodes),
        )
        slopes[0] -= missing
        apart = np.subtract.outer(points, nodes)
        series = (np.sin(pi * (points - shift)) / pi) ** 2 * (values / apart**2 + slopes / apart).sum(axis=1)
        assert (sign * (series - exact) > -1e-12 * (high - low)).all()
        assert np.abs(series - exact).max() < 0.2 * (high - low)


@pytest.mark.parametrize("width", [2, 8, 128])
def test_what_is_interpolated_is_as_far_off_as_is_said(width: int) -> None:
    """Of a polynomial of the degree at which it begins to be off, it is off by its leading coefficient times that."""
    columns = np.arange(width)
    nodes = np.unique(np.rint(np.linspace(0, width - 1, 6)).astype(np.int64))
    shares, product = interpolation(columns, nodes)
    for degree in range(len(nodes) + 1):
        powers = (columns / width) ** degree
        off = np.abs(shares @ powers[nodes] - powers).max()
        assert off <= 1e-12 if degree < len(nodes) else abs(off - product / width**degree) <= 1e-12
