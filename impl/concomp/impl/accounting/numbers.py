"""Numbers that come in, and bounds that go out.

A number is taken as it is written: a Fraction, an integer, "p/q", or a decimal string. A float has already been
rounded, and nobody knows which way, so it is taken only by saying how: `rounded_up(0.1)` for a privacy loss,
`rounded_down(0.1)` for a budget.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

Exact = Fraction | int | str
DIGITS = 4000
"""The longest number, in digits, that is read."""
_RATIONAL = re.compile(r"[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d{1,4})?)", re.ASCII)


class ParameterError(ValueError):
    """Thrown for a parameter that is out of range or not exact; the message names it, its value and the remedy."""

    def __init__(self, name: str, value: object, remedy: str) -> None:
        """Take the parameter's name, its value and what to do."""
        super().__init__(f"{name} is {_shortened(value)}: {remedy}")


def _shortened(value: object) -> str:
    if isinstance(value, Fraction):
        shown = str(value)
    else:
        shown = "NaN" if isinstance(value, float) and math.isnan(value) else repr(value)
    return shown if len(shown) <= 60 else f"{shown[:40]}… ({len(shown)} characters)"


def exact(value: Exact, name: str) -> Fraction:
    """The rational number that `value` writes; ParameterError if it is a float, no number, or absurdly long."""
    if isinstance(value, bool) or not isinstance(value, Fraction | int | str):
        raise ParameterError(
            name, value, 'write it exactly, as "1/10" or "0.1", or say rounded_up(…) or rounded_down(…)'
        )
    if not isinstance(value, str):
        return Fraction(value)
    if len(value) > DIGITS:
        raise ParameterError(name, value, f"a number may have {DIGITS} characters")
    text = value.strip()
    if not _RATIONAL.fullmatch(text) or ("/" in text and not text.partition("/")[2].strip("0")):
        raise ParameterError(name, value, 'write a rational "p/q" or a decimal such as "0.1"')
    return Fraction(text) if "/" in text else Fraction(Decimal(text))


def exact_e_eps(value: Exact) -> Fraction:
    """The number that `value` writes, if it can be an e^ε; ParameterError if not."""
    number = exact(value, "e_eps")
    if number < 1:
        raise ParameterError("e_eps", value, "e^ε is at least 1")
    return number


def exact_delta(value: Exact) -> Fraction:
    """The number that `value` writes, if it can be a δ; ParameterError if not."""
    number = exact(value, "delta")
    if not 0 <= number <= 1:
        raise ParameterError("delta", value, "δ lies between 0 and 1")
    return number


def rounded_up(value: float) -> Fraction:
    """The rational just above a float, for a privacy loss; ParameterError if it is not finite."""
    return _neighbour(value, math.inf)


def rounded_down(value: float) -> Fraction:
    """The rational just below a float, for a budget; ParameterError if it is not finite."""
    return _neighbour(value, -math.inf)


def _neighbour(value: float, towards: float) -> Fraction:
    if not math.isfinite(value):
        raise ParameterError("the number", value, "give a finite number")
    return Fraction(math.nextafter(value, towards))


@dataclass(frozen=True)
class Bounds:
    """A number known to lie between two rationals; exactly known where they are equal."""

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"bounds {self.low} > {self.high}")

    @property
    def is_exact(self) -> bool:
        """Whether the number is known exactly."""
        return self.low == self.high

    @property
    def value(self) -> Fraction:
        """The number itself; ValueError where it is only bounded."""
        if not self.is_exact:
            raise ValueError("the number is only known to lie within its bounds: use `low` and `high`")
        return self.low


def known(value: Fraction) -> Bounds:
    """Bounds of a number that is known exactly."""
    return Bounds(value, value)
