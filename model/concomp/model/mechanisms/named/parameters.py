"""The parameters of named mechanisms, each within its range, an error saying what to do about the value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from concomp.model.numbers import NumberError, exact, parameter

LARGEST = 1_000_000
"""The largest integer that may be a value, a threshold or an end of a clamp."""
WIDEST = 4096
"""The most integers between the ends of a range."""
DIGITS = 50
"""The most digits above and below the line of a ratio; a closed form raises it to high powers."""
LEAVES = 4096
"""The most leaves of a tree."""
Range = tuple[int, int]
"""The least and the largest of some integers."""


def exact_ratio(value: object) -> Fraction:
    """The ratio r of geometric noise that `value` writes; NumberError unless 0 < r < 1."""
    number = exact(value)
    if not 0 < number < 1:
        raise NumberError('write a ratio strictly between 0 and 1, like "10/11"; noise of ratio 1/E loses E a unit')
    if number.denominator >= 10**DIGITS:
        raise NumberError(f"write a ratio with at most {DIGITS} digits above and below the line")
    return number


def integer(value: object) -> int:
    """An integer of moderate size; NumberError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise NumberError(f"write an integer from {-LARGEST} to {LARGEST}")
    return value


def integers_between(value: object) -> Range:
    """The least and the largest of some integers; NumberError unless these are two integers in order."""
    low, high = _two_integers(value)
    if low >= high:
        raise NumberError("write the least value and a larger one, like [0, 1]")
    return low, high


def exact_clamp(value: object) -> Range:
    """The ends of a clamp; NumberError unless these are two integers in order."""
    low, high = _two_integers(value)
    if low > high:
        raise NumberError("the ends are reversed: write the least answer first, like [-16, 16]")
    return low, high


def number_of_leaves(value: object) -> int:
    """The number of leaves of a tree; NumberError unless it is an integer within reach."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LEAVES:
        raise NumberError(f"write the number of leaves, an integer from 1 to {LEAVES}")
    return value


def _two_integers(value: object) -> Range:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NumberError("write two integers, the least and the largest")
    low, high = (integer(each) for each in value)
    if high - low > WIDEST:
        raise NumberError(f"write two integers at most {WIDEST} apart")
    return low, high


def set_exactly(named: object, **readers: Callable[[Any], object]) -> None:
    """Let fields of a frozen dataclass be what their readers make of them; ParameterError that names the field."""
    for name, reader in readers.items():
        object.__setattr__(named, name, parameter(name, reader, getattr(named, name)))


def unless_missing(reader: Callable[[Any], object]) -> Callable[[Any], object]:
    """The reader, for a field that may be left out."""
    return lambda value: None if value is None else reader(value)
