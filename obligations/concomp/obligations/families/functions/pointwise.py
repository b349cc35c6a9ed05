"""The verification functions of compositions, said once more from one arbitrary point.

A function of a composition is proved right at an arbitrary index, an arbitrary pair of privacy parameters, an
arbitrary place in a list. The specifications here look at the mechanism of one index, count the messages, and count
the mechanisms that have one pair of parameters. They know nothing of slots, and share nothing with the functions of
the model but the relations that both are about.
"""

from __future__ import annotations

from concomp.model.applications.local_protocol import (
    Assigned,
    assign,
    extend_to_neighbours,
    neighbouring_payloads,
)
from concomp.model.composition.filtered import Launched, launch, within_budget
from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.fixed import discrete
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import randomised_response
from concomp.model.composition.slots import Parameters
from concomp.model.language import (
    Bool,
    Int,
    Map,
    Real,
    both,
    elsewhen,
    is_case,
    otherwise,
    parameter,
    register,
    require,
    when,
)
from concomp.obligations.verify.properties.specifications import SuitableAt

Message = Create | Query


class FixedAt(SuitableAt):
    """Definition 4.9 repaired: suitable; message `place` creates α, the first k messages create, no later one does."""

    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create)
    k = parameter(Int, where=lambda k: k >= 1)
    position = register(Int, 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        self.position = self.position + 1
        require(is_case(left, Create) == (self.position <= self.k))
        with both(left, right, Create) as (one, other), when(self.position == self.place):
            require((one == self.alpha) & (other == self.alpha))


class SlotsAt(SuitableAt):
    """What Definitions 4.11, 5.1, 5.3, 5.10 and 5.13 have in common, seen from one value of privacy parameters.

    of_value: how many mechanisms that need a slot have the value. copies: how many of the fixed parameters are it.
    """

    value = parameter(Parameters)
    copies = parameter(Int, where=lambda copies: copies >= 0)
    of_value = register(Int, 0)

    def count(self, has_value: Bool) -> None:
        """Count one more mechanism that needs a slot, if it has the value; no more than there are may have it."""
        with when(has_value):
            self.of_value = self.of_value + 1
        require(self.of_value <= self.copies)

    def has_value(self, e_eps: Real, delta: Real) -> Bool:
        """Whether these privacy parameters are the value."""
        return (e_eps == self.value.e_eps) & (delta == self.value.delta)


class FixedParametersAt(SlotsAt):
    """Definition 4.11: suitable, discrete; no value is declared more often than it is among the fixed parameters."""

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            require(discrete(one.mechanism, one.function))
            self.count(self.has_value(one.e_eps, one.delta))


class SparseAt(SlotsAt):
    """Definition 5.1: suitable; of the mechanisms that got a differing pair, no more than `copies` have the value.

    declared_e_eps, declared_delta: what the mechanisms declare. differing: whether they got a differing pair.
    """

    declared_e_eps = register(Map[Int, Real], 1)
    declared_delta = register(Map[Int, Real], 0)
    differing = register(Map[Int, Bool], False)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            self.declared_e_eps[self.creations] = one.e_eps
            self.declared_delta[self.creations] = one.delta
        with both(left, right, Query) as (p, q), when((p.payload != q.payload) & ~self.differing[p.index]):
            self.differing[p.index] = True
            self.count(self.has_value(self.declared_e_eps[p.index], self.declared_delta[p.index]))


class SparseWithBudgetAt(SparseAt):
    """Definition 5.3: of the exceptional ones only ε counts; what is lost by all δ, p + δ − pδ, is within δ'."""

    delta_bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
    lost = register(Real, 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            self.lost = self.lost + one.delta - self.lost * one.delta
            require(self.lost <= self.delta_bound)

    def has_value(self, e_eps: Real, delta: Real) -> Bool:
        return e_eps == self.value.e_eps


class PureDeltaResponsesAt(SuitableAt):
    """Definition 5.8: suitable; randomised responses with ε = 0; what is lost by all δ is within the bound."""

    delta_bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
    lost = register(Real, 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            require((one.e_eps == 1) & randomised_response(one.mechanism, one.e_eps, one.delta, one.function))
            self.lost = self.lost + one.delta - self.lost * one.delta
            require(self.lost <= self.delta_bound)


class SparseResponsesAt(SlotsAt):
    """Definition 5.10: suitable; responses with ε = 0 or δ = 0; positive ε as often as given; δ within the bound."""

    delta_bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
    lost = register(Real, 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            require(randomised_response(one.mechanism, one.e_eps, one.delta, one.function))
            require((one.delta == 0) | (one.e_eps == 1))
            self.count((one.e_eps > 1) & (one.e_eps == self.value.e_eps))
            self.lost = self.lost + one.delta - self.lost * one.delta
            require(self.lost <= self.delta_bound)


class ConsistentAt(SparseAt):
    """Definition 5.13: as in Definition 5.1, and every created function is first-pair consistent."""

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            require(first_pair_consistent(one.function))


class FilteredAt(SuitableAt):
    """Definition 12.2: suitable, and the filter accepts the parameters of all creations so far."""

    spent = register(Launched, ())

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, _):
            self.spent = launch(self.spent, one.e_eps, one.delta)
            require(within_budget(self.spent))


class FilteredResponsesAt(FilteredAt):
    """Definition 12.3: moreover every created mechanism is the randomised response that it declares to be."""

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Create) as (one, other):
            require(randomised_response(other.mechanism, other.e_eps, other.delta, one.function))


class UsersAt(SuitableAt):
    """Definition 8.5, f_{P,~}: n creations, of which the one at `place` is α; the data of users 1, …, n; questions.

    The data so far are beginnings of neighbouring sequences.
    """

    place = parameter(Int, where=lambda place: place >= 1)
    alpha = parameter(Create)
    n = parameter(Int, where=lambda n: n >= 1)
    position = register(Int, 0)
    left_so_far = register(Assigned, ())
    right_so_far = register(Assigned, ())

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        self.position = self.position + 1
        with when(self.position <= self.n):
            require(is_case(left, Create))
            with both(left, right, Create) as (one, _), when(self.position == self.place):
                require(one == self.alpha)
        with elsewhen(self.position <= 2 * self.n):  # noqa: SIM117 (an alternative follows the outer block)
            with both(left, right, Query) as (p, q):
                require(p.index == self.position - self.n)
                self.left_so_far = assign(self.left_so_far, p.payload)
                self.right_so_far = assign(self.right_so_far, q.payload)
                require(extend_to_neighbours(self.left_so_far, self.right_so_far))
        with otherwise():
            require(left == right)
        require(is_case(left, Query) == (self.position > self.n))


class SparseUsersAt(SuitableAt):
    """f_{P,~_{k,~*}} for n users with one mechanism: of their data at most k differ, as neighbouring data do."""

    n = parameter(Int, where=lambda n: n >= 1)
    k = parameter(Int, where=lambda k: k >= 0)
    alpha = parameter(Create)
    position = register(Int, 0)
    unequal = register(Int, 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        self.position = self.position + 1
        require(is_case(left, Query) == (self.position > self.n))
        with both(left, right, Create) as (one, _):
            require(one == self.alpha)
        with both(left, right, Query) as (p, q):
            require((p.index == self.position - self.n) | (self.position > 2 * self.n))
            require((p == q) | ((self.position <= 2 * self.n) & neighbouring_payloads(p.payload, q.payload)))
            with when(p != q):
                self.unequal = self.unequal + 1
            require(self.unequal <= self.k)
