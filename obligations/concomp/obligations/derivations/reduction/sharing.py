"""What an exposed answer may be: HSV26 conditions (I), (II) and (III) hold for budgets that are split.

The budget of a history suits it, by induction over the history; and within it what is left suits the answers from k on,
by induction over k. What is left lies between two tails, so it tends to 0, and the budget is used up.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import (
    Fact,
    assumed,
    detached,
    induction,
    instance,
    joined,
    part,
    solved,
    stated,
)
from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, OTHER, ZERO, Index
from concomp.obligations.derivations.kernel.language import eq, le, total
from concomp.obligations.derivations.kernel.rules import comparison, telescoping
from concomp.obligations.derivations.reduction.limits import (
    LIMIT_AT_THE_START,
    LIMIT_COVERS,
    LIMIT_POSITIVE,
    control_limit,
)
from concomp.obligations.derivations.reduction.splitting import (
    BUDGET_START,
    HQK,
    LEFT_START,
    LEFT_STEP,
    LIMIT_CONVERGES,
    SPLIT,
    WORLDS,
    K,
    all_of,
    budget,
    history_suits,
    in_both,
    left,
    needed,
    rest_suits,
    weight,
)
from concomp.obligations.derivations.reduction.weights import (
    DELTA_RANGE,
    HQA,
    MARGINAL,
    PARAMETERS,
    START,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    H,
    Q,
    at_least_0,
    in_range,
    mu,
)


def _rest(history: Fact) -> Fact:
    """What is left suits the answers from k on, by induction over k, if the budget of the history suits it."""
    covers = (*in_both(LIMIT_COVERS), *in_both(MARGINAL))
    at_start = all_of(rest_suits(ZERO), "all answers", history, *in_both(LEFT_START), *covers)
    step = part(detached(SPLIT, assumed(rest_suits(K), K, *history.fixed)), rest_suits(NEXT(K)))
    return induction(rest_suits(K), K, at_start, step)


def _answer(history: Fact) -> Fact:
    """The part of an answer suits it, if the budget of the history suits the history."""
    return instance(part(detached(SPLIT, _rest(history)), history_suits(HQK)), {K: A})


START_SUITS = all_of(
    history_suits(EMPTY),
    "at the start",
    *in_both(BUDGET_START),
    *in_both(LIMIT_AT_THE_START),
    *in_both(START),
    *DELTA_RANGE,
    *PARAMETERS,
)
SUITS = stated(
    induction(history_suits(H), H, START_SUITS, _answer(assumed(history_suits(H), H))),
    "HSV26 Section 10.3: budgets",
)


# Conditions (I), (II) and (III), for φ = X/δ.
CONDITION_I = stated(
    joined(*(solved("what is needed", le(control_limit(bit, H), budget(bit, H)), SUITS) for bit in WORLDS)),
    "HSV26 Condition (I)",
)
CONDITION_II = stated(
    joined(
        *(
            solved(
                "with e^{−ε}",
                le(
                    budget(bit, H) - C * budget(OTHER(bit), H),
                    mu(bit, H) - C * mu(OTHER(bit), H),
                ),
                SUITS,
                *PARAMETERS,
            )
            for bit in WORLDS
        )
    ),
    "HSV26 Condition (II)",
)
BUDGET_RANGE = tuple(
    in_range(le(0, budget(bit, H)), le(budget(bit, H), mu(bit, H)), SUITS, instance(LIMIT_POSITIVE, {B: bit}))
    for bit in WORLDS
)
LEFT_SUITS = _rest(SUITS)


BUDGETS_CONVERGE = tuple(
    comparison(
        A,
        at_least_0(budget(bit, HQA), instance(range_, {H: HQA})),
        solved("at most μ", le(budget(bit, HQA), mu(bit, HQA)), instance(range_, {H: HQA})),
        instance(WEIGHTS_CONVERGE, {B: bit}),
    )
    for bit, range_ in zip(WORLDS, BUDGET_RANGE, strict=True)
)


def _given_out(bit: Index, range_: Fact) -> Fact:
    """What is given to the answers sums up to the budget."""
    later = left(bit, H, Q, NEXT(K))
    step = solved("one part less", eq(left(bit, H, Q, K), budget(bit, HQK) + later), instance(LEFT_STEP, {B: bit}))
    between = (
        solved("enough is left", le(needed(bit, K), left(bit, H, Q, K)), LEFT_SUITS),
        solved("not too much is left", le(left(bit, H, Q, K), weight(bit, K)), LEFT_SUITS),
    )
    positive = at_least_0(budget(bit, HQK), instance(range_, {H: HQK}))
    converging = (instance(LIMIT_CONVERGES, {B: bit}), instance(WEIGHTS_CONVERGE, {B: bit}))
    return solved(
        "all of the budget",
        eq(total(A, budget(bit, HQA)), budget(bit, H)),
        instance(telescoping(K, A, step, positive, between, *converging), {K: ZERO}),
        instance(LEFT_START, {B: bit}),
    )


CONDITION_III = stated(joined(*map(_given_out, WORLDS, BUDGET_RANGE)), "HSV26 Condition (III)")
