"""The probability that a bit is exposed outright.

A mechanism that is (ε, δ)-DP exposes its bit with probability δ and else responds with loss ε. None of a list exposes
its bit with probability ∏(1 − δ_i), a number that grows with the list: it is kept exactly while it is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log2

from flint import arb, fmpq, fmpz

from concomp.impl.accounting.numbers import Bounds, are_close, known
from concomp.impl.accounting.optimal.tails import Undecided, bounds, product
from concomp.impl.accounting.parameters import PrivacyLoss, flint_rational
from concomp.model.laws.balls import precision

EXACT_BITS = 1 << 16
"""The longest product that is kept exactly."""
BITS = 512
"""The significant bits of the bounds of a longer one, at first."""
MOST_BITS = 1 << 20
"""The most significant bits to which bounds are brought closer."""
LONGEST = 1 << 26
"""The longest product that is multiplied out to see whether it is a certain number."""
PRIME = (1 << 61) - 1
"""Products that differ in their remainder differ."""
CLOSE = Fraction(1, 1 << 60)
"""How close bounds of what is left are to be, as a part of it."""
Complements = tuple[arb, arb]
"""The chance that a bit stays hidden, and that it is exposed."""


def never_exposed(components: Iterable[PrivacyLoss]) -> Bounds:
    """∏(1 − δ_i), the probability that no component exposes its bit: exact if it is short, else bounds."""
    # Fractions are slow to compare, and long lists mostly repeat a few objects.
    listed = [component.delta for component in components]
    deltas, times = {id(delta): delta for delta in listed}, Counter(map(id, listed))
    return none_of((deltas[key], count) for key, count in times.items())


@dataclass(frozen=True)
class Chance(Bounds):
    """∏ factor^times, between bounds that can be brought closer.

    factors: (factor, times), rationals from 0 to 1.
    """

    factors: tuple[tuple[fmpq, int], ...]

    def closer(self, length: int) -> Iterator[Bounds]:
        """Bounds that come closer and closer, until they tell it from any number of so many bits; at most MOST_BITS."""
        bits = BITS
        while bits < min(MOST_BITS, 4 * (_bits(self.factors) + length)):
            bits *= 4
            yield _within(self.factors, bits)

    def equals(self, value: Fraction) -> bool:
        """Whether it is exactly this; Undecided if the numbers are too long to be multiplied out."""
        ours = [*((factor.p, times) for factor, times in self.factors), (fmpz(value.denominator), 1)]
        others = [*((factor.q, times) for factor, times in self.factors), (fmpz(value.numerator), 1)]
        if _remainder(ours) != _remainder(others):
            return False
        if _bits(self.factors) > LONGEST:
            raise Undecided("the probability that a bit is exposed is too long a number")
        return _multiplied_out(ours) == _multiplied_out(others)


def none_of(chances: Iterable[tuple[Fraction, int]]) -> Bounds:
    """∏(1 − p)^times, over chances p: exact if it is short, else bounds that can be brought closer."""
    factors = tuple((flint_rational(1 - chance), count) for chance, count in chances if chance)
    if not factors:
        return known(Fraction(1))
    if _bits(factors) <= EXACT_BITS:
        exactly = product([factor**count for factor, count in factors], fmpq.__mul__)
        return known(Fraction(int(exactly.p), int(exactly.q)))
    near = _within(factors, BITS)
    return Chance(near.low, near.high, factors)


def with_one_more(unexposed: Bounds, delta: Fraction) -> Bounds:
    """The chance that moreover something does not happen whose chance is δ."""
    if not isinstance(unexposed, Chance):
        return Bounds(unexposed.low * (1 - delta), unexposed.high * (1 - delta))
    factors = (*unexposed.factors, (flint_rational(1 - delta), 1))
    near = _within(factors, BITS)
    return Chance(near.low, near.high, factors)


def _remainder(powers: Iterable[tuple[fmpz, int]]) -> int:
    found = 1
    for base, times in powers:
        found = found * pow(int(base % PRIME), times, PRIME) % PRIME
    return found


def _multiplied_out(powers: Iterable[tuple[fmpz, int]]) -> fmpz:
    return product([base**times for base, times in powers], fmpz.__mul__)


def _bits(factors: Iterable[tuple[fmpq, int]]) -> float:
    return sum(count * log2(int(factor.q)) for factor, count in factors)


def _within(factors: Iterable[tuple[fmpq, int]], bits: int) -> Bounds:
    with precision(bits):
        hidden, shown = product([_all_of((arb(f), arb(1 - f)), count) for f, count in factors], _both)
        if shown < 0.5:
            missing = bounds(shown)
            return Bounds(1 - missing.high, 1 - missing.low)
        return bounds(hidden)


def _both(first: Complements, second: Complements) -> Complements:
    """That two bits stay hidden, and that one is exposed: sums of what is positive, so that nothing cancels out."""
    return first[0] * second[0], first[1] + first[0] * second[1]


def _all_of(each: Complements, count: int) -> Complements:
    """The same of so many, by doubling."""
    found, doubled = (arb(1), arb(0)), each
    while count:
        if count % 2:
            found = _both(found, doubled)
        doubled, count = _both(doubled, doubled), count // 2
    return found


def overall(pure: Bounds, unexposed: Bounds) -> Bounds:
    """δ of a composition whose responses alone have the δ `pure`."""
    above = min(Fraction(1), 1 - unexposed.low * (1 - pure.high))
    return Bounds(min(above, 1 - unexposed.high * (1 - pure.low)), above)


def pure_level(delta: Fraction, unexposed: Bounds) -> Bounds | None:
    """The δ that is left to the responses alone; None if the composition exposes its bit more often than δ.

    Bounds are brought closer until what is left is known well, unless it is exactly nothing. Raises Undecided if they
    do not tell.
    """
    level = _level(delta, unexposed)
    if isinstance(unexposed, Chance) and level is not None and not _is_known_well(level):
        if unexposed.equals(1 - delta):
            return known(Fraction(0))
        levels = (_level(delta, near) for near in unexposed.closer(delta.denominator.bit_length()))
        level = next((each for each in levels if each is None or _is_known_well(each)), level)
    if level is not None and level.low < 0:
        raise Undecided("delta is too close to the probability that a bit is exposed")
    return level


def _level(delta: Fraction, unexposed: Bounds) -> Bounds | None:
    """What is left, below 0 if it may be less than nothing; None if it is."""
    if delta < 1 - unexposed.high:
        return None
    if unexposed.high == 0:
        return known(Fraction(1))
    return Bounds(1 - (1 - delta) / unexposed.low, 1 - (1 - delta) / unexposed.high)


def _is_known_well(level: Bounds) -> bool:
    """Whether what is left is more than nothing, and known to CLOSE."""
    return level.is_exact or (level.low > 0 and are_close(level, CLOSE))
