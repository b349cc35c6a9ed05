"""One E where losses have no lattice: the value of every place and odds by rationals.

Hidden states bring ever new odds, as those of a sparse vector do, and yet few of them are met at one place: the order
of what was asked often does not matter. Odds are compared as rationals, each kept once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena, Branch
from concomp.impl.audit.rationals import ONE, ZERO, AtOdds, Register
from concomp.impl.audit.rounds import tell
from concomp.model.mechanisms.positions import Allowance

REMEMBERED = 12
"""The steps that a branch at given odds counts."""
WORD = 1 << 9
"""Bits of odds, or of a value, that count as one step more."""

Situation = tuple[int, int]
"""(place, number of the odds of the history)."""
Choice = tuple[fmpq, tuple[tuple[fmpq, Situation], ...]]
"""(chance that world 1 is excluded, (chance, situation after it) of the other branches)."""
Layer = dict[Situation, tuple[Choice, ...]]


def scattered_value(arena: Arena, x: fmpq, allowance: Allowance) -> fmpq:
    """The value of the start judged at x > 0; TooLarge if it takes more than is allowed."""
    *_, first = _Induction(arena, x, allowance, Register()).layers()
    (value,) = first.values()
    return value


def scattered_values(arena: Arena, x: fmpq, allowance: Allowance) -> list[AtOdds]:
    """What every place is worth at all odds it can be met at, for each number of queries sent; TooLarge as above."""
    induction = _Induction(arena, x, allowance, Register())
    odds = induction.odds.values
    return [{(place, x * odds[here]): value for (place, here), value in layer.items()} for layer in induction.layers()][
        ::-1
    ]


@dataclass(frozen=True)
class _Induction:
    arena: Arena
    x: fmpq
    allowance: Allowance
    odds: Register

    def layers(self) -> Iterator[dict[Situation, fmpq]]:
        """The values of all situations, from after the last query to before the first."""
        start = self.arena.start, self.odds.number(ONE)
        layers: list[Layer] = [{start: ()}]
        for _ in range(self.arena.rounds):
            layers[-1] = {situation: self._choices(*situation) for situation in layers[-1]}
            layers.append({then: () for choices in layers[-1].values() for _, parts in choices for _, then in parts})
        values: dict[Situation, fmpq] = {}
        while layers:
            tell(self.arena.rounds + 1 - len(layers), self.arena.rounds)
            values = {situation: self._best(situation, choices, values) for situation, choices in layers.pop().items()}
            yield values

    def _choices(self, place: int, number: int) -> tuple[Choice, ...]:
        return tuple(self._choice(branches, self.odds.values[number]) for branches in self.arena.options(place))

    def _choice(self, branches: Sequence[Branch], here: fmpq) -> Choice:
        self.allowance.spend(len(branches) * (REMEMBERED + int(here.q).bit_length() // WORD))
        numbers = self.arena.numbers
        excluded = sum((numbers.weights.values[weight] for odds, weight, _ in branches if odds == EXCLUDED), ZERO)
        return excluded, tuple(
            (numbers.weights.values[weight], (after, self.odds.number(here * numbers.odds.values[odds])))
            for odds, weight, after in branches
            if odds not in (NEVER, EXCLUDED)
        )

    def _best(self, situation: Situation, choices: Sequence[Choice], later: dict[Situation, fmpq]) -> fmpq:
        """The best of the moves, and of stopping."""
        best = max(ZERO, 1 - self.x * self.odds.values[situation[1]])
        for excluded, parts in choices:
            self.allowance.spend(len(parts) * (1 + int(best.q).bit_length() // WORD))
            worth = sum((chance * later[then] for chance, then in parts), excluded)
            if worth > best:
                best = worth
        return best
