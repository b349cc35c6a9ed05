"""Counters: how far their answers are from the truth, beside what is possible, and how long a step takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from math import inf, pi, sin, sqrt
from pathlib import Path

from benchmarks.figures import Figure, table
from benchmarks.growth import INSTALL
from benchmarks.peers import INSTALL as INSTALL_PEERS
from benchmarks.timing import in_turns
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.counter import Counter
from concomp.impl.mechanisms.counters.factorised import FactorisationCounter
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.noise.sources import SystemRandomness
from concomp.report.text import columns

PLOT = Path("build") / "counters.svg"
RHO = "1/2"
"""At this, σ² = 1/(2ρ) is 1."""
COUNTERS: Mapping[str, tuple[int, Callable[[int], Counter]]] = {
    "binary tree": (20, partial(BinaryTreeCounter, rho=RHO)),
    "unbounded": (20, lambda steps: UnboundedCounter(rho=RHO)),
    "two levels": (20, lambda steps: TwoLevelCounter(round(sqrt(steps)), rho=RHO)),
    "square root": (14, partial(FactorisationCounter, rho=RHO)),
    "buffered": (20, partial(FactorisationCounter, rho=RHO, factorisation="buffered")),
    "optimal": (10, partial(FactorisationCounter, rho=RHO, factorisation="optimal")),
    "optimal mean": (10, partial(FactorisationCounter, rho=RHO, factorisation="optimal mean")),
}
"""What makes a counter of so many steps, and the logarithm of the most steps that are looked at."""
BIG = 10**30
HEADING = ("T", "counter", "mean", "largest", "bound of the mean")


def lines() -> Iterator[str]:
    """Variances, then times, then where the plot is."""
    yield "Counters: the variance of answers at sigma^2 = 1/(2 rho)"
    yield from columns([HEADING, *(row(steps, name) for steps in (1 << 8, 1 << 10, 1 << 14) for name in of(steps))])
    yield ""
    yield "The variance where it is largest, beside what it ought to be at most"
    yield from table(variances())
    yield ""
    yield "A step: microseconds of the processor; items of a hundred bits, sums past 64"
    yield from table(times())
    if find_spec("dpcrpy"):
        yield from table([beside_dpcrpy()])
    else:
        yield f"dpcrpy is not installed: {INSTALL_PEERS}"
    yield plotted() if find_spec("matplotlib") else f"For a plot of errors: {INSTALL}"


def of(steps: int) -> Iterator[str]:
    """The counters that are looked at for so many steps."""
    return (name for name, (most, _) in COUNTERS.items() if steps <= 1 << most)


def row(steps: int, name: str) -> tuple[str, ...]:
    """A line of the table of variances."""
    counter = COUNTERS[name][1](steps)
    found = [counter.variance(step) for step in range(1, steps + 1)]
    return str(steps), name, f"{sum(found) / steps:.4f}", f"{max(found):.4f}", f"{mean_bound(steps):.3f}"


def largest(steps: int, name: str) -> float:
    """The largest variance, which is at one of the last 2·√T steps if T is a power of two."""
    counter = COUNTERS[name][1](steps)
    if isinstance(counter, FactorisationCounter):
        return counter.factors.largest_spread * counter.noise.variance
    return max(counter.variance(step) for step in range(max(1, steps - round(2 * sqrt(steps))), steps + 1))


def mean_bound(steps: int) -> float:
    """No factorisation's mean variance is below (Σσ/T)², for the singular values 1/(2·sin((2j − 1)π/(4T + 2))) of A."""
    values = (1 / (2 * sin((2 * j - 1) * pi / (4 * steps + 2))) for j in range(1, steps + 1))
    return (sum(values) / steps) ** 2


def variances() -> Iterator[Figure]:
    """Those that have something to reach."""
    for exponent, optimum in ((8, 6.4149), (9, 7.5432), (10, 8.7706)):
        yield Figure(f"optimal, T = 2^{exponent}", largest(1 << exponent, "optimal"), optimum * (1 + 1e-4), "")
    for exponent, peer in ((14, 17.330), (20, 30.274)):
        yield Figure(f"buffered, T = 2^{exponent}", largest(1 << exponent, "buffered"), peer * 1.01, "")


def times() -> Iterator[Figure]:
    """A step of each, over the whole stream where it is short."""
    for name, steps, sent, limit in (
        ("binary tree", 1 << 20, 1 << 15, 20.0),
        ("square root", 1 << 14, 1 << 14, 80.0),
        ("buffered", 1 << 20, 1 << 12, inf),
        ("optimal", 1 << 10, 1 << 10, inf),
    ):
        counter = COUNTERS[name][1](steps)
        taken = min(in_turns({name: partial(count, counter, sent)})[name].cpu)
        yield Figure(f"{name}, T = {steps}", taken / sent * 1e6, limit, "µs")


def beside_dpcrpy() -> Figure:
    """A step of the tree beside dpcrpy's, whose noise is numpy's floats, in turns."""
    from dpcrpy.framework.noiMech import GaussNoiMech
    from dpcrpy.treeMethods.binMech import BinMech

    sent = 1 << 12

    def theirs() -> None:
        peer = BinMech(20, GaussNoiMech(sigma0=1))
        for _ in range(sent):
            peer.dpRelease(1)

    times = in_turns({"ours": partial(count, COUNTERS["binary tree"][1](1 << 20), sent), "theirs": theirs})
    cpu = {name: min(each.cpu) / sent * 1e6 for name, each in times.items()}
    return Figure("binary tree, T = 2^20, beside dpcrpy's", cpu["ours"], cpu["theirs"], "µs")


def count(counter: Counter, items: int) -> None:
    """So many items."""
    respond = counter.begin(SystemRandomness())
    for _ in range(items):
        respond(BIG)


def plotted() -> str:
    """Draw standard deviations against T, where they are largest, and say where."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "counters"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5))
    for name, (most, _) in COUNTERS.items():
        sizes = [1 << exponent for exponent in range(most + 1)]
        axes.plot(sizes, [sqrt(largest(size, name)) for size in sizes], marker=".", label=name)
    sizes = [1 << exponent for exponent in range(21)]
    axes.plot(sizes, [sqrt(mean_bound(size)) for size in sizes], "k:", label="bound of any mean")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("T")
    axes.set_ylabel("largest standard deviation at rho = 1/2")
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend(fontsize="small")
    PLOT.parent.mkdir(exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None})
    pyplot.close(figure)
    return f"Errors against T as a plot: {PLOT}"
