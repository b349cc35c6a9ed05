"""A chart is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING, Any

from concomp.pictures import style
from concomp.pictures.chart import Chart, Line
from concomp.pictures.joining import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 720, 450
"""In points."""
LEFT, RIGHT, BOTTOM, TOP = 68, 24, 52, 64
"""The margins."""
DECADES = 2
"""Fewer on a logarithmic axis may have no power of ten among them."""
MARKED = 24
"""The most bends that are marked."""
MARK: dict[str, Any] = {
    "marker": "D",
    "markersize": 6,
    "color": style.INK,
    "markerfacecolor": style.GROUND,
    "clip_on": False,
    "zorder": 4,
}


def chart(chart: Chart, as_format: style.Format) -> bytes:
    """The chart as an SVG or a PNG file; NoMatplotlib."""
    with style.in_style():
        return style.saved(_figure(chart), as_format)


def _figure(chart: Chart) -> Figure:
    figure = style.page(WIDTH, HEIGHT)
    box = (LEFT / WIDTH, BOTTOM / HEIGHT, (WIDTH - LEFT - RIGHT) / WIDTH, (HEIGHT - BOTTOM - TOP) / HEIGHT)
    axes = figure.add_axes(box)
    style.entitle(figure, chart.title, chart.note, LEFT)
    axes.set_xlabel(chart.x)
    axes.set_ylabel(chart.y)
    _scale(axes, chart)
    for number, line in enumerate(chart.lines):
        _draw(axes, line, number, chart)
    for mark in chart.marks:
        axes.plot(*mark.point, **MARK)
    _name(axes, chart)
    return figure


def _scale(axes: Axes, chart: Chart) -> None:
    from matplotlib.ticker import LogLocator

    axes.set_xlim(0, chart.right)
    heights = [y for line in chart.lines for _, y in line.points] + [mark.point[1] for mark in chart.marks]
    if chart.floor is not None:
        low, high = ends(heights, chart.floor)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda height, _: f"{height:.0e}".replace("e-0", "e-") if height < 1 else "1")
        axes.minorticks_off()
        axes.set_ylim(low, high)
        if log10(high / low) < DECADES:
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axes.set_ylim(0, (max(heights) or 1.0) * 1.12)


def ends(heights: Sequence[float], floor: float) -> tuple[float, float]:
    """Where a logarithmic axis begins and ends that shows these, none of them below the floor."""
    lowest, highest = min(heights, default=floor), max(heights, default=floor)
    return lowest if lowest == floor else lowest / 2, min(2.0, highest * 3)


def _colour(line: Line, number: int) -> dict[str, Any]:
    """What tells a line from the others."""
    if line.style == "found":
        return {"color": style.COLOURS[number % len(style.COLOURS)], "linestyle": style.DASHES[number % 6]}
    if line.style == "bound":
        return {"color": style.INK, "linestyle": (0, (5, 3)), "linewidth": 1.5}
    return {"color": style.QUIET, "linestyle": (0, (1, 2)), "linewidth": 1}


def _to_the_right(line: Line, chart: Chart) -> Sequence[Point]:
    """The points of a line, which goes on as it ended unless it left a logarithmic axis."""
    if chart.floor is not None or line.points[-1][0] >= chart.right:
        return line.points
    return [*line.points, (chart.right, line.points[-1][1])]


def _draw(axes: Axes, line: Line, number: int, chart: Chart) -> None:
    if not line.points:
        return
    xs, ys = zip(*_to_the_right(line, chart), strict=True)
    look = _colour(line, number)
    axes.plot(xs, ys, **look, clip_on=False, zorder=3)
    if 0 < len(line.bends) <= MARKED:
        xs, ys = zip(*line.bends, strict=True)
        axes.plot(xs, ys, linestyle="none", marker="o", markersize=4, color=look["color"], clip_on=False, zorder=3)


def _name(axes: Axes, chart: Chart) -> None:
    """Write the names of lines and marks beside them; all in a list where one finds no room."""
    import numpy as np

    from concomp.pictures.labels import Box, densely, place

    def on_page(points: Sequence[Point]) -> Any:
        return densely(axes.transData.transform(np.array(points))) if points else np.empty((0, 2))

    inside = Box(LEFT + 4, BOTTOM + 4, WIDTH - LEFT - RIGHT - 4, HEIGHT - BOTTOM - TOP)
    along = [on_page(_to_the_right(line, chart) if line.points else ()) for line in chart.lines]
    along += [on_page([mark.point]) for mark in chart.marks]
    texts = [
        *((line.name, _colour(line, number)["color"]) for number, line in enumerate(chart.lines)),
        *((mark.name, style.INK) for mark in chart.marks),
    ]
    boxes = place([style.size(text) for text, _ in texts], along, np.empty((0, 2)), inside)
    listed = 0
    for (text, colour), box in zip(texts, boxes, strict=True):
        if box is None:
            listed += 1
            x, y, anchor = float(WIDTH - RIGHT), HEIGHT - TOP - 14.0 * listed, "right"
        else:
            x, y, anchor = box.left, box.bottom + 2, "left"
        axes.figure.text(x / WIDTH, y / HEIGHT, text, color=colour, ha=anchor, weight="medium")
