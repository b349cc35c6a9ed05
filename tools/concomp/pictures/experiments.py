"""What experiments found: areas under curves as bars, and what correlated noises do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from concomp.experiments.correlation import Joined
from concomp.experiments.membership import Tested
from concomp.pictures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 720, 450
"""In points, of each half of the picture of areas, and of the picture of correlations."""
LEFT, RIGHT, BOTTOM, TOP = 68, 24, 52, 64
"""The margins."""
BAR = 0.2
PALE = 0.4
"""How opaque what is printed is, beside what is measured."""


def membership(tests: Sequence[Tested], as_format: style.Format) -> bytes:
    """Areas as bars, by ε_g, beside what is printed and what is possible; NoMatplotlib."""
    tables = list(dict.fromkeys(each.table for each in tests))
    with style.in_style():
        figure = style.page(WIDTH * len(tables), HEIGHT)
        style.entitle(
            figure, "Who takes part, told from noisy allele counts", "Areas under the curve, by Zhang24's tables", LEFT
        )
        for number, table in enumerate(tables):
            across = (number + LEFT / WIDTH) / len(tables)
            box = (
                across,
                BOTTOM / HEIGHT,
                (1 - (LEFT + RIGHT) / WIDTH) / len(tables),
                (HEIGHT - BOTTOM - TOP) / HEIGHT,
            )
            axes = figure.add_axes(box)
            _bars(axes, [each for each in tests if each.table == table])
            noises = "independent noises" if table == "Table VIII" else "noises joined by a copula"
            axes.set_xlabel(f"ε_g ({table}: {noises})")
            if number == 0:
                axes.set_ylabel("area under the curve")
                axes.legend(fontsize="small", loc="upper left")
        return style.saved(figure, as_format)


def correlation(rows: Sequence[Joined], as_format: style.Format) -> bytes:
    """μ of both answers against the correlation of their noises; NoMatplotlib."""
    lines = (
        ("answers of one sign", [float(row.one_sign[0]) ** 0.5 for row in rows]),
        ("answers of opposite signs", [float(row.opposite[0]) ** 0.5 for row in rows]),
    )
    independent = next((float(row.one_sign[0]) ** 0.5 for row in rows if row.correlation == 0), None)
    with style.in_style():
        figure = style.page(WIDTH, HEIGHT)
        style.entitle(
            figure, "What correlated noises do to two answers", "Each answer alone is as private as ever", LEFT
        )
        axes = figure.add_axes(
            (LEFT / WIDTH, BOTTOM / HEIGHT, 1 - (LEFT + RIGHT) / WIDTH, (HEIGHT - BOTTOM - TOP) / HEIGHT)
        )
        for number, (name, heights) in enumerate(lines):
            look: dict[str, Any] = {"color": style.COLOURS[number], "linestyle": style.DASHES[number]}
            axes.plot([float(row.correlation) for row in rows], heights, label=name, **look)
        if independent is not None:
            axes.axhline(independent, color=style.QUIET, linestyle=":", label="independent noises")
        axes.set_xlabel("correlation of the noises")
        axes.set_ylabel("μ of both answers")
        axes.legend(fontsize="small")
        return style.saved(figure, as_format)


def _bars(axes: Axes, rows: Sequence[Tested]) -> None:
    measured = (
        ("composition", [each.composition.informed for each in rows]),
        ("single", [each.single.informed for each in rows]),
        ("composition, printed", [_printed(each, 0) for each in rows]),
        ("single, printed", [_printed(each, 1) for each in rows]),
    )
    for number, (name, areas) in enumerate(measured):
        at = [place + BAR * (number - 1.5) for place in range(len(rows))]
        axes.bar(
            at,
            [mean for mean, _ in areas],
            BAR,
            yerr=[deviation for _, deviation in areas],
            label=name,
            color=style.COLOURS[number % 2],
            alpha=1 if number < 2 else PALE,
        )
    limits = (
        ("ceiling of (ε_g, 1/50)", "solid", [each.most for each in rows]),
        ("Gaussian releases", "dotted", [each.gaussian for each in rows]),
    )
    for name, dash, values in limits:
        for place, value in enumerate(values):
            ends = ([place - 0.45, place + 0.45], [value, value])
            axes.plot(*ends, color=style.INK, linestyle=dash, label=name if place == 0 else None)
    axes.set_xticks(range(len(rows)), [f"{float(each.row.epsilon):g}" for each in rows])
    axes.set_ylim(0.5, 1)


def _printed(each: Tested, arm: int) -> tuple[float, float]:
    found = each.row.measured[arm]
    return float(found.mean), float(found.deviation)
