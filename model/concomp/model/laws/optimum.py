"""Lower bounds for linear programs.

How small can one unknown of a system be? A point that solves the system bounds the answer from above. Multipliers of
the rows bound it from below: if Σ y_i·A_i is at most 1 at that unknown and at most 0 at the others, then every
solution gives it at least Σ y_i·b_i. Where the two meet the answer is known, and checking it takes only arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.linear import Point, System, Unknown, solves


def lower_bound(system: System, unknown: Unknown, multipliers: Sequence[Fraction]) -> Fraction:
    """What `multipliers`, one a row, show that every solution gives `unknown` at least.

    Raises ValueError if they are not one a row, or if their combination of the rows exceeds the unknown.
    """
    if len(multipliers) != len(system.rows):
        raise ValueError(f"{len(multipliers)} multipliers for {len(system.rows)} rows: give one a row")
    columns = dict.fromkeys(system.unknowns, ZERO)
    for row, multiplier in zip(system.rows, multipliers, strict=True):
        for name, coefficient in row.terms:
            columns[name] += multiplier * coefficient
    for name, column in columns.items():
        allowed = ONE if name == unknown else ZERO
        if column > allowed:
            raise ValueError(f"the multipliers combine to {column} at {name!r}: at most {allowed} bounds {unknown!r}")
    return sum((y * row.total for y, row in zip(multipliers, system.rows, strict=True)), ZERO)


@dataclass(frozen=True)
class Minimum:
    """The least value of an unknown: a solution that has it, and multipliers that show no solution has less."""

    point: Point
    multipliers: tuple[Fraction, ...]


def is_minimum(system: System, unknown: Unknown, minimum: Minimum) -> bool:
    """Whether the point solves the system and meets the bound of the multipliers exactly."""
    return solves(system, minimum.point) and lower_bound(system, unknown, minimum.multipliers) == minimum.point[unknown]
