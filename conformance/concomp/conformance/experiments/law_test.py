"""The test of a law: values are drawn until the law is rejected, or there were enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.experiments.distances import distances, paired
from concomp.conformance.experiments.finding import ANEW, Finding, Message, Play, results
from concomp.conformance.protocol.numbers import Number, read_number
from concomp.conformance.statistics.catalogue import (
    Power,
    gaussian_defects,
    geometric_defects,
    laplace_defects,
    power,
)
from concomp.conformance.statistics.cell_laws import (
    CellLaw,
    discrete_gaussian,
    discrete_laplace,
    independent,
    repeated,
    two_sided_geometric,
)
from concomp.conformance.statistics.cells import count
from concomp.conformance.statistics.mixture import rejects
from concomp.conformance.statistics.power import MOST_DRAWS
from concomp.conformance.statistics.shares import parts

Make = Callable[[Fraction, int], CellLaw]
Defects = Callable[[Fraction, int], dict[str, CellLaw]]
LAWS: Mapping[str, tuple[str, Make, Defects]] = {
    "discrete_laplace": ("scale", discrete_laplace, laplace_defects),
    "discrete_gaussian": ("variance", discrete_gaussian, gaussian_defects),
    "two_sided_geometric": ("ratio", two_sided_geometric, geometric_defects),
}
"""The name of the parameter of each law, the law, and what may be wrong with it."""
Of = Literal["draws", "pairs", "calls", "distances", "processes"]
JOINT: Mapping[Of, str] = {
    "pairs": "independent draws",
    "calls": "independent calls",
    "distances": "draws at each distance independent",
    "processes": "independent processes",
}
FIRST, MOST = 200, 20_000
"""The draws of the first batch, and the most of one; each is as large as all before."""


class LawTest(BaseModel):
    """The test of the law of noise on the integers, or of the joint law of two draws.

    law, parameter: the name of the law, and the value of its one parameter. last: integers up to this size have a cell
    each, the tails one cell each. of: "draws"; "pairs" of consecutive ones; "calls", pairs of one each by two calls;
    "processes", of one each by the first calls to two processes of the target; or "distances", pairs within a call, at
    each distance from 1 to 8 and a half, a quarter, … of it, each of these a test of its own. draws: how many at most.
    alpha: the largest chance with which a right target is failed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["law"] = "law"
    law: Literal["discrete_laplace", "discrete_gaussian", "two_sided_geometric"]
    parameter: Number
    last: Annotated[int, Field(ge=0, le=100)]
    of: Of = "draws"
    draws: Annotated[int, Field(ge=2, le=MOST_DRAWS)]
    alpha: Number

    @property
    def right(self) -> CellLaw:
        """The law of a right target."""
        single = LAWS[self.law][1](read_number(self.parameter), self.last)
        return single if self.of == "draws" else independent(single)

    @property
    def power(self) -> Power:
        """What it finds."""
        _, law, defects = LAWS[self.law]
        right = law(read_number(self.parameter), self.last)
        wrong = defects(read_number(self.parameter), self.last)
        if self.of == "draws":
            return power(right, wrong, read_number(self.alpha))
        pairs = {"each draw repeated": repeated(right), **{name: independent(each) for name, each in wrong.items()}}
        found = power(independent(right), pairs, parts(read_number(self.alpha), self._tests)).draws
        return Power({name: None if draws is None else 2 * draws for name, draws in found.items()})

    def play(self) -> Play:
        """Draw, batch by batch, until the law is rejected, or there were enough."""
        right, drawn = self.right, 0
        alpha = parts(read_number(self.alpha), self._tests)
        counts = [(0,) * len(right.chances)] * self._tests
        for size in [self.draws] if self.of == "processes" else _batches(self.draws):
            asks = self._asks(size)
            replies = zip(asks, results(asks, (yield asks)), strict=True)
            drawings = [(ask["count"], drawing.get("values") or []) for ask, drawing in replies if ask is not ANEW]
            if (missing := _missing(drawings)) is not None:
                return self._finding(False, missing)
            drawn += size
            for place, pairs in enumerate(self._observed([values for _, values in drawings])):
                found, strangers = count(right.cells, pairs)
                counts[place] = tuple(a + b for a, b in zip(counts[place], found, strict=True))
                if strangers:
                    return self._finding(False, "a value that is none of the law")
                if rejects(right, counts[place], alpha):
                    return self._finding(False, f"rejected after {drawn} draws; {_shares(right, counts[place])}")
        return self._finding(True, f"not rejected by {drawn} draws")

    @property
    def _tests(self) -> int:
        """How many tests there are, which share alpha."""
        return len(self._observed([range(FIRST)] * 2))

    def _asks(self, size: int) -> list[Message]:
        """The messages by which so many values are drawn."""
        match self.of:
            case "calls":
                return [self._draw(size // 2)] * 2
            case "processes":
                return [ANEW, self._draw(size // 2)] * 2
        return [self._draw(size)]

    def _observed(self, calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """What has the law: values, or pairs of them; a list for each test."""
        match self.of:
            case "draws":
                return [list(calls[0])]
            case "pairs":
                return [list(zip(calls[0][::2], calls[0][1::2], strict=True))]
            case "distances":
                return [paired(calls[0], distance) for distance in distances(len(calls[0]))]
        return [list(zip(*calls, strict=True))]

    def _draw(self, size: int) -> Message:
        return {"cmd": "draw", "law": {"law": self.law, LAWS[self.law][0]: self.parameter}, "count": size}

    def _finding(self, kept: bool, reported: str) -> Finding:
        law = f"{self.law.replace('_', ' ')}, {LAWS[self.law][0]} {self.parameter}"
        of = law if self.of == "draws" else f"{JOINT[self.of]}: {law}"
        return Finding(kept, "privacy", f"{of} (a right target fails with a chance of at most {self.alpha})", reported)


def _missing(drawings: Sequence[tuple[int, Sequence[Any]]]) -> str | None:
    """Where a call gave other than so many values; all from one call and none from another make no pair."""
    return next(
        (f"{len(values)} values instead of {asked}" for asked, values in drawings if len(values) != asked), None
    )


def _batches(draws: int) -> Iterator[int]:
    """Even numbers of draws that come to as many as there are, or to one less."""
    left, drawn = draws - draws % 2, 0
    while left:
        size = min(left, max(FIRST, min(drawn, MOST)))
        yield size
        left, drawn = left - size, drawn + size


def _shares(law: CellLaw, counts: Sequence[int]) -> str:
    """The cell that is farthest from what is expected, in words."""
    total = sum(counts)

    def gap(k: int) -> float:
        expected = total * float(law.upper[k])
        return abs(counts[k] - expected) / sqrt(max(expected, 1))

    worst = max(range(len(counts)), key=gap)
    expected = total * float(law.upper[worst])
    return f"{law.cells.names[worst]} came {counts[worst]} times, about {expected:.0f} are expected"
