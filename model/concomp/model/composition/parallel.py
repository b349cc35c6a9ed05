"""Parallel composition: any number of mechanisms, few of them exceptional.

A mechanism is exceptional once it gets a pair of different queries. At most k may be, and their parameters must fit
into fixed slots. For approximate privacy that is not enough (an event that exposes may happen in any of the many);
a budget on the δ of *all* created mechanisms is what the second function adds.
"""

from __future__ import annotations

from concomp.model.composition.messages import Create, Function, Mechanism, Payload
from concomp.model.composition.slots import Parameters, WithSlots
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Bool, Int, Map, Real, parameter, register, relation, require, when
from concomp.model.registry.tags import realises

randomised_response = relation(Mechanism, Real, Real, Function, name="randomised_response")
"""(M, e^ε, δ, f): M is RR_{ε,δ}, and f accepts exactly one message, a pair of bits."""


class Sparse(WithSlots):
    """Suitable sequences in which each mechanism that gets a differing pair takes a slot, once."""

    exceptional = register(Map[Int, Bool], False)

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        with when((left != right) & ~self.exceptional[index]):
            self.exceptional[index] = True
            self.take(lambda slot: self.fits(index, slot))

    def fits(self, index: Int, slot: Parameters) -> Bool:
        """Whether the mechanism of this index may take the slot."""
        return (slot.e_eps == self.e_eps[index]) & (slot.delta == self.delta[index])


@realises("HSV26 Definition 5.1")
class SparseParallel(Sparse):
    """f_∞^{ε_1,δ_1,…,ε_k,δ_k}: the parameters of the exceptional mechanisms form a sub-multiset of the slots."""


class DeltaBudget(Suitable):
    """Suitable sequences with 1 − ∏(1 − δ'_j) ≤ δ' over all created mechanisms j."""

    delta_bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
    unexposed = register(Real, 1)

    def add(self, create: Create) -> None:
        super().add(create)
        self.unexposed = self.unexposed * (1 - create.delta)
        require(1 - self.unexposed <= self.delta_bound)


@realises("HSV26 Definition 5.3")
class SparseParallelWithDeltaBudget(DeltaBudget, Sparse):
    """f_{∞,δ'}^{ε_1,…,ε_k}: the ε of the exceptional mechanisms fit into the slots, and the δ of all into a budget.

    Of the slots only e_eps counts.
    """

    def fits(self, index: Int, slot: Parameters) -> Bool:
        return slot.e_eps == self.e_eps[index]


@realises("HSV26 Definition 5.8")
class PureDeltaResponses(DeltaBudget):
    """f_RR^δ: every created mechanism is a randomised response RR_{0,δ'_j}, and their δ fit into the budget."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))
        require(create.e_eps == 1)


@realises("HSV26 Definition 5.10")
class SparseResponses(DeltaBudget, WithSlots):
    """f_{∞,δ',RR}^{ε_1,…,ε_k}: randomised responses with ε'_j = 0 or δ'_j = 0; the positive ε'_j fit into the slots."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))
        require((create.e_eps == 1) | (create.delta == 0))
        with when(create.e_eps > 1):
            self.take(lambda slot: slot.e_eps == create.e_eps)
