"""What it costs to stop waiting, where both worlds have answered alike so far.

The weight of a history is that of world 0, which is that of both where both answer alike. N(b, h) = λ(h)·L(b, h) is
what the control function still asks for world b, and 0 once a query has been asked that they do not answer alike: to
wait beyond such a query brings an adversary nothing. To stop waiting at h costs max(N⁰, N¹); W(n, h) is the most an
adversary can make of it with n more queries, and W∞ the limit, which is at most twice what privacy allows.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, EMPTY, EXTENDED, NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import (
    Conjunction,
    Quantity,
    Real,
    eq,
    largest,
    le,
    limit,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    induction,
    instance,
    join,
    solve,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    extensionality,
    least,
    monotone_limit,
    summation,
    upper,
)
from concomp.obligations.derivations.theories.control import weights
from concomp.obligations.derivations.theories.control.limits import (
    LIMIT_AT_THE_START,
    LIMIT_COVERS,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
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
    mu,
    with_other_world,
)
from concomp.obligations.derivations.theories.laziness.alike import (
    GOES_ON_OR_NOT,
    LASTS,
    LAZY_RANGE,
    SAME_WEIGHT,
    WAITS_FIRST,
    WAITS_ON,
    lazy,
)
from concomp.obligations.derivations.theories.series.monotone_convergence import Dominated
from concomp.obligations.derivations.theories.simulation.splitting import SPLIT_BY_CONTROL


def weight(history: Index) -> Real:
    """The weight of a history, that of world 0."""
    return mu(BIT_0, history)


def required(bit: Index, history: Index) -> Real:
    """What the control function asks at a history while both worlds answer alike, and 0 afterwards."""
    return Quantity("N", (bit, history))


def waiting_cost(rounds: Index, history: Index) -> Real:
    """The most that ending the wait can cost, with so many more queries."""
    return Quantity("W", (rounds, history))


def cost(history: Index) -> Real:
    """The same with any number of queries."""
    return Quantity("W∞", (history,))


# The weight of world 0, and N.
IN_WORLD_0 = {B: BIT_0}
START, WEIGHT, MARGINAL, CONVERGE = (
    instance(fact, IN_WORLD_0) for fact in (weights.START, weights.WEIGHT, weights.MARGINAL, weights.WEIGHTS_CONVERGE)
)
IS_NEEDED = define("N is λ·L", "by definition", eq(required(B, H), lazy(H) * control_limit(B, H)))
NEEDED_POSITIVE = solve(
    "N ≥ 0", le(0, required(B, H)), IS_NEEDED, LIMIT_POSITIVE, LAZY_RANGE[0], variant=le(required(B, H) + 1, 0)
)
LIMIT_SMALL_THERE = solve("where λ = 1", le(required(B, H), lazy(H) * mu(B, H)), IS_NEEDED, LIMIT_SMALL, LAZY_RANGE[0])
NEEDED_SMALL = solve("N ≤ μ⁰", le(required(B, H), weight(H)), LIMIT_SMALL_THERE, SAME_WEIGHT, LAZY_RANGE[1], WEIGHT)
NEEDED_CONVERGES = comparison(A, instance(NEEDED_POSITIVE, {H: HQA}), instance(NEEDED_SMALL, {H: HQA}), CONVERGE)


def _needed_covers() -> Fact:
    """What N asks at the answers to a query is no more than what it asks at the history: nothing, if that ends it."""
    of_answer = instance(IS_NEEDED, {H: HQA})
    product = solve("at an answer", eq(required(B, HQA), LASTS * control_limit(B, HQA)), of_answer, WAITS_ON)
    sums = summation(A, product, (NEEDED_CONVERGES, SPLIT_BY_CONTROL.converges))
    fewer = solve("ι is 0 or 1", le(LASTS, lazy(H)), LAZY_RANGE[0], GOES_ON_OR_NOT)
    positive = solve("λ·ι ≥ 0", le(0, LASTS), LAZY_RANGE[0], GOES_ON_OR_NOT, variant=le(LASTS + 1, 0))
    needed = total(A, control_limit(B, HQA))
    there = solve(
        "the answers' L", le(LASTS * needed, LASTS * control_limit(B, H)), LIMIT_COVERS, positive, whole=(LASTS,)
    )
    more = solve(
        "no less before the query",
        le(LASTS * control_limit(B, H), lazy(H) * control_limit(B, H)),
        fewer,
        LIMIT_POSITIVE,
        whole=(LASTS,),
    )
    return solve("N covers its answers", le(total(A, required(B, HQA)), required(B, H)), sums, there, more, IS_NEEDED)


NEEDED_COVERS = _needed_covers()
NEEDED_START = solve(
    "at the start",
    le(required(B, EMPTY), DELTA),
    instance(IS_NEEDED, {H: EMPTY}),
    WAITS_FIRST,
    LIMIT_AT_THE_START,
)


# The cost of waiting.
AFTER_QUERY = total(A, waiting_cost(N, HQA))
AFTER_ANY = total(A, waiting_cost(N, EXTENDED(H, P, A)))
LAST = define(
    "no more queries", "by definition", eq(waiting_cost(ZERO, H), largest(required(B, H), required(NOT_B, H)))
)
EARLIER = define(
    "to stop, or to wait for an answer",
    "by definition",
    eq(waiting_cost(NEXT(N), H), largest(required(B, H), required(NOT_B, H), supremum(P, AFTER_ANY))),
)


def _waiting_range() -> Fact:
    formula = Conjunction((le(0, waiting_cost(N, H)), le(waiting_cost(N, H), weight(H))))
    known = assume(formula, N)
    after = _after_query(known)
    return induction(
        formula,
        N,
        in_range(
            le(0, waiting_cost(ZERO, H)),
            le(waiting_cost(ZERO, H), weight(H)),
            LAST,
            *with_other_world(NEEDED_POSITIVE),
            *with_other_world(NEEDED_SMALL),
        ),
        in_range(
            le(0, waiting_cost(NEXT(N), H)),
            le(waiting_cost(NEXT(N), H), weight(H)),
            EARLIER,
            *with_other_world(NEEDED_POSITIVE),
            *with_other_world(NEEDED_SMALL),
            least(P, instance(after, {Q: P})),
        ),
    )


def _converges(known: Fact) -> Fact:
    """The costs of the answers converge, because they lie between 0 and the weight."""
    of_answer = instance(known, {H: HQA})
    small = solve("at most m", le(waiting_cost(N, HQA), weight(HQA)), of_answer)
    return comparison(A, at_least_0(waiting_cost(N, HQA), of_answer), small, CONVERGE)


def _after_query(known: Fact) -> Fact:
    of_answer = instance(known, {H: HQA})
    small = solve("at most m", le(waiting_cost(N, HQA), weight(HQA)), of_answer)
    sums = summation(A, small, (_converges(known), CONVERGE))
    return solve("summed over the answers", le(AFTER_QUERY, weight(H)), sums, MARGINAL)


RANGE = _waiting_range()
POSITIVE = at_least_0(waiting_cost(N, H), RANGE)
SMALL = solve("W ≤ m", le(waiting_cost(N, H), weight(H)), RANGE)
SUMS_CONVERGE = _converges(RANGE)
AFTER_SMALL = _after_query(RANGE)


def _is_at_most_both() -> Fact:
    """Stopping costs no more than what both worlds ask, and they ask no more of the answers than before."""
    formula = le(waiting_cost(N, H), required(B, H) + required(NOT_B, H))
    converging = (SUMS_CONVERGE, *with_other_world(NEEDED_CONVERGES))
    sums = summation(A, instance(assume(formula, N, B), {H: HQA}), converging)
    after = solve(
        "summed over the answers",
        le(AFTER_QUERY, required(B, H) + required(NOT_B, H)),
        sums,
        *with_other_world(NEEDED_COVERS),
    )
    return induction(
        formula,
        N,
        solve(
            "no more queries",
            le(waiting_cost(ZERO, H), required(B, H) + required(NOT_B, H)),
            LAST,
            *with_other_world(NEEDED_POSITIVE),
            variant=le(waiting_cost(ZERO, H), required(B, H)),
        ),
        solve(
            "one query more",
            le(waiting_cost(NEXT(N), H), required(B, H) + required(NOT_B, H)),
            EARLIER,
            *with_other_world(NEEDED_POSITIVE),
            least(P, instance(after, {Q: P})),
        ),
    )


AT_MOST_BOTH = _is_at_most_both()


def _grows() -> Fact:
    formula = le(waiting_cost(N, H), waiting_cost(NEXT(N), H))
    more = instance(SUMS_CONVERGE, {N: NEXT(N)})
    after = summation(A, instance(assume(formula, N), {H: HQA}), (SUMS_CONVERGE, more))
    bounded = instance(AFTER_SMALL, {N: NEXT(N), Q: P})
    of_any_query = solve(
        "for any query",
        le(AFTER_ANY, supremum(P, total(A, waiting_cost(NEXT(N), EXTENDED(H, P, A))))),
        instance(after, {Q: P}),
        upper(P, bounded),
    )
    return induction(
        formula,
        N,
        solve("to stop", le(waiting_cost(ZERO, H), waiting_cost(NEXT(ZERO), H)), LAST, instance(EARLIER, {N: ZERO})),
        solve(
            "for the best query",
            le(waiting_cost(NEXT(N), H), waiting_cost(NEXT(NEXT(N)), H)),
            least(P, of_any_query),
            EARLIER,
            instance(EARLIER, {N: NEXT(N)}),
        ),
    )


GROWS = _grows()

# Without a number of queries.
COST = define("the limit", "by definition", eq(cost(H), limit(N, waiting_cost(N, H))))
COST_IS_SUPREMUM = solve(
    "the limit is a supremum", eq(cost(H), supremum(N, waiting_cost(N, H))), COST, monotone_limit(N, GROWS, SMALL)
)
EVERY_WAIT = solve("more than any wait", le(waiting_cost(N, H), cost(H)), COST_IS_SUPREMUM, upper(N, SMALL))
COST_SMALL = solve("W∞ ≤ m", le(cost(H), weight(H)), COST_IS_SUPREMUM, least(N, SMALL))
COST_AT_MOST_BOTH = solve(
    "no more than what both worlds ask",
    le(cost(H), required(B, H) + required(NOT_B, H)),
    COST_IS_SUPREMUM,
    least(N, AT_MOST_BOTH),
)
STOPPING = solve("at least what either world asks", le(required(B, H), cost(H)), instance(EVERY_WAIT, {N: ZERO}), LAST)


def _cost_covers() -> Fact:
    """What the answers to a query may cost is no more than what the history may."""
    of_answers = Dominated(
        N,
        A,
        instance(POSITIVE, {H: HQA}),
        instance(GROWS, {H: HQA}),
        instance(SMALL, {H: HQA}),
        CONVERGE,
        "W",
    )
    with_any = solve(
        "with any number of queries",
        le(AFTER_QUERY, cost(H)),
        instance(upper(P, instance(AFTER_SMALL, {Q: P})), {P: Q}),
        EARLIER,
        instance(EVERY_WAIT, {N: NEXT(N)}),
    )
    return solve(
        "without a number of queries",
        le(total(A, cost(HQA)), cost(H)),
        extensionality(total(A, cost(HQA)), instance(COST, {H: HQA})),
        of_answers.limits,
        of_answers.limit_of_sums,
        least(N, with_any),
    )


COST_COVERS = _cost_covers()
COST_POSITIVE = solve("W∞ ≥ 0", le(0, cost(H)), STOPPING, NEEDED_POSITIVE, variant=le(cost(H) + 1, 0))
COSTS_CONVERGE = comparison(A, instance(COST_POSITIVE, {H: HQA}), instance(COST_SMALL, {H: HQA}), CONVERGE)

# At most twice δ, and at most 1.
AT_MOST_TWICE = join(
    solve(
        "at most 2δ",
        le(cost(EMPTY), 2 * DELTA),
        instance(COST_AT_MOST_BOTH, {H: EMPTY}),
        *with_other_world(NEEDED_START),
        variant=le(cost(EMPTY), DELTA),
    ),
    solve("at most 1", le(cost(EMPTY), 1), instance(COST_SMALL, {H: EMPTY}), START),
)
