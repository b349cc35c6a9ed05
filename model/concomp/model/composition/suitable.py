"""Suitable sequences of messages.

Every composition asks first that the messages have the right form: identical creation queries, or two queries for
one mechanism that exists; that the queries lie in its query space; that what a creation query asserts is so; and
that the pairs sent to each mechanism are valid for its verification function. That function is named by a message,
so its states are kept in a register that is a map from indices.

The definition asks that the pairs sent to a mechanism form a valid sequence. Here they are moreover valid at each
step; a verifier tests every prefix, so it makes no difference to a composition.
"""

from __future__ import annotations

from concomp.model.composition.messages import Create, Function, InitialState, Mechanism, Payload, Query
from concomp.model.language import (
    NOTHING,
    Int,
    Map,
    Monitor,
    Opaque,
    Real,
    both,
    function,
    register,
    relation,
    require,
    same_case,
)
from concomp.model.registry.tags import realises


class Progress(Opaque):
    """How far a verification function has read: its state."""


in_query_space = relation(
    Mechanism, Payload, meaning=lambda mechanism, payload: payload in mechanism.queries, name="in_query_space"
)
established = relation(Mechanism, InitialState, Real, Real, Function, name="established")
"""(M, s, e^ε, δ, f): M is continual with the single initial state s, and (ε,δ)-DP with respect to f."""

begins = function(Function, result=Progress, meaning=lambda f: f.initial, name="begins")
admits = relation(
    Function, Progress, Payload, Payload, meaning=lambda f, state, q0, q1: f.advance(state, (q0, q1))[0], name="admits"
)
continues = function(
    Function,
    Progress,
    Payload,
    Payload,
    result=Progress,
    meaning=lambda f, state, q0, q1: f.advance(state, (q0, q1))[1],
    name="continues",
)


@realises("HSV26 Definition 4.5")
class Suitable(Monitor):
    """Suitable sequences of messages to ExtConComp; every function of a composition begins with this one.

    created: how many mechanisms there are. The maps hold, for each index from 1 to `created`, what its creation
    query said, and the progress of its verification function.
    """

    created = register(Int, 0)
    mechanism = register(Map[Int, Mechanism], NOTHING)
    function = register(Map[Int, Function], NOTHING)
    progress = register(Map[Int, Progress], NOTHING)
    e_eps = register(Map[Int, Real], 1)
    delta = register(Map[Int, Real], 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        require(same_case(left, right))
        with both(left, right, Create) as (create, other):
            require(create == other)
            self.add(create)
        with both(left, right, Query) as (p, q):
            require(p.index == q.index)
            self.ask(p.index, p.payload, q.payload)

    def add(self, create: Create) -> None:
        """Check what a creation query asserts, and remember it under the next index."""
        require(established(create.mechanism, create.initial, create.e_eps, create.delta, create.function))
        self.created = self.created + 1
        self.mechanism[self.created] = create.mechanism
        self.function[self.created] = create.function
        self.progress[self.created] = begins(create.function)
        self.e_eps[self.created] = create.e_eps
        self.delta[self.created] = create.delta

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        """Check a pair of queries for one mechanism, and let its verification function read them."""
        require((index >= 1) & (index <= self.created))
        require(in_query_space(self.mechanism[index], left) & in_query_space(self.mechanism[index], right))
        require(admits(self.function[index], self.progress[index], left, right))
        self.progress[index] = continues(self.function[index], self.progress[index], left, right)
