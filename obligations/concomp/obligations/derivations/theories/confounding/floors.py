"""Beliefs that never fall far keep secrets apart: Zhang24 Lemma 7, and the first half of Repair R6.

Every secret tells y at least 1/τ times as often as all do on the whole. So s has, of what y has in all, at most what
the others leave, P(s)·ψ(s, y) ≤ m(y)·(1 − (1 − P(s))/τ), and t has at least m(y)/τ for its share.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, le, lt
from concomp.obligations.derivations.kernel.logic import (
    define_quotient,
    discharge_all,
    hypothesis,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.beliefs import (
    ABOVE_THE_FLOOR,
    AT_LEAST_1,
    OFTEN_ENOUGH,
    PRIOR,
    TAU,
    TOLD,
    S,
    T,
    U,
    Y,
    mean,
    of_events,
    prior,
    told,
)

RAREST, INVERSE = Quantity("p"), Quantity("v")
POSITIVE = hypothesis("p, which is P*, is positive", SUPPOSED, lt(0, RAREST))
IS_INVERSE = define_quotient("v is 1/P*", "by definition", INVERSE, POSITIVE)
BOUND = 1 + (TAU - 1) * INVERSE
"""e^ε(τ,θ) = 1 + (τ − 1)/P*."""


def possible(secret: Index) -> Fact:
    """That a secret has at least the chance P*, supposed."""
    return suppose(le(RAREST, prior(secret)))


def share_of_floor(*some: Fact) -> Fact:
    """m(y) ≤ τ·ψ(t, y), from that t has a chance."""
    return solve(
        "t tells y at least 1/τ times as often as all do",
        le(mean(Y), TAU * told(T, Y)),
        instance(OFTEN_ENOUGH, {U: T}),
        *some,
    )


def rest_of_the_floors(share: Fact) -> Fact:
    """P(s)·ψ(s, y) ≤ (P(s) + τ − 1)·ψ(t, y)."""
    return solve(
        "s has at most what the others leave",
        le(prior(S) * told(S, Y), (prior(S) + (TAU - 1)) * told(T, Y)),
        ABOVE_THE_FLOOR,
        share,
        AT_LEAST_1,
        instance(PRIOR[0], {U: S}),
    )


def _floor() -> Fact:
    one, other = possible(S), possible(T)
    by_output = solve(
        "output by output",
        le(told(S, Y), BOUND * told(T, Y)),
        rest_of_the_floors(share_of_floor(other, POSITIVE)),
        one,
        IS_INVERSE,
        POSITIVE,
        AT_LEAST_1,
        instance(TOLD[0], {U: T}),
    )
    return discharge_all([one, other], of_events(lambda chance: le(chance(S), BOUND * chance(T)), by_output))


FLOOR_IS_ENOUGH = _floor()
LEMMA_7 = state(FLOOR_IS_ENOUGH, "Zhang24 Lemma 7")
SHARP = state(FLOOR_IS_ENOUGH, "Zhang24 Repair R6", "beliefs at least P/τ")
