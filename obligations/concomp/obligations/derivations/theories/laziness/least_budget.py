"""The least budget for laziness: what a simulator needs that must not use the bit while both worlds answer alike.

A simulator has a budget x(h), the same in both worlds, which the answers share out. The wait costs W∞(h), of `waiting`.

Three statements: W∞ is at most twice what privacy allows; every budget from W∞() to 1 can be shared out so that every
history has what it needs, and no more than its weight, hence suits it when the waiting ends; and every lazy simulator
has a budget of at least W∞().
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Conjunction,
    Quantity,
    Real,
    Summable,
    eq,
    largest,
    le,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    first_term,
    least,
    summation,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.limits import control_limit
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    PARAMETERS,
    A,
    B,
    C,
    G,
    H,
    N,
    P,
    Q,
    solve_each,
    with_other_world,
)
from concomp.obligations.derivations.theories.laziness.alike import WAITS_FIRST
from concomp.obligations.derivations.theories.laziness.waiting import (
    AFTER_QUERY,
    AT_MOST_TWICE,
    CONVERGE,
    COST_COVERS,
    COST_IS_SUPREMUM,
    COST_POSITIVE,
    COST_SMALL,
    COSTS_CONVERGE,
    EARLIER,
    IS_NEEDED,
    LAST,
    MARGINAL,
    START,
    STOPPING,
    SUMS_CONVERGE,
    cost,
    required,
    waiting_cost,
    weight,
)
from concomp.obligations.derivations.theories.series.tails import HandingOut

BUDGET, OTHER_BUDGET = Quantity("β"), Quantity("γ")
K = Var("k", "number")
HQK = EXTENDED(H, Q, K)
KEY = "HSV26 Section 5.2: least budget for laziness"
NECESSARY = "HSV26 Section 10.2.2: condition (I) is necessary"


def share(history: Index) -> Real:
    """The budget of a history in the construction."""
    return Quantity("x", (history,))


def left(history: Index, query: Index, answer: Index) -> Real:
    """What is left of the budget for the answers from one on."""
    return Quantity("z", (history, query, answer))


def other_share(history: Index) -> Real:
    """The budget of a history in any lazy simulation."""
    return Quantity("y", (history,))


# Any budget from W∞() to 1 is enough: it is handed out one answer after the other, as little as possible to each.
ENOUGH = (
    hypothesis("no less than waiting costs", "by hypothesis", le(cost(EMPTY), BUDGET)),
    hypothesis("a probability", "by hypothesis", le(BUDGET, 1)),
)
SHARE_START = define("at the start", "by definition", eq(share(EMPTY), BUDGET))
LEFT_START = define("nothing is given yet", "by definition", eq(left(H, Q, ZERO), share(H)))
LEFT_STEP = define("one part is given", "by definition", eq(left(H, Q, NEXT(K)), left(H, Q, K) - share(HQK)))
PART = define(
    "as little as possible",
    "by definition",
    eq(share(HQK), largest(cost(HQK), left(H, Q, K) - total(A, weight(HQA), NEXT(K)))),
)
SUITS = Conjunction((le(cost(H), share(H)), le(share(H), weight(H))))


def _rest(start: Index) -> Conjunction:
    """What is left for the answers from one on is no less than they cost, and no more than they weigh."""
    return Conjunction(
        (
            le(total(A, cost(HQA), start), left(H, Q, start)),
            le(left(H, Q, start), total(A, weight(HQA), start)),
        )
    )


FIRST_TERMS = (first_term(COSTS_CONVERGE, K), first_term(CONVERGE, K))
LATER_SMALL = summation(A, instance(COST_SMALL, {H: HQA}), (COSTS_CONVERGE, CONVERGE), NEXT(K))


def _what_is_left(history: Fact) -> Fact:
    """What is left suits the answers from k on, by induction over k, if the budget of the history suits it."""
    known = assume(_rest(K), K, *history.fixed)
    return induction(
        _rest(K),
        K,
        solve_each("all answers", _rest(ZERO), history, LEFT_START, COST_COVERS, MARGINAL),
        solve_each("one part less", _rest(NEXT(K)), known, LEFT_STEP, PART, *FIRST_TERMS, LATER_SMALL),
    )


def _part(history: Fact) -> Fact:
    """The part of an answer suits it, if the budget of the history suits the history."""
    parts = Conjunction((le(cost(HQK), share(HQK)), le(share(HQK), weight(HQK))))
    of_k = solve_each(
        "what is given", parts, _what_is_left(history), PART, instance(COST_SMALL, {H: HQK}), *FIRST_TERMS
    )
    return instance(of_k, {K: A})


SHARES_SUIT = induction(
    SUITS,
    H,
    solve_each(
        "at the start",
        Conjunction((le(cost(EMPTY), share(EMPTY)), le(share(EMPTY), weight(EMPTY)))),
        SHARE_START,
        START,
        *ENOUGH,
    ),
    _part(assume(SUITS, H)),
)


def _handed_out() -> Fact:
    """What is given to the answers sums up to the budget of the history."""
    rest = _what_is_left(SHARES_SUIT)
    known = (instance(SHARES_SUIT, {H: HQA}), instance(COST_POSITIVE, {H: HQA}))
    positive = solve("x ≥ 0", le(0, share(HQA)), *known, variant=le(share(HQA) + 1, 0))
    converges = comparison(A, positive, solve("x ≤ m", le(share(HQA), weight(HQA)), *known[:1]), CONVERGE)
    needed = summation(A, instance(COST_POSITIVE, {H: HQA}), (COSTS_CONVERGE,), K)
    enough = solve("enough is left", le(0, left(H, Q, K)), rest, needed)
    small = solve("not too much is left", le(left(H, Q, K), total(A, weight(HQA), K)), rest)
    everything = HandingOut(K, left(H, Q, K), converges, LEFT_STEP).everything(positive, enough, small, CONVERGE)
    return solve("all of the budget", eq(total(A, share(HQA)), share(H)), everything, LEFT_START)


KEEPS_NEEDED = join(
    solve("what either world asks", le(required(B, H), share(H)), SHARES_SUIT, STOPPING),
    solve("no more than the weight", le(share(H), weight(H)), SHARES_SUIT),
    solve("condition (II)", le(share(H) - C * share(H), weight(H) - C * weight(H)), SHARES_SUIT, *C_RANGE),
    _handed_out(),
)

# This is what the split lemma hands out, the same in both worlds: l and w are what the answer asks, and what is left
# for all from it on, less their weight.
ASKED, LEFT_OVER = Quantity("l"), Quantity("w")
FALL_SHORT = (
    hypothesis("asks no more than the weight: l is what an answer asks, less its weight", SUPPOSED, le(ASKED, 0)),
    hypothesis(
        "no more is left than the weight: w is what is left for all answers from this one on, less their weight",
        SUPPOSED,
        le(LEFT_OVER, 0),
    ),
)
MORE = largest(ASKED, LEFT_OVER)
SAME_IN_BOTH = join(
    solve(
        "the split in world 0",
        eq(largest(ASKED, LEFT_OVER, LEFT_OVER - C * (LEFT_OVER - ASKED)), MORE),
        *C_RANGE,
        witness=(eq(ASKED, -1), eq(LEFT_OVER, -2)),
    ),
    solve(
        "the split in world 1",
        eq(largest(ASKED, G * MORE, LEFT_OVER - C * (LEFT_OVER - MORE)), MORE),
        *FALL_SHORT,
        *PARAMETERS,
        *C_RANGE,
        witness=(eq(ASKED, -1), eq(LEFT_OVER, -2), eq(G, 2)),
    ),
)

# No lazy simulation has less.
OTHER_START = hypothesis("at the start", "by hypothesis", eq(other_share(EMPTY), OTHER_BUDGET))
OTHER_KEEPS = hypothesis(
    "condition (I)", "HSV26 Section 10.2.2: condition (I) is necessary", le(required(B, H), other_share(H))
)
OTHER_SUMS = hypothesis("condition (III)", "by hypothesis", eq(total(A, other_share(HQA)), other_share(H)))
OTHER_CONVERGES = hypothesis("condition (III)", "by hypothesis", Summable(A, other_share(HQA)))


def _no_less() -> Fact:
    formula = le(waiting_cost(N, H), other_share(H))
    sums = summation(A, instance(assume(formula, N), {H: HQA}), (SUMS_CONVERGE, OTHER_CONVERGES))
    after = solve("summed over the answers", le(AFTER_QUERY, other_share(H)), sums, OTHER_SUMS)
    always = induction(
        formula,
        N,
        solve("to stop", le(waiting_cost(ZERO, H), other_share(H)), LAST, *with_other_world(OTHER_KEEPS)),
        solve(
            "to wait",
            le(waiting_cost(NEXT(N), H), other_share(H)),
            EARLIER,
            *with_other_world(OTHER_KEEPS),
            least(P, instance(after, {Q: P})),
        ),
    )
    return solve(
        "at the start",
        le(cost(EMPTY), OTHER_BUDGET),
        instance(COST_IS_SUPREMUM, {H: EMPTY}),
        least(N, instance(always, {H: EMPTY})),
        OTHER_START,
    )


NO_LESS = _no_less()
AT_ALL_STARTS = solve(
    "what either world asks at the start",
    le(control_limit(B, EMPTY), cost(EMPTY)),
    instance(STOPPING, {H: EMPTY}),
    instance(IS_NEEDED, {H: EMPTY}),
    WAITS_FIRST,
)
AT_START = solve("x(()) = β", eq(share(EMPTY), BUDGET), SHARE_START)
LEAST_BUDGET = (
    state(join(AT_MOST_TWICE, AT_ALL_STARTS), KEY, "(a) W ≤ min(1, 2δ), and L(()) ≤ W"),
    state(join(AT_START, KEEPS_NEEDED), KEY, "(b) x, of any β from W to 1"),
    state(SAME_IN_BOTH, KEY, "(b) the split lemma gives the same part in both worlds"),
    state(NO_LESS, KEY, "(c) W ≤ γ, if y is what a lazy simulation hands out of γ"),
)
