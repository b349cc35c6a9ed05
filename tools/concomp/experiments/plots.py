"""What experiments found, as pictures: the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from concomp.experiments.correlation import Joined
from concomp.experiments.membership import Tested

WIDTH = 0.2
"""Of a bar."""


def draw_membership(tests: Sequence[Tested], file: Path) -> None:
    """Areas as bars, by ε_g, beside what is printed and what is possible."""

    def drawn(pyplot: Any) -> Any:
        tables = list(dict.fromkeys(each.table for each in tests))
        figure, places = pyplot.subplots(1, len(tables), figsize=(12, 4.5), sharey=True, layout="constrained")
        for axes, table in zip(places, tables, strict=True):
            rows = [each for each in tests if each.table == table]
            _bars(axes, rows)
            axes.set_title(f"{table}: {'independent noises' if table == 'Table VIII' else 'noises joined by a copula'}")
        places[0].set_ylabel("area under the curve")
        places[0].legend(fontsize="small", loc="upper left")
        return figure

    _save(drawn, file)


def _bars(axes: Any, rows: Sequence[Tested]) -> None:
    measured = (
        ("composition", [each.composition.informed for each in rows]),
        ("single", [each.single.informed for each in rows]),
        ("composition, printed", [_printed(each, 0) for each in rows]),
        ("single, printed", [_printed(each, 1) for each in rows]),
    )
    for number, (name, areas) in enumerate(measured):
        at = [place + WIDTH * (number - 1.5) for place in range(len(rows))]
        color = ("C0", "C1")[number % 2]
        axes.bar(
            at,
            [mean for mean, _ in areas],
            WIDTH,
            yerr=[deviation for _, deviation in areas],
            label=name,
            color=color,
            alpha=1 if number < 2 else 0.4,
        )
    for name, style, values in (
        ("ceiling of (ε_g, 1/50)", "k-", [each.most for each in rows]),
        ("Gaussian releases", "k:", [each.gaussian for each in rows]),
    ):
        for place, value in enumerate(values):
            axes.plot([place - 0.45, place + 0.45], [value, value], style, label=name if place == 0 else None)
    axes.set_xticks(range(len(rows)), [f"{float(each.row.epsilon):g}" for each in rows])
    axes.set_xlabel("ε_g")
    axes.set_ylim(0.5, 1)


def _printed(each: Tested, arm: int) -> tuple[float, float]:
    found = each.row.measured[arm]
    return float(found.mean), float(found.deviation)


def draw_correlation(rows: Sequence[Joined], file: Path) -> None:
    """μ of both answers against the correlation of their noises."""

    def drawn(pyplot: Any) -> Any:
        figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
        rhos = [float(row.correlation) for row in rows]
        axes.plot(rhos, [float(row.one_sign[0]) ** 0.5 for row in rows], label="answers of one sign")
        axes.plot(rhos, [float(row.opposite[0]) ** 0.5 for row in rows], label="answers of opposite signs")
        independent = next((float(row.one_sign[0]) ** 0.5 for row in rows if row.correlation == 0), None)
        if independent is not None:
            axes.axhline(independent, color="k", linestyle=":", label="independent noises")
        axes.set_xlabel("correlation of the noises")
        axes.set_ylabel("μ of both answers")
        axes.grid(visible=True, alpha=0.3)
        axes.legend(fontsize="small")
        return figure

    _save(drawn, file)


def _save(drawn: Callable[[Any], Any], file: Path) -> None:
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": file.stem}):
        matplotlib.use("svg")
        from matplotlib import pyplot

        figure = drawn(pyplot)
        figure.savefig(file, format="svg", metadata={"Date": None})
        pyplot.close(figure)
