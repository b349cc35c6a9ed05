"""Concurrent composition of mechanisms that are Rényi private, all at one order.

A creation query (M, s, α, ε, f) asserts that M is (α,ε)-RDP with respect to f. It is written as one of a pure mechanism
with an order besides: ε as e^ε, and δ = 0. What may be created, and which mechanisms may be exceptional, is said by the
functions for (ε,δ)-DP; added is that every order is the α of the composition, and what a creation query asserts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

from concomp.model.composition.catalogue import Catalogue
from concomp.model.composition.filtered import Filter, Filtered, Spent
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedParameters
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Real, both, parameter, require, same_case
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.continual import is_continual, verified, worlds
from concomp.model.mechanisms.interactive import (
    ACKNOWLEDGED,
    EVERYTHING,
    HALT,
    InteractiveMechanism,
    Message,
    State,
)
from concomp.model.mechanisms.measures.renyi import at_most, loss
from concomp.model.mechanisms.privacy import continual_game
from concomp.model.mechanisms.randomised_response import BITS
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises


class RenyiCreate(Create):
    """A creation query (M, s, α, ε, f); order is α, e_eps is e^ε, delta is 0."""

    order: Real


class OfOneOrder(Suitable):
    """Suitable sequences in which every created mechanism is (α,ε')-RDP, at the order α of the composition."""

    order = parameter(Real, where=lambda order: order > 1)

    def step(  # type: ignore[override]
        self, left: RenyiCreate | Query, right: RenyiCreate | Query
    ) -> None:
        require(same_case(left, right))
        with both(left, right, RenyiCreate) as (create, other):
            require(create == other)
            require((create.order == self.order) & (create.delta == 0))
            self.add(create)
        with both(left, right, Query) as (p, q):
            require(p.index == q.index)
            self.ask(p.index, p.payload, q.payload)


@realises("HSV26 Section 13: f_{RDP,alpha}^{eps_1..eps_k} and UM_i")
class RenyiFixedParameters(OfOneOrder, FixedParameters):
    """f_{RDP,α}^{ε_1,…,ε_k}: the ε of the created mechanisms form a sub-multiset of the slots."""


@realises("HSV26 Section 13: f_{inf,RDP,alpha}, f_{inf,FPC,RDP,alpha}")
class RenyiParallel(OfOneOrder, SparseParallel):
    """f_{∞,RDP,α}^{ε_1,…,ε_k}: the ε of the exceptional mechanisms form a sub-multiset of the slots."""


@realises("HSV26 Section 13: f_{inf,RDP,alpha}, f_{inf,FPC,RDP,alpha}")
class RenyiFirstPairConsistentParallel(OfOneOrder, FirstPairConsistentParallel):
    """f_{∞,FPC,RDP,α}^{ε_1,…,ε_k}: moreover every created function is first-pair consistent."""


@realises("HSV26 Section 13: Filt_{RDP,alpha,eps}")
class RenyiFiltered(OfOneOrder, Filtered):
    """f_{RDP,α}^Filt: the filter accepts the ε of all created mechanisms."""


@realises("HSV26 Section 13: Filt_{RDP,alpha,eps}")
def renyi_filter(budget: Fraction) -> Filter:
    """Filt_{RDP,α,ε}: Σε_i ≤ ε, that is, the product of the e^{ε_i} is at most `budget` = e^ε."""

    def accepts(spent: Spent) -> bool:
        return prod((e_eps for e_eps, _ in spent), start=ONE) <= budget

    return accepts


@dataclass(frozen=True)
class RenyiCatalogue(Catalogue):
    """A fixed set of creation queries whose assertions are established, all of one order."""

    order: int = field(kw_only=True)

    def establishes(self, mechanism: Any, initial: Any, e_eps: Fraction, delta: Fraction, function: Any) -> bool:
        """Whether (M, s, α, ε, f) belongs to the set."""
        create = RenyiCreate(
            mechanism=mechanism, initial=initial, order=self.order, e_eps=e_eps, delta=delta, function=function
        )
        return create in self.entries


def renyi_catalogue(
    creates: Iterable[Any], order: int, rounds: int, consistent: Iterable[VerificationFunction] = ()
) -> RenyiCatalogue:
    """The set of these creation queries, each proved by backward induction over at most `rounds` messages.

    Raises ValueError, naming the first query whose assertion fails.
    """
    listed = frozenset(creates)
    for create in listed:
        if not holds(create, rounds):
            raise ValueError(
                f"{create!r} asserts what does not hold: the mechanism is not (α,ε)-RDP with these parameters for this "
                "function; state a larger ε or a stricter function"
            )
    return RenyiCatalogue(listed, frozenset(consistent), order=order)


@realises("HSV26 Definition 13.3")
def holds(create: Any, rounds: int) -> bool:
    """Whether M is continual with the single initial state s, and (α,ε)-RDP for f, up to `rounds` messages."""
    mechanism, order = create.mechanism, int(create.order)
    if not is_continual(mechanism) or mechanism.initial_state != create.initial:
        return False
    game = continual_game(create.function, mechanism, product(mechanism.queries, repeat=2), rounds)
    return at_most(loss(game, order), create.e_eps ** (order - 1))


def renyi_assertion(
    mechanism: InteractiveMechanism, order: int, e_eps: Fraction, function: VerificationFunction
) -> Any:
    """The creation query that asserts (α,ε)-RDP of a mechanism with one initial state, for `function`."""
    return RenyiCreate(
        mechanism=mechanism,
        initial=mechanism.initial_state,
        order=order,
        e_eps=e_eps,
        delta=ZERO,
        function=function,
    )


@realises("HSV26 Section 13: f_{RDP,alpha}^{eps_1..eps_k} and UM_i")
def universal_mechanism(known: RenyiCatalogue, e_eps: Fraction) -> InteractiveMechanism:
    """UM: started on a bit, its first message creates a mechanism with this ε, and the rest are pairs for it.

    It becomes V[f] ∘* I(bit) ∘* M, and halts if what it is sent first is no creation query of the set with this ε.
    """

    def step(state: Any, message: Any) -> Law[tuple[State, Message]]:
        if state not in BITS:
            running: InteractiveMechanism = state[0]
            return running.respond(state[1], message).map(lambda sent: ((running, sent[0]), sent[1]))
        if message not in known.entries or message.e_eps != e_eps:
            return Law.point((HALT, HALT))
        created = verified(message.function, message.mechanism)
        return Law.point(((created, worlds(created)[state]), ACKNOWLEDGED))

    return InteractiveMechanism(step, BITS, EVERYTHING, "UM")


@realises("concomp Proposition 21")
def sparse_moment_bound(moments: Iterable[Fraction], exceptional: int) -> Fraction:
    """Σ_{i≤k} e_i(S_1 − 1, …, S_n − 1), where e_i is the elementary symmetric polynomial: the largest moment of n
    mechanisms with moments S_j of which at most k = `exceptional` get differing pairs.
    """
    excess = [moment - 1 for moment in moments]
    chosen = (each for count in range(exceptional + 1) for each in combinations(excess, count))
    return sum((prod(each, start=ONE) for each in chosen), ZERO)
