"""Ranges of the numbers that files hold, each with what to do about a number outside."""

from __future__ import annotations

from fractions import Fraction

from pydantic_core import PydanticCustomError


def refused(remedy: str) -> PydanticCustomError:
    """The error that tells what to do about a value."""
    return PydanticCustomError("refused", "{remedy}", {"remedy": remedy})


def e_eps(number: Fraction) -> Fraction:
    """The number, which is an E = e^ε."""
    if number < 1:
        raise refused("E = e^eps must be at least 1")
    return number


def delta(number: Fraction) -> Fraction:
    """The number, which is a δ."""
    if not 0 <= number <= 1:
        raise refused("delta must be from 0 to 1")
    return number


def probability(number: Fraction) -> Fraction:
    """The number, which is a probability."""
    if not 0 <= number <= 1:
        raise refused("write a probability, from 0 to 1")
    return number
