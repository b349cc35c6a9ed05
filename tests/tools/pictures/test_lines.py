"""Lines as an SVG holds them: nowhere below the exact δ, or above the exact β, by more than a tenth of a point."""

from __future__ import annotations

import re
from fractions import Fraction as F
from itertools import pairwise
from math import exp, log

import pytest

from concomp.cli.compositions.answers import ask
from concomp.cli.compositions.pictures import compositions_drawn, found_exactly, named
from concomp.cli.quantities import read_loss
from concomp.impl.accounting.fixed_mechanisms import Composition, compose_mechanisms
from concomp.impl.accounting.parameters import rational_loss
from concomp.model.laws.profile import Profile
from concomp.pictures.chart import Chart
from concomp.pictures.charts import line, profile_chart, trade_off_chart
from concomp.pictures.drawing import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, ends
from concomp.pictures.picture import drawn

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
Point = tuple[float, float]
WIDE, HIGH = WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - TOP
TENTH = 0.1
LINE = re.compile(r'<path d="(M [^"]*)" style="fill: none; stroke: #0b57b0')
LISTS = ["eps=10", "eps=0.1,delta=1e-350 3", "E=3/2 5", "eps=0.1,delta=1e-9 20", "eps=0,delta=1e-12", "eps=1/1000 2"]


def paths(chart: Chart) -> list[list[Point]]:
    """The points of each line that is drawn in the first colour, on the page: to the right, and up from the axis."""
    text = drawn(chart, "svg").decode()
    points = [re.findall(r"[ML] (\S+) (\S+)", path) for path in LINE.findall(text)]
    return [[(float(x) - LEFT, HEIGHT - BOTTOM - float(y)) for x, y in each] for each in points]


def height(points: list[Point], at: float) -> float | None:
    """How high the broken line is at a place, at its highest; None where there is no line."""
    found = [
        max(left[1], right[1])
        if right[0] - left[0] < 1e-9
        else left[1] + (right[1] - left[1]) * (at - left[0]) / (right[0] - left[0])
        for left, right in pairwise(points)
        if left[0] <= at <= right[0]
    ]
    return max(found, default=None)


def composed(text: str) -> tuple[Composition, Chart]:
    """A composition, `PARAM COUNT`, and its picture."""
    param, *count = text.split()
    composition = compose_mechanisms([read_loss("--param", param)] * int(count[0] if count else 1))
    return composition, compositions_drawn([named(text, composition)], found_exactly(ask(composition, (), None)))


@pytest.mark.parametrize("text", LISTS)
def test_no_line_is_drawn_below_what_is_exact(text: str) -> None:
    composition, chart = composed(text)
    assert chart.floor is not None
    low, high = ends([y for _, y in chart.lines[0].points], chart.floor)
    [points] = paths(chart)
    for place in range(200):
        at = WIDE * (place + 0.5) / 200
        e_eps = F(exp(at / WIDE * chart.right)).limit_denominator(10**15)
        delta = float(composition.delta(rational_loss(e_eps)).low)
        exact = HIGH * log(delta / low) / log(high / low) if delta else -1.0
        shown = height(points, at)
        assert exact < TENTH or (shown is not None and shown >= exact - TENTH)


def test_a_line_ends_where_the_curve_does() -> None:
    _, chart = composed("eps=9.99")
    [points] = paths(chart)
    assert chart.right > 9.99
    assert points[-1][0] == pytest.approx(WIDE * 9.99 / chart.right, abs=TENTH)
    assert points[-1][1] == pytest.approx(0, abs=TENTH)


@pytest.mark.parametrize("text", ["eps=0,delta=1e-12", "E=1.00000000000000000001", "eps=0,delta=1e-350"])
def test_small_probabilities_have_an_axis_that_goes_up(text: str) -> None:
    _, chart = composed(text)
    assert chart.floor is not None
    low, high = ends([y for _, y in chart.lines[0].points], chart.floor)
    assert low < high
    assert all(low <= y <= high for _, y in chart.lines[0].points)
    assert chart.lines[0].points or chart.lines[0].name.endswith("(below 1e-290)")


@pytest.mark.parametrize("last", [F(3), F(10) ** 30])
def test_no_profile_is_drawn_below_what_is_exact(last: F) -> None:
    profile = Profile(((F(1), F(1, 2)), (last / 2, F(1, 5)), (last, F(0))))
    chart = profile_chart("", "", [line("", profile.vertices)])
    [points] = paths(chart)
    for place in range(200):
        at = WIDE * (place + 0.5) / 200
        exact = HIGH * float(profile(F(exp(at / WIDE * chart.right)))) / (0.5 * 1.12)
        shown = height(points, at)
        assert shown is not None
        assert shown >= exact - TENTH


def test_no_trade_off_function_is_drawn_above_what_is_exact() -> None:
    vertices = [(F(0), F(1)), (F(1, 7), F(1, 3)), (F(1, 3), F(1, 7)), (F(1), F(0))]
    [points] = paths(trade_off_chart("", "", [("", vertices)]))[:1]
    for place in range(200):
        alpha = F(2 * place + 1, 400)
        [exact] = [b + (d - b) * (alpha - a) / (c - a) for (a, b), (c, d) in pairwise(vertices) if a <= alpha < c]
        shown = height(points, WIDE * float(alpha))
        assert shown is not None
        assert shown <= HIGH * float(exact) / 1.12 + TENTH
