"""Functions of compositions for the tests: subtly wrong ones, other forms of right ones, and filters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.composition.filtered import Filtered
from concomp.model.composition.first_pair import FirstPairConsistentParallel, first_pair_consistent
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.messages import Create, Payload, Query
from concomp.model.composition.parallel import Sparse, SparseParallel, SparseParallelWithDeltaBudget
from concomp.model.composition.slots import Parameters, offered, within_range
from concomp.model.composition.suitable import Suitable, admits, continues, in_query_space
from concomp.model.language import (
    Bool,
    Int,
    Map,
    Monitor,
    Real,
    Record,
    Vector,
    accept_if,
    all_of,
    both,
    parameter,
    register,
    require,
    same_case,
    when,
)
from concomp.model.language.syntax.expressions import Truth
from concomp.obligations.families.applications.protocol_variants import CarelessUsers as CarelessUsers
from concomp.obligations.families.functions.any_length import ConsistentUsers as ConsistentUsers


class FixedMechanismsAgain(Suitable):
    """Wrong: the first messages create the fixed mechanisms, and nothing forbids to create more."""

    def __init__(self, count: int, **given: object) -> None:
        super().__init__(**given)
        self.alphas = parameter(Vector(Create, count))

    def step(self, left: Create | Query, right: Create | Query) -> None:
        super().step(left, right)
        with both(left, right, Create) as (create, _):
            for index, alpha in enumerate(self.alphas):
                require((self.created != index + 1) | (create == alpha))
        with both(left, right, Query):
            require(self.created >= len(self.alphas))


class OneSlotMore(FixedParameters):
    """Wrong: one mechanism may be created without a slot."""

    spared = register(Bool, False)

    def take(self, fits: Any) -> None:
        taken = Bool(False)
        for index, slot in enumerate(self.slots):
            taken, self.free[index] = offered(taken, self.free[index], fits(slot))
        require(taken | ~self.spared)
        self.spared = self.spared | ~taken


class NotAdmitted(Suitable):
    """Wrong: what differs is read where the function of its mechanism does not admit it."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created))
        require((left == right) | ~admits(self.function[index], self.progress[index], left, right))
        require((left != right) | admits(self.function[index], self.progress[index], left, right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)


class ParametersOfAlphas(Suitable):
    """The parameters of what is created form a sub-multiset of those of the fixed mechanisms."""

    def __init__(self, count: int, **given: object) -> None:
        super().__init__(**given)
        self.alphas = parameter(Vector(Create, count))
        self.free = register(Vector(Bool, count), True)

    def add(self, create: Create) -> None:
        super().add(create)
        taken = Bool(False)
        for place, alpha in enumerate(self.alphas):
            hit = ~taken & self.free[place] & (alpha.e_eps == create.e_eps) & (alpha.delta == create.delta)
            self.free[place] = self.free[place] & ~hit
            taken = taken | hit
        require(taken)


class LossBudget(Sparse):
    """The budget on δ by what is lost, p + δ − pδ, instead of by the product of what is left."""

    delta_bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
    lost = register(Real, 0)

    def add(self, create: Create) -> None:
        super().add(create)
        require((create.delta >= 0) & (create.delta <= 1))
        self.lost = self.lost + create.delta - self.lost * create.delta
        require(self.lost <= self.delta_bound)

    def fits(self, index: Int, slot: Parameters) -> Bool:
        return slot.e_eps == self.e_eps[index]


class SumBudget(LossBudget):
    """Stricter: the δ are added up."""

    def add(self, create: Create) -> None:
        Sparse.add(self, create)
        require((create.delta >= 0) & (create.delta <= 1))
        self.lost = self.lost + create.delta
        require(self.lost <= self.delta_bound)


class LateBudget(LossBudget):
    """Wrong: the budget is tested before the new δ is counted."""

    def add(self, create: Create) -> None:
        Sparse.add(self, create)
        require((create.delta >= 0) & (create.delta <= 1))
        require(self.lost <= self.delta_bound)
        self.lost = self.lost + create.delta - self.lost * create.delta


class DeltaInRange(SparseParallelWithDeltaBudget):
    """The product form, with 0 ≤ δ ≤ 1, which privacy parameters satisfy."""

    def add(self, create: Create) -> None:
        super().add(create)
        require((create.delta >= 0) & (create.delta <= 1))


class PureSlots(SparseParallel):
    """Slots with δ = 0."""

    def __init__(self, count: int, **given: object) -> None:
        super().__init__(count, **given)
        self.slots = parameter(
            Vector(Parameters, count),
            where=lambda slots: all_of(within_range(slot) & (slot.delta == 0) for slot in slots),
        )


class EqualSlots(FirstPairConsistentParallel):
    """k slots with the same parameters."""

    slot = parameter(Parameters, where=within_range)

    def __init__(self, count: int, **given: object) -> None:
        Suitable.__init__(self, **given)
        self.slots_of = count
        self.free = register(Vector(Bool, count), True)

    def take(self, fits: Any) -> None:
        taken = Bool(False)
        for place in range(self.slots_of):
            hit = ~taken & self.free[place] & fits(self.slot)
            self.free[place] = self.free[place] & ~hit
            taken = taken | hit
        require(taken)


class CountedSlots(Suitable):
    """The same by a counter, for any k."""

    slot = parameter(Parameters, where=within_range)
    k = parameter(Int, where=lambda k: k >= 0)
    exceptional = register(Map[Int, Bool], False)
    used = register(Int, 0)

    def add(self, create: Create) -> None:
        super().add(create)
        require(first_pair_consistent(create.function))

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        with when((left != right) & ~self.exceptional[index]):
            self.exceptional[index] = True
            self.used = self.used + 1
            require(self.fits(index))
            require(self.used <= self.k)

    def fits(self, index: Int) -> Bool:
        return (self.e_eps[index] == self.slot.e_eps) & (self.delta[index] == self.slot.delta)


class CountedForAlpha(CountedSlots):
    """The same, the parameters being those of one mechanism."""

    alpha = parameter(Create, where=lambda alpha: first_pair_consistent(alpha.function))

    def fits(self, index: Int) -> Bool:
        return (self.e_eps[index] == self.alpha.e_eps) & (self.delta[index] == self.alpha.delta)


class AbsentIndex(Filtered):
    """Wrong, were the query space of no mechanism not empty: the next index may be asked already."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created + 1))
        require(in_query_space(self.mechanism[index], left) & in_query_space(self.mechanism[index], right))
        require(admits(self.function[index], self.progress[index], left, right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)


class LeftQuerySpace(Filtered):
    """Wrong: only the left query is to belong to the query space."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created))
        require(in_query_space(self.mechanism[index], left))
        require(admits(self.function[index], self.progress[index], left, right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)


class FunctionsIgnored(Filtered):
    """Wrong: the functions of the mechanisms are run, and what they say is ignored."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created))
        require(in_query_space(self.mechanism[index], left) & in_query_space(self.mechanism[index], right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)


class ParametersIgnored(Filtered):
    """Wrong: creations are compared without their privacy parameters."""

    def step(self, left: Create | Query, right: Create | Query) -> None:
        require(same_case(left, right))
        with both(left, right, Create) as (create, other):
            require((create.mechanism == other.mechanism) & (create.initial == other.initial))
            require(create.function == other.function)
            self.add(create)
        with both(left, right, Query) as (p, q):
            require(p.index == q.index)
            self.ask(p.index, p.payload, q.payload)


class ComparesStates(Filtered):
    """Odd: a mechanism is asked only while its function is where that of the first one is."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        require(self.progress[index] == self.progress[1])


class Spent(Record):
    """The ε of the next mechanism."""

    epsilon: Real


class SumFilter(Monitor):
    """The sum of all ε ≥ 0 is at most B."""

    budget = parameter(Real)
    total = register(Real, 0)

    def allows(self, message: Spent) -> Truth:
        return message.epsilon >= 0

    def step(self, left: Spent, right: Spent) -> None:
        self.total = self.total + left.epsilon
        accept_if(self.total <= self.budget)


class SumFilterOfAny(SumFilter):
    """Wrong: ε may be negative."""

    def allows(self, message: Spent) -> Truth:
        return True


class AdvancedFilter(Monitor):
    """Advanced composition: with q = Σε² and r = B − q/2, accepted is K·q ≤ r² where r ≥ 0."""

    budget = parameter(Real, where=lambda budget: budget >= 0)
    factor = parameter(Real, where=lambda factor: factor >= 0)
    squares = register(Real, 0)

    def step(self, left: Spent, right: Spent) -> None:
        self.squares = self.squares + left.epsilon * left.epsilon
        rest = self.budget - Fraction(1, 2) * self.squares
        accept_if(self.is_left(rest) & (self.factor * self.squares <= rest * rest))

    def is_left(self, rest: Real) -> Truth:
        """Whether r ≥ 0."""
        return rest >= 0


class AdvancedFilterSquared(AdvancedFilter):
    """Wrong: r may be negative."""

    def is_left(self, rest: Real) -> Truth:
        return True


class EventLevel(Monitor):
    """At most one pair of queries differs; not first-pair consistent."""

    used = register(Bool, False)

    def step(self, left: Payload, right: Payload) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class OnePair(Monitor):
    """One pair of queries and no more, which may differ."""

    sent = register(Bool, False)

    def step(self, left: Payload, right: Payload) -> None:
        require(~self.sent)
        self.sent = True


class CountedCreations(Suitable):
    """Fixed parameters for k mechanisms with the same parameters, by a counter, for any k."""

    slot = parameter(Parameters, where=within_range)
    k = parameter(Int, where=lambda k: k >= 0)

    def add(self, create: Create) -> None:
        super().add(create)
        require((create.e_eps == self.slot.e_eps) & (create.delta == self.slot.delta))
        require(self.created <= self.k)


class CountedTooFar(CountedCreations):
    """Wrong: one mechanism more may be created."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        require(self.created <= self.k + 1)
