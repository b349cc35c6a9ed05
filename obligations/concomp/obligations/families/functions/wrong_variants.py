"""Functions of compositions that are wrong in one place, for any number of entries in their lists.

Each is what somebody might write who reads a definition carelessly; a proof that the right one is what the definition
says is worth something only where the same question about the wrong one is refuted.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.model.composition.filtered import Filtered, FilteredResponses, launch, within_budget
from concomp.model.composition.messages import Create, Payload, Query
from concomp.model.composition.parallel import PureDeltaResponses, randomised_response
from concomp.model.composition.slots import Parameters, WithSlots
from concomp.model.composition.suitable import Suitable, admits, continues, in_query_space
from concomp.model.language import Bool, Int, both, require, when
from concomp.obligations.families.functions.any_length import (
    AnyFirstPairConsistentParallel,
    AnyFixedMechanisms,
    AnyFixedParameters,
    AnySparseParallel,
    AnySparseParallelWithDeltaBudget,
    AnySparseResponses,
    Offers,
)


class OnlyLeftInQuerySpace(Suitable):
    """Wrong: of the queries only the left one is to lie in the query space."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        require((index >= 1) & (index <= self.created) & in_query_space(self.mechanism[index], left))
        require(admits(self.function[index], self.progress[index], left, right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)


class NothingForTheLast(Suitable):
    """Wrong: the mechanism that was created last may not be asked."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        require(index < self.created)


class CreatesMore(AnyFixedMechanisms):
    """Wrong: more mechanisms may be created than are prescribed."""

    def step(self, left: Create | Query, right: Create | Query) -> None:
        Suitable.step(self, left, right)
        with both(left, right, Create) as (create, _):
            require((self.created != self.place) | (create == self.alpha))
        with both(left, right, Query):
            require(self.created >= self.k)


class OneMoreOfValue(AnyFixedParameters):
    """Wrong: one mechanism more than there are slots may take one."""

    def take(self, fits: Callable[[Parameters], Bool]) -> None:
        with when(fits(self.value)):
            self.taken = self.taken + 1
            require(self.taken <= self.copies + 1)


class DiscreteForgotten(AnyFixedParameters):
    """Wrong: answers need not be discrete."""

    def add(self, create: Create) -> None:
        WithSlots.add(self, create)
        self.take(lambda slot: (slot.e_eps == create.e_eps) & (slot.delta == create.delta))


class EveryPairTakes(AnySparseParallel):
    """Wrong: a mechanism takes a slot with each differing pair."""

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        Suitable.ask(self, index, left, right)
        with when(left != right):
            self.exceptional[index] = True
            self.take(lambda slot: self.fits(index, slot))


class DeltaIgnored(AnySparseParallel):
    """Wrong: a mechanism may take a slot with its ε, whatever its δ."""

    def fits(self, index: Int, slot: Parameters) -> Bool:
        return slot.e_eps == self.e_eps[index]


class BudgetOfExceptional(AnySparseParallelWithDeltaBudget):
    """Wrong: the δ count when a mechanism becomes exceptional, not when it is created."""

    def add(self, create: Create) -> None:
        WithSlots.add(self, create)

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        with when((left != right) & ~self.exceptional[index]):
            self.unexposed = self.unexposed * (1 - self.delta[index])
            require(1 - self.unexposed <= self.delta_bound)
        super().ask(index, left, right)


class AnyEpsilon(PureDeltaResponses):
    """Wrong: ε may be positive."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))
        self.unexposed = self.unexposed * (1 - create.delta)
        require(1 - self.unexposed <= self.delta_bound)


class BothPositive(AnySparseResponses):
    """Wrong: ε and δ of a response may both be positive."""

    def add(self, create: Create) -> None:
        WithSlots.add(self, create)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))
        self.unexposed = self.unexposed * (1 - create.delta)
        require(1 - self.unexposed <= self.delta_bound)
        with when(create.e_eps > 1):
            self.take(lambda slot: slot.e_eps == create.e_eps)


class AnyFunction(AnyFirstPairConsistentParallel):
    """Wrong: the functions of the created mechanisms need not be first-pair consistent."""

    def add(self, create: Create) -> None:
        WithSlots.add(self, create)


class FilterLooksBack(Filtered):
    """Wrong: the filter is asked before the new parameters are added."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        require(within_budget(self.launched))
        self.launched = launch(self.launched, create.e_eps, create.delta)


class ResponsesUnfiltered(FilteredResponses):
    """Wrong: the filter is not asked."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        self.launched = launch(self.launched, create.e_eps, create.delta)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))


class EveryOfferTaken(Offers):
    """Wrong: every free slot that fits is taken."""

    def offered(self, taken: Bool, free: Bool, fits: Bool) -> tuple[Bool, Bool]:
        return taken | (free & fits), free & ~fits
