"""Odometers that add up: Haney23 Theorems 1.22, 4.9 and 4.11, from the filters.

The view of an odometer is cut before the reply with which the sum of the losses leaves the threshold d, and shows there
that it ends. Cut(n, b, s, h) is what a strategy makes of it, by the definition of Lemma 2.19; Next(h, q) = 1 if the
reply to q is kept, which it is only while the sum is at most d. What is launched by a message that is cut is not in the
view, so that the mechanisms, their losses and the answers are those of what is kept. Then Cut is at most M, the moment
of a strategy that may stop at any time, and the sum never exceeds d, as under a filter.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, FIRST, NEXT, THEN, ZERO
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, Summable, eq, le
from concomp.obligations.derivations.kernel.logic import assume, hypothesis, induction, instance, join, solve, state
from concomp.obligations.derivations.kernel.rules import summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import A, B, H, N, Q
from concomp.obligations.derivations.theories.filters.truncation import (
    CUT,
    CUTS,
    FINITE,
    FOLLOWING,
    KEPT,
    OF_FIRST,
    ONE_OR_NONE,
    cut,
    odometer_reply,
    within_with,
)
from concomp.obligations.derivations.theories.filters.truncation import WORTH as VIEW
from concomp.obligations.derivations.theories.renyi.filtered import loss, never_exceeds, spent, within
from concomp.obligations.derivations.theories.renyi.moments import DIVERGENCE, HFA, S
from concomp.obligations.derivations.theories.renyi.unlimited import (
    ALL_ORDERS,
    FILTERED,
    MOMENT,
    ONE_ORDER,
    any_number,
    moment,
    whole,
)

D = Quantity("d")
DECLARED = Quantity("Declared", (H, Q))
"""The loss of the mechanism that a message launches, kept or not; 0 if it launches none."""
OF_WHAT_IS_KEPT = hypothesis("what is cut is not launched in the view", CUT, eq(loss(H, Q), FOLLOWING * DECLARED))

# A strategy makes no more of the view that is cut than one that may stop at any time.
VIEW_IS_WORTH = hypothesis(
    "by each number v that is known of a view it is worth P^α·Q^{1−α}, and M and Cut are of the same views",
    DIVERGENCE,
    eq(VIEW, whole(B, H)),
)
_AFTER = moment(N, B, THEN(S, A), HFA)
MOMENT_CONVERGES = hypothesis("a divergence is a sum", DIVERGENCE, Summable(A, _AFTER))
_KEPT_REPLY, _FITS = odometer_reply(N, B, THEN(S, A), H, FIRST(S)), within_with(H, FIRST(S))
_AT_MOST = le(cut(N, B, S, H), moment(N, B, S, H))


def _one_message() -> Fact:
    reply = solve(
        "after every reply",
        le(_KEPT_REPLY, _FITS * _AFTER),
        instance(assume(_AT_MOST, N), {S: THEN(S, A), H: HFA}),
        instance(KEPT, {S: THEN(S, A), **OF_FIRST}),
        instance(ONE_OR_NONE[1], OF_FIRST),
    )
    return solve(
        "one message more",
        le(cut(NEXT(N), B, S, H), moment(NEXT(N), B, S, H)),
        summation(A, reply, (FINITE[0], MOMENT_CONVERGES)),
        CUTS[1],
        MOMENT[1],
        VIEW_IS_WORTH,
        instance(ONE_OR_NONE[1], OF_FIRST),
    )


CUT_IS_NO_MORE = induction(
    _AT_MOST,
    N,
    solve(
        "no message to come",
        le(cut(ZERO, B, S, H), moment(ZERO, B, S, H)),
        CUTS[0],
        MOMENT[0],
        VIEW_IS_WORTH,
    ),
    _one_message(),
)


def metered(factor: Real, losses: str) -> Fact:
    """Cut ≤ W for every threshold d; factor: what losses, in words, are multiplied by in exponents."""
    kept = hypothesis(
        f"a reply is kept only while the sum is within the threshold: {losses} ≤ d",
        SUPPOSED,
        le(FOLLOWING * (spent(H) + DECLARED), FOLLOWING * D),
    )
    enough = never_exceeds(D, kept, OF_WHAT_IS_KEPT, ONE_OR_NONE[1])
    bound = any_number(within(D, factor, enough))
    formula = bound.formula
    assert isinstance(formula, Comparison)
    return solve(
        "what is kept of the view",
        le(cut(N, B, S, EMPTY), formula.right),
        instance(CUT_IS_NO_MORE, {H: EMPTY}),
        bound,
    )


METERED = state(metered(ONE_ORDER, "Σε_j"), "Haney23 Theorem 4.9")
CONCENTRATED_METERED = state(metered(ALL_ORDERS, "Σρ_j"), "Haney23 Theorem 4.11")
BOTH = tuple(
    state(join(fact), "Haney23 Theorem 1.22", name) for fact, name in ((FILTERED, "filter"), (METERED, "odometer"))
)
