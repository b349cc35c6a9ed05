"""Components of a composition: a mechanism with its verification function and its least privacy parameters.

As a creation query a component goes to the model's own ExtConComp; as a likelihood tree it goes to the interleaving
games, where creating it is a move of its own that tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import assertion_of, response_creation
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.filtered import Filter, Spent
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.obligations.families.compositions.interleaving import Charge, Node, unfold
from concomp.obligations.families.compositions.shapes import standard

CREATE: Pair = ("create", "create")
"""The move that creates a component in an interleaving game."""


@dataclass(frozen=True, eq=False)
class Component:
    """A continual mechanism that is (ε,δ)-DP for a verification function.

    rounds: how many messages are sent to it at most; its privacy is established for these.
    """

    mechanism: InteractiveMechanism
    function: VerificationFunction
    privacy: PrivacyParameters
    rounds: int = 2

    @cached_property
    def create(self) -> Any:
        """The creation query that asserts this."""
        return assertion_of(self.mechanism, self.privacy, self.function)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every pair of messages of its query space."""
        queries: Any = self.mechanism.queries
        return tuple(product(queries, repeat=2))

    @cached_property
    def game(self) -> Game:
        """V[f] ∘* I(b) ∘* M."""
        return continual_game(self.function, self.mechanism, self.pairs, self.rounds)

    @cached_property
    def tree(self) -> Node:
        """Its likelihood tree in standard form."""
        return standard(unfold(self.mechanism, self.function, self.pairs, self.rounds))

    def __repr__(self) -> str:
        return f"{self.mechanism} (e^ε={self.privacy.e_eps}, δ={self.privacy.delta}) for {self.function!r}"


def component(
    mechanism: InteractiveMechanism, function: VerificationFunction, e_eps: Fraction, rounds: int = 2
) -> Component:
    """The component with the least δ at e_eps."""
    queries: Any = mechanism.queries
    game = continual_game(function, mechanism, product(queries, repeat=2), rounds)
    return Component(mechanism, function, PrivacyParameters(e_eps, least_delta(game, e_eps)), rounds)


@cache
def response_component(privacy: PrivacyParameters) -> Component:
    """RR_{ε,δ} as a component that takes one pair of bits."""
    create: Any = response_creation(privacy)
    return Component(create.mechanism, create.function, privacy, 1)


def menu(components: Iterable[Component], copies: int) -> tuple[Pair, ...]:
    """The messages to ExtConComp that create one of `components`, or ask one of the first `copies` created ones."""
    listed = list(components)
    payloads = dict.fromkeys(pair for each in listed for pair in each.pairs)
    creations = [creation(each.create) for each in listed]
    queries = [query_pair(left, right, index) for index in range(1, copies + 1) for left, right in payloads]
    return (*creations, *queries)


def with_creation(tree: Node) -> Node:
    """The tree of a component that has to be created before it is asked."""
    return Node(((CREATE, ((ONE, ONE, tree),)),))


def within_free_slots(labels: Sequence[PrivacyParameters]) -> Charge[tuple[PrivacyParameters, ...]]:
    """The rule that each creation takes a free slot with its label; it starts with the slots, sorted."""

    def charge(free: tuple[PrivacyParameters, ...], component: int, pair: Pair) -> tuple[PrivacyParameters, ...] | None:
        if pair != CREATE:
            return free
        if labels[component] not in free:
            return None
        taken = free.index(labels[component])
        return (*free[:taken], *free[taken + 1 :])

    return charge


def within_filter(labels: Sequence[PrivacyParameters], accepts: Filter) -> Charge[Spent]:
    """The rule that a filter accepts the labels created so far, in order; it starts with none."""

    def charge(launched: Spent, component: int, pair: Pair) -> Spent | None:
        if pair != CREATE:
            return launched
        extended = (*launched, (labels[component].e_eps, labels[component].delta))
        return extended if accepts(extended) else None

    return charge


def describe(messages: Iterable[Any]) -> str:
    """Messages of a composition, or pairs of them, in words: creations with (e^ε, δ), queries with indices."""
    return "; ".join(_describe(message) for message in messages) or "nothing"


def _describe(message: Any) -> str:
    pair = isinstance(message, tuple) and len(message) == 2
    left, right = message if pair else (message, message)
    if type(left) is Create and type(right) is Create:
        either = (
            _describe_creation(left) if left == right else f"{_describe_creation(left)} or {_describe_creation(right)}"
        )
        return f"create {either}"
    if type(left) is Query and type(right) is Query:
        payload = f"({left.payload!r},{right.payload!r})" if pair else _describe_payload(left.payload)
        index = f"{left.index}" if left.index == right.index else f"{left.index} or {right.index}"
        return f"{payload} to {index}"
    return repr(message)


def _describe_creation(create: Any) -> str:
    return f"{create.mechanism!r} ({create.e_eps}, {create.delta})"


def _describe_payload(payload: Any) -> str:
    return f"[{_describe(payload)}]" if type(payload) in (Create, Query) else repr(payload)
