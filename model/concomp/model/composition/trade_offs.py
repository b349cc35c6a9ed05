"""Concurrent composition of f-private mechanisms.

A creation query (M, s, f, g) asserts that M, which communicates finitely, is f-DP with respect to the verification
function g. It is written as one that names no ε and no δ, with a privacy function besides. Where for (ε,δ)-DP
parameters fit into slots, here functions do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import Catalogue
from concomp.model.composition.first_pair import first_pair_consistent
from concomp.model.composition.messages import Create, Function, InitialState, Mechanism, Payload, Query
from concomp.model.composition.slots import offered
from concomp.model.composition.suitable import Suitable
from concomp.model.language import (
    NOTHING,
    Bool,
    Int,
    Map,
    Opaque,
    Vector,
    both,
    function,
    parameter,
    register,
    relation,
    require,
    same_case,
    when,
)
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.trade_off import TradeOff
from concomp.model.mechanisms.continual import is_continual
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.measures.communication import communicates_within
from concomp.model.mechanisms.measures.trade_offs import game_trade_off
from concomp.model.mechanisms.privacy import continual_game, exchange_worlds
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises


class PrivacyFunction(Opaque):
    """A trade-off function."""


class Launched(Opaque):
    """The privacy functions of the mechanisms created so far, as a tuple."""


class TradeOffCreate(Create):
    """A creation query (M, s, f, g): privacy is f, function is g; e_eps is 1 and delta 0, which say nothing."""

    privacy: PrivacyFunction


f_private = relation(Mechanism, InitialState, PrivacyFunction, Function, name="f_private")
"""(M, s, f, g): M is continual with the initial state s, f-DP with respect to g, and communicates finitely."""
launch = function(
    Launched,
    PrivacyFunction,
    result=Launched,
    meaning=lambda launched, privacy: (*launched, privacy),
    name="launch",
)
within_budget = relation(Launched, name="within_budget")
"""The filter, as a relation on the sequence of privacy functions so far."""


class OfTradeOffs(Suitable):
    """Suitable sequences in which every created mechanism is f'_j-DP and communicates finitely."""

    privacy = register(Map[Int, PrivacyFunction], NOTHING)

    def step(  # type: ignore[override]
        self, left: TradeOffCreate | Query, right: TradeOffCreate | Query
    ) -> None:
        require(same_case(left, right))
        with both(left, right, TradeOffCreate) as (create, other):
            require(create == other)
            require((create.e_eps == 1) & (create.delta == 0))
            require(f_private(create.mechanism, create.initial, create.privacy, create.function))
            self.add(create)
            self.privacy[self.created] = create.privacy
            self.launch(create.privacy)
        with both(left, right, Query) as (p, q):
            require(p.index == q.index)
            self.ask(p.index, p.payload, q.payload)

    def launch(self, privacy: PrivacyFunction) -> None:
        """Check, and remember, the privacy function of what is created."""


class WithFunctions(OfTradeOffs):
    """k slots for privacy functions, of which each can be taken once."""

    def __init__(self, count: int, **given: object) -> None:
        """Take the number k of slots; their functions are `slots=` a tuple of k trade-off functions."""
        super().__init__(**given)
        self.slots = parameter(Vector(PrivacyFunction, count))
        self.free = register(Vector(Bool, count), True)

    def take(self, privacy: PrivacyFunction) -> None:
        """Take the first free slot with this function; there must be one."""
        taken = Bool(False)
        for index, slot in enumerate(self.slots):
            taken, self.free[index] = offered(taken, self.free[index], slot == privacy)
        require(taken)


@realises("HSV26 Section 14: g_FDP, g_{FDP,inf}, g_{FDP,inf,FPC}, g_FDP^Filt")
class TradeOffFixedParameters(WithFunctions):
    """g_FDP^{f_1,…,f_k}: the privacy functions of the created mechanisms form a sub-multiset of the slots."""

    def launch(self, privacy: PrivacyFunction) -> None:
        self.take(privacy)


