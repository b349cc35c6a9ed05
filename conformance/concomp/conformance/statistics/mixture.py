"""The test of a law: the likelihood ratio of a Dirichlet(½)-mixture of all laws on the cells to the law itself.

Under the law this ratio is a martingale that starts at 1. So with a chance of at most α does it ever come to 1/α (Ville
1939), whenever one looks. Chances are rounded up, which makes the ratio smaller and fails nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from concomp.conformance.statistics.cell_laws import BITS, CellLaw
from concomp.conformance.statistics.cells import count
from concomp.model.laws.balls import ball, precision

HALF = Fraction(1, 2)


def first_rejection(law: CellLaw, batches: Iterable[Sequence[Any]], alpha: Fraction) -> int | None:
    """After how many draws the law is rejected, looking after each batch; None if it is not."""
    counts, drawn = (0,) * len(law.chances), 0
    for batch in batches:
        found, strangers = count(law.cells, batch)
        counts, drawn = tuple(old + new for old, new in zip(counts, found, strict=True)), drawn + len(batch)
        if strangers or rejects(law, counts, alpha):
            return drawn
    return None


def rejects(law: CellLaw, counts: Sequence[int], alpha: Fraction) -> bool:
    """Whether the ratio is surely at least 1/α where so many draws fell into each cell."""
    if any(n and not chance for n, chance in zip(counts, law.upper, strict=True)):
        return True
    with precision(BITS):
        return bool(log_ratio(law, counts) >= -ball(alpha).log())


def log_ratio(law: CellLaw, counts: Sequence[int]) -> arb:
    """The logarithm of the ratio, its denominator rounded up; no draw fell into a cell without a chance."""
    likelihood = sum((n * ball(law.upper[k]).log() for k, n in enumerate(counts) if n), arb(0))
    return log_mixture(counts) - likelihood


def log_mixture(counts: Sequence[int]) -> arb:
    """The logarithm of the mean, over the Dirichlet(½) laws, of the chance of a series with these counts."""
    cells = len(counts)
    parts = sum((_log_gamma(n + HALF) - _log_gamma(HALF) for n in counts if n), arb(0))
    return parts + _log_gamma(cells * HALF) - _log_gamma(sum(counts) + cells * HALF)


def _log_gamma(number: Fraction) -> arb:
    return ball(number).lgamma()
