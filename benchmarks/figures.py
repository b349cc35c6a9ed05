"""Figures beside what they ought to be at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from concomp.report.text import columns

HEADING = ("work", "measured", "at most", "ratio", "")


@dataclass(frozen=True)
class Figure:
    """What was measured of some work, in some unit, and what it ought to be at most."""

    work: str
    measured: float
    limit: float
    unit: str
    remark: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """A line of the table."""
        ratio = f"{self.measured / self.limit:.2f}"
        return (self.work, _number(self.measured, self.unit), _number(self.limit, self.unit), ratio, self.remark)


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """The figures, a line each; a ratio above 1 is too much."""
    yield from columns([HEADING, *(figure.cells for figure in figures)])


def _number(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}".rstrip()
