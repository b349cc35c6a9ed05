"""Beliefs that move little in both directions, and how far they then are apart: the second half of Zhang24 Repair R6.

Three bounds hold of every two secrets, and for every law of the secrets the least of the three is reached
(`matching`): that of the floors of all others; τ², as one belief rises and the other falls by τ at most; and that of
the ceilings of all others, P(t)·ψ(t, y) ≥ m(y)·(1 − τ·(1 − P(t))).
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import le, lt
from concomp.obligations.derivations.kernel.logic import discharge_all, instance, solve, state, suppose
from concomp.obligations.derivations.theories.confounding.beliefs import (
    AT_LEAST_1,
    BAYES,
    CEILING,
    MEAN,
    MEAN_POSITIVE,
    PRIOR,
    TAU,
    TOLD,
    Between,
    S,
    T,
    U,
    Y,
    mean,
    of_events,
    one_of_all,
    prior,
    told,
)
from concomp.obligations.derivations.theories.confounding.floors import rest_of_the_floors, share_of_floor

KEY = "Zhang24 Repair R6"

SELDOM_ENOUGH = solve(
    "each secret tells y at most τ times as often",
    le(prior(U) * told(U, Y), TAU * (prior(U) * mean(Y))),
    CEILING,
    BAYES,
    MEAN_POSITIVE,
)


def _below_the_ceiling() -> Fact:
    """P(t)·(τ·m(y) − ψ(t, y)) ≤ (τ − 1)·m(y)."""
    term = prior(U) * (TAU * mean(Y) - told(U, Y))
    positive = solve("nothing is missing", le(0, term), SELDOM_ENOUGH)
    one = one_of_all(term, TAU * mean(Y) * prior(U) - prior(U) * told(U, Y), positive, T)
    left = prior(T) * (TAU * mean(Y) - told(T, Y))
    return solve("what one secret lacks of the ceiling", le(left, (TAU - 1) * mean(Y)), one, MEAN, PRIOR[1])


BELOW_THE_CEILING = _below_the_ceiling()


def has_a_chance(secret: Index) -> Fact:
    """That a secret has a chance, supposed."""
    return suppose(lt(0, prior(secret)))


def rises(some: Fact) -> Fact:
    """ψ(s, y) ≤ τ·m(y), from that s has a chance."""
    return solve(
        "s tells y at most τ times as often as all do",
        le(told(S, Y), TAU * mean(Y)),
        instance(SELDOM_ENOUGH, {U: S}),
        some,
    )


def _stated(name: str, between: Between, suppositions: list[Fact], *premises: Fact) -> Fact:
    """A bound of what is told of s and t at each output, and so of each event, as a part of the repair."""
    by_output = solve("output by output", between(lambda secret: told(secret, Y)), *premises)
    return state(discharge_all(suppositions, of_events(between, by_output)), KEY, name)


def _by_the_floors() -> Fact:
    other = has_a_chance(T)
    return _stated(
        "by the floors of the others",
        lambda chance: le(prior(S) * chance(S), (prior(S) + (TAU - 1)) * chance(T)),
        [other],
        rest_of_the_floors(share_of_floor(other)),
    )


def _by_both() -> Fact:
    one, other = has_a_chance(S), has_a_chance(T)
    return _stated(
        "by the ceiling of one and the floor of the other",
        lambda chance: le(chance(S), TAU * TAU * chance(T)),
        [one, other],
        rises(one),
        share_of_floor(other),
        AT_LEAST_1,
    )


def _by_the_ceilings() -> Fact:
    one = has_a_chance(S)
    return _stated(
        "by the ceilings of the others",
        lambda chance: le((1 - TAU * (1 - prior(T))) * chance(S), TAU * prior(T) * chance(T)),
        [one],
        rises(one),
        BELOW_THE_CEILING,
        AT_LEAST_1,
        instance(PRIOR[0], {U: T}),
        *(instance(TOLD[0], {U: secret}) for secret in (S, T)),
    )


BANDS = (_by_the_floors(), _by_both(), _by_the_ceilings())
