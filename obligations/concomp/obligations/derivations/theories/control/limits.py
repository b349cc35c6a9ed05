"""The control function without a number of rounds, the limit of the others: HSV26 Definition 10.9 to Lemma 10.20.

What grows with the number of rounds and is bounded has a limit, which is its supremum; so every bound passes to it.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, limit, supremum, total
from concomp.obligations.derivations.kernel.logic import define, instance, solve, state
from concomp.obligations.derivations.kernel.rules import (
    extensionality,
    least,
    monotone_limit,
    upper,
)
from concomp.obligations.derivations.theories.control.control import (
    CONTROL_DIFFERENCE,
    CONTROL_EARLIER,
    CONTROL_GROWS,
    CONTROL_POSITIVE,
    CONTROL_SMALL,
    LOWER_IS_A_SUM,
    LOWER_SMALL,
    control,
)
from concomp.obligations.derivations.theories.control.private import CONTROL_AT_THE_START
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    DELTA,
    HQA,
    NOT_B,
    WEIGHT_RANGE,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    H,
    N,
    P,
    Q,
    in_range,
    mu,
)
from concomp.obligations.derivations.theories.series.monotone_convergence import Dominated


def control_limit(bit: Index, history: Index) -> Real:
    """L without a number of rounds."""
    return Quantity("L∞", (bit, history))


DEFINITION = define("the limit", "HSV26 Definition 10.9", eq(control_limit(B, H), limit(N, control(N, B, H))))
IS_SUPREMUM = solve(
    "the limit is a supremum",
    eq(control_limit(B, H), supremum(N, control(N, B, H))),
    DEFINITION,
    monotone_limit(N, CONTROL_GROWS, CONTROL_SMALL),
)
EVERY_ROUND = solve(
    "more than with any number of rounds",
    le(control(N, B, H), control_limit(B, H)),
    IS_SUPREMUM,
    upper(N, CONTROL_SMALL),
)
LIMIT_SMALL = state(
    solve("L ≤ μ", le(control_limit(B, H), mu(B, H)), IS_SUPREMUM, least(N, CONTROL_SMALL)),
    "HSV26 Lemma 10.17",
)
LIMIT_POSITIVE = solve(
    "L ≥ 0",
    le(0, control_limit(B, H)),
    EVERY_ROUND,
    CONTROL_POSITIVE,
    variant=le(control_limit(B, H) + 1, 0),
)
LIMIT_IN_UNIT = state(
    in_range(le(0, control_limit(B, H)), le(control_limit(B, H), 1), LIMIT_POSITIVE, LIMIT_SMALL, WEIGHT_RANGE),
    "HSV26 Definition 10.9",
)
LIMIT_AT_THE_START = state(
    solve(
        "at the start",
        le(control_limit(B, EMPTY), DELTA),
        instance(IS_SUPREMUM, {H: EMPTY}),
        least(N, CONTROL_AT_THE_START),
    ),
    "HSV26 Corollary 10.15",
)


def _limit_difference() -> Fact:
    bound = mu(B, H) - C * mu(NOT_B, H) + C * control_limit(NOT_B, H)
    with_any = solve(
        "with any number of rounds",
        le(control(N, B, H), bound),
        CONTROL_DIFFERENCE,
        instance(EVERY_ROUND, {B: NOT_B}),
        *C_RANGE,
    )
    return solve(
        "without a number of rounds",
        le(control_limit(B, H) - C * control_limit(NOT_B, H), mu(B, H) - C * mu(NOT_B, H)),
        least(N, with_any),
        IS_SUPREMUM,
    )


LIMIT_DIFFERENCE = state(_limit_difference(), "HSV26 Corollary 10.16")

CONTROL_OF_ANSWER = control(N, B, HQA)
OF_ANSWERS = Dominated(
    N,
    A,
    instance(CONTROL_POSITIVE, {H: HQA}),
    instance(CONTROL_GROWS, {H: HQA}),
    instance(CONTROL_SMALL, {H: HQA}),
    WEIGHTS_CONVERGE,
    "L",
)
EXCHANGE = state(OF_ANSWERS.limits, "HSV26 Corollary 10.19")


def _limit_covers() -> Fact:
    best_query = upper(P, instance(LOWER_SMALL, {Q: P}))
    with_any = solve(
        "with any number of rounds",
        le(total(A, CONTROL_OF_ANSWER), control_limit(B, H)),
        LOWER_IS_A_SUM,
        instance(best_query, {P: Q}),
        CONTROL_EARLIER,
        instance(EVERY_ROUND, {N: NEXT(N)}),
    )
    limits = extensionality(total(A, control_limit(B, HQA)), instance(DEFINITION, {H: HQA}))
    return solve(
        "without a number of rounds",
        le(total(A, control_limit(B, HQA)), control_limit(B, H)),
        limits,
        EXCHANGE,
        OF_ANSWERS.limit_of_sums,
        least(N, with_any),
    )


LIMIT_COVERS = state(_limit_covers(), "HSV26 Lemma 10.20")
