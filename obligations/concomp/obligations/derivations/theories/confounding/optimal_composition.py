"""Optimal composition bounds mechanisms that are private for all data, whatever the data depend on: Zhang24 Repair R4.

The rows of mechanism n for any two data x and z are a post-processing of the randomised response with its ε_n and δ_n:
of an outcome r it tells a with probability Post(n, x, z, r, a). Share(b, h) is the chance of outcomes h of responses
that are told the bit b, and Opt(n, h) what outcomes of n responses more exceed by after h, over g = e^ε times their
chance under the other bit: after none, the δ of optimal composition. Outcome by outcome the mechanisms on x exceed
those on z by no more.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EMPTY,
    EXTENDED,
    NEXT,
    ZERO,
    Constructor,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Comparison,
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
    ANSWER,
    assume,
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.data_processing import AT_LEAST_1
from concomp.obligations.derivations.theories.confounding.local_composition import (
    CONVERGES,
    EMPTY_TUPLE,
    KERNEL,
    KEY,
    NOBODY,
    ONE_MORE,
    REST,
    A,
    N,
    Z,
    kernel,
    over_the_data,
    told,
)
from concomp.obligations.derivations.theories.control.weights import G
from concomp.obligations.derivations.theories.laws.two_laws import S, X
from concomp.obligations.derivations.theories.series.exchanged_sums import exchanged
from concomp.obligations.derivations.theories.series.tails import part_of_sum

B, H, Q, R = Var("b", "bit"), Var("h", "history"), Var("q", "query"), Var("r", "number")
RESPONSE = Constructor("response of a mechanism", ("number",), "query", "Response[{}]")
BY_DEFINITION = "by definition"


def response(query: Index, bit: Index) -> Real:
    """The chance of the outcome r of a response that is told a bit."""
    return Quantity("RR", (query, bit, R))


def share(bit: Index, outcomes: Index) -> Real:
    """The chance of outcomes of responses that are told a bit."""
    return Quantity("Share", (bit, outcomes))


def exceeding(count: Index, outcomes: Index) -> Real:
    """What so many responses more exceed by, after some outcomes."""
    return Quantity("Opt", (count, outcomes))


# Responses, and what is made of them.
RESPONSES = (
    hypothesis("a response has a law", SUPPOSED, le(0, response(Q, B))),
    hypothesis("a response has a law", SUPPOSED, eq(total(R, response(Q, B)), 1)),
    hypothesis("a response has a law", SUPPOSED, Summable(R, response(Q, B))),
)
OF_N = tuple(tuple(instance(fact, {Q: RESPONSE(N), B: bit}) for fact in RESPONSES) for bit in (BIT_0, BIT_1))
POST = Quantity("Post", (N, X, Z, R, A))
PROCESSING = (
    hypothesis("Post is a kernel", SUPPOSED, le(0, POST)),
    hypothesis("Post is a kernel", SUPPOSED, eq(total(A, POST), 1)),
    hypothesis("Post is a kernel", SUPPOSED, Summable(A, POST)),
)
_OF_RESPONSE = "rows of a mechanism for any two data are a post-processing of the response with its ε and δ"
PROCESSED = tuple(
    hypothesis(_OF_RESPONSE, "HSV26 Theorem 2.5", eq(kernel(N, datum), total(R, response(RESPONSE(N), bit) * POST)))
    for datum, bit in ((X, BIT_0), (Z, BIT_1))
)
SHARE = (
    define("no outcomes", BY_DEFINITION, eq(share(B, EMPTY), 1)),
    define("one outcome more", BY_DEFINITION, eq(share(B, EXTENDED(H, Q, R)), share(B, H) * response(Q, B))),
)
HR = EXTENDED(H, RESPONSE(N), R)
OPTIMAL = (
    define(
        "after all responses",
        BY_DEFINITION,
        eq(exceeding(ZERO, H), largest(0, share(BIT_0, H) - G * share(BIT_1, H))),
    ),
    define("after one response more", BY_DEFINITION, eq(exceeding(NEXT(N), H), total(R, exceeding(N, HR)))),
)

# Shares and excesses are chances.
SHARE_POSITIVE = induction(
    le(0, share(B, H)),
    H,
    solve("of none", le(0, share(B, EMPTY)), SHARE[0]),
    solve(
        "of one more",
        le(0, share(B, EXTENDED(H, Q, ANSWER))),
        instance(SHARE[1], {R: ANSWER}),
        assume(le(0, share(B, H)), H),
        instance(RESPONSES[0], {R: ANSWER}),
    ),
)
_SHARE_OF_N = tuple(instance(SHARE[1], {Q: RESPONSE(N), B: bit}) for bit in (BIT_0, BIT_1))
_POSITIVE = tuple(instance(SHARE_POSITIVE, {B: bit}) for bit in (BIT_0, BIT_1))
_SHARES = share(BIT_0, H) * response(RESPONSE(N), BIT_0)
_SHARES_CONVERGE = convergence(R, _SHARES, (OF_N[0][2],))


def _after(known: Fact) -> tuple[Fact, Fact, Fact]:
    """What one response more exceeds by is at least 0, at most the share, and has a sum."""
    later = instance(known, {H: HR})
    positive = solve("after r", le(0, exceeding(N, HR)), later, variant=le(exceeding(N, HR) + 1, 0))
    small = solve("after r", le(exceeding(N, HR), _SHARES), later, _SHARE_OF_N[0])
    return positive, small, comparison(R, positive, small, _SHARES_CONVERGE)


def _range() -> Fact:
    def formula(count: Index) -> Conjunction:
        return Conjunction((le(0, exceeding(count, H)), le(exceeding(count, H), share(BIT_0, H))))

    positive, small, converges = _after(assume(formula(N), N))
    more = (
        solve("at least 0", le(0, exceeding(NEXT(N), H)), OPTIMAL[1], summation(R, positive, (converges,))),
        solve(
            "at most the share",
            le(exceeding(NEXT(N), H), share(BIT_0, H)),
            OPTIMAL[1],
            summation(R, small, (converges, OF_N[0][2])),
            OF_N[0][1],
        ),
    )
    none = (OPTIMAL[0], *_POSITIVE, AT_LEAST_1)
    return induction(
        formula(N), N, join(*(solve("at the end", each, *none) for each in formula(ZERO).parts)), join(*more)
    )


RANGE_OF_EXCESS = _range()
AFTER_POSITIVE, AFTER_SMALL, AFTER_CONVERGES = _after(RANGE_OF_EXCESS)

# Post-processings are weighed by responses, and by what these exceed by.
POST_AT_MOST_1 = solve("at most 1", le(POST, 1), part_of_sum(PROCESSING[0], PROCESSING[2], A), PROCESSING[1])


def _weighed(bit: Index, of_bit: tuple[Fact, ...]) -> Fact:
    term = response(RESPONSE(N), bit) * POST
    return comparison(
        R,
        solve("at least 0", le(0, term), of_bit[0], PROCESSING[0]),
        solve("at most the response", le(term, response(RESPONSE(N), bit)), of_bit[0], POST_AT_MOST_1, PROCESSING[0]),
        of_bit[2],
    )


WEIGHED = tuple(_weighed(bit, of_bit) for bit, of_bit in zip((BIT_0, BIT_1), OF_N, strict=True))
TERM = exceeding(N, HR) * POST
TERM_POSITIVE = solve("at least 0", le(0, TERM), AFTER_POSITIVE, PROCESSING[0])
_OVER_ANSWERS = convergence(A, TERM, PROCESSING[2:])
_OVER_OUTCOMES = comparison(
    R,
    TERM_POSITIVE,
    solve("at most what r exceeds by", le(TERM, exceeding(N, HR)), AFTER_POSITIVE, POST_AT_MOST_1),
    AFTER_CONVERGES,
)
OF_ALL_ANSWERS = solve(
    "all answers of an outcome",
    eq(total(A, TERM), exceeding(N, HR)),
    summation(A, solve("itself", eq(TERM, POST * exceeding(N, HR))), (_OVER_ANSWERS, PROCESSING[2])),
    PROCESSING[1],
)


def _all_in_order() -> tuple[Fact, Fact]:
    """Σ_a Σ_r Opt(n, h·r)·Post ≤ Opt(n+1, h), and that the sum over a converges."""
    by_outcome = solve(
        "outcome by outcome",
        le(TERM, share(BIT_0, H) * (response(RESPONSE(N), BIT_0) * POST)),
        AFTER_SMALL,
        PROCESSING[0],
    )
    of_answer = solve(
        "at most the share of x",
        le(total(R, TERM), share(BIT_0, H) * kernel(N, X)),
        summation(R, by_outcome, (_OVER_OUTCOMES, WEIGHED[0])),
        PROCESSED[0],
    )
    rows = comparison(
        A,
        summation(R, TERM_POSITIVE, (_OVER_OUTCOMES,)),
        of_answer,
        convergence(A, share(BIT_0, H) * kernel(N, X), KERNEL[2:]),
    )
    columns = comparison(
        R,
        summation(A, TERM_POSITIVE, (_OVER_ANSWERS,)),
        solve("all answers", le(total(A, TERM), exceeding(N, HR)), OF_ALL_ANSWERS),
        AFTER_CONVERGES,
    )
    in_order = exchanged(TERM, A, R, TERM_POSITIVE, _OVER_OUTCOMES, _OVER_ANSWERS, rows, columns)
    return rows, solve(
        "one response more",
        le(total(A, total(R, TERM)), exceeding(NEXT(N), H)),
        in_order,
        summation(R, OF_ALL_ANSWERS, (columns, AFTER_CONVERGES)),
        OPTIMAL[1],
    )


ROWS_CONVERGE, IN_ORDER = _all_in_order()


# Mechanisms on x exceed those on z by no more than responses do.
def _compared(count: Index) -> Comparison:
    return le(share(BIT_0, H) * told(count, X, S) - G * share(BIT_1, H) * told(count, Z, S), exceeding(count, H))


def _one_more(known: Fact) -> Fact:
    of_x, of_z = told(N, X, REST(S, A)), told(N, Z, REST(S, A))
    after = instance(known, {H: HR, S: REST(S, A)})
    by_outcome = solve(
        "outcome by outcome",
        le(
            share(BIT_0, H) * of_x * (response(RESPONSE(N), BIT_0) * POST)
            - G * share(BIT_1, H) * of_z * (response(RESPONSE(N), BIT_1) * POST),
            TERM,
        ),
        after,
        *_SHARE_OF_N,
        PROCESSING[0],
    )
    sums = summation(R, by_outcome, (*WEIGHED, _OVER_OUTCOMES))
    by_answer = solve(
        "answer by answer",
        le(
            share(BIT_0, H) * (kernel(N, X) * of_x) - G * share(BIT_1, H) * (kernel(N, Z) * of_z),
            total(R, TERM),
        ),
        sums,
        *PROCESSED,
    )
    return solve(
        "one mechanism more",
        _compared(NEXT(N)),
        summation(A, by_answer, (CONVERGES, instance(CONVERGES, {X: Z}), ROWS_CONVERGE)),
        IN_ORDER,
        ONE_MORE,
        instance(ONE_MORE, {X: Z}),
    )


COMPARED = induction(
    _compared(N),
    N,
    solve(
        "of nobody",
        _compared(ZERO),
        NOBODY,
        instance(NOBODY, {X: Z}),
        *EMPTY_TUPLE,
        OPTIMAL[0],
    ),
    _one_more(assume(_compared(N), N)),
)


# After no outcomes shares are 1.
OVER_ALL_DATA = solve(
    "over all pairs of data",
    le(told(N, X, S), G * told(N, Z, S) + exceeding(N, EMPTY)),
    instance(COMPARED, {H: EMPTY}),
    *(instance(SHARE[0], {B: bit}) for bit in (BIT_0, BIT_1)),
)
OPTIMAL_COMPOSITION = state(over_the_data(OVER_ALL_DATA, G, exceeding(N, EMPTY)), KEY, "optimal composition")
