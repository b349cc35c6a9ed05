"""Likelihood trees up to names.

What an adversary reaches against interleaved components depends on the likelihoods of the answers and on which pairs
differ, not on what pairs and answers are called. Trees are therefore brought to one form, and large families of
mechanisms shrink to the few that are really different.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.compositions.interleaving import CLOSED_NODE, Node

SAME: Pair = (0, 0)
DIFFERENT: Pair = (0, 1)

_FORMS: dict[Hashable, Node] = {}


def standard(node: Node) -> Node:
    """The tree in standard form; trees that differ in names only have the same one, as one object."""
    moves = frozenset(
        (pair[0] != pair[1], frozenset(Counter((p, q, standard(then)) for p, q, then in branches).items()))
        for pair, branches in node.moves
    )
    if not moves:
        return CLOSED_NODE
    if moves not in _FORMS:
        _FORMS[moves] = Node(
            tuple(
                (
                    DIFFERENT if differs else SAME,
                    tuple(branch for branch, times in branches for _ in range(times)),
                )
                for differs, branches in moves
            )
        )
    return _FORMS[moves]


def distinct(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """The standard forms of trees, each once, in the order of first occurrence."""
    return tuple(dict.fromkeys(standard(node) for node in nodes))
