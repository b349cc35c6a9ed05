"""Concurrent composition of fixed mechanisms, and with fixed parameters.

Either the mechanisms themselves are fixed: the first k messages create them, and the rest are queries. Or only their
privacy parameters are: the adversary creates mechanisms of its choice when it likes, as long as a slot is free.
"""

from __future__ import annotations

from collections.abc import Iterable

from concomp.model.composition.messages import Create, Function, Mechanism, Query
from concomp.model.composition.slots import WithSlots
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Int, Vector, both, parameter, register, relation, require, when
from concomp.model.registry.tags import realises

discrete = relation(Mechanism, Function, name="discrete")
"""(M, f): the answers of V[f] ∘* I ∘* M have discrete distributions; every finite mechanism's have."""


@realises("HSV26 Definition 4.9 (repaired)")
class FixedMechanisms(Suitable):
    """f^{α_1,…,α_k}: the first k messages create α_1, …, α_k in this order, and no message after them creates."""

    def __init__(self, count: int, **given: object) -> None:
        """Take the number k of mechanisms; the creation queries are `alphas=` a tuple of k `Create`."""
        super().__init__(**given)
        self.alphas = parameter(Vector(Create, count))

    def step(self, left: Create | Query, right: Create | Query) -> None:
        super().step(left, right)
        with both(left, right, Create) as (create, _):
            for number, alpha in self.prescribed():
                require((self.created != number) | (create == alpha))
        require(self.created <= self.count())
        with both(left, right, Query):
            require(self.created == self.count())

    def prescribed(self) -> Iterable[tuple[Int | int, Create]]:
        """The creations that are prescribed, by their numbers."""
        return enumerate(self.alphas, 1)

    def count(self) -> Int:
        """k."""
        return Int(len(self.alphas))


@realises("HSV26 Definition 4.9")
class FixedMechanismsAsPrinted(Suitable):
    """f^{α_1,…,α_k} as printed: only the first k messages are tested, for suitability and for being the α_j."""

    seen = register(Int, 0)

    def __init__(self, count: int, **given: object) -> None:
        """Take the number k of mechanisms; the creation queries are `alphas=` a tuple of k `Create`."""
        super().__init__(**given)
        self.alphas = parameter(Vector(Create, count))

    def step(self, left: Create | Query, right: Create | Query) -> None:
        with when(self.seen < len(self.alphas)):
            super().step(left, right)
            self.seen = self.seen + 1
            with both(left, right, Create) as (create, _):
                for index, alpha in enumerate(self.alphas):
                    require((self.seen != index + 1) | (create == alpha))
            with both(left, right, Query):
                require(False)


@realises("HSV26 Definition 4.11")
class FixedParameters(WithSlots):
    """f^{ε_1,δ_1,…,ε_k,δ_k}: the parameters of the created mechanisms form a sub-multiset of the slots."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(discrete(create.mechanism, create.function))
        self.take(lambda slot: (slot.e_eps == create.e_eps) & (slot.delta == create.delta))
