"""How cost grows with rounds, states, queries, components and mechanisms: processor seconds, as tables and a plot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks.audits import delta, profile
from benchmarks.composition import answer, different, equal
from benchmarks.machines import ring
from benchmarks.timing import in_turns
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_interleaving
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.report.text import columns

PLOT = Path("build") / "growth.svg"
INSTALL = "pip install -e '.[plot]'"
Series = Mapping[int, Callable[[], object]]


def together(count: int) -> object:
    """δ at E = 3/2 of so many games of three rounds side by side."""
    side_by_side = Interleaving((ring(4, 1, 3),) * count, FREE, 3 * count, lambda query, index: (index, query))
    return Audit(of_interleaving(side_by_side)).deltas(Fraction(3, 2))


def series() -> dict[str, Series]:
    """What is measured: the size, and the work at that size."""
    small = Fraction(1, 10**6)
    return {
        "rounds (profile, 1 query, 10 states)": {n: partial(_profile, 10, 1, n) for n in (25, 50, 100, 200, 400, 800)},
        "states (profile, 1 query, 100 rounds)": {n: partial(_profile, n, 1, 100) for n in (5, 10, 20, 40, 80, 160)},
        "queries (one E, 4 states, 20 rounds)": {n: partial(_delta, 4, n, 20) for n in (1, 2, 3, 4, 6, 8)},
        "components (one E, 4 states, 3 rounds)": {n: partial(together, n) for n in (1, 2, 3, 4, 5)},
        "k different mechanisms": {n: partial(_compose, n) for n in (10, 30, 100, 300, 1000)},
        "k equal mechanisms": {
            n: partial(answer, equal(n, Fraction(11, 10), small)) for n in (10, 100, 1000, 10_000, 100_000)
        },
    }


def _profile(states: int, queries: int, rounds: int) -> object:
    return profile(ring(states, queries, rounds))


def _delta(states: int, queries: int, rounds: int) -> object:
    return delta(ring(states, queries, rounds))


def _compose(count: int) -> object:
    return answer(different(count))


def lines() -> Iterator[str]:
    """The tables, and where the plot is."""
    yield "How cost grows: processor seconds, least of five"
    measured: dict[str, dict[int, float]] = {}
    for name, sizes in series().items():
        times = in_turns({str(size): work for size, work in sizes.items()})
        measured[name] = {size: min(times[str(size)].cpu) for size in sizes}
        yield ""
        yield name
        cells = [(str(size), f"{seconds:.4f}") for size, seconds in measured[name].items()]
        yield from columns(list(zip(*cells, strict=True)))
    yield ""
    yield plotted(measured) if find_spec("matplotlib") else f"For a plot of these tables: {INSTALL}"


def plotted(measured: Mapping[str, Mapping[int, float]]) -> str:
    """Draw the tables, both axes logarithmic, and say where."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 6))
    for name, cells in measured.items():
        axes.loglog(list(cells), list(cells.values()), marker="o", label=name)
    axes.set_xlabel("size")
    axes.set_ylabel("processor seconds")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend(fontsize="small")
    PLOT.parent.mkdir(exist_ok=True)
    figure.savefig(PLOT)
    pyplot.close(figure)
    return f"The same as a plot: {PLOT}"
