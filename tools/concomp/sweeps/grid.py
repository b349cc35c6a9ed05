"""Grids of parameters: names, each with the values that it takes; a point has a value for each name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from concomp.model.numbers import NumberError, ParameterError, exact, rational_text

Value = Fraction | tuple[int, int]
"""A rational, or the ends of a range."""
Point = tuple[tuple[str, Value], ...]
"""(name, value), in the order of the grid."""
LARGEST = 100_000
"""The most points of a grid."""


def read_value(value: object) -> Value:
    """A value of a grid: a rational, or a range as two integers or as text "-8:24"; NumberError for anything else."""
    if isinstance(value, str) and ":" in value:
        value = value.split(":")
    if isinstance(value, tuple | list):
        ends = [exact(each) for each in value]
        if len(ends) != 2 or any(each.denominator != 1 for each in ends):
            raise NumberError('write a range as two integers, like "-8:24"')
        return ends[0].numerator, ends[1].numerator
    return exact(value)


def points(grid: Mapping[str, Sequence[object]]) -> tuple[Point, ...]:
    """All points of a grid, the last name changing fastest.

    grid: name ↦ its values. Raises ParameterError for a grid without points, a value that is none or stands twice, or
    more than LARGEST points.
    """
    if not isinstance(grid, Mapping) or not grid:
        raise ParameterError("grid", grid, "give at least one name with its values")
    for name, listed in grid.items():
        if not isinstance(name, str):
            raise ParameterError("grid", name, "write names as text")
        if isinstance(listed, str) or not isinstance(listed, Sequence) or not listed:
            raise ParameterError(f"grid[{name!r}]", listed, "give a list of at least one value")
    count = prod(len(listed) for listed in grid.values())
    if count > LARGEST:
        raise ParameterError("grid", f"{count} points", f"give at most {LARGEST}")
    axes = [[(name, value) for value in _values(name, listed)] for name, listed in grid.items()]
    return tuple(product(*axes))


def value_text(value: Value) -> str:
    """A value as a grid writes it."""
    return rational_text(value) if isinstance(value, Fraction) else f"{value[0]}:{value[1]}"


def _values(name: str, listed: Sequence[object]) -> list[Value]:
    values: dict[Value, None] = {}
    for each in listed:
        try:
            value = read_value(each)
        except NumberError as error:
            raise ParameterError(f"grid[{name!r}]", each, str(error)) from None
        if value in values:
            raise ParameterError(f"grid[{name!r}]", each, "it stands twice: leave one out")
        values[value] = None
    return list(values)
