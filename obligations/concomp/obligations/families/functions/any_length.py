"""The functions of the model for any number of entries in their lists.

The model's functions have lists of k entries, slots or creations, for a k that is chosen when they are made. These
are the same functions for every k at once: where one goes through the list, it is given one arbitrary entry and the
number k; where it takes a slot, it is counted how many slots with one arbitrary value were taken. That to take the
first free slot that fits comes to this, however many slots there are, is a claim of its own, about slots that are
offered one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from concomp.model.applications.local_protocol import SparseUsers, UsersOfProtocol
from concomp.model.composition.first_pair import FirstPairConsistentParallel, first_pair_consistent
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.composition.messages import Create
from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget, SparseResponses
from concomp.model.composition.slots import Parameters, WithSlots, offered
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Bool, Int, Monitor, Record, ite, parameter, register, require, when


class TakesOfValue(WithSlots):
    """Slots, of which `copies` have the value; taken: how many of these were taken."""

    value = parameter(Parameters)
    copies = parameter(Int, where=lambda copies: copies >= 0)
    taken = register(Int, 0)

    def __init__(self, **given: object) -> None:
        """Take values of the parameters."""
        Suitable.__init__(self, **given)

    def take(self, fits: Callable[[Parameters], Bool]) -> None:
        with when(fits(self.value)):
            self.taken = self.taken + 1
            require(self.taken <= self.copies)


class Offer(Record):
    """A slot that is offered: whether it is free, and its privacy parameters."""

    free: Bool
    slot: Parameters


class Offers(Monitor):
    """Slots offered one after the other to one that wants certain parameters; what becomes of those with a value.

    before, after: how many of the slots with the value were free, and still are. Required is what is to be shown: one
    fewer is free if the value is the one that was wanted and one was free; else as many are.
    """

    wanted = parameter(Parameters)
    value = parameter(Parameters)
    taken = register(Bool, False)
    before = register(Int, 0)
    after = register(Int, 0)

    def step(self, left: Offer, right: Offer) -> None:
        self.taken, free = self.offered(self.taken, left.free, left.slot == self.wanted)
        self.before = self.before + ite(left.free & (left.slot == self.value), 1, 0)
        self.after = self.after + ite(free & (left.slot == self.value), 1, 0)
        wanted = self.value == self.wanted
        require(self.after == self.before - ite(wanted & (self.before >= 1), 1, 0))
        require(~wanted | (self.taken == (self.before >= 1)))

    def offered(self, taken: Bool, free: Bool, fits: Bool) -> tuple[Bool, Bool]:
        """Offer one slot, as the model does."""
        return offered(taken, free, fits)


class AnyFixedMechanisms(FixedMechanisms):
    """f^{α_1,…,α_k} for every k, its requirement on message `place` alone."""

    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create)
    k = parameter(Int, where=lambda k: k >= 1)

    def __init__(self, **given: object) -> None:
        """Take values of the parameters."""
        Suitable.__init__(self, **given)

    def prescribed(self) -> Iterable[tuple[Int | int, Create]]:
        return [(self.place, self.alpha)]

    def count(self) -> Int:
        return self.k


class AnyFixedParameters(TakesOfValue, FixedParameters):
    """f^{ε_1,δ_1,…,ε_k,δ_k} for every k."""


class AnySparseParallel(TakesOfValue, SparseParallel):
    """f_∞^{ε_1,δ_1,…,ε_k,δ_k} for every k."""


class AnySparseParallelWithDeltaBudget(TakesOfValue, SparseParallelWithDeltaBudget):
    """f_{∞,δ'}^{ε_1,…,ε_k} for every k."""


class AnySparseResponses(TakesOfValue, SparseResponses):
    """f_{∞,δ',RR}^{ε_1,…,ε_k} for every k."""


class AnyFirstPairConsistentParallel(TakesOfValue, FirstPairConsistentParallel):
    """f_{∞,FPC}^{ε_1,δ_1,…,ε_k,δ_k} for every k."""


class AnyUsersOfProtocol(UsersOfProtocol):
    """f_{P,~} for every number n of users, its requirement on creation `place` alone."""

    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create)
    n = parameter(Int, where=lambda n: n >= 1)

    def __init__(self, **given: object) -> None:
        """Take values of the parameters."""
        Suitable.__init__(self, **given)

    def prescribed(self) -> Iterable[tuple[Int | int, Create]]:
        return [(self.place, self.alpha)]

    def users(self) -> Int:
        return self.n


class EqualSlots(AnyFirstPairConsistentParallel):
    """f_{∞,FPC} with k slots that have the parameters of α."""

    alpha = parameter(Create, where=lambda alpha: first_pair_consistent(alpha.function))
    k = parameter(Int, where=lambda k: k >= 0)

    def take(self, fits: Callable[[Parameters], Bool]) -> None:
        of_alpha = (self.value.e_eps == self.alpha.e_eps) & (self.value.delta == self.alpha.delta)
        with when(fits(self.value)):
            self.taken = self.taken + 1
            require(self.taken <= ite(of_alpha, self.k, 0))


class ConsistentUsers(SparseUsers):
    """f_{P,~_{k,~*}} where the function of the users, f_{~*,prop*}, is first-pair consistent."""

    alpha = parameter(Create, where=lambda alpha: first_pair_consistent(alpha.function))
