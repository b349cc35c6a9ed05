"""What a fixed list of losses costs, as rationals that enclose the truth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod

from concomp.conformance.vectors.expectations import Enclosure, Value
from concomp.impl.accounting.fixed_list import FixedList, fixed_list
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, RationalLoss
from concomp.model.numbers import rational_text

LONGEST = 120
"""The most digits of a number that is written as it is."""
BITS = 192
"""The significant bits of one that is enclosed."""


def least_loss(losses: Sequence[PrivacyLoss], delta: Fraction, grade: str) -> Value:
    """The least ε at which a list is (ε, δ)-DP (HSV26 Theorem 4.12)."""
    composed = fixed_list(losses)
    epsilon = composed.least_epsilon(delta)
    if epsilon is None:
        return Value.model_validate({"is": "value", "infinite": True})
    told = {"epsilon": enclosed(epsilon), "e_eps": _e_eps(composed, delta), "grade": grade}
    return Value.model_validate({"is": "value", **told})


def least_delta(losses: Sequence[PrivacyLoss], at: PureLoss, grade: str) -> Value:
    """The least δ at an ε (HSV26 Theorem 4.12)."""
    return Value.model_validate({"is": "value", "delta": enclosed(fixed_list(losses).delta(at)), "grade": grade})


def _e_eps(composed: FixedList, delta: Fraction) -> Enclosure | None:
    """The least E, where that is a short number; an ε that is given as such has none."""
    if composed.total.epsilon or composed.total.value.high > 10:
        return None
    least = composed.least_e_eps(delta)
    return None if least is None else enclosed(least)


def enclosed(bounds: Bounds) -> Enclosure:
    """Two rationals around what is bounded, each of moderate length; the same twice where it is known and short."""
    return _shortened(bounds.low, floor), _shortened(bounds.high, ceil)


def _shortened(number: Fraction, towards: object) -> str:
    text = rational_text(number)
    if len(text) <= LONGEST or number == 0:
        return text
    scale = Fraction(2) ** (BITS - number.numerator.bit_length() + number.denominator.bit_length())
    whole = floor(number * scale) if towards is floor else ceil(number * scale)
    return rational_text(Fraction(whole) / scale)


def profile(e_eps: Sequence[Fraction], deltas: Sequence[Fraction]) -> list[tuple[str, str]]:
    """The vertices (E, δ) of the optimal composition of a short list, given by its E and δ (HSV26 Theorem 4.12)."""
    listed = [PrivacyLoss(RationalLoss(each), delta) for each, delta in zip(e_eps, deltas, strict=True)]
    composed = fixed_list(listed)
    sums = {prod(signed, start=Fraction(1)) for signed in product(*((each, 1 / each) for each in e_eps))}
    vertices = sorted({Fraction(1), *(each for each in sums if each > 1)})
    return [(rational_text(at), rational_text(composed.delta(RationalLoss(at)).value)) for at in vertices]
