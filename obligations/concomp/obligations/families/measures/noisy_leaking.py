"""Mechanisms that announce, with a small chance, that they are going to tell a bit, and then tell it nearly.

M_{p,q} is M_δ with a noisy disclosure: nothing is excluded in either world, so that its moments are finite.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.registry.tags import realises
from concomp.obligations.families.small.leaking import ANNOUNCED, BITS, SILENT
from concomp.obligations.families.small.tables import mechanism_of_table


@realises("HSV26 Theorem 13.5", "HSV26 Theorem 13.5 (repaired)")
def noisy_leaking_mechanism(announced: Fraction, told: Fraction) -> InteractiveMechanism:
    """M_{p,q}: in state ⊤ it turns to ⊥ with probability p and says its state; in state ⊥ it repeats the message with
    probability q, and says the other bit otherwise.
    """
    turning = Law.coin(announced, (ANNOUNCED, ANNOUNCED), (SILENT, SILENT))
    rows: dict[Any, Law[Any]] = {}
    for bit in BITS:
        rows[SILENT, bit] = turning
        rows[ANNOUNCED, bit] = Law.coin(told, (ANNOUNCED, bit), (ANNOUNCED, 1 - bit))
    return mechanism_of_table(rows, (SILENT,), BITS, f"M_{{p,q}}, p={announced}, q={told}")


def disclosure(told: Fraction, order: int) -> Fraction:
    """K = q^α(1 − q)^{1−α} + (1 − q)^α q^{1−α}, the moment of what is told."""
    other = ONE - told
    return told * (told / other) ** (order - 1) + other * (other / told) ** (order - 1)
