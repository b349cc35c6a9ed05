"""Small compositions of real objects: creation queries with their menus, and the games that are played with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from concomp.model.composition.catalogue import assertion_of
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.single import ShortEventLevel
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.obligations.families.small.leaking import leaking_mechanism

SHORT = ShortEventLevel(length=2)
"""g of Theorem 5.2: at most two messages, at most one pair of different ones."""


def leak(delta: Fraction) -> Any:
    """The creation query for M_δ of Theorem 5.2, which is (0,δ)-DP with respect to g."""
    return assertion_of(leaking_mechanism(delta), PrivacyParameters(Fraction(1), delta), SHORT)


def slots(*parameters: PrivacyParameters) -> tuple[Parameters, ...]:
    """The slots of a composition with these privacy parameters."""
    return tuple(Parameters(e_eps=each.e_eps, delta=each.delta) for each in parameters)


def pure_slots(*odds: Fraction) -> tuple[Parameters, ...]:
    """The slots of a composition in which only e^ε counts."""
    return slots(*(PrivacyParameters(e_eps, ZERO) for e_eps in odds))


def menu(creates: Iterable[Any], count: int, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """What an adversary may send: each creation query, and each of `pairs` to the mechanisms 1, …, count."""
    created = [creation(create) for create in creates]
    return (*created, *(query_pair(left, right, index) for index in range(1, count + 1) for left, right in pairs))


def game(
    function: VerificationFunction, creates: Iterable[Any], count: int, pairs: Sequence[Pair], rounds: int
) -> Game:
    """V[f] ∘* I(b) ∘* ExtConComp against adversaries that use this menu and at most `rounds` messages."""
    return composition_game(function, menu(creates, count, pairs), rounds)


def kernel(mechanism: InteractiveMechanism, messages: Sequence[Any], rounds: int) -> dict[str, str]:
    """The rows of a mechanism that are reached in `rounds` messages, written out for a reader."""
    rows: dict[str, str] = {}
    reached: list[Any] = list(mechanism.initial_states)
    for _ in range(rounds):
        following: list[Any] = []
        for state in reached:
            for message in messages:
                law = mechanism.respond(state, message)
                rows[f"state {state!r}, message {message!r}"] = ", ".join(
                    f"{weight}: answer {answer!r}, state {after!r}" for (after, answer), weight in law.items()
                )
                following.extend(after for after, _ in law)
        reached = list(dict.fromkeys(following))
    return rows
