"""The control functions of a private mechanism start at most at δ: HSV26 Claim 10.5 and Corollary 10.7.

Privacy is what it says against every strategy that asks a number of queries: the excess of one world over e^ε times
the other, summed over the histories of the strategy, is at most δ. A strategy is a first query and, for every answer, a
strategy for the rest. No best query need exist.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, FIRST, NEXT, THEN, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Conjunction, Quantity, Real, eq, le, supremum, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, least, selection, summation, upper
from concomp.obligations.derivations.theories.control.control import (
    CONTROL_EARLIER,
    CONTROL_LAST,
    KNOWN,
    LOWER_IS_A_SUM,
    control,
    lower,
)
from concomp.obligations.derivations.theories.control.weights import (
    DELTA,
    DELTA_RANGE,
    HQA,
    MARGINAL,
    NOT_B,
    PARAMETERS,
    START,
    WEIGHT,
    WEIGHTS_CONVERGE,
    A,
    B,
    G,
    H,
    N,
    P,
    Q,
    at_least_0,
    excess,
    in_range,
    mu,
)

S = Var("s", "strategy")
HFA = EXTENDED(H, FIRST(S), A)


def reached(rounds: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """What a strategy reaches after a history with some rounds to come: the sum of the excess over its histories."""
    return Quantity("D", (rounds, bit, strategy, history))


REACHED_LAST = define("what it reaches", "HSV26 Definition 2.13", eq(reached(ZERO, B, S, H), excess(B, H)))
REACHED_EARLIER = define(
    "what it reaches",
    "HSV26 Definition 2.13",
    eq(reached(NEXT(N), B, S, H), total(A, reached(N, B, THEN(S, A), HFA))),
)
PRIVATE = hypothesis(
    "M is (ε,δ)-DP: D is what a strategy reaches in n rounds, the sum over histories of their weight less e^ε times "
    "that in the other world",
    "HSV26 Definition 2.13",
    le(reached(N, B, S, EMPTY), DELTA),
)

FORMULA = Conjunction((le(0, reached(N, B, S, H)), le(reached(N, B, S, H), mu(B, H))))


OF_ANSWER = reached(N, B, THEN(S, A), HFA)
ANSWERS_CONVERGE = instance(WEIGHTS_CONVERGE, {Q: FIRST(S)})


@dataclass(frozen=True)
class OneQuery:
    """What follows for the answers to the first query of a strategy, if what it reaches lies between 0 and the weight.

    positive, small: the same of every answer. converge: that what is reached after the answers can be summed.
    """

    positive: Fact
    small: Fact
    converge: Fact


def one_query(range_: Fact) -> OneQuery:
    """For the answers, from 0 ≤ D ≤ μ."""
    later = instance(range_, {S: THEN(S, A), H: HFA})
    positive = at_least_0(OF_ANSWER, later)
    small = solve("at most μ", le(OF_ANSWER, mu(B, HFA)), later)
    return OneQuery(positive, small, comparison(A, positive, small, ANSWERS_CONVERGE))


def _reached_step() -> Fact:
    answered = one_query(assume(FORMULA, N))
    return in_range(
        le(0, reached(NEXT(N), B, S, H)),
        le(reached(NEXT(N), B, S, H), mu(B, H)),
        REACHED_EARLIER,
        summation(A, answered.positive, (answered.converge,)),
        summation(A, answered.small, (answered.converge, ANSWERS_CONVERGE)),
        instance(MARGINAL, {Q: FIRST(S)}),
    )


REACHED_RANGE = induction(
    FORMULA,
    N,
    in_range(
        le(0, reached(ZERO, B, S, H)),
        le(reached(ZERO, B, S, H), mu(B, H)),
        REACHED_LAST,
        WEIGHT,
        instance(WEIGHT, {B: NOT_B}),
        *PARAMETERS,
    ),
    _reached_step(),
)
POSITIVE = at_least_0(reached(N, B, S, H), REACHED_RANGE)
SMALL = solve("at most μ", le(reached(N, B, S, H), mu(B, H)), REACHED_RANGE)
REACHED_CONVERGES = one_query(REACHED_RANGE).converge
BEST = supremum(S, reached(N, B, S, H))


def _best_converges() -> Fact:
    """What the best strategies after each answer reach can be summed."""
    best = supremum(S, reached(N, B, S, HQA))
    of_answer = instance(SMALL, {H: HQA})
    positive = solve(
        "at least 0", le(0, best), upper(S, of_answer), instance(POSITIVE, {H: HQA}), variant=le(best + 1, 0)
    )
    return comparison(A, positive, least(S, of_answer), WEIGHTS_CONVERGE)


def _lower_is_reached(known: Fact) -> Fact:
    """Lower is at most what the best strategy reaches with one more round: near-optimal ones are selected."""
    following = upper(S, instance(SMALL, {N: NEXT(N)}))
    played = solve(
        "a strategy that goes on",
        le(total(A, OF_ANSWER), supremum(S, reached(NEXT(N), B, S, H))),
        REACHED_EARLIER,
        following,
    )
    selected = selection(S, Q, A, instance(POSITIVE, {H: HQA}), played, REACHED_CONVERGES)
    return solve(
        "with selected strategies",
        le(lower(N, B, H, Q), supremum(S, reached(NEXT(N), B, S, H))),
        summation(A, instance(known, {H: HQA}), (KNOWN.converge, _best_converges())),
        LOWER_IS_A_SUM,
        selected,
    )


def _control_is_reached_step(lower_is_reached: Fact) -> Fact:
    return solve(
        "for the best query",
        le(control(NEXT(N), B, H), supremum(S, reached(NEXT(N), B, S, H))),
        least(P, instance(lower_is_reached, {Q: P})),
        CONTROL_EARLIER,
    )


CONTROL_IS_REACHED = induction(
    le(control(N, B, H), BEST),
    N,
    solve(
        "last round",
        le(control(ZERO, B, H), supremum(S, reached(ZERO, B, S, H))),
        CONTROL_LAST,
        REACHED_LAST,
        upper(S, instance(SMALL, {N: ZERO})),
    ),
    _control_is_reached_step(_lower_is_reached(assume(le(control(N, B, H), BEST), N))),
)
LOWER_AT_THE_START = state(
    solve(
        "at the start",
        le(lower(N, B, EMPTY, Q), DELTA),
        instance(_lower_is_reached(CONTROL_IS_REACHED), {H: EMPTY}),
        least(S, instance(PRIVATE, {N: NEXT(N)})),
    ),
    "HSV26 Claim 10.5",
)
CONTROL_AT_THE_START = state(
    induction(
        le(control(N, B, EMPTY), DELTA),
        N,
        solve(
            "no round at all",
            le(control(ZERO, B, EMPTY), DELTA),
            instance(CONTROL_LAST, {H: EMPTY}),
            START,
            instance(START, {B: NOT_B}),
            *PARAMETERS,
            *DELTA_RANGE,
            witness=(eq(G, 2), eq(DELTA, 0)),
        ),
        solve(
            "for the best query",
            le(control(NEXT(N), B, EMPTY), DELTA),
            least(P, instance(LOWER_AT_THE_START, {Q: P})),
            instance(CONTROL_EARLIER, {H: EMPTY}),
        ),
    ),
    "HSV26 Corollary 10.7",
)
