"""Well-orders, and recursion along them.

The answers to a query are taken one after the other, and what is chosen for one depends on what was chosen for those
before. Where they are countably many, they are numbered, and the order of the numbers is a well-order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import chain, combinations
from typing import TypeVar

from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y")


@realises("HSV26 Definition 10.22")
def is_well_order(elements: Sequence[X], before: Callable[[X, X], bool]) -> bool:
    """Whether a relation on finitely many elements is a total order whose non-empty subsets have least elements."""
    total = all([x == y, before(x, y), before(y, x)].count(True) == 1 for x in elements for y in elements) and all(
        before(x, z) for x in elements for y in elements for z in elements if before(x, y) and before(y, z)
    )
    subsets = chain.from_iterable(combinations(elements, size) for size in range(1, len(elements) + 1))
    return total and all(any(all(x == y or before(x, y) for y in subset) for x in subset) for subset in subsets)


@realises("HSV26 Lemma 10.25")
def recursively(elements: Sequence[X], rule: Callable[[X, dict[X, Y]], Y]) -> dict[X, Y]:
    """The function whose value at each element is what the rule makes of the values before; elements in their order."""
    values: dict[X, Y] = {}
    for element in elements:
        values[element] = rule(element, dict(values))
    return values
