"""Irrational numbers as balls: what they are made of, and what is said where they do not tell."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import RLock

from flint import arb, ctx

_lock = RLock()


class Undecided(ArithmeticError):
    """Thrown if two numbers are too close to be told apart by balls of the largest precision that is tried."""


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls of so many bits. Flint has one precision for the whole process, so one thread at a time has balls."""
    with _lock, ctx.workprec(bits):
        yield


def _forget_threads() -> None:
    """A child process has none of the threads that may have held the lock."""
    global _lock
    _lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


def ball(number: Fraction) -> arb:
    """The ball of a rational, at the precision that is set."""
    return arb(number.numerator) / number.denominator


def above(number: arb) -> Fraction:
    """A rational that is no less than any number of a ball."""
    mantissa, exponent = number.upper().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def below(number: arb) -> Fraction:
    """A rational that is no more than any number of a ball."""
    return -above(-number)