@realises("HSV26 Section 14: g_FDP, g_{FDP,inf}, g_{FDP,inf,FPC}, g_FDP^Filt")
class TradeOffParallel(WithFunctions):
    """g_{FDP,∞}^{f_1,…,f_k}: the privacy functions of the exceptional mechanisms form a sub-multiset of the slots."""

    exceptional = register(Map[Int, Bool], False)

    def ask(self, index: Int, left: Payload, right: Payload) -> None:
        super().ask(index, left, right)
        with when((left != right) & ~self.exceptional[index]):
            self.exceptional[index] = True
            self.take(self.privacy[index])


@realises("HSV26 Section 14: g_FDP, g_{FDP,inf}, g_{FDP,inf,FPC}, g_FDP^Filt")
class TradeOffFirstPairConsistentParallel(TradeOffParallel):
    """g_{FDP,∞,FPC}^{f_1,…,f_k}: moreover every created function is first-pair consistent."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(first_pair_consistent(create.function))


@realises("HSV26 Section 14: g_FDP, g_{FDP,inf}, g_{FDP,inf,FPC}, g_FDP^Filt")
class TradeOffFiltered(OfTradeOffs):
    """g_FDP^Filt: the filter, given as `within_budget=`, accepts the privacy functions of all created mechanisms."""

    launched = register(Launched, ())

    def launch(self, privacy: PrivacyFunction) -> None:
        self.launched = launch(self.launched, privacy)
        require(within_budget(self.launched))


@dataclass(frozen=True)
class TradeOffCatalogue(Catalogue):
    """A fixed set of creation queries of f-private mechanisms, whose assertions are established."""

    def establishes(self, mechanism: Any, initial: Any, e_eps: Any, delta: Any, function: Any) -> bool:
        """Whether (M, s, f, g) belongs to the set, for some f."""
        listed: tuple[Any, ...] = tuple(self.entries)
        return (mechanism, initial, function) in [(each.mechanism, each.initial, each.function) for each in listed]

    @property
    def meanings(self) -> Mapping[str, Callable[..., bool]]:
        """Those of every set, and that (M, s, f, g) belongs to this one."""
        return {**super().meanings, "f_private": self._asserts}

    def _asserts(self, mechanism: Any, initial: Any, privacy: Any, function: Any) -> bool:
        create: Any = TradeOffCreate(
            mechanism=mechanism, initial=initial, e_eps=ONE, delta=ZERO, function=function, privacy=privacy
        )
        return create in self.entries


def trade_off_catalogue(
    creates: Iterable[Any], rounds: int, consistent: Iterable[VerificationFunction] = ()
) -> TradeOffCatalogue:
    """The set of these creation queries, each proved by backward induction over at most `rounds` messages.

    rounds: the c within which each mechanism communicates. Raises ValueError, naming the first query whose assertion
    fails.
    """
    listed = frozenset(creates)
    for create in listed:
        if not holds(create, rounds):
            raise ValueError(
                f"{create!r} asserts what does not hold: the mechanism is not f-DP with this f for this function, or "
                f"does not communicate within {rounds}; state a smaller f, a stricter function or more rounds"
            )
    return TradeOffCatalogue(listed, frozenset(consistent))


@realises("HSV26 Definition 14.6")
def holds(create: Any, rounds: int) -> bool:
    """Whether M is continual with the initial state s, communicates within `rounds`, and is f-DP for g, both ways."""
    mechanism = create.mechanism
    if not is_continual(mechanism) or mechanism.initial_state != create.initial:
        return False
    if not communicates_within(mechanism, rounds):
        return False
    game = continual_game(create.function, mechanism, product(mechanism.queries, repeat=2), rounds)
    return all(game_trade_off(each) >= create.privacy for each in (game, exchange_worlds(game)))


def trade_off_assertion(mechanism: InteractiveMechanism, privacy: TradeOff, function: VerificationFunction) -> Any:
    """The creation query that asserts f-DP of a mechanism with one initial state, for `function`."""
    return TradeOffCreate(
        mechanism=mechanism,
        initial=mechanism.initial_state,
        e_eps=ONE,
        delta=ZERO,
        function=function,
        privacy=privacy,
    )
