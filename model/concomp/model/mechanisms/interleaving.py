"""Interleaving: an adversary that talks to several mechanisms at once, under a rule.

The components do not know of one another, so where the adversary stands is a position in each of them, together
with what the rule remembers. From the last query backwards, each such place gets the curve of what is still to be
gained; the curve at the start is the exact privacy for every E at once. The engine of an audit finds the same value in
another way, with a strategy that reaches it (`mechanisms/distinguisher.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from concomp.model.laws.curve import STOP, Curve, highest, mixture
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.positions import Allowance, Outcome, Position, unfold
from concomp.model.mechanisms.privacy import Game

STEPS = 3_000_000
"""The steps an exact value may take, about a minute; fixed, so that what is refused does not depend on the machine."""
WORD = 128
"""Bits of a rational that count as one step."""


@dataclass(frozen=True, eq=False)
class Rule:
    """What a composition allows, read one query at a time.

    initial: what it remembers at the start.
    charge: (memory, component from 0, query) ↦ memory after it, or None if the query cannot be sent.
    """

    initial: Hashable
    charge: Callable[[Any, int, Any], Hashable | None]


@dataclass(frozen=True, eq=False)
class Interleaving:
    """Games played side by side in the same secret world.

    components: the games. rule: which queries may be sent. rounds: the largest number of queries in all.
    address: (query, component from 0) ↦ the query as the composition as a whole is asked it.
    """

    components: tuple[Game, ...]
    rule: Rule
    rounds: int
    address: Callable[[Any, int], Message]


Place = tuple[tuple[Position, ...], Hashable]


@dataclass(frozen=True, eq=False)
class Solution:
    """The curve of every place that can be reached, by the number of queries sent so far."""

    interleaving: Interleaving
    start: Place
    curves: tuple[dict[Place, Curve], ...]

    @property
    def curve(self) -> Curve:
        """The curve at the start: the exact privacy of the whole."""
        return self.curves[0][self.start]


def solve(interleaving: Interleaving, steps: int = STEPS) -> Solution:
    """The value of every place, by backward induction; TooLarge if it takes more than `steps`."""
    allowance = Allowance(steps)
    unfolded: dict[int, Position] = {}
    for game in interleaving.components:
        if id(game) not in unfolded:
            unfolded[id(game)] = unfold(game, allowance)
    start = tuple(unfolded[id(game)] for game in interleaving.components), interleaving.rule.initial
    layers: list[dict[Place, None]] = [{start: None}]
    while layers[-1] and len(layers) <= interleaving.rounds:
        layers.append(_next_layer(interleaving.rule, layers[-1], allowance))
    curves: list[dict[Place, Curve]] = [dict.fromkeys(layers.pop(), STOP)]
    while layers:
        later = curves[-1]
        curves.append({place: _best(interleaving.rule, place, later, allowance) for place in layers.pop()})
    return Solution(interleaving, start, tuple(reversed(curves)))


Option = tuple[int, Message, tuple[Outcome, ...]]
"""(component, query, outcomes, each with the place after it)."""


def _options(rule: Rule, place: Place) -> Iterator[Option]:
    """The queries that can be sent at a place."""
    positions, memory = place
    for index, position in enumerate(positions):
        for query, outcomes in position.moves:
            charged = rule.charge(memory, index, query)
            if charged is not None:
                before, behind = positions[:index], positions[index + 1 :]
                yield (
                    index,
                    query,
                    tuple((answer, p, q, ((*before, then, *behind), charged)) for answer, p, q, then in outcomes),
                )


def _next_layer(rule: Rule, layer: dict[Place, None], allowance: Allowance) -> dict[Place, None]:
    places: dict[Place, None] = {}
    for place in layer:
        for _, _, outcomes in _options(rule, place):
            allowance.spend(len(outcomes) * (1 + len(place[0]) // 8))
            places.update((then, None) for _, p, q, then in outcomes if p and q)
    return places


def _best(rule: Rule, place: Place, later: dict[Place, Curve], allowance: Allowance) -> Curve:
    """The curve of a place from those after it. To send a query is never worse than to stop."""
    curves = []
    for _, _, outcomes in _options(rule, place):
        branches = [(p, q, later.get(then, STOP)) for _, p, q, then in outcomes]
        allowance.spend(sum(_size(curve) for _, _, curve in branches))
        curves.append(mixture(branches))
    return reduce(highest, curves) if curves else STOP


def _size(curve: Curve) -> int:
    """The work that a curve makes: its hinges, counted more often if their numbers are long."""
    if not curve.hinges:
        return 1
    knee, weight = curve.hinges[len(curve.hinges) // 2]
    bits = knee.numerator.bit_length() + weight.denominator.bit_length()
    return len(curve.hinges) * (1 + bits // WORD)


FREE = Rule((), lambda memory, index, query: memory)
"""The rule that forbids nothing."""


def alone(game: Game) -> Interleaving:
    """One game by itself."""
    return Interleaving((game,), FREE, game.rounds, lambda query, index: query)
