"""Sparse parallel compositions, valued fast.

Many components may be asked, but only those with a slot may ever receive a differing pair. Three things make the
valuation fast. Components are kept as a multiset, so that copies are interchangeable. Once a component has its slot
everything is free to it, so that the rule needs no memory but the slots that are left. And where a component leaves
no choice and costs nothing to ask, it is asked at once: knowing more earlier cannot harm an adversary, who may
ignore it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from concomp.model.laws.law import ONE, ZERO
from concomp.obligations.families.compositions.interleaving import CLOSED_NODE, Node, lies_below, mirror
from concomp.obligations.families.compositions.shapes import SAME, standard

Vertices = Sequence[tuple[Fraction, Fraction]]
Part = tuple[Node, Hashable]
"""A component and its label; the label None says that it has its slot."""


@dataclass(frozen=True)
class Sparse:
    """A parallel composition: components with their labels, and the slots for the exceptional ones."""

    components: tuple[Node, ...]
    labels: tuple[Hashable, ...]
    slots: tuple[Hashable, ...]

    def value(self, e_eps: Fraction) -> Fraction:
        """The largest hockey-stick at e_eps, world 0 over world 1, of an adaptive adversary."""
        parts = zip(map(standard, self.components), self.labels, strict=True)
        return _value(tuple(parts), self.slots, e_eps)

    def delta(self, e_eps: Fraction) -> Fraction:
        """The least δ at e_eps against every adaptive adversary, both directions."""
        mirrored = Sparse(tuple(map(mirror, self.components)), self.labels, self.slots)
        return max(self.value(e_eps), mirrored.value(e_eps))

    def within(self, bound: Vertices) -> bool:
        """Whether the composition stays below the profile with the vertices `bound`."""
        return lies_below(self.delta, bound)

    def excess(self, bound: Vertices) -> tuple[Fraction, Fraction, Fraction] | None:
        """The first vertex (E, claimed) of the bound that is exceeded, with the exact δ there; None if none is."""
        for e_eps, claimed in bound:
            reached = self.delta(e_eps)
            if reached > claimed:
                return e_eps, claimed, reached
        return None


def copies(node: Node, label: Hashable, count: int, slots: int) -> Sparse:
    """`count` copies of one component, of which `slots` may be exceptional."""
    return Sparse((node,) * count, (label,) * count, (label,) * slots)


@cache
def single_delta(node: Node, e_eps: Fraction) -> Fraction:
    """The least δ at e_eps of one component alone."""
    return copies(node, "", 1, 1).delta(e_eps)


def _value(parts: tuple[Part, ...], slots: tuple[Hashable, ...], e_eps: Fraction) -> Fraction:
    known: dict[tuple[tuple[Part, ...], tuple[Hashable, ...], Fraction], Fraction] = {}

    def worth(parts: tuple[Part, ...], slots: tuple[Hashable, ...], p: Fraction, q: Fraction) -> Fraction:
        """The value with weights p, q of the history in the two worlds; homogeneous in (p, q)."""
        if p == 0 or q == 0:
            return p
        key = (parts, slots, p / q)
        if key not in known:
            known[key] = best(parts, slots, p / q)
        return q * known[key]

    def best(parts: tuple[Part, ...], slots: tuple[Hashable, ...], ratio: Fraction) -> Fraction:
        reached = max(ZERO, ratio - e_eps)
        for after, left, branches in _choices(parts, slots):
            candidate = sum((worth(_sort((*after, then)), left, ratio * p, q) for p, q, then in branches), ZERO)
            reached = max(reached, candidate)
        return reached

    return worth(_sort(parts), tuple(sorted(slots, key=repr)), ONE, ONE)


Branches = list[tuple[Fraction, Fraction, Part]]


def _choices(
    parts: tuple[Part, ...], slots: tuple[Hashable, ...]
) -> Iterable[tuple[tuple[Part, ...], tuple[Hashable, ...], Branches]]:
    """What may be asked: (the other parts, the slots left, what each answer leads to)."""
    for position, (node, label) in enumerate(parts):
        if len(node.moves) == 1 and (label is None or node.moves[0][0] == SAME):
            return [(_without(parts, position), slots, _branches(node.moves[0][1], label))]
    found = []
    for position, (node, label) in enumerate(parts):
        if (node, label) not in parts[:position]:
            others = _without(parts, position)
            for pair, branches in node.moves:
                if label is None or pair == SAME:
                    found.append((others, slots, _branches(branches, label)))
                elif label in slots:
                    found.append((others, _without(slots, slots.index(label)), _branches(branches, None)))
    return found


def _branches(branches: Iterable[tuple[Fraction, Fraction, Node]], label: Hashable) -> Branches:
    return [(p, q, (then, label)) for p, q, then in branches]


def _without(items: tuple[Any, ...], position: int) -> tuple[Any, ...]:
    return items[:position] + items[position + 1 :]


def _sort(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The multiset of the parts that can still be asked, in one fixed order."""
    return tuple(
        sorted((part for part in parts if part[0] is not CLOSED_NODE), key=lambda part: (id(part[0]), repr(part[1])))
    )
