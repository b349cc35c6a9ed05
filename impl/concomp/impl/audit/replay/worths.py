"""What is worth how much to an adversary, by curves of all odds, or by values at the odds that can be met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flint import fmpq

from concomp.impl.audit.arena import Arena
from concomp.impl.audit.curves import STOP, Curve
from concomp.impl.audit.lattice.single import values_at
from concomp.impl.audit.rationals import AtOdds
from concomp.impl.audit.scattered import scattered_values
from concomp.model.mechanisms.positions import Allowance


@dataclass(frozen=True)
class ByCurves:
    """By the curves of the places, for each number of queries sent; nothing more is to be had afterwards."""

    layers: Sequence[dict[int, Curve]]

    def __call__(self, sent: int, place: int, odds: fmpq) -> fmpq:
        """What a place is worth after so many queries, at these odds."""
        return self.layers[sent].get(place, STOP)(odds) if sent < len(self.layers) else STOP(odds)


@dataclass(frozen=True)
class ByValues:
    """By the values at the odds that can be met, for each number of queries sent."""

    layers: Sequence[AtOdds]

    def __call__(self, sent: int, place: int, odds: fmpq) -> fmpq:
        """What a place is worth after so many queries, at these odds."""
        found = self.layers[sent].get((place, odds)) if sent < len(self.layers) else None
        return STOP(odds) if found is None else found


def by_values(arena: Arena, starts: Iterable[fmpq], allowance: Allowance) -> ByValues:
    """What is worth how much from the start of an arena on, judged at any of `starts`."""
    layers: list[AtOdds] = []
    for x in starts:
        for sent, values in enumerate(_values(arena, x, allowance)):
            if sent == len(layers):
                layers.append({})
            layers[sent].update(values)
    return ByValues(layers)


def _values(arena: Arena, x: fmpq, allowance: Allowance) -> list[AtOdds]:
    found = values_at(arena, x, allowance)
    return scattered_values(arena, x, allowance) if found is None else found
