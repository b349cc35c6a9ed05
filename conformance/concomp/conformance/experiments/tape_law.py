"""The law by tapes: a program that draws from nothing but a tape is run on all of them, and its law is computed.

A target is asked for one value with the beginning of a tape. It answers the value, or says below which bound it would
draw next; then every next number is tried. Tapes of little weight are not followed; what they weigh together is all
that is left open of the law. So nothing is sampled, and nothing is left to chance.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from concomp.conformance.experiments.finding import Cost, Finding, Message, Play, results
from concomp.conformance.experiments.law_test import LAWS
from concomp.conformance.protocol.numbers import Number, read_number
from concomp.conformance.statistics.cell_laws import BITS, CellLaw
from concomp.model.laws.balls import ball, precision

LARGEST_BOUND = 4096
"""The largest bound below which every number is tried."""
Tape = tuple[int, ...]


class TapeLaw(BaseModel):
    """The law of noise on the integers, by tapes.

    law, parameter, last: as of `LawTest`. least: the weight of a tape below which it is not followed. runs: how many
    tapes are tried at most; those that wait then are not followed either. left: what these may weigh together.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["tape_law"] = "tape_law"
    law: Literal["discrete_laplace", "discrete_gaussian", "two_sided_geometric"]
    parameter: Number
    last: Annotated[int, Field(ge=0, le=100)]
    least: Number
    left: Number
    runs: Annotated[int, Field(ge=1, le=100_000)] = 20_000

    @property
    def right(self) -> CellLaw:
        """The law of a right target."""
        return LAWS[self.law][1](read_number(self.parameter), self.last)

    def play(self) -> Play:
        """Follow the tapes, all of one length at once, and compare."""
        right, least = self.right, read_number(self.least)
        masses, cut, runs = [Fraction(0)] * len(right.chances), Fraction(0), 0
        waiting: list[tuple[Tape, Fraction]] = [((), Fraction(1))]
        while waiting:
            asks = [self._draw(tape) for tape, _ in waiting]
            longer: list[tuple[Tape, Fraction]] = []
            for (tape, weight), drawn in zip(waiting, results(asks, (yield asks)), strict=True):
                bound = drawn.get("needs")
                if bound is None:
                    cell = _cell(right, drawn.get("values"))
                    if cell is None:
                        return self._finding(False, f"on the tape {list(tape)}, no value of the law")
                    masses[cell] += weight
                elif weight / bound >= least and bound <= LARGEST_BOUND:
                    longer.extend(((*tape, number), weight / bound) for number in range(bound))
                else:
                    cut += weight
            runs += len(waiting)
            if runs + len(longer) > self.runs:
                cut, longer = cut + sum((weight for _, weight in longer), Fraction(0)), []
            waiting = longer
        return self._compared(right, masses, cut, runs)

    def _compared(self, right: CellLaw, masses: list[Fraction], cut: Fraction, runs: int) -> Finding:
        if cut > read_number(self.left):
            return self._finding(
                False, f"a chance of {float(cut):.3g} is left open: draw below small bounds", "robustness"
            )
        with precision(BITS):
            for name, mass, chance in zip(right.cells.names, masses, right.chances, strict=True):
                if ball(mass) > chance or ball(mass + cut) < chance:
                    reported = f"{name} has a chance from {float(mass):.6g} to {float(mass + cut):.6g}"
                    return self._finding(False, f"{reported}, by {runs} tapes, and not {float(chance.mid()):.6g}")
        return self._finding(True, f"the law, but for a chance of {float(cut):.3g}, by {runs} tapes")

    def _draw(self, tape: Tape) -> Message:
        law = {"law": self.law, LAWS[self.law][0]: self.parameter}
        return {"cmd": "draw", "law": law, "count": 1, "tape": list(tape)}

    def _finding(self, kept: bool, reported: str, cost: Cost = "privacy") -> Finding:
        law = f"{self.law.replace('_', ' ')}, {LAWS[self.law][0]} {self.parameter}"
        return Finding(kept, cost, f"{law}, by all tapes that weigh {self.least} or more", reported)


def _cell(law: CellLaw, values: Any) -> int | None:
    return law.cells.cell(values[0]) if isinstance(values, list) and len(values) == 1 else None
