"""The control functions of a mechanism for a number of rounds, and what they satisfy: HSV26 section 10.1.

T rounds, of which t are over, are written as n = T − t rounds to come after a history h of length t: L(n, b, h) is
L_{t,T}^b(h), and Lower(n, b, h, q) is Lower_{t+1,T}^b(h, q) with n = T − (t + 1). By their definition the functions
depend on nothing else. The history is arbitrary, and so is the number of answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    eq,
    le,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import assume, define, induction, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, extensionality, least, summation, upper
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    MARGINAL,
    NOT_B,
    PARAMETERS,
    WEIGHT,
    WEIGHT_RANGE,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    G,
    H,
    N,
    Q,
    at_least_0,
    excess,
    in_range,
    mu,
)

P = Var("p", "query")


def control(rounds: Index, bit: Index, history: Index) -> Real:
    """L: the control function with some rounds to come."""
    return Quantity("L", (rounds, bit, history))


def lower(rounds: Index, bit: Index, history: Index, query: Index) -> Real:
    """Lower: the control function when a query has been asked, with some rounds to come after its answer."""
    return Quantity("Lower", (rounds, bit, history, query))


# Definitions 10.2 and 10.3.
LOWER_LAST = define("last round", "HSV26 Definition 10.2", eq(lower(ZERO, B, H, Q), total(A, excess(B, HQA))))
LOWER_EARLIER = define(
    "earlier",
    "HSV26 Definition 10.2",
    eq(lower(NEXT(N), B, H, Q), total(A, supremum(P, lower(N, B, HQA, P)))),
)
CONTROL_LAST = define("last round", "HSV26 Definition 10.3", eq(control(ZERO, B, H), excess(B, H)))
CONTROL_EARLIER = define("earlier", "HSV26 Definition 10.3", eq(control(NEXT(N), B, H), supremum(P, lower(N, B, H, P))))


def _lower_as_sum(definition: Fact, of_control: Fact) -> Fact:
    """Lower as a sum of L, where the definition has what L is by its own."""
    made, body = of_control.formula, definition.formula
    assert isinstance(made, Comparison)
    assert isinstance(body, Comparison)
    turned = solve("turned", eq(made.right, made.left), of_control)
    return solve("with L", eq(body.left, total(A, made.left)), definition, extensionality(total(A, made.right), turned))


LOWER_IS_A_SUM = state(
    induction(
        eq(lower(N, B, H, Q), total(A, control(N, B, HQA))),
        N,
        _lower_as_sum(LOWER_LAST, instance(CONTROL_LAST, {H: HQA})),
        _lower_as_sum(LOWER_EARLIER, instance(CONTROL_EARLIER, {H: HQA})),
    ),
    "HSV26 Corollary 10.4",
)


# Lemmas 10.11 and 10.12: the control functions lie between 0 and the weight.
@dataclass(frozen=True)
class ControlRange:
    """What follows for the answers to a query from 0 ≤ L ≤ μ with n rounds to come."""

    control: Fact
    converge: Fact
    lower_positive: Fact
    lower_small: Fact


def _bounds(known: Fact) -> ControlRange:
    of_answer = instance(known, {H: HQA})
    positive = at_least_0(control(N, B, HQA), of_answer)
    small = solve("at most μ", le(control(N, B, HQA), mu(B, HQA)), of_answer)
    converge = comparison(A, positive, small, WEIGHTS_CONVERGE)
    sums = summation(A, small, (converge, WEIGHTS_CONVERGE))
    return ControlRange(
        known,
        converge,
        solve(
            "Lower ≥ 0",
            le(0, lower(N, B, H, Q)),
            LOWER_IS_A_SUM,
            summation(A, positive, (converge,)),
            variant=le(lower(N, B, H, Q) + 1, 0),
        ),
        solve("Lower ≤ μ", le(lower(N, B, H, Q), mu(B, H)), LOWER_IS_A_SUM, sums, MARGINAL),
    )


def _control_range_step(known: ControlRange) -> Fact:
    small = instance(known.lower_small, {Q: P})
    return in_range(
        le(0, control(NEXT(N), B, H)),
        le(control(NEXT(N), B, H), mu(B, H)),
        CONTROL_EARLIER,
        instance(known.lower_positive, {Q: P}),
        upper(P, small),
        least(P, small),
    )


CONTROL_RANGE_FORMULA = Conjunction((le(0, control(N, B, H)), le(control(N, B, H), mu(B, H))))
CONTROL_RANGE = state(
    induction(
        CONTROL_RANGE_FORMULA,
        N,
        in_range(
            le(0, control(ZERO, B, H)),
            le(control(ZERO, B, H), mu(B, H)),
            CONTROL_LAST,
            WEIGHT,
            instance(WEIGHT, {B: NOT_B}),
            *PARAMETERS,
        ),
        _control_range_step(_bounds(assume(CONTROL_RANGE_FORMULA, N))),
    ),
    "HSV26 Lemma 10.12",
)
CONTROL_POSITIVE = at_least_0(control(N, B, H), CONTROL_RANGE)
CONTROL_SMALL = solve("L ≤ μ", le(control(N, B, H), mu(B, H)), CONTROL_RANGE)
KNOWN = _bounds(CONTROL_RANGE)
LOWER_SMALL = state(KNOWN.lower_small, "HSV26 Lemma 10.11")


# Claim 10.6 and Lemma 10.8.
def _difference(term: Real, other: Real) -> Real:
    return term - C * other


def _lower_difference(known: Fact) -> Fact:
    """The bound on the difference of Lower, from that of L after every answer."""
    summed = summation(
        A,
        instance(known, {H: HQA}),
        (
            KNOWN.converge,
            instance(KNOWN.converge, {B: NOT_B}),
            WEIGHTS_CONVERGE,
            instance(WEIGHTS_CONVERGE, {B: NOT_B}),
        ),
    )
    marginals = (MARGINAL, instance(MARGINAL, {B: NOT_B}))
    sums = (LOWER_IS_A_SUM, instance(LOWER_IS_A_SUM, {B: NOT_B}))
    return solve(
        "summed over the answers",
        le(_difference(lower(N, B, H, Q), lower(N, NOT_B, H, Q)), _difference(mu(B, H), mu(NOT_B, H))),
        summed,
        *sums,
        *marginals,
    )


def _control_difference_step(lower_difference: Fact) -> Fact:
    """The same for L with one more round: for an arbitrary query first, then for the supremum."""
    of_query = instance(lower_difference, {Q: P})
    other_small = instance(KNOWN.lower_small, {Q: P, B: NOT_B})
    other_supremum = supremum(P, lower(N, NOT_B, H, P))
    bound = _difference(mu(B, H), mu(NOT_B, H)) + C * other_supremum
    of_any_query = solve("for any query", le(lower(N, B, H, P), bound), of_query, upper(P, other_small), *C_RANGE)
    return solve(
        "for the best query",
        le(
            _difference(control(NEXT(N), B, H), control(NEXT(N), NOT_B, H)),
            _difference(mu(B, H), mu(NOT_B, H)),
        ),
        least(P, of_any_query),
        CONTROL_EARLIER,
        instance(CONTROL_EARLIER, {B: NOT_B}),
    )


DIFFERENCE = le(_difference(control(N, B, H), control(N, NOT_B, H)), _difference(mu(B, H), mu(NOT_B, H)))
CONTROL_DIFFERENCE = state(
    induction(
        DIFFERENCE,
        N,
        solve(
            "last round",
            le(_difference(control(ZERO, B, H), control(ZERO, NOT_B, H)), _difference(mu(B, H), mu(NOT_B, H))),
            CONTROL_LAST,
            instance(CONTROL_LAST, {B: NOT_B}),
            WEIGHT,
            instance(WEIGHT, {B: NOT_B}),
            *PARAMETERS,
            witness=(eq(mu(B, H), 3), eq(mu(NOT_B, H), 1), eq(G, 2)),
            variant=le(control(ZERO, B, H) - G * control(ZERO, NOT_B, H), mu(B, H) - G * mu(NOT_B, H)),
        ),
        _control_difference_step(_lower_difference(assume(DIFFERENCE, N))),
    ),
    "HSV26 Lemma 10.8",
)
LOWER_DIFFERENCE = state(_lower_difference(CONTROL_DIFFERENCE), "HSV26 Claim 10.6")


# Lemmas 10.13 and 10.14: one more round makes them no smaller.
def _lower_grows(known: Fact) -> Fact:
    more = instance(KNOWN.converge, {N: NEXT(N)})
    return solve(
        "summed over the answers",
        le(lower(N, B, H, Q), lower(NEXT(N), B, H, Q)),
        summation(A, instance(known, {H: HQA}), (KNOWN.converge, more)),
        LOWER_IS_A_SUM,
        instance(LOWER_IS_A_SUM, {N: NEXT(N)}),
    )


def _control_grows_step(lower_grows: Fact) -> Fact:
    more = instance(KNOWN.lower_small, {N: NEXT(N), Q: P})
    of_any_query = solve(
        "for any query",
        le(lower(N, B, H, P), supremum(P, lower(NEXT(N), B, H, P))),
        instance(lower_grows, {Q: P}),
        upper(P, more),
    )
    return solve(
        "for the best query",
        le(control(NEXT(N), B, H), control(NEXT(NEXT(N)), B, H)),
        least(P, of_any_query),
        CONTROL_EARLIER,
        instance(CONTROL_EARLIER, {N: NEXT(N)}),
    )


def _one_round_more_than_none() -> Fact:
    """The sum over the answers is at least 0 and at least μ − g·μ; only then the maximum is taken."""
    last, last_of_answer = instance(KNOWN.converge, {N: ZERO}), instance(CONTROL_LAST, {H: HQA})
    part = solve("a part of the maximum", le(mu(B, HQA) - G * mu(NOT_B, HQA), control(ZERO, B, HQA)), last_of_answer)
    summed = summation(A, part, (last, WEIGHTS_CONVERGE, instance(WEIGHTS_CONVERGE, {B: NOT_B})))
    lower_small = instance(KNOWN.lower_small, {N: ZERO})
    return solve(
        "then the maximum",
        le(control(ZERO, B, H), control(NEXT(ZERO), B, H)),
        CONTROL_LAST,
        summed,
        instance(KNOWN.lower_positive, {N: ZERO}),
        MARGINAL,
        instance(MARGINAL, {B: NOT_B}),
        instance(LOWER_IS_A_SUM, {N: ZERO}),
        instance(upper(P, instance(lower_small, {Q: P})), {P: Q}),
        instance(CONTROL_EARLIER, {N: ZERO}),
    )


GROWTH = le(control(N, B, H), control(NEXT(N), B, H))
CONTROL_GROWS = state(
    induction(GROWTH, N, _one_round_more_than_none(), _control_grows_step(_lower_grows(assume(GROWTH, N)))),
    "HSV26 Lemma 10.14",
)
LOWER_GROWS = state(_lower_grows(CONTROL_GROWS), "HSV26 Lemma 10.13")

# Definitions 10.2 and 10.3: all the sums converge, the suprema are finite, and the values lie between 0 and 1.
CONTROL_IN_UNIT = state(
    in_range(le(0, control(N, B, H)), le(control(N, B, H), 1), CONTROL_RANGE, WEIGHT_RANGE),
    "HSV26 Definition 10.3",
)
LOWER_IN_UNIT = state(
    in_range(le(0, lower(N, B, H, Q)), le(lower(N, B, H, Q), 1), KNOWN.lower_positive, LOWER_SMALL, WEIGHT_RANGE),
    "HSV26 Definition 10.2",
)
