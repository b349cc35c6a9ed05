"""The set from which creation queries are taken.

There is no set of all continual mechanisms, so creation queries range over a fixed one. Being fixed, it can also
answer for what its members assert: a creation query is admitted with its privacy established, by backward induction,
once and for all. Randomised responses of every parameter belong to it; so may ExtConComp itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, TypeVar

from concomp.model.composition.messages import Create
from concomp.model.composition.single import OnePair
from concomp.model.language import Monitor
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.continual import continual_from_noninteractive, is_continual
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import continual_game, is_private
from concomp.model.mechanisms.randomised_response import randomised_response
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises

M = TypeVar("M", bound=Monitor)


@realises("HSV26 Remark 4.2")
@dataclass(frozen=True)
class Catalogue:
    """A fixed set of creation queries whose assertions are established, and what it knows of their functions.

    entries: the creation queries besides those of randomised responses.
    consistent: the verification functions known to be first-pair consistent.
    """

    entries: frozenset[Create]
    consistent: frozenset[VerificationFunction] = frozenset()

    def establishes(self, mechanism: Any, initial: Any, e_eps: Fraction, delta: Fraction, function: Any) -> bool:
        """Whether (M, s, ε, δ, f) belongs to the set."""
        create = Create(mechanism=mechanism, initial=initial, e_eps=e_eps, delta=delta, function=function)
        return create in self.entries or is_randomised_response(mechanism, e_eps, delta, function)

    @property
    def meanings(self) -> Mapping[str, Callable[..., bool]]:
        """The meanings of the relations that functions of compositions declare, by name."""
        return {
            "established": self.establishes,
            "discrete": lambda mechanism, function: True,
            "randomised_response": is_randomised_response,
            "first_pair_consistent": lambda function: function in self.consistent or isinstance(function, OnePair),
        }

    def bind(self, function: type[M], *sizes: int, **given: Any) -> M:
        """The function made from `sizes` and `given`, its declared relations decided by this set."""
        declared = function(*sizes).definition.declared
        known = {name: meaning for name, meaning in self.meanings.items() if name in declared}
        return function(*sizes, **known, **given)


def catalogue(creates: Iterable[Create], rounds: int, consistent: Iterable[VerificationFunction] = ()) -> Catalogue:
    """The set of these creation queries, each proved by backward induction over at most `rounds` messages.

    Each mechanism lists its query space. Raises ValueError, naming the first query whose assertion fails.
    """
    listed = frozenset(creates)
    for create in listed:
        if not holds(create, rounds):
            raise ValueError(
                f"{create!r} asserts what does not hold: the mechanism is not (ε,δ)-DP with these parameters for this "
                "function; state larger ones or a stricter function"
            )
    return Catalogue(listed, frozenset(consistent))


@realises("HSV26 Definition 4.5")
def holds(create: Any, rounds: int) -> bool:
    """Whether M is continual with the single initial state s, and (ε,δ)-DP for f, up to `rounds` messages."""
    mechanism = create.mechanism
    if not is_continual(mechanism) or mechanism.initial_state != create.initial:
        return False
    game = continual_game(create.function, mechanism, product(mechanism.queries, repeat=2), rounds)
    return is_private(game, PrivacyParameters(create.e_eps, create.delta))


def assertion_of(mechanism: InteractiveMechanism, privacy: PrivacyParameters, function: VerificationFunction) -> Any:
    """The creation query that asserts `privacy` of a mechanism with one initial state, for `function`."""
    return Create(
        mechanism=mechanism,
        initial=mechanism.initial_state,
        e_eps=privacy.e_eps,
        delta=privacy.delta,
        function=function,
    )


@cache
def response_creation(privacy: PrivacyParameters) -> Create:
    """The creation query for RR_{ε,δ}, which accepts one pair of bits: always the same object."""
    response: Create = assertion_of(continual_from_noninteractive(randomised_response(privacy)), privacy, OnePair())
    return response


def is_randomised_response(mechanism: Any, e_eps: Fraction, delta: Fraction, function: Any) -> bool:
    """Whether M is RR_{ε,δ}, as `response_creation` makes it, and f accepts one message."""
    if not (e_eps >= 1 and 0 <= delta <= 1):
        return False
    response: Any = response_creation(PrivacyParameters(e_eps, delta))
    return mechanism is response.mechanism and isinstance(function, OnePair)
