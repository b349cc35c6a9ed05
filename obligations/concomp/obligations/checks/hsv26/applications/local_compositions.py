"""Local protocols against the concurrent composition of their users, and against composed randomised responses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.applications.local_privacy import least_local_delta
from concomp.model.applications.local_protocol import UsersOfProtocol
from concomp.model.composition.catalogue import Catalogue
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.single import Ask, Neighbouring, Start, continual_from_interactive
from concomp.model.laws.indistinguishability import distance
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.model.mechanisms.verification import Pair
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.components import Component, component
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.local_protocols import (
    QUESTIONS,
    Users,
    at_most,
    pairs_of_users,
    protocol,
    question_trees,
)

MESSAGES = QUESTIONS + 1
"""What a user is sent at most: the data, and all questions."""
FUNCTION = Neighbouring(neighbouring=lambda one, other: True)
"""f_{~_i,prop_i}: first any two data of the user, then identical questions."""


@cache
def _component(user: Any, e_eps: Fraction) -> Component:
    """A user with the least δ at e_eps."""
    return component(continual_from_interactive(user, user.queries), FUNCTION, e_eps, MESSAGES)


def composition_of_users(users: Users, differing: int) -> Game:
    """The f_{P,~}-concurrent composition of the users, ~ relating data that differ for at most so many of them."""
    creations = [_component(user, ODDS[1]).create for user in users]

    def extend(left: Any, right: Any) -> bool:
        return [one == other for one, other in zip(left, right, strict=True)].count(False) <= differing

    # What the creations assert is so: their δ are the least ones.
    known = Catalogue(frozenset(creations))
    function = known.bind(UsersOfProtocol, len(users), alphas=tuple(creations)).with_values(extend_to_neighbours=extend)
    return composition_game(function, tuple(_menu(users, creations)), 2 * len(users) + QUESTIONS)


def _menu(users: Users, creations: list[Any]) -> Iterator[Pair]:
    yield from map(creation, dict.fromkeys(creations))
    for index, user in enumerate(users, 1):
        for one, other in product(user.initial_states, repeat=2):
            yield query_pair(Start(state=one), Start(state=other), index)
        queries: Any = user.queries
        for query in queries:
            yield query_pair(Ask(query=query), Ask(query=query), index)


@cache
def most_exposing(users: Users, differing: int, e_eps: Fraction) -> Fraction:
    """The largest of the least δ of all protocols that put two questions to these users."""
    related = at_most(differing, users)
    full = (plan for plan in question_trees(QUESTIONS) if plan is not None and None not in plan.after)
    return max(least_local_delta(protocol(users, plan), related, e_eps) for plan in full)


@dataclass(frozen=True)
class ProtocolCase:
    """Users, for how many of them data differ, e^ε, and the δ of the worst protocol and of the composition."""

    users: Users
    differing: int
    e_eps: Fraction
    of_protocols: Fraction
    of_composition: Fraction


def _cases() -> Iterator[ProtocolCase]:
    for users, differing in product(pairs_of_users(), (1, 2)):
        game = composition_of_users(users, differing)
        for e_eps in ODDS[::2]:
            yield ProtocolCase(
                users, differing, e_eps, most_exposing(users, differing, e_eps), least_delta(game, e_eps)
            )


@check("HSV26 Theorem 8.7")
def protocols_tell_no_more_than_their_users_composed() -> Outcome:
    """No protocol needs a larger δ than the f_{P,~}-concurrent composition of its users, and some protocol needs it."""
    cases = list(_cases())
    for case in cases:
        expect(case.of_protocols <= case.of_composition, f"{case} refutes the theorem")
    reached = [case for case in cases if 0 < case.of_protocols == case.of_composition < 1]
    witness = first_case(reached, "no protocol reaches its composition")
    fewer = {(case.users, case.e_eps): case.of_composition for case in cases if case.differing == 1}
    control = first_case(
        (case for case in cases if case.of_protocols > fewer[case.users, case.e_eps]),
        "the data of both users may differ although f_{P,~} speaks of one",
    )
    return Outcome(
        verdict="exact",
        scope="three pairs of users, every server without coins that puts two questions; ~ relates data that differ "
        "for one user, or for both; e^ε in 1, 3",
        size=len(cases),
        witness=f"in {len(reached)} cases some protocol needs exactly what the composition does, as δ = "
        f"{witness.of_protocols} at e^ε = {witness.e_eps}",
        control=f"where data differ for both users, δ = {control.of_protocols} at e^ε = {control.e_eps} is more than "
        "the composition needs in which one user's do",
        notes=("The queries have no property to keep (prop_i) but that at most two are put.",),
    )


def _alike() -> tuple[Any, ...]:
    """The users that come in pairs of equals."""
    return tuple(dict.fromkeys(user for users in pairs_of_users() for user in users))


def _of_responses(user: Any, stated: Fraction, count: int, e_eps: Fraction) -> Fraction:
    """The δ at e_eps of so many responses with the user's parameters, ε' being stated."""
    return distance(*composed_responses([_component(user, stated).privacy] * count), e_eps)


@check("HSV26 Corollary 8.8", "HSV26 Theorem 1.9")
def users_alike_tell_no_more_than_responses() -> Outcome:
    """Protocols of two equal users, k of whose data differ, keep the bound of k randomised responses."""
    return _users_alike()


@cache
def _users_alike() -> Outcome:
    cases, near, short = list(product(_alike(), (1, 2), ODDS, ODDS[1:])), [], []
    for user, differing, e_eps, stated in cases:
        delta = most_exposing((user, user), differing, e_eps)
        bound = _of_responses(user, stated, differing, e_eps)
        expect(delta <= bound, f"two of {user}, data differing for {differing}, need δ = {delta} > {bound}")
        near += [delta] if 0 < delta == bound < 1 else []
        short += [(delta, e_eps)] if differing == 2 and delta > _of_responses(user, stated, 1, e_eps) else []
    reached = first_case(near, "no protocol reaches the bound")
    control = first_case(short, "one response is enough where data differ for two users")
    return Outcome(
        verdict="exact",
        scope=f"two equal users, of {len(_alike())} kinds, every server without coins that puts two questions; k = 1 "
        "and k = 2; ε' with e^ε' = 3/2 and 3, least δ'; e^ε in 1, 3/2, 3",
        size=len(cases),
        witness=f"{len(near)} cases reach the bound, as with δ = {reached}",
        control=f"with one response fewer the bound fails: δ = {control[0]} at e^ε = {control[1]} for k = 2",
    )
