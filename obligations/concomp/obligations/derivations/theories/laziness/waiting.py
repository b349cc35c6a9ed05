"""What it costs to stop waiting, where both worlds have answered alike so far.

Here h is a history whose queries both worlds answer alike, and q, p are queries that both go on to answer alike; there
is one at least, since a query that does nothing may be added. So there is one weight m(h) for both worlds. N(b, h) is
what the control function still asks for world b. To stop waiting at h costs max(N⁰, N¹); W(n, h) is the most an
adversary can make of it with n more queries, and W∞ the limit, which is at most twice what privacy allows.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, NEXT, ZERO, Index
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
from concomp.obligations.derivations.kernel.logic import (
    assumed,
    defined,
    given,
    induction,
    instance,
    joined,
    solved,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    extensionality,
    least,
    monotone_convergence,
    monotone_limit,
    summation,
    upper,
)
from concomp.obligations.derivations.theories.control.weights import (
    DELTA,
    HQA,
    NOT_B,
    A,
    B,
    H,
    N,
    P,
    Q,
    at_least_0,
    in_range,
)


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
