"""The best strategy as a decision tree, in the terms of the mechanism itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from flint import fmpq

from concomp.impl.audit.beliefs import END
from concomp.impl.audit.curves import STOP, Curve
from concomp.impl.audit.places import Place, Whole
from concomp.impl.audit.rationals import ZERO
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.positions import Allowance, TooLarge

TREE_SIZE = 4096
"""The most queries a decision tree may show."""
TREE_DEPTH = 200
"""The most queries in a row that a decision tree may show."""

Stand = tuple[int, int]
"""(belief in a component, queries left there)."""


@dataclass(frozen=True)
class Point:
    """Where play really stands: in each component, and in the rule's memory."""

    stands: tuple[Stand, ...]
    memory: Hashable


Outcome = tuple[Message, fmpq, fmpq, Point]
Option = tuple[int, Message, tuple[Outcome, ...]]
"""(component, query, outcomes)."""


def best_strategy(whole: Whole, layers: Sequence[dict[int, Curve]], x: fmpq) -> Tree:
    """A deterministic strategy that is worth the value of the whole when judged at x > 0; it stops once it can.

    layers: the curves of the places, by the number of queries sent. At x = E the strategy is the best of world 0 over
    world 1 at E, at x = 1/E of world 1 over world 0. Raises TooLarge if it has more than TREE_SIZE queries, or
    TREE_DEPTH in a row.
    """
    try:
        return _Grower(whole, layers, Allowance(TREE_SIZE)).grow(_start(whole), 0, x)
    except TooLarge:
        raise TooLarge(
            f"the decision tree has more than {TREE_SIZE} queries, or {TREE_DEPTH} in a row: lower the horizon"
        ) from None


def _start(whole: Whole) -> Point:
    stands = tuple((0, component.beliefs.rounds) for component in whole.components)
    return Point(stands, whole.setting.interleaving.rule.initial)


@dataclass
class _Grower:
    whole: Whole
    layers: Sequence[dict[int, Curve]]
    allowance: Allowance

    def grow(self, point: Point, sent: int, odds: fmpq) -> Tree:
        """The tree from a point on, where the history has these odds."""
        worth = self._worth(point, sent, odds)
        if worth == max(ZERO, 1 - odds):
            return None
        self.allowance.spend(1 if sent < TREE_DEPTH else TREE_SIZE + 1)
        options = [
            option
            for option in self._options(point)
            if worth == sum((self._share(outcome, sent + 1, odds) for outcome in option[2]), ZERO)
        ]
        index, query, outcomes = min(options, key=lambda option: self._idle(option, sent + 1, odds, worth))
        return self.whole.setting.interleaving.address(query, index), tuple(
            (answer, self.grow(then, sent + 1, odds * q / p) if p != 0 and q != 0 else None)
            for answer, p, q, then in outcomes
        )

    def _options(self, point: Point) -> Iterator[Option]:
        rule = self.whole.setting.interleaving.rule
        for index, (component, (belief, left)) in enumerate(zip(self.whole.components, point.stands, strict=True)):
            for query, answered in component.beliefs.offers[belief] if left and belief != END else ():
                charged = rule.charge(point.memory, index, query)
                if charged is not None:
                    before, behind = point.stands[:index], point.stands[index + 1 :]
                    yield (
                        index,
                        query,
                        tuple(
                            (answer, p, q, Point((*before, (after, left - 1), *behind), charged))
                            for answer, p, q, after in answered
                        ),
                    )

    def _worth(self, point: Point, sent: int, odds: fmpq) -> fmpq:
        layer = self.layers[sent] if sent < len(self.layers) else {}
        return layer.get(self.whole.number(self._place(point)), STOP)(odds)

    def _place(self, point: Point) -> Place:
        standings = tuple(
            component.standing(component.arena.number_of[belief + 1], left)
            for component, (belief, left) in zip(self.whole.components, point.stands, strict=True)
        )
        return standings, point.memory

    def _share(self, outcome: Outcome, sent: int, odds: fmpq) -> fmpq:
        """What an outcome adds to the value of the query that brings it."""
        _, p, q, then = outcome
        return p * self._worth(then, sent, odds * q / p) if p != 0 and q != 0 else p

    def _idle(self, option: Option, sent: int, odds: fmpq, worth: fmpq) -> bool:
        """Whether a query brings nothing, whatever the answer; among the best queries others are shown instead."""
        return all(p == q and self._worth(then, sent, odds) == worth for _, p, q, then in option[2])
