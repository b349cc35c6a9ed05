"""What a simulator that waits has to keep: HSV26 Lemma 5.6, repaired.

λ(h) is 1 where the simulator has to wait, and 0 elsewhere: 1 if both worlds answer the queries of h alike; ι(h, q) is 1
if one more query is answered alike. There a history is to keep W∞(h), the most that the end of the wait can cost, and L
elsewhere: U = λ·W∞ + (1 − λ)·L. U has the properties of a lower bound of which budgets are split, with any budget β
from W∞() to 1.

`waiting` is about a mechanism all of whose queries are answered alike: M without the queries at which it is not, which
are answered by 0 and forgotten. Where λ = 1 it is M itself.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact, assumed, defined, given, induction, instance, solved
from concomp.obligations.derivations.kernel.indices import EMPTY, Index
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, eq, le, total
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.reduction import waiting
from concomp.obligations.derivations.reduction.limits import (
    LIMIT_COVERS,
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.reduction.lower_bounds import LowerBound
from concomp.obligations.derivations.reduction.simulation_rules import Laziness
from concomp.obligations.derivations.reduction.splitting import (
    SPLIT_BY_CONTROL,
)
from concomp.obligations.derivations.reduction.weights import (
    C_RANGE,
    HQA,
    NOT_B,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    H,
    Q,
    mu,
)


def lazy(history: Index) -> Real:
    """λ: 1 if both worlds answer the queries of a history alike, otherwise 0."""
    return Quantity("λ", (history,))


GOES_ON = Quantity("ι", (H, Q))
"""1 if they answer one more query alike, otherwise 0."""


def needed(bit: Index, history: Index) -> Real:
    """U: the cost of waiting, and when the wait has ended the control function."""
    return Quantity("U", (bit, history))


# What λ is, and where it is 1 the mechanism of `waiting` is M.
WAITS_FIRST = defined("nothing is asked", "by definition", eq(lazy(EMPTY), 1))
WAITS_ON = defined("λ depends on the queries", "by definition", eq(lazy(HQA), lazy(H) * GOES_ON))
GOES_ON_OR_NOT = given("ι is 0 or 1", "by definition", eq(GOES_ON * GOES_ON, GOES_ON))
WAITS = induction(
    eq(lazy(H) * lazy(H), lazy(H)),
    H,
    solved("λ is 0 or 1: at the start", eq(lazy(EMPTY) * lazy(EMPTY), lazy(EMPTY)), WAITS_FIRST),
    solved(
        "λ is 0 or 1: a query more",
        eq(lazy(HQA) * lazy(HQA), lazy(HQA)),
        assumed(eq(lazy(H) * lazy(H), lazy(H)), H),
        WAITS_ON,
        GOES_ON_OR_NOT,
    ),
)
LAZINESS = Laziness(WAITS, WAITS_FIRST, WAITS_ON, GOES_ON_OR_NOT)
SAME_WEIGHT = given("both worlds answer alike", "by definition", eq(lazy(H) * waiting.weight(H), lazy(H) * mu(B, H)))
SAME_NEEDED = given("L there", "by definition", eq(lazy(H) * waiting.needed(B, H), lazy(H) * control_limit(B, H)))

# U is a lower bound.
DEFINED = defined(
    "U", "by definition", eq(needed(B, H), lazy(H) * waiting.cost(H) + (1 - lazy(H)) * control_limit(B, H))
)
POSITIVE = solved(
    "U ≥ 0",
    le(0, needed(B, H)),
    DEFINED,
    WAITS,
    waiting.COST_POSITIVE,
    LIMIT_POSITIVE,
    variant=le(needed(B, H) + 1, 0),
)
SMALL = solved(
    "U ≤ μ", le(needed(B, H), mu(B, H)), DEFINED, WAITS, waiting.COST_SMALL, LIMIT_SMALL, SAME_WEIGHT, witness=()
)


def _difference() -> Fact:
    """That of the control function, or that of the weights, which are the same, times 1 − c."""
    cost, weight_ = lazy(H) * waiting.cost(H), lazy(H) * waiting.weight(H)
    low, high = control_limit(B, H) - C * control_limit(NOT_B, H), mu(B, H) - C * mu(NOT_B, H)
    there = solved("where λ = 1", le(cost, weight_), waiting.COST_SMALL, WAITS)
    other_weight = instance(SAME_WEIGHT, {B: NOT_B})
    other = instance(DEFINED, {B: NOT_B})
    return solved(
        "as L",
        le(needed(B, H) - C * needed(NOT_B, H), high),
        solved(
            "where λ = 1", le((1 - C) * cost, (1 - C) * weight_), there, *C_RANGE, whole=(cost, weight_), witness=()
        ),
        solved(
            "where λ = 0",
            le((1 - lazy(H)) * low, (1 - lazy(H)) * high),
            LIMIT_DIFFERENCE,
            WAITS,
            whole=(low, high),
        ),
        DEFINED,
        SAME_WEIGHT,
        _times_c(other),
        _times_c(other_weight),
    )


def _times_c(equation: Fact) -> Fact:
    assert isinstance(equation.formula, Comparison)
    left, right = equation.formula.left, equation.formula.right
    return solved("times c", eq(C * left, C * right), equation, whole=(left, right))


DIFFERENCE = _difference()
CONVERGES = comparison(A, instance(POSITIVE, {H: HQA}), instance(SMALL, {H: HQA}), WEIGHTS_CONVERGE)
LASTS = lazy(H) * GOES_ON
OF_ANSWER = solved(
    "at an answer",
    eq(needed(B, HQA), LASTS * waiting.cost(HQA) + (1 - LASTS) * control_limit(B, HQA)),
    instance(DEFINED, {H: HQA}),
    WAITS_ON,
)
COVERS = solved(
    "U covers its answers",
    le(total(A, needed(B, HQA)), needed(B, H)),
    summation(A, OF_ANSWER, (CONVERGES, waiting.COSTS_CONVERGE, SPLIT_BY_CONTROL.converges)),
    DEFINED,
    WAITS,
    GOES_ON_OR_NOT,
    waiting.COST_COVERS,
    waiting.STOPPING,
    SAME_NEEDED,
    LIMIT_COVERS,
)
START = solved(
    "at the start",
    le(needed(B, EMPTY), waiting.BUDGET),
    instance(DEFINED, {H: EMPTY}),
    WAITS_FIRST,
    waiting.ENOUGH[0],
)
WAITING = LowerBound(
    "′",
    needed,
    waiting.BUDGET,
    POSITIVE,
    SMALL,
    DIFFERENCE,
    COVERS,
    START,
    waiting.ENOUGH[1:],
)
