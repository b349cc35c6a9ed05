"""Exact numbers: read from what people write, and written as text.

A number is an integer, a Fraction, a Decimal, or text: "3", "p/q", "0.1", "1e-6". All of these are taken exactly. A
float has been rounded already, and nobody knows which way, so it is refused. Every command, file format and function
reads numbers and privacy parameters here; an error says what to write instead, and its caller says where.

Limits: at most DIGITS digits above and below the line, so that "1e999999999" costs nothing. Integers and Fractions,
which have been computed already, may be of any length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from numbers import Rational, Real
from typing import TypeVar

T = TypeVar("T")
Exact = Fraction | int | Decimal | str
DIGITS = 4_000
"""The most digits above and below the line; Python refuses to convert much longer ones at once."""
QUOTIENT = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


class NumberError(ValueError):
    """Thrown for what is no exact number, or one out of range; the message is the remedy."""


class ParameterError(ValueError):
    """Thrown for a parameter that is out of range or not exact; the message names it, its value and the remedy."""

    def __init__(self, name: str, value: object, remedy: str) -> None:
        """Take the parameter's name, its value and what to do."""
        super().__init__(f"{name} is {value_text(value)}: {remedy}")
        self.name = name
        self.value = value
        self.remedy = remedy


def exact(value: object) -> Fraction:
    """The rational that `value` writes; NumberError if it is a float, no number, or absurdly long."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, Decimal):
        return _from_decimal(value)
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Real) and not isinstance(value, bool):
        raise NumberError(
            'a float has been rounded already: write it as text, like "0.1" or "1/10", '
            "or, in Python, say rounded_up(…) or rounded_down(…)"
        )
    raise _no_number()


def exact_e_eps(value: object) -> Fraction:
    """The number that `value` writes, which is an E = e^ε; NumberError if it is less than 1."""
    number = exact(value)
    if number < 1:
        raise NumberError("E = e^eps must be at least 1")
    return number


def exact_epsilon(value: object) -> Fraction:
    """The number that `value` writes, which is an ε; NumberError if it is negative."""
    number = exact(value)
    if number < 0:
        raise NumberError("eps must be at least 0")
    return number


def exact_delta(value: object) -> Fraction:
    """The number that `value` writes, which is a δ; NumberError if it is not from 0 to 1."""
    number = exact(value)
    if not 0 <= number <= 1:
        raise NumberError("delta must be from 0 to 1")
    return number


def exact_probability(value: object) -> Fraction:
    """The number that `value` writes, which is a probability; NumberError if it is not from 0 to 1."""
    number = exact(value)
    if not 0 <= number <= 1:
        raise NumberError("write a probability, from 0 to 1")
    return number


def parameter(name: str, reader: Callable[[object], T], value: object) -> T:
    """What `reader` makes of the parameter `name`; ParameterError, with this name, where it raises NumberError."""
    try:
        return reader(value)
    except NumberError as error:
        raise ParameterError(name, value, str(error)) from None


def rational_text(number: Fraction) -> str:
    """A rational as "p/q" in lowest terms, or "p" if it is an integer; of any length."""
    numerator = digits(number.numerator)
    return numerator if number.denominator == 1 else f"{numerator}/{digits(number.denominator)}"


def digits(number: int) -> str:
    """An integer in decimal digits, of any length."""
    if number.bit_length() <= 3 * DIGITS:
        return str(number)
    # Python refuses to convert a longer one, and takes the square of its length to divide it into shorter ones.
    from flint import fmpz

    return str(fmpz(number))


def value_text(value: object) -> str:
    """A value in an error message, shortened if it is long."""
    try:
        whole = repr(value)
    except ValueError:  # An integer in it has too many digits to be written at once.
        whole = f"{type(value).__name__}, too long to be shown"
    if isinstance(value, Rational) and not isinstance(value, bool):
        whole = rational_text(Fraction(int(value.numerator), int(value.denominator)))
    return whole if len(whole) <= 60 else f"{whole[:40]}… ({len(whole)} characters)"


def _from_text(text: str) -> Fraction:
    if quotient := QUOTIENT.fullmatch(text):
        above, below = quotient.groups()
        if max(len(above.lstrip("+-")), len(below)) > DIGITS:
            raise _too_long()
        if int(below) == 0:
            raise NumberError("the denominator is zero: write a positive one")
        return Fraction(int(above), int(below))
    if not DECIMAL.fullmatch(text):
        raise _no_number()
    try:
        return _from_decimal(Decimal(text))
    except InvalidOperation:  # The exponent has too many digits even to be looked at.
        raise _too_long() from None


def _from_decimal(number: Decimal) -> Fraction:
    _, written, exponent = number.as_tuple()
    if not isinstance(exponent, int):  # Infinity or NaN.
        raise _no_number()
    if max(len(written) + max(exponent, 0), 1 - min(exponent, 0)) > DIGITS:
        raise _too_long()
    return Fraction(number)


def _no_number() -> NumberError:
    return NumberError('write a rational "p/q" or "p" in decimal digits, or a decimal like "0.1" or "1e-6"')


def _too_long() -> NumberError:
    return NumberError(f"write a number with at most {DIGITS} digits above and below the line")
