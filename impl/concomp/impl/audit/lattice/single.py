"""One E: the value of every place and odds by integers.

Judged at one E, what can still be gained depends on the place and on the odds of the history. On a lattice of losses
few odds are possible, each of them an integer; the values of all with the same number of queries left share one
denominator, so that a round is additions and multiplications of integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm, prod

from flint import fmpq

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena
from concomp.impl.audit.lattice.losses import Losses, losses
from concomp.impl.audit.rationals import AtOdds
from concomp.impl.audit.rounds import tell
from concomp.model.mechanisms.positions import Allowance

WORD = 1 << 11
"""Bits of a value that count as one step."""

REMEMBERED = 4
"""The steps that odds at a place count for the memory that they take."""

Part = tuple[int, int, int]
"""(integer weight, step of packed odds, place after it)."""
Option = tuple[int, tuple[Part, ...]]
"""(integer weight of what excludes world 1, the other branches)."""
Odds = dict[int, set[int]]
"""For each place the packed odds that are possible there."""
Values = dict[int, dict[int, int]]


def value_at(arena: Arena, x: fmpq, allowance: Allowance) -> fmpq | None:
    """The value of the start judged at x > 0; None if the losses have no lattice that is of use."""
    found = _induction(arena, x, allowance)
    return None if found is None else found.value()


def values_at(arena: Arena, x: fmpq, allowance: Allowance) -> list[AtOdds] | None:
    """What every place is worth at all odds it can be met at, for each number of queries sent; None as `value_at`."""
    found = _induction(arena, x, allowance)
    return None if found is None else found.everything()


def _induction(arena: Arena, x: fmpq, allowance: Allowance) -> _Induction | None:
    used = sorted({odds for place in range(len(arena.places)) for odds in _odds(arena, place)})
    lattice = losses([arena.numbers.odds.values[odds] for odds in used], arena.rounds)
    if lattice is None:
        return None
    return _Induction(arena, lattice, {odds: lattice.packed(i) for i, odds in enumerate(used)}, x, allowance)


def _odds(arena: Arena, place: int) -> set[int]:
    """The odds at a place that exclude no world."""
    return {odds for branches in arena.options(place) for odds, _, _ in branches} - {NEVER, EXCLUDED}


@dataclass
class _Induction:
    arena: Arena
    lattice: Losses
    packed: dict[int, int]
    x: fmpq
    allowance: Allowance

    def value(self) -> fmpq:
        """The value of the start."""
        *_, (values, scale) = self._tables()
        return fmpq(values[self.arena.start][0], scale)

    def everything(self) -> list[AtOdds]:
        """The values of all places at all odds, for each number of queries sent."""
        odds: dict[int, fmpq] = {}
        found: list[AtOdds] = []
        for values, scale in self._tables():
            for each in set[int]().union(*values.values()) - odds.keys():
                odds[each] = self.x * self.lattice.odds(each)
            found.append(
                {
                    (place, odds[each]): fmpq(value, scale)
                    for place, table in values.items()
                    for each, value in table.items()
                }
            )
        return found[::-1]

    def _tables(self) -> Iterator[tuple[Values, int]]:
        """The values times a scale, and the scale, from after the last query to before the first."""
        options, denominator = self._options()
        layers = self._layers(options)
        scale = int(self.x.q) * self._common()
        bits = denominator.bit_length() * self.arena.rounds + scale.bit_length()
        self.allowance.spend(sum(len(odds) for layer in layers for odds in layer.values()) * (bits // WORD))
        possible = set[int]().union(*(odds for layer in layers for odds in layer.values()))
        ends = {odds: self._stop(odds, scale) for odds in possible}
        values: Values = {}
        rounds = len(layers)
        for sent in reversed(range(rounds)):
            tell(rounds - sent - 1, rounds)
            left = self.arena.rounds - sent
            gained = _Gained(ends, denominator**left, scale * denominator ** (left - 1) if left else 0)
            values = {
                place: _values(options[place] if left else [], odds, values, gained)
                for place, odds in layers.pop().items()
            }
            yield values, scale * gained.factor

    def _options(self) -> tuple[list[list[Option]], int]:
        """The moves of each place in integers, with the common denominator of their weights."""
        weights = self.arena.numbers.weights.values
        moves = [self.arena.options(place) for place in range(len(self.arena.places))]
        denominator = lcm(
            *(int(weights[w].q) for each in moves for branches in each for odds, w, _ in branches if odds != NEVER)
        )

        def integer(weight: int) -> int:
            return int(weights[weight].p) * (denominator // int(weights[weight].q))

        def option(branches: tuple[tuple[int, int, int], ...]) -> Option:
            excluded = sum(integer(weight) for odds, weight, _ in branches if odds == EXCLUDED)
            parts = (
                (integer(weight), self.packed[odds], after)
                for odds, weight, after in branches
                if odds not in (NEVER, EXCLUDED)
            )
            return excluded, tuple(parts)

        return [[option(branches) for branches in each] for each in moves], denominator

    def _layers(self, options: list[list[Option]]) -> list[Odds]:
        """The possible odds by the number of queries sent, until there is nothing left to send."""
        layers: list[Odds] = [{self.arena.start: {0}}]
        for _ in range(self.arena.rounds):
            after: Odds = {}
            for place, odds in layers[-1].items():
                for _, parts in options[place]:
                    self.allowance.spend(REMEMBERED * len(parts) * len(odds))
                    for _, step, then in parts:
                        after.setdefault(then, set()).update([each + step for each in odds])
            if not after:
                break
            layers.append(after)
        return layers

    def _common(self) -> int:
        """A multiple of the denominators of all odds that are possible."""
        rounds = self.arena.rounds
        columns = list(zip(*self.lattice.coordinates, strict=True)) if self.lattice.basis else []
        return prod(
            int(base.q) ** (rounds * max(0, *column)) * int(base.p) ** (rounds * max(0, *(-each for each in column)))
            for base, column in zip(self.lattice.basis, columns, strict=True)
        )

    def _stop(self, odds: int, scale: int) -> int:
        """What is gained by stopping at these odds, times the scale."""
        gained = scale * (1 - self.x * self.lattice.odds(odds))
        return max(0, int(gained.p))


@dataclass(frozen=True)
class _Gained:
    """What is gained for sure: by stopping at odds, times a factor, and by excluding world 1."""

    ends: dict[int, int]
    factor: int
    whole: int


def _values(options: list[Option], odds: set[int], later: Values, gained: _Gained) -> dict[int, int]:
    """The values of a place at its odds."""
    found = {each: gained.ends[each] * gained.factor for each in odds}
    for excluded, parts in options:
        tables = [(weight, step, later[then]) for weight, step, then in parts]
        for each in odds:
            worth = excluded * gained.whole
            for weight, step, values in tables:
                worth += weight * values[each + step]
            if worth > found[each]:
                found[each] = worth
    return found
