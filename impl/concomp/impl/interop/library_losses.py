"""Losses between the numbers of other libraries and ours, never smaller than they were."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from concomp.model.numbers import NumberError


def number_from(value: Any) -> Fraction:
    """The very number that a float or an integer is; NumberError for what is none, or is not finite."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise NumberError("give a finite number")
    return Fraction(value)


def float_up(number: Fraction) -> float:
    """The number as a float, or the float just above it."""
    near = float(number)
    return near if Fraction(near) >= number else math.nextafter(near, math.inf)


def float_down(number: Fraction) -> float:
    """The number as a float, or the float just below it."""
    return -float_up(-number)
