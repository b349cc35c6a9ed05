"""The parameters of mechanisms, each within its range, an error saying what to do about the value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import index
from typing import Any

from concomp.model.numbers import NumberError, exact, exact_delta

MOST_DIFFERING = 1000
"""The most differing messages; a loss is raised to this power."""
LARGEST = 10**9
"""The largest sensitivity, and the most messages."""
LARGEST_SCORE = 10_000
"""The largest score; a weight is raised to this power."""
SMALLEST, LARGEST_VARIANCE = Fraction(1, 10**30), Fraction(10**30)
"""The limits of variances."""
NEAREST = Fraction(1, 10**9)
"""How close to 0 or 1 a ratio may be."""
WITHOUT_LOSS = "what loses nothing does not depend on records, and is answered without a mechanism"
DIGITS = 50
"""The most digits above and below the line of what is raised to powers."""


def positive(value: object) -> int:
    """An integer from 1 to LARGEST, of Python or numpy; NumberError for anything else."""
    return between(value, LARGEST)


def integer(value: object) -> int:
    """An integer of moderate length, of Python or numpy; NumberError for anything else."""
    number = moderate(value)
    if number.denominator != 1:
        raise NumberError("give an integer")
    return int(number)


def differing(value: object) -> int:
    """How many messages may differ; NumberError for what is no number from 1 to MOST_DIFFERING."""
    return between(value, MOST_DIFFERING)


def moderate(value: object) -> Fraction:
    """A rational of moderate length; NumberError for anything else."""
    number = exact(value)
    if max(abs(number.numerator), number.denominator) >= 10**DIGITS:
        raise NumberError(f"write a number with at most {DIGITS} digits above and below the line")
    return number


def delta(value: object) -> Fraction:
    """A δ; NumberError for anything else."""
    return exact_delta(moderate(value))


def e_eps(value: object) -> Fraction:
    """An E = e^ε of at least 1; NumberError for anything else."""
    number = moderate(value)
    if number < 1:
        raise NumberError("E = e^eps must be at least 1: for eps = 1/10 write 1.105")
    return number


def e_eps_of_noise(value: object) -> Fraction:
    """An E = e^ε above 1; NumberError for anything else."""
    number = moderate(value)
    if number <= 1:
        raise NumberError(f"E = e^eps must be above 1, like 1.105 for eps = 1/10: {WITHOUT_LOSS}")
    return number


def rho(value: object) -> Fraction:
    """A ρ above 0; NumberError for anything else."""
    number = moderate(value)
    if number <= 0:
        raise NumberError(f"rho must be above 0: {WITHOUT_LOSS}")
    return number


def variance(value: object) -> Fraction:
    """The variance of discrete Gaussian noise; NumberError for one that cannot be drawn."""
    number = exact(value)
    if not SMALLEST <= number <= LARGEST_VARIANCE:
        raise NumberError("write a number from 1e-30 to 1e30")
    return number


def score(value: object) -> int:
    """The largest score; NumberError for what is no number from 1 to LARGEST_SCORE."""
    return between(value, LARGEST_SCORE)


def ratio(value: object) -> Fraction:
    """The ratio of geometric noise; NumberError for one that cannot be drawn."""
    number = moderate(value)
    if not NEAREST <= number <= 1 - NEAREST:
        raise NumberError("write a ratio between 0 and 1, from 1e-9 to 1 - 1e-9")
    return number


def chance(value: object) -> Fraction:
    """The chance of an error; NumberError unless it is above 0 and below 1."""
    number = exact(value)
    if not 0 < number < 1:
        raise NumberError('write a chance between 0 and 1, like "1/20"')
    return number


def chance_up_to_one(value: object) -> Fraction:
    """The chance of an error, which may be certain; NumberError unless it is above 0 and at most 1."""
    number = exact(value)
    if not 0 < number <= 1:
        raise NumberError('write a chance above 0 and at most 1, like "1/20"')
    return number


def at_least_zero(value: object) -> int:
    """An integer from 0 to LARGEST, of Python or numpy; NumberError for anything else."""
    number = integer(value)
    if not 0 <= number <= LARGEST:
        raise NumberError(f"give an integer from 0 to {LARGEST}")
    return number


def up_to(most: int) -> Callable[[object], int]:
    """The reader of integers from 1 to `most`."""
    return lambda value: between(value, most)


def between(value: Any, most: int) -> int:
    """An integer from 1 to `most`, of Python or numpy; NumberError for anything else."""
    try:
        number = index(value) if not isinstance(value, bool) else 0
    except TypeError:
        number = 0
    if not 1 <= number <= most:
        raise NumberError(f"give an integer from 1 to {most}")
    return number
