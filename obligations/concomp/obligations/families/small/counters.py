"""Continual counters with finite noise: after every bit of a stream, about how many ones it has had."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.small.mechanisms import BITS
from concomp.obligations.families.small.tables import mechanism_of_table


def clamped_counter(rounds: int, odds: Fraction) -> InteractiveMechanism:
    """Every count with fresh geometric noise, clamped to 0, …, rounds; a count that differs by 1 is within `odds`.

    States: (how many bits came, how many of them are ones).
    """

    def row(sent: int, count: int) -> Law[Any]:
        return _clamped(count, rounds, 1 / odds).map(lambda shown: ((sent, count), shown))

    places = [(sent, count, bit) for sent in range(rounds) for count in range(sent + 1) for bit in BITS]
    rows = {((sent, count), bit): row(sent + 1, count + bit) for sent, count, bit in places}
    return mechanism_of_table(rows, ((0, 0),), BITS, f"clamped counter, {rounds} rounds, odds {odds}")


def _clamped(count: int, most: int, ratio: Fraction) -> Law[int]:
    """Two-sided geometric noise around `count`; what lies outside of 0, …, most counts for the nearer end."""
    return Law(
        {
            shown: ratio ** abs(shown - count) * (1 if shown in (0, most) else 1 - ratio) / (1 + ratio)
            for shown in range(most + 1)
        }
    )


def binary_counter(rounds: int, noise: Law[int]) -> InteractiveMechanism:
    """The binary mechanism: noisy sums over dyadic intervals, each drawn once and added up for every answer.

    States: how many bits came; for each open interval, the shortest first, its sum and its noisy sum. The answers show
    sums of noisy sums only.
    """
    rows: dict[Any, Law[Any]] = {}
    reached: list[Any] = [(0, ())]
    for _ in range(rounds):
        following: dict[Any, None] = {}
        for state in reached:
            for bit in BITS:
                rows[state, bit] = _next_sum(state, bit, noise)
                following |= dict.fromkeys(after for after, _ in rows[state, bit])
        reached = list(following)
    drawn = ", ".join(f"{value} with {chance}" for value, chance in noise.items())
    return mechanism_of_table(rows, ((0, ()),), BITS, f"binary counter, {rounds} rounds, noise {drawn}")


def _next_sum(state: Any, bit: int, noise: Law[int]) -> Law[Any]:
    """One more bit closes as many intervals as the number of bits so far has ones at its end, in binary."""
    sent, sums = state
    closed = (~sent & (sent + 1)).bit_length() - 1
    whole = bit + sum(exact for exact, _ in sums[:closed])

    def answered(drawn: int) -> Any:
        following = ((whole, whole + drawn), *sums[closed:])
        return (sent + 1, following), sum(noisy for _, noisy in following)

    return noise.map(answered)
