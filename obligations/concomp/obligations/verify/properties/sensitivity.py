"""Functions that are 1-sensitive.

A function from vectors to numbers is 1-sensitive if vectors whose coordinates are at most 1 apart have values at most
1 apart. Of a declared function this is an axiom, stated for the applications that occur in one step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from concomp.model.language import Declared
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Meaning
from concomp.model.language.syntax.sorts import VectorSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort, each, every, hollow
from concomp.model.registry.tags import realises
from concomp.obligations.verify.encoding.twins import twins


@realises("HSV26 Definition 7.3")
@dataclass(frozen=True)
class Sensitivity:
    """The axiom that a declared function of one vector of integers, with integer values, is 1-sensitive."""

    function: Declared[Any]

    @property
    def words(self) -> str:
        """The axiom in words."""
        return f"{self.function.name} is 1-sensitive"

    def axiom(self, roots: Iterable[Term]) -> Term:
        """What the axiom says of the applications in these terms."""
        applied = [term for term in terms.descendants(roots) if term.data is self.function]
        [vector] = self.function.domain
        # Of vectors of any length, each comparison is a question of its own.
        pairs = twins(applied) if isinstance(vector, OpenVectorSort) else combinations(applied, 2)
        return terms.conjunction(_instance(one, other) for one, other in pairs)

    def enforce(self, meaning: Meaning) -> Meaning:
        """A function that satisfies the axiom, and is as near to the given one as the values asked before allow."""
        known: dict[Value, int] = {}

        def value(vector: Value) -> int:
            if vector not in known:
                least = max((held - _distance(vector, point) for point, held in known.items()), default=None)
                most = min((held + _distance(vector, point) for point, held in known.items()), default=None)
                wanted = meaning(vector)
                known[vector] = wanted if least is None or most is None else max(least, min(most, wanted))
            return known[vector]

        return value


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return max((abs(x - y) for x, y in zip(one, other, strict=True)), default=0)


def _instance(one: Term, other: Term) -> Term:
    [vector], [another] = one.arguments, other.arguments
    return terms.implication(_near_everywhere(vector, another), _near(one, other))


def _near_everywhere(one: Term, other: Term) -> Term:
    """Whether the coordinates of two vectors are at most 1 apart."""
    sort = one.sort
    if isinstance(sort, OpenVectorSort):
        return every(each(_near(hollow(0, sort), hollow(1, sort)), [one, other], sort.length))
    assert isinstance(sort, VectorSort)
    return terms.conjunction(_near(terms.item(one, place), terms.item(other, place)) for place in range(sort.size))


def _near(one: Term, other: Term) -> Term:
    distance = terms.make("absolute", (terms.make("difference", (one, other)),))
    return terms.make("at most", (distance, terms.constant(one.sort, 1)))
