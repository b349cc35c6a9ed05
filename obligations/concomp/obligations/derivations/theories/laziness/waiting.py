"""The least budget for laziness: what a simulator needs that must not use the bit while both worlds answer alike.

Here h is a history whose queries both worlds answer alike, and q, p are queries that both go on to answer alike; there
is one at least, since a query that does nothing may be added. So there is one weight m(h) for both worlds. N(b, h) is
what the control function still asks for world b. To stop waiting at h costs max(N⁰, N¹); W(n, h) is the most an
adversary can make of it with n more queries, and W∞ the limit. A simulator has a budget x(h), the same in both worlds,
which the answers share out.

Three statements: W∞ is at most twice what privacy allows; every budget from W∞() to 1 can be shared out so that every
history has what it needs, and no more than its weight, hence suits it when the waiting ends; and every lazy simulator
has a budget of at least W∞().
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import (
    Fact,
    assumed,
    defined,
    given,
    induction,
    instance,
    joined,
    solved,
    stated,
)
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Both,
    Quantity,
    Real,
    Summable,
    eq,
    largest,
    le,
    limit,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    extensionality,
    first_term,
    least,
    monotone_convergence,
    monotone_limit,
    summation,
    telescoping,
    upper,
)
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    DELTA,
    HQA,
    NOT_B,
    PARAMETERS,
    A,
    B,
    C,
    G,
    H,
    N,
    P,
    Q,
    at_least_0,
    in_range,
)

BUDGET, OTHER_BUDGET = Quantity("β"), Quantity("γ")
K = Var("k", "number")
HQK = EXTENDED(H, Q, K)
KEY = "HSV26 Section 5.2: least budget for laziness"
NECESSARY = "HSV26 Section 10.2.2: condition (I) is necessary"


def weight(history: Index) -> Real:
    """The weight of a history, in either world."""
    return Quantity("m", (history,))


def needed(bit: Index, history: Index) -> Real:
    """What the control function of the whole mechanism asks at a history."""
    return Quantity("N", (bit, history))


def waiting(rounds: Index, history: Index) -> Real:
    """The most that ending the wait can cost, with so many more queries."""
    return Quantity("W", (rounds, history))


def cost(history: Index) -> Real:
    """The same with any number of queries."""
    return Quantity("W∞", (history,))


def share(history: Index) -> Real:
    """The budget of a history in the construction."""
    return Quantity("x", (history,))


def left(history: Index, query: Index, answer: Index) -> Real:
    """What is left of the budget for the answers from one on."""
    return Quantity("z", (history, query, answer))


def other_share(history: Index) -> Real:
    """The budget of a history in any lazy simulation."""
    return Quantity("y", (history,))


# What is given: instances of other statements at histories whose queries both worlds answer alike.
START = given("the empty history", "HSV26 Notation 10.1", eq(weight(EMPTY), 1))
WEIGHT = given("weights", "HSV26 Notation 10.1", le(0, weight(H)))
MARGINAL = given("the answers share the weight", "HSV26 Lemma 10.10", eq(weight(H), total(A, weight(HQA))))
CONVERGE = given("the answers share the weight", "HSV26 Lemma 10.10", Summable(A, weight(HQA)))
NEEDED_POSITIVE = given("L ≥ 0", "HSV26 Definition 10.9", le(0, needed(B, H)))
NEEDED_SMALL = given("L ≤ μ", "HSV26 Lemma 10.17", le(needed(B, H), weight(H)))
NEEDED_COVERS = given("L covers its answers", "HSV26 Lemma 10.20", le(total(A, needed(B, HQA)), needed(B, H)))
NEEDED_START = given("at the start", "HSV26 Corollary 10.15", le(needed(B, EMPTY), DELTA))
NEEDED_CONVERGES = comparison(A, instance(NEEDED_POSITIVE, {H: HQA}), instance(NEEDED_SMALL, {H: HQA}), CONVERGE)


def _both(fact: Fact) -> tuple[Fact, Fact]:
    return fact, instance(fact, {B: NOT_B})


# The cost of waiting.
AFTER_QUERY = total(A, waiting(N, HQA))
AFTER_ANY = total(A, waiting(N, EXTENDED(H, P, A)))
LAST = defined("no more queries", "by definition", eq(waiting(ZERO, H), largest(needed(B, H), needed(NOT_B, H))))
EARLIER = defined(
    "to stop, or to wait for an answer",
    "by definition",
    eq(waiting(NEXT(N), H), largest(needed(B, H), needed(NOT_B, H), supremum(P, AFTER_ANY))),
)


def _waiting_range() -> Fact:
    formula = Both((le(0, waiting(N, H)), le(waiting(N, H), weight(H))))
    known = assumed(formula, N)
    after = _after_query(known)
    return induction(
        formula,
        N,
        in_range(
            le(0, waiting(ZERO, H)),
            le(waiting(ZERO, H), weight(H)),
            LAST,
            *_both(NEEDED_POSITIVE),
            *_both(NEEDED_SMALL),
        ),
        in_range(
            le(0, waiting(NEXT(N), H)),
            le(waiting(NEXT(N), H), weight(H)),
            EARLIER,
            *_both(NEEDED_POSITIVE),
            *_both(NEEDED_SMALL),
            least(P, instance(after, {Q: P})),
        ),
    )


def _converges(known: Fact) -> Fact:
    """The costs of the answers converge, because they lie between 0 and the weight."""
    of_answer = instance(known, {H: HQA})
    small = solved("at most m", le(waiting(N, HQA), weight(HQA)), of_answer)
    return comparison(A, at_least_0(waiting(N, HQA), of_answer), small, CONVERGE)


def _after_query(known: Fact) -> Fact:
    of_answer = instance(known, {H: HQA})
    small = solved("at most m", le(waiting(N, HQA), weight(HQA)), of_answer)
    sums = summation(A, small, (_converges(known), CONVERGE))
    return solved("summed over the answers", le(AFTER_QUERY, weight(H)), sums, MARGINAL)


RANGE = _waiting_range()
POSITIVE = at_least_0(waiting(N, H), RANGE)
SMALL = solved("W ≤ m", le(waiting(N, H), weight(H)), RANGE)
SUMS_CONVERGE = _converges(RANGE)
AFTER_SMALL = _after_query(RANGE)


def _is_at_most_both() -> Fact:
    """Stopping costs no more than what both worlds ask, and they ask no more of the answers than before."""
    formula = le(waiting(N, H), needed(B, H) + needed(NOT_B, H))
    converging = (SUMS_CONVERGE, *_both(NEEDED_CONVERGES))
    sums = summation(A, instance(assumed(formula, N, B), {H: HQA}), converging)
    after = solved(
        "summed over the answers", le(AFTER_QUERY, needed(B, H) + needed(NOT_B, H)), sums, *_both(NEEDED_COVERS)
    )
    return induction(
        formula,
        N,
        solved(
            "no more queries",
            le(waiting(ZERO, H), needed(B, H) + needed(NOT_B, H)),
            LAST,
            *_both(NEEDED_POSITIVE),
            variant=le(waiting(ZERO, H), needed(B, H)),
        ),
        solved(
            "one query more",
            le(waiting(NEXT(N), H), needed(B, H) + needed(NOT_B, H)),
            EARLIER,
            *_both(NEEDED_POSITIVE),
            least(P, instance(after, {Q: P})),
        ),
    )


AT_MOST_BOTH = _is_at_most_both()


def _grows() -> Fact:
    formula = le(waiting(N, H), waiting(NEXT(N), H))
    more = instance(SUMS_CONVERGE, {N: NEXT(N)})
    after = summation(A, instance(assumed(formula, N), {H: HQA}), (SUMS_CONVERGE, more))
    bounded = instance(AFTER_SMALL, {N: NEXT(N), Q: P})
    of_any_query = solved(
        "for any query",
        le(AFTER_ANY, supremum(P, total(A, waiting(NEXT(N), EXTENDED(H, P, A))))),
        instance(after, {Q: P}),
        upper(P, bounded),
    )
    return induction(
        formula,
        N,
        solved("to stop", le(waiting(ZERO, H), waiting(NEXT(ZERO), H)), LAST, instance(EARLIER, {N: ZERO})),
        solved(
            "for the best query",
            le(waiting(NEXT(N), H), waiting(NEXT(NEXT(N)), H)),
            least(P, of_any_query),
            EARLIER,
            instance(EARLIER, {N: NEXT(N)}),
        ),
    )


GROWS = _grows()

# Without a number of queries.
COST = defined("the limit", "by definition", eq(cost(H), limit(N, waiting(N, H))))
COST_IS_SUPREMUM = solved(
    "the limit is a supremum", eq(cost(H), supremum(N, waiting(N, H))), COST, monotone_limit(N, GROWS, SMALL)
)
EVERY_WAIT = solved("more than any wait", le(waiting(N, H), cost(H)), COST_IS_SUPREMUM, upper(N, SMALL))
COST_SMALL = solved("W∞ ≤ m", le(cost(H), weight(H)), COST_IS_SUPREMUM, least(N, SMALL))
COST_AT_MOST_BOTH = solved(
    "no more than what both worlds ask",
    le(cost(H), needed(B, H) + needed(NOT_B, H)),
    COST_IS_SUPREMUM,
    least(N, AT_MOST_BOTH),
)
STOPPING = solved("at least what either world asks", le(needed(B, H), cost(H)), instance(EVERY_WAIT, {N: ZERO}), LAST)


def _cost_covers() -> Fact:
    """What the answers to a query may cost is no more than what the history may."""
    growing = solved(
        "the sums grow",
        le(AFTER_QUERY, total(A, waiting(NEXT(N), HQA))),
        summation(A, instance(GROWS, {H: HQA}), (SUMS_CONVERGE, instance(SUMS_CONVERGE, {N: NEXT(N)}))),
    )
    exchanged = monotone_convergence(
        N,
        A,
        instance(POSITIVE, {H: HQA}),
        instance(GROWS, {H: HQA}),
        instance(SMALL, {H: HQA}),
        CONVERGE,
    )
    with_any = solved(
        "with any number of queries",
        le(AFTER_QUERY, cost(H)),
        instance(upper(P, instance(AFTER_SMALL, {Q: P})), {P: Q}),
        EARLIER,
        instance(EVERY_WAIT, {N: NEXT(N)}),
    )
    return solved(
        "without a number of queries",
        le(total(A, cost(HQA)), cost(H)),
        extensionality(total(A, cost(HQA)), instance(COST, {H: HQA})),
        exchanged,
        monotone_limit(N, growing, AFTER_SMALL),
        least(N, with_any),
    )


COST_COVERS = _cost_covers()
COST_POSITIVE = solved("W∞ ≥ 0", le(0, cost(H)), STOPPING, NEEDED_POSITIVE, variant=le(cost(H) + 1, 0))
COSTS_CONVERGE = comparison(A, instance(COST_POSITIVE, {H: HQA}), instance(COST_SMALL, {H: HQA}), CONVERGE)

# At most twice δ, and at most 1.
AT_MOST_TWICE = joined(
    solved(
        "at most 2δ",
        le(cost(EMPTY), 2 * DELTA),
        instance(COST_AT_MOST_BOTH, {H: EMPTY}),
        *_both(NEEDED_START),
        variant=le(cost(EMPTY), DELTA),
    ),
    solved("at most 1", le(cost(EMPTY), 1), instance(COST_SMALL, {H: EMPTY}), START),
)

# Any budget from W∞() to 1 is enough: it is handed out one answer after the other, as little as possible to each.
ENOUGH = (
    given("no less than waiting costs", "by hypothesis", le(cost(EMPTY), BUDGET)),
    given("a probability", "by hypothesis", le(BUDGET, 1)),
)
SHARE_START = defined("at the start", "by definition", eq(share(EMPTY), BUDGET))
LEFT_START = defined("nothing is given yet", "by definition", eq(left(H, Q, ZERO), share(H)))
LEFT_STEP = defined("one part is given", "by definition", eq(left(H, Q, NEXT(K)), left(H, Q, K) - share(HQK)))
PART = defined(
    "as little as possible",
    "by definition",
    eq(share(HQK), largest(cost(HQK), left(H, Q, K) - total(A, weight(HQA), NEXT(K)))),
)
SUITS = Both((le(cost(H), share(H)), le(share(H), weight(H))))


def _rest(start: Index) -> Both:
    """What is left for the answers from one on is no less than they cost, and no more than they weigh."""
    return Both(
        (
            le(total(A, cost(HQA), start), left(H, Q, start)),
            le(left(H, Q, start), total(A, weight(HQA), start)),
        )
    )


def _all(formula: Both, name: str, *premises: Fact) -> Fact:
    return joined(*(solved(name, part, *premises) for part in formula.parts))


FIRST_TERMS = (first_term(COSTS_CONVERGE, K), first_term(CONVERGE, K))
LATER_SMALL = summation(A, instance(COST_SMALL, {H: HQA}), (COSTS_CONVERGE, CONVERGE), NEXT(K))


def _what_is_left(history: Fact) -> Fact:
    """What is left suits the answers from k on, by induction over k, if the budget of the history suits it."""
    known = assumed(_rest(K), K, *history.fixed)
    return induction(
        _rest(K),
        K,
        _all(_rest(ZERO), "all answers", history, LEFT_START, COST_COVERS, MARGINAL),
        _all(_rest(NEXT(K)), "one part less", known, LEFT_STEP, PART, *FIRST_TERMS, LATER_SMALL),
    )


def _part(history: Fact) -> Fact:
    """The part of an answer suits it, if the budget of the history suits the history."""
    parts = Both((le(cost(HQK), share(HQK)), le(share(HQK), weight(HQK))))
    of_k = _all(parts, "what is given", _what_is_left(history), PART, instance(COST_SMALL, {H: HQK}), *FIRST_TERMS)
    return instance(of_k, {K: A})


SHARES_SUIT = induction(
    SUITS,
    H,
    _all(
        Both((le(cost(EMPTY), share(EMPTY)), le(share(EMPTY), weight(EMPTY)))),
        "at the start",
        SHARE_START,
        START,
        *ENOUGH,
    ),
    _part(assumed(SUITS, H)),
)


def _handed_out() -> Fact:
    """What is given to the answers sums up to the budget of the history."""
    rest = _what_is_left(SHARES_SUIT)
    step = solved("one part less", eq(left(H, Q, K), share(HQK) + left(H, Q, NEXT(K))), LEFT_STEP)
    positive = solved(
        "x ≥ 0",
        le(0, share(HQK)),
        instance(SHARES_SUIT, {H: HQK}),
        instance(COST_POSITIVE, {H: HQK}),
        variant=le(share(HQK) + 1, 0),
    )
    between = (
        solved("enough is left", le(total(A, cost(HQA), K), left(H, Q, K)), rest),
        solved("not too much is left", le(left(H, Q, K), total(A, weight(HQA), K)), rest),
    )
    sums = telescoping(K, A, step, positive, between, COSTS_CONVERGE, CONVERGE)
    return solved("all of the budget", eq(total(A, share(HQA)), share(H)), instance(sums, {K: ZERO}), LEFT_START)


KEEPS_NEEDED = joined(
    solved("what either world asks", le(needed(B, H), share(H)), SHARES_SUIT, STOPPING),
    solved("no more than the weight", le(share(H), weight(H)), SHARES_SUIT),
    solved("condition (II)", le(share(H) - C * share(H), weight(H) - C * weight(H)), SHARES_SUIT, *C_RANGE),
    _handed_out(),
)

# This is what the split lemma hands out, the same in both worlds: l and w are what the answer asks, and what is left
# for all from it on, less their weight.
ASKED, LEFT_OVER = Quantity("l"), Quantity("w")
FALL_SHORT = (
    given("asks no more than the weight", "by hypothesis", le(ASKED, 0)),
    given("no more is left than the weight", "by hypothesis", le(LEFT_OVER, 0)),
)
MORE = largest(ASKED, LEFT_OVER)
SAME_IN_BOTH = joined(
    solved(
        "the split in world 0",
        eq(largest(ASKED, LEFT_OVER, LEFT_OVER - C * (LEFT_OVER - ASKED)), MORE),
        *C_RANGE,
        witness=(eq(ASKED, -1), eq(LEFT_OVER, -2)),
    ),
    solved(
        "the split in world 1",
        eq(largest(ASKED, G * MORE, LEFT_OVER - C * (LEFT_OVER - MORE)), MORE),
        *FALL_SHORT,
        *PARAMETERS,
        *C_RANGE,
        witness=(eq(ASKED, -1), eq(LEFT_OVER, -2), eq(G, 2)),
    ),
)

# No lazy simulation has less.
OTHER_START = given("at the start", "by hypothesis", eq(other_share(EMPTY), OTHER_BUDGET))
OTHER_KEEPS = given(
    "condition (I)", "HSV26 Section 10.2.2: condition (I) is necessary", le(needed(B, H), other_share(H))
)
OTHER_SUMS = given("condition (III)", "by hypothesis", eq(total(A, other_share(HQA)), other_share(H)))
OTHER_CONVERGES = given("condition (III)", "by hypothesis", Summable(A, other_share(HQA)))


def _no_less() -> Fact:
    formula = le(waiting(N, H), other_share(H))
    sums = summation(A, instance(assumed(formula, N), {H: HQA}), (SUMS_CONVERGE, OTHER_CONVERGES))
    after = solved("summed over the answers", le(AFTER_QUERY, other_share(H)), sums, OTHER_SUMS)
    always = induction(
        formula,
        N,
        solved("to stop", le(waiting(ZERO, H), other_share(H)), LAST, *_both(OTHER_KEEPS)),
        solved(
            "to wait",
            le(waiting(NEXT(N), H), other_share(H)),
            EARLIER,
            *_both(OTHER_KEEPS),
            least(P, instance(after, {Q: P})),
        ),
    )
    return solved(
        "at the start",
        le(cost(EMPTY), OTHER_BUDGET),
        instance(COST_IS_SUPREMUM, {H: EMPTY}),
        least(N, instance(always, {H: EMPTY})),
        OTHER_START,
    )


NO_LESS = _no_less()
LEAST_BUDGET = stated(joined(AT_MOST_TWICE, KEEPS_NEEDED, SAME_IN_BOTH, NO_LESS), KEY)
