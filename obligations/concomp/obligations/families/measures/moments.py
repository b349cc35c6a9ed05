"""Moments of interleaved components, on likelihood trees.

The moment Σ p^α·q^{1−α} of what an adversary sees multiplies along its conversation. So what can still be made of it
does not depend on how likely the past was, and one number serves all pasts that lead to the same place.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import prod
from typing import TypeVar

from flint import fmpq

from concomp.model.laws.law import ONE
from concomp.model.laws.renyi import Moment
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.compositions.interleaving import Charge, Node, no_rule

R = TypeVar("R", bound=Hashable)
Moves = tuple[tuple[Pair, tuple[tuple[fmpq | None, Node], ...]], ...]
NONE: frozenset[int] = frozenset()
"""No component is exceptional yet."""


def interleaved_moment(components: Sequence[Node], order: int, memory: R, charge: Charge[R]) -> Moment:
    """The largest moment of whole order, world 0 over world 1, of an adversary that interleaves the components.

    memory, charge: the rule of the composition, as for `interleaved_value`. None if it is infinite.
    """
    known: dict[tuple[tuple[Node, ...], R], fmpq | None] = {}
    moves: dict[Node, Moves] = {}

    def best(nodes: tuple[Node, ...], memory: R) -> fmpq | None:
        place = nodes, memory
        if place not in known:
            known[place] = largest(nodes, memory)
        return known[place]

    def largest(nodes: tuple[Node, ...], memory: R) -> fmpq | None:
        reached = fmpq(1)
        for position, node in enumerate(nodes):
            if node not in moves:
                moves[node] = _shares(node, order)
            for pair, branches in moves[node]:
                after = charge(memory, position, pair)
                if after is None:
                    continue
                total = fmpq(0)
                for share, then in branches:
                    following = best((*nodes[:position], then, *nodes[position + 1 :]), after)
                    if share is None or following is None:
                        return None
                    total += share * following
                reached = max(reached, total)
        return reached

    found = best(tuple(components), memory)
    return None if found is None else Fraction(int(found.p), int(found.q))


def _shares(node: Node, order: int) -> Moves:
    """The moves of a component, each answer of world 0 with its p^α·q^{1−α}, None if it is infinite."""
    return tuple(
        (pair, tuple((_share(p, q, order), then) for p, q, then in branches if p > 0)) for pair, branches in node.moves
    )


def _share(p: Fraction, q: Fraction, order: int) -> fmpq | None:
    if q == 0:
        return None
    share = p * (p / q) ** (order - 1)
    return fmpq(share.numerator, share.denominator)


def single_moment(node: Node, order: int) -> Moment:
    """The largest moment of one component alone, world 0 over world 1."""
    return interleaved_moment((node,), order, 0, no_rule)


def times(moments: Sequence[Moment]) -> Moment:
    """The product of moments, none of which is below 1."""
    finite: list[Fraction] = [moment for moment in moments if moment is not None]
    return prod(finite, start=ONE) if len(finite) == len(moments) else None
