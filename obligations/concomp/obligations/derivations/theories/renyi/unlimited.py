"""Any number of mechanisms: Haney23 Theorems 4.6 and 4.10, from what is so of the first k.

Mechanisms are numbered in the order of their launches, the filter first. So within n messages only the first n + 1
answer: Fits(h, n, k) is 1 if h and n messages more are fewer than k, else 0. Ω(b, h) is what a conversation is worth,
and M(n, b, s, h) the moment of a strategy with at most n messages to come.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, FIRST, NEXT, THEN, ZERO, Index
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Implication,
    Quantity,
    Real,
    eq,
    formula_at,
    largest,
    le,
    lt,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import extensionality
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.filtered import ALPHA, FILTER, accepted, within
from concomp.obligations.derivations.theories.renyi.moments import DIVERGENCE, HFA, PART, PRIVATE, J, S, worth
from concomp.obligations.derivations.theories.renyi.potential import (
    ANSWERED,
    BY_ONE,
    CONTINUED,
    GOING_ON,
    LATER,
    STOPPED,
    WEIGHT,
    K,
    T,
    one_by_one,
    reached,
    weight,
)


def fits(history: Index, rounds: Index, count: Index) -> Real:
    """1 if a conversation and some messages more are fewer messages than a number, otherwise 0."""
    return Quantity("Fits", (history, rounds, count))


def whole(bit: Index, history: Index) -> Real:
    """What a conversation is worth."""
    return Quantity("Ω", (bit, history))


def moment(rounds: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """The moment of a strategy, from a conversation on."""
    return Quantity("M", (rounds, bit, strategy, history))


FITS = (
    define("0 < k + 1", FILTER, eq(fits(EMPTY, ZERO, NEXT(K)), 1)),
    define("not n < 0", FILTER, eq(fits(EMPTY, N, ZERO), 0)),
    define("n + 1 < k + 1 if n < k", FILTER, eq(fits(EMPTY, NEXT(N), NEXT(K)), fits(EMPTY, N, K))),
    define("one message is over", FILTER, eq(fits(HQA, N, K), fits(H, NEXT(N), K))),
)
NUMBERED = hypothesis(
    "mechanisms are numbered in the order of their launches, the filter first: Fits(h, n, k) is 1 if h and n messages "
    "more are fewer than k, otherwise 0; M is the moment of a strategy against all",
    FILTER,
    eq(fits(H, NEXT(N), K) * T, fits(H, NEXT(N), K)),
)
WHOLE = (
    define("no answers yet", DIVERGENCE, eq(whole(B, EMPTY), 1)),
    define(
        "the power of a product is the product of the powers",
        DIVERGENCE,
        eq(whole(B, HQA), whole(B, H) * worth(B, H, Q, A)),
    ),
)
MOMENT = (
    define("no message to come", PRIVATE, eq(moment(ZERO, B, S, H), whole(B, H))),
    define(
        "it stops, or goes on",
        PRIVATE,
        eq(moment(NEXT(N), B, S, H), largest(whole(B, H), total(A, moment(N, B, THEN(S, A), HFA)))),
    ),
)
FIT = eq(fits(H, N, K), 1)


def _at(formula: Comparison, **values: Index) -> Comparison:
    moved = formula_at(formula, {{"h": H, "n": N}[name]: value for name, value in values.items()})
    assert isinstance(moved, Comparison)
    return moved


# As long as the first k answer, a conversation is worth the product of their parts.
ONE_ANSWER = one_by_one(
    eq(weight(K, B, HQA), weight(K, B, H) * (1 - T + T * worth(B, H, Q, A))),
    (instance(WEIGHT[0], {H: HQA}), WEIGHT[0], ANSWERED[0]),
    instance(WEIGHT[1], {H: HQA}),
    WEIGHT[1],
    ANSWERED[1],
    instance(PART[1], {J: K}),
    BY_ONE,
    none=(eq(weight(ZERO, B, H), 1),),
    more=(lt(0, T), lt(0, weight(K, B, H))),
)
NO_ANSWER = one_by_one(
    eq(weight(K, B, EMPTY), 1),
    (instance(WEIGHT[0], {H: EMPTY}),),
    instance(WEIGHT[1], {H: EMPTY}),
    instance(PART[0], {J: K}),
)


def _worth() -> Fact:
    same = Implication(FIT, eq(whole(B, H), weight(K, B, H)))
    at_start, over = suppose(_at(FIT, h=EMPTY)), suppose(_at(FIT, h=HQA))
    before = solve("one message before", _at(FIT, n=NEXT(N)), over, FITS[3])
    known = detach(instance(assume(same, H), {N: NEXT(N)}), before)
    return induction(
        same,
        H,
        discharge(
            at_start, solve("no answers yet", eq(whole(B, EMPTY), weight(K, B, EMPTY)), WHOLE[0], NO_ANSWER, at_start)
        ),
        discharge(
            over,
            solve(
                "one answer more",
                eq(whole(B, HQA), weight(K, B, HQA)),
                known,
                before,
                NUMBERED,
                ONE_ANSWER,
                WHOLE[1],
            ),
        ),
    )


WORTH_AS_PARTS = _worth()


def _moments() -> Fact:
    same = Implication(FIT, eq(moment(N, B, S, H), reached(N, K, B, S, H)))
    last, more = suppose(_at(FIT, n=ZERO)), suppose(_at(FIT, n=NEXT(N)))
    after = solve("one message later", _at(FIT, h=HFA), instance(FITS[3], {Q: FIRST(S)}), more)
    known = detach(instance(assume(same, N), {H: HFA, S: THEN(S, A)}), after)
    later = solve(
        "after every answer",
        eq(moment(N, B, THEN(S, A), HFA), LATER),
        known,
        more,
        instance(NUMBERED, {Q: FIRST(S)}),
        instance(CONTINUED, {S: THEN(S, A), Q: FIRST(S)}),
    )
    return induction(
        same,
        N,
        discharge(
            last,
            solve(
                "no message to come",
                eq(moment(ZERO, B, S, H), reached(ZERO, K, B, S, H)),
                MOMENT[0],
                STOPPED,
                detach(instance(WORTH_AS_PARTS, {N: ZERO}), last),
            ),
        ),
        discharge(
            more,
            solve(
                "one message more",
                eq(moment(NEXT(N), B, S, H), reached(NEXT(N), K, B, S, H)),
                MOMENT[1],
                GOING_ON,
                detach(instance(WORTH_AS_PARTS, {N: NEXT(N)}), more),
                extensionality(total(A, moment(N, B, THEN(S, A), HFA)), later),
            ),
        ),
    )


MOMENT_OF_PARTS = _moments()
_ENOUGH = eq(fits(EMPTY, N, NEXT(N)), 1)
ENOUGH = induction(
    _ENOUGH,
    N,
    solve("none", _at(_ENOUGH, n=ZERO), instance(FITS[0], {K: ZERO})),
    solve("one more", _at(_ENOUGH, n=NEXT(N)), assume(_ENOUGH, N), instance(FITS[2], {K: NEXT(N)})),
)


def any_number(limited: Fact) -> Fact:
    """From a bound on the moments against the first k mechanisms: the same against all."""
    bound = limited.formula
    assert isinstance(bound, Comparison)
    same = detach(instance(MOMENT_OF_PARTS, {H: EMPTY, K: NEXT(N)}), ENOUGH)
    return solve(
        "as many as there are messages", le(moment(N, B, S, EMPTY), bound.right), same, instance(limited, {K: NEXT(N)})
    )


# At one order: ε_j-RDP of order α. At all orders: ρ_j-zCDP, which is αρ_j-RDP at every order α.
ACCEPTED = "what is launched is accepted: {0} ≤ {1}, with its own"
ONE_ORDER, ALL_ORDERS = ALPHA - 1, (ALPHA - 1) * ALPHA


def _filter(budget: Real, factor: Real, losses: str) -> Fact:
    return within(budget, factor, accepted(budget, ACCEPTED.format(losses, budget)))


LIMITED = state(_filter(Quantity("ε"), ONE_ORDER, "Σε_j"), "Haney23 Lemma 4.7")
FILTERED = state(any_number(LIMITED), "Haney23 Theorem 4.6")
CONCENTRATED = state(any_number(_filter(Quantity("ρ"), ALL_ORDERS, "Σρ_j")), "Haney23 Theorem 4.10")
