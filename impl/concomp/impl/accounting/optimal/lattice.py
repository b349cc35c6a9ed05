"""Losses on a lattice.

If all losses are multiples of one unit, the privacy loss of their composition takes values on a lattice, and its law
is a polynomial with integer coefficients. The unit of rational losses is found by Euclid's algorithm: for rational ε
as it stands, for rational e^ε in its multiplicative form, where division with remainder becomes division by powers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd

from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss

LARGEST = 1 << 22
"""The largest number of units that is convolved."""
WIDEST = 1 << 32
"""The largest number of units a composition may span; beyond it the losses count as having no common unit."""
_EUCLID_STEPS = 200


@dataclass(frozen=True)
class Lattice:
    """A unit, and each loss as a number of units."""

    unit: PureLoss
    steps: tuple[int, ...]


def common_lattice(losses: Sequence[PureLoss]) -> Lattice | None:
    """The lattice of the losses; None if they have no common unit, or one so small that it is of no use."""
    # Long lists mostly repeat a few objects, or a few values, and fractions are slow to compare.
    distinct = {id(loss): loss for loss in losses}
    keys = {key: _key(loss) for key, loss in distinct.items()}
    values = {keys[key]: loss for key, loss in distinct.items()}
    unit = common_unit({loss for loss in values.values() if not is_zero(loss)})
    if unit is None:
        return None
    units: dict[tuple[bool, int, int], int] = {}
    for value, loss in values.items():
        units_of_loss = multiple(loss, unit)
        if units_of_loss is None:
            return None
        units[value] = units_of_loss
    steps_of = {key: units[value] for key, value in keys.items()}
    steps = tuple(steps_of[id(loss)] for loss in losses)
    return Lattice(unit, steps) if sum(steps) <= WIDEST else None


def _key(loss: PureLoss) -> tuple[bool, int, int]:
    if isinstance(loss, ExponentialLoss):
        return True, *loss.epsilon.as_integer_ratio()
    return False, *loss.e_eps.as_integer_ratio()


def is_zero(loss: PureLoss) -> bool:
    """Whether the loss is none."""
    return isinstance(loss, RationalLoss) and loss.e_eps == 1


def common_unit(losses: set[PureLoss]) -> PureLoss | None:
    """The largest loss of which all of some positive losses are multiples; None if none is found."""
    rational = [loss.e_eps for loss in losses if isinstance(loss, RationalLoss)]
    exponential = [loss.epsilon for loss in losses if isinstance(loss, ExponentialLoss)]
    if rational and exponential:
        return None
    if exponential:
        return ExponentialLoss(reduce(_fraction_gcd, exponential))
    unit = Fraction(1)
    for e_eps in rational:
        common = _multiplicative_gcd(unit, e_eps)
        if common is None:
            return None
        unit = common
    return RationalLoss(unit)


def _fraction_gcd(first: Fraction, second: Fraction) -> Fraction:
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


def _multiplicative_gcd(first: Fraction, second: Fraction) -> Fraction | None:
    """The largest r ≥ 1 of which both are powers; None if none is found in a bounded number of divisions."""
    larger, smaller = max(first, second), min(first, second)
    for _ in range(_EUCLID_STEPS):
        if smaller == 1:
            return larger
        times = _floor_logarithm(larger, smaller)
        if times is None:
            return None
        larger, smaller = smaller, larger / smaller**times
    return None


def _floor_logarithm(number: Fraction, base: Fraction) -> int | None:
    """The largest n with base^n ≤ number; None if it shows that they are not powers of one number."""
    ratio = float((RationalLoss(number).logarithm() / RationalLoss(base).logarithm()).mid())
    if not ratio <= LARGEST:
        return None
    guess = max(int(ratio), 0)
    # Powers of a rational stay in lowest terms, so that a power that goes into another has no more digits.
    if guess * (base.numerator.bit_length() - 1) > number.numerator.bit_length():
        return None
    while base**guess > number:
        guess -= 1
    while base ** (guess + 1) <= number:
        guess += 1
    return guess


def multiple(loss: PureLoss, unit: PureLoss) -> int | None:
    """How many units the loss is; None if it is not a whole number of them."""
    if is_zero(loss):
        return 0
    if isinstance(loss, ExponentialLoss) and isinstance(unit, ExponentialLoss):
        times = loss.epsilon / unit.epsilon
        return int(times) if times.denominator == 1 else None
    if isinstance(loss, RationalLoss) and isinstance(unit, RationalLoss):
        power = _floor_logarithm(loss.e_eps, unit.e_eps) if unit.e_eps > 1 else None
        return power if power is not None and unit.e_eps**power == loss.e_eps else None
    return None
