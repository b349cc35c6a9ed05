"""The probability that a bit is exposed outright.

A mechanism that is (ε, δ)-DP exposes its bit with probability δ and else responds with loss ε. None of a list exposes
its bit with probability ∏(1 − δ_i), a number that grows with the list: it is kept exactly while it is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import log2

from flint import arb, fmpq

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import Undecided, bounds, product
from concomp.impl.accounting.parameters import PrivacyLoss, flint_rational
from concomp.model.laws.balls import precision

EXACT_BITS = 1 << 16
"""The longest product that is kept exactly."""
BITS = 512
"""The significant bits of the bounds of a longer one."""


def never_exposed(components: Iterable[PrivacyLoss]) -> Bounds:
    """∏(1 − δ_i), the probability that no component exposes its bit: exact if it is short, else bounds."""
    # Fractions are slow to compare, and long lists mostly repeat a few objects.
    listed = [component.delta for component in components]
    deltas, times = {id(delta): delta for delta in listed}, Counter(map(id, listed))
    return none_of((deltas[key], count) for key, count in times.items())


def none_of(chances: Iterable[tuple[Fraction, int]]) -> Bounds:
    """∏(1 − p)^times, over chances p: exact if it is short, else bounds."""
    factors = [(flint_rational(1 - chance), count) for chance, count in chances if chance]
    if not factors:
        return known(Fraction(1))
    if sum(count * log2(int(factor.q)) for factor, count in factors) <= EXACT_BITS:
        exactly = product([factor**count for factor, count in factors], fmpq.__mul__)
        return known(Fraction(int(exactly.p), int(exactly.q)))
    with precision(BITS):
        return bounds(product([arb(factor) ** count for factor, count in factors], arb.__mul__))


def overall(pure: Bounds, unexposed: Bounds) -> Bounds:
    """δ of a composition whose responses alone have the δ `pure`."""
    above = min(Fraction(1), 1 - unexposed.low * (1 - pure.high))
    return Bounds(min(above, 1 - unexposed.high * (1 - pure.low)), above)


def pure_level(delta: Fraction, unexposed: Bounds) -> Bounds | None:
    """The δ that is left to the responses alone; None if the composition exposes its bit more often than δ.

    Raises Undecided if bounds do not tell.
    """
    if delta < 1 - unexposed.high:
        return None
    if delta < 1 - unexposed.low:
        raise Undecided("delta is too close to the probability that a bit is exposed")
    if unexposed.high == 0:
        return known(Fraction(1))
    return Bounds(1 - (1 - delta) / unexposed.low, 1 - (1 - delta) / unexposed.high)
