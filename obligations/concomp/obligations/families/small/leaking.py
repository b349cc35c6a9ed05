"""Continual mechanisms that announce how much they are about to give away.

Their first answer does not depend on the message, but it says what the second one will depend on. An adversary who
may choose afterwards where to send different messages sends them where they are answered best, and this is what
parallel composition has to withstand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, noisy_bit
from concomp.model.mechanisms.verification import Predicate
from concomp.model.registry.tags import realises
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.tables import mechanism_of_table

BITS = (0, 1)
ANNOUNCED = "⊥"
SILENT = "⊤"

Kind = tuple[Fraction, tuple[Fraction, Fraction]]
"""How likely a first answer is, and the chances of the second answer 1 on the messages 0 and 1."""

THEN_RISING = Predicate(lambda sequence: _then(sequence, ((0, 0), (0, 1))), "(0,0), then (0,0) or (0,1)")
"""The first pair is (0,0); the second may be (0,1), but not (1,0)."""

THEN_EITHER = Predicate(lambda sequence: _then(sequence, ((0, 0), (0, 1), (1, 0))), "(0,0), then (0,0), (0,1) or (1,0)")
"""The first pair is (0,0); the second may be any but (1,1). Exchanging the sides changes no verdict."""


def _then(sequence: tuple[Any, ...], second: Sequence[Any]) -> bool:
    return sequence[0] == (0, 0) and (len(sequence) == 1 or (len(sequence) == 2 and sequence[1] in second))


@realises("HSV26 Theorem 5.2", "HSV26 Theorem 5.2 (repaired)")
def leaking_mechanism(delta: Fraction) -> InteractiveMechanism:
    """M_δ: in state ⊤ it turns to ⊥ with probability δ and says its state; in state ⊥ it repeats the message."""
    turning = Law.coin(delta, (ANNOUNCED, ANNOUNCED), (SILENT, SILENT))
    rows: dict[Any, Law[Any]] = {}
    for bit in BITS:
        rows[SILENT, bit] = turning
        rows[ANNOUNCED, bit] = Law.point((ANNOUNCED, bit))
    return mechanism_of_table(rows, (SILENT,), BITS, f"M_δ, δ={delta}")


def announcing_response(privacy: PrivacyParameters) -> InteractiveMechanism:
    """RR_{ε,δ} in two rounds: the first answer is the branch, the second the bit that is sent then, noisy or not."""
    rows: dict[Any, Law[Any]] = {}
    for bit in BITS:
        rows["start", bit] = Law.coin(privacy.delta, (EXPOSED, EXPOSED), (NOISY, NOISY))
        rows[EXPOSED, bit] = Law.point(("done", bit))
        rows[NOISY, bit] = noisy_bit(privacy.e_eps, bit).map(lambda shown: ("done", shown))
    return mechanism_of_table(rows, ("start",), BITS, f"announcing RR(e^ε={privacy.e_eps}, δ={privacy.delta})")


def staged_mechanism(kinds: Mapping[Any, Kind]) -> InteractiveMechanism:
    """The two-round mechanism that answers a kind, and then 1 with the kind's chance for the second message."""
    rows: dict[Any, Law[Any]] = {}
    for bit in BITS:
        rows["start", bit] = Law({(kind, kind): chance for kind, (chance, _) in kinds.items()})
        for kind, (_, ones) in kinds.items():
            rows[kind, bit] = Law.coin(ones[bit], ("done", 1), ("done", 0))
    return mechanism_of_table(
        rows, ("start",), BITS, "; ".join(f"{kind}: {_text(*row)}" for kind, row in kinds.items())
    )


def opposed_kinds(x: Fraction) -> InteractiveMechanism:
    """Two kinds, equally likely: one answers 1 with probability x to the message 0 only, the other to 1 only."""
    mechanism = staged_mechanism({"a": (Fraction(1, 2), (x, ZERO)), "b": (Fraction(1, 2), (ZERO, x))})
    return replace(mechanism, name=f"opposed kinds, x = {x}")


def opposed_or_noisy(u: Fraction, x: Fraction, e_eps: Fraction) -> InteractiveMechanism:
    """Three kinds: the opposed ones with probability u each, otherwise a noisy bit with odds e_eps."""
    shown, hidden = e_eps / (1 + e_eps), 1 / (1 + e_eps)
    mechanism = staged_mechanism({"a": (u, (x, ZERO)), "b": (u, (ZERO, x)), "c": (1 - 2 * u, (hidden, shown))})
    return replace(mechanism, name=f"opposed kinds, u = {u}, x = {x}, or a noisy bit, e^ε = {e_eps}")


@cache
def two_kinds(denominator: int) -> Family[InteractiveMechanism]:
    """Every staged mechanism with two kinds."""
    return Family(
        f"all two-round mechanisms with the first answers a and b, whatever the message, the second answers 0 and 1, "
        f"and weights k/{denominator}",
        _staged_with([Fraction(k, denominator) for k in range(denominator + 1)]),
    )


@cache
def two_noisy_kinds(denominator: int) -> Family[InteractiveMechanism]:
    """Every staged mechanism with two kinds and nothing impossible, so that it is purely private for some ε."""
    return Family(
        f"all two-round mechanisms with the first answers a and b, whatever the message, the second answers 0 and 1, "
        f"and weights k/{denominator}, none of them zero",
        _staged_with([Fraction(k, denominator) for k in range(1, denominator)]),
    )


def _staged_with(chances: Sequence[Fraction]) -> tuple[InteractiveMechanism, ...]:
    return tuple(
        staged_mechanism({"a": (first, (after_a, on_a)), "b": (1 - first, (after_b, on_b))})
        for first, after_a, on_a, after_b, on_b in product(chances, repeat=5)
    )


@cache
def opposed_or_noisy_mechanisms(denominator: int) -> Family[tuple[InteractiveMechanism, Fraction]]:
    """Opposed-or-noisy mechanisms, each with the e^ε of its noise, in the order of their largest denominator."""
    chances = sorted({Fraction(a, b) for b in range(1, denominator + 1) for a in range(1, b)})
    half = Fraction(1, 2)
    shapes = [(u, x, p) for u, x, p in product(chances, repeat=3) if u < half and x <= half < p <= Fraction(2, 3)]
    shapes.sort(key=lambda shape: (max(chance.denominator for chance in (*shape, 1 - 2 * shape[0])), shape))
    return Family(
        "two-round mechanisms whose first answer a, b, c has probabilities u, u, 1 − 2u and whose second answer is 1 "
        "with probability x ≤ 1/2 after a on 0 and after b on 1, and after c a noisy bit with odds at most 2; "
        f"denominators up to {denominator}",
        tuple((opposed_or_noisy(u, x, p / (1 - p)), p / (1 - p)) for u, x, p in shapes),
    )


def _text(chance: Fraction, ones: tuple[Fraction, Fraction]) -> str:
    return f"probability {chance}, then 1 with probability {ones[0]} on 0, {ones[1]} on 1"
