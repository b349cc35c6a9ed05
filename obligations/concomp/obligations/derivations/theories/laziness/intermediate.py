"""The intermediate weights ξ of HSV26 section 10.3.2, for any number of answers: Claim 10.29; and what caps them.

A history has the budget β(b, h) = δ·φ^b(h), and Z(b, h, q, k) is what ξ leaves of it for the answers to q from k on;
the answers are numbered, which is their order. That ξ satisfies (ξ.2), with the factor δ, is a hypothesis about the
answers before, as in the recursion that defines it. Where both worlds answer alike, constraint (ξ.4) is a cap M.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EXTENDED, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import (
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation
from concomp.obligations.derivations.theories.control.limits import (
    LIMIT_COVERS,
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.theories.control.weights import (
    HQA,
    NOT_B,
    WEIGHTS_CONVERGE,
    A,
    B,
    H,
    Q,
)
from concomp.obligations.derivations.theories.laziness import waiting

K = Var("k", "number")
HQK = EXTENDED(H, Q, K)
BUDGET_KEY = "HSV26 Constraint (xi.2) (repaired)"


def budget(bit: Index, history: Index) -> Real:
    """δ·φ of a history."""
    return Quantity("β", (bit, history))


def intermediate(bit: Index, history: Index) -> Real:
    """ξ of a history."""
    return Quantity("ξ", (bit, history))


def left(bit: Index, history: Index, query: Index, answer: Index) -> Real:
    """What ξ leaves of the budget for the answers from one on."""
    return Quantity("Z", (bit, history, query, answer))


def needed(start: Index) -> Real:
    """What the answers from one on need."""
    return total(A, control_limit(B, HQA), start)


CONDITION = hypothesis("condition (I)", "HSV26 Remark 10.21", le(control_limit(B, H), budget(B, H)))
LEFT_START = define("before the first answer", "by definition", eq(left(B, H, Q, ZERO), budget(B, H)))
LEFT_STEP = define(
    "after an answer", "by definition", eq(left(B, H, Q, NEXT(K)), left(B, H, Q, K) - intermediate(B, HQK))
)
WITHIN = hypothesis("(ξ.2) for ξ", BUDGET_KEY, le(intermediate(B, HQK) + needed(NEXT(K)), left(B, H, Q, K)))
CONVERGES = comparison(A, instance(LIMIT_POSITIVE, {H: HQA}), instance(LIMIT_SMALL, {H: HQA}), WEIGHTS_CONVERGE)

# Equation (2) and Claim 10.29.
ENOUGH_LEFT = state(
    induction(
        le(needed(K), left(B, H, Q, K)),
        K,
        solve("the first answer", le(needed(ZERO), left(B, H, Q, ZERO)), CONDITION, LEFT_START, LIMIT_COVERS),
        solve("the next answer", le(needed(NEXT(K)), left(B, H, Q, NEXT(K))), WITHIN, LEFT_STEP),
    ),
    "HSV26 Equation (2)",
)
OTHER_POSITIVE = instance(LIMIT_POSITIVE, {B: NOT_B, H: HQK})
FEASIBLE = state(
    join(
        solve(
            "(ξ.2) for L",
            le(control_limit(B, HQK) + needed(NEXT(K)), left(B, H, Q, K)),
            ENOUGH_LEFT,
            first_term(CONVERGES, K),
        ),
        instance(LIMIT_DIFFERENCE, {H: HQK}),
        instance(LIMIT_SMALL, {H: HQK}),
        solve(
            "below L⁰ + L¹",
            le(control_limit(B, HQK), control_limit(B, HQK) + control_limit(NOT_B, HQK)),
            OTHER_POSITIVE,
            variant=le(control_limit(B, HQK) + control_limit(NOT_B, HQK), control_limit(B, HQK)),
        ),
    ),
    "HSV26 Claim 10.29",
)


# The cap: here h is a history, and q a query, that both worlds answer alike, as in `waiting`.
def cap(history: Index) -> Real:
    """min(μ, L⁰ + L¹)."""
    return Quantity("M", (history,))


def _asked(history: Index) -> Real:
    return waiting.required(B, history) + waiting.required(NOT_B, history)


IS_CAP = define(
    "the cap",
    "HSV26 Constraint (xi.4)",
    eq(cap(H), waiting.weight(H) - largest(0, waiting.weight(H) - _asked(H))),
)
IN_BOTH = (waiting.NEEDED_POSITIVE, instance(waiting.NEEDED_POSITIVE, {B: NOT_B}))
KEEPS = solve("(ξ.1) for the cap", le(waiting.required(B, H), cap(H)), IS_CAP, waiting.NEEDED_SMALL, *IN_BOTH)
CAP_SMALL = solve("at most the weight", le(cap(H), waiting.weight(H)), IS_CAP)
CAP_POSITIVE = solve("M ≥ 0", le(0, cap(H)), KEEPS, waiting.NEEDED_POSITIVE, variant=le(cap(H) + 1, 0))
CAPS_CONVERGE = comparison(A, instance(CAP_POSITIVE, {H: HQA}), instance(CAP_SMALL, {H: HQA}), waiting.CONVERGE)
BOTH_CONVERGE = (waiting.NEEDED_CONVERGES, instance(waiting.NEEDED_CONVERGES, {B: NOT_B}))


def _caps_fit() -> Fact:
    """The caps of the answers sum up to no more than that of the history."""
    asked = solve("at most what both worlds ask", le(cap(HQA), _asked(HQA)), instance(IS_CAP, {H: HQA}))
    return solve(
        "the caps of the answers",
        le(total(A, cap(HQA)), cap(H)),
        IS_CAP,
        summation(A, instance(CAP_SMALL, {H: HQA}), (CAPS_CONVERGE, waiting.CONVERGE)),
        summation(A, asked, (CAPS_CONVERGE, *BOTH_CONVERGE)),
        waiting.MARGINAL,
        waiting.NEEDED_COVERS,
        instance(waiting.NEEDED_COVERS, {B: NOT_B}),
    )


CAPS_FIT = _caps_fit()
