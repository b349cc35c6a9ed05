"""Linear systems over non-negative unknowns, and what settles them.

A system asks for x ≥ 0 with A·x = b. It is settled by a point that solves it, or, by Farkas' lemma, by one multiplier
a row: if Σ y_i·A_i has no negative entry while Σ y_i·b_i is negative, then no x ≥ 0 can satisfy all rows. Whoever
finds the point or the multipliers, checking them takes only additions and multiplications of rationals.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ZERO

Unknown = Hashable
Point = Mapping[Unknown, Fraction]


@dataclass(frozen=True)
class Row:
    """An equation Σ coefficient·unknown = total.

    terms: (unknown, coefficient) pairs; an unknown may occur more than once.
    """

    terms: tuple[tuple[Unknown, Fraction], ...]
    total: Fraction


@dataclass(frozen=True)
class System:
    """A conjunction of equations over unknowns that must not be negative.

    unknowns: every unknown, once. Raises ValueError if a row names another one.
    """

    unknowns: tuple[Unknown, ...]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        known = set(self.unknowns)
        strange = [unknown for row in self.rows for unknown, _ in row.terms if unknown not in known]
        if strange:
            raise ValueError(f"a row names {strange[0]!r}, which is not among the unknowns: declare it")


def solves(system: System, point: Point) -> bool:
    """Whether `point`, a value for every unknown, is non-negative and satisfies every row exactly."""
    return all(unknown in point and point[unknown] >= 0 for unknown in system.unknowns) and all(
        sum((coefficient * point[unknown] for unknown, coefficient in row.terms), ZERO) == row.total
        for row in system.rows
    )


def refutes(system: System, multipliers: Sequence[Fraction]) -> bool:
    """Whether `multipliers`, one a row, show by Farkas' lemma that nothing non-negative solves the system."""
    if len(multipliers) != len(system.rows):
        return False
    columns = dict.fromkeys(system.unknowns, ZERO)
    for row, multiplier in zip(system.rows, multipliers, strict=True):
        for unknown, coefficient in row.terms:
            columns[unknown] += multiplier * coefficient
    total = sum((y * row.total for y, row in zip(multipliers, system.rows, strict=True)), ZERO)
    return total < 0 and all(column >= 0 for column in columns.values())
