"""What is asked by number: a δ, an order, an ω, a ρ."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.numbers import Exact, NumberError, exact, exact_delta, parameter

LARGEST_ORDER = 1000
LARGEST_OMEGA = 10**6


def asked_delta(delta: Exact) -> Fraction:
    """The δ that is given; ParameterError if it is no probability."""
    return parameter("delta", exact_delta, delta)


def exact_order(value: object) -> Fraction:
    """The number that `value` writes, which is an order of Rényi divergence; NumberError if it is not above 1."""
    return _above_one(value, LARGEST_ORDER, "")


def exact_omega(value: object) -> Fraction:
    """The number that `value` writes, which is an ω of tCDP; NumberError if it is not above 1."""
    return _above_one(value, LARGEST_OMEGA, ", or ask for zCDP")


def exact_rho(value: object) -> Fraction:
    """The number that `value` writes, which is a ρ; NumberError if it is negative."""
    number = exact(value)
    if number < 0:
        raise NumberError("rho must be at least 0")
    return number


def _above_one(value: object, largest: int, otherwise: str) -> Fraction:
    number = exact(value)
    if not 1 < number <= largest:
        raise NumberError(f"give a number above 1, at most {largest}{otherwise}")
    return number
