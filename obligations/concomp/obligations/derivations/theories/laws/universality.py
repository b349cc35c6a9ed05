"""Randomised response is universal: HSV26 Theorem 2.5, for countably many outcomes.

P(b, x) is the weight of the outcome x under the law b. A post-processing of RR_{ε,δ} is given by joint weights: X(b, x)
is that of being exposed with the bit b and giving x, and Y(b, x) is 1 − δ times the chance to give x where the noisy
bit is b. So nothing is divided by δ or 1 − δ. With g = e^ε, Rest(b, x) is what is left of the law b without its excess
over g times the other. K(b, x) is what noise must give: the rests, that with the larger sum lowered towards 1/g times
the other until the sums agree, and both scaled to the sum 1 − δ.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, OTHER, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, largest, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    by_cases,
    define,
    define_quotient,
    hypothesis,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, convergence, extensionality, quotient, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import C_RANGE, DELTA, DELTA_RANGE, PARAMETERS, C, G
from concomp.obligations.derivations.theories.laws.hockey_sticks import AT_E_EPS, EXCESS_SMALL
from concomp.obligations.derivations.theories.laws.two_laws import (
    EVENT,
    LAW,
    NOT_B,
    OTHER_LAW,
    OTHER_PART,
    PART,
    B,
    S,
    X,
    inside,
    law,
    probability,
)


def rest(bit: Index, outcome: Index) -> Real:
    """What is left of the law b without its excess: min(P^b, e^ε·P^{1−b})."""
    return Quantity("Rest", (bit, outcome))


def noise(bit: Index, outcome: Index) -> Real:
    """What the noisy branch must give."""
    return Quantity("K", (bit, outcome))


def exposed(bit: Index, outcome: Index) -> Real:
    """The weight of being exposed with a bit and giving an outcome."""
    return Quantity("X", (bit, outcome))


def noisy(bit: Index, outcome: Index) -> Real:
    """1 − δ times the chance of an outcome where the noisy bit is b."""
    return Quantity("Y", (bit, outcome))


_THEOREM = "HSV26 Theorem 2.5"
REST = define("what is left", _THEOREM, eq(rest(B, X), law(B, X) - AT_E_EPS.excess(B, X)))
REST_POSITIVE = solve("at least 0", le(0, rest(B, X)), REST, LAW[0], OTHER_LAW[0], *PARAMETERS)
REST_SMALL = solve("at most the weight", le(rest(B, X), law(B, X)), REST)
REST_CONVERGES = comparison(X, REST_POSITIVE, REST_SMALL, LAW[2])
OTHER_REST_CONVERGES = instance(REST_CONVERGES, {B: NOT_B})
REST_CLOSE = solve(
    "the rests are within e^ε",
    le(C * rest(NOT_B, X), rest(B, X)),
    REST,
    instance(REST, {B: NOT_B}),
    LAW[0],
    OTHER_LAW[0],
    *PARAMETERS,
)
SUM, OTHER_SUM = total(X, rest(B, X)), total(X, rest(NOT_B, X))
SUM_LARGE = solve(
    "what is left is at least 1 − δ",
    le(1 - DELTA, SUM),
    summation(X, REST, (REST_CONVERGES, LAW[2], AT_E_EPS.converges)),
    LAW[1],
    EXCESS_SMALL,
)
SUMS_CLOSE = summation(X, REST_CLOSE, (REST_CONVERGES, OTHER_REST_CONVERGES))

# A rest whose sum is the larger is lowered by the share s(b) towards 1/g times the other; both are scaled by t.
LOWERED, SCALE = Quantity("s", (B,)), Quantity("t")


def too_much(bit: Index) -> Real:
    """By how much the sum of a rest exceeds that of the other."""
    return largest(0, total(X, rest(bit, X)) - total(X, rest(OTHER(bit), X)))


def smaller(bit: Index) -> Real:
    """The smaller of the sums of the rests."""
    return total(X, rest(bit, X)) - too_much(bit)


SHARE = quotient(
    LOWERED,
    solve("at least 0", le(0, too_much(B)), SUMS_CLOSE, variant=le(too_much(B) + 1, 0)),
    solve(
        "no more than the distance to the other",
        le(too_much(B), SUM - C * OTHER_SUM),
        SUMS_CLOSE,
        instance(SUM_LARGE, {B: NOT_B}),
        *C_RANGE,
        *DELTA_RANGE,
    ),
)
SCALING = quotient(
    SCALE,
    solve("at least 0", le(0, 1 - DELTA), *DELTA_RANGE),
    solve(
        "no more than the smaller sum",
        le(1 - DELTA, smaller(BIT_0)),
        *(instance(SUM_LARGE, {B: bit}) for bit in (BIT_0, OTHER(BIT_0))),
    ),
)


def _smaller_is_one(bit: Index) -> Fact:
    return solve("the smaller sum is one number", eq(smaller(bit), smaller(BIT_0)), instance(SUM_LARGE, {B: bit}))


SMALLER = by_cases(eq(smaller(B), smaller(BIT_0)), B, BIT_0, _smaller_is_one(BIT_0), _smaller_is_one(OTHER(BIT_0)))
NOISE = define(
    "what noise must give",
    _THEOREM,
    eq(noise(B, X), SCALE * (1 - LOWERED) * rest(B, X) + SCALE * LOWERED * C * rest(NOT_B, X)),
)
OTHER_NOISE = instance(NOISE, {B: NOT_B})
RESTS = (REST_POSITIVE, REST_SMALL, REST_CLOSE)
OTHER_RESTS = tuple(instance(fact, {B: NOT_B}) for fact in RESTS)
SHARES = (SHARE, SCALING)
NOISE_POSITIVE = solve("at least 0", le(0, noise(B, X)), NOISE, REST_POSITIVE, OTHER_RESTS[0], *SHARES, *C_RANGE)
NOISE_SMALL = solve("at most the rest", le(noise(B, X), rest(B, X)), NOISE, REST_POSITIVE, REST_CLOSE, *SHARES)
NOISE_CONVERGES = comparison(X, NOISE_POSITIVE, NOISE_SMALL, REST_CONVERGES)
OTHER_NOISE_CONVERGES = instance(NOISE_CONVERGES, {B: NOT_B})
BETWEEN = (
    solve("at most t times the rest", le(noise(B, X), SCALE * rest(B, X)), NOISE, REST_CLOSE, *SHARES),
    solve("at least t/g times the other rest", le(SCALE * C * rest(NOT_B, X), noise(B, X)), NOISE, REST_CLOSE, *SHARES),
)
NOISE_CLOSE = solve(
    "what noise must give is within e^ε",
    le(noise(B, X), G * noise(NOT_B, X)),
    BETWEEN[0],
    instance(BETWEEN[1], {B: NOT_B}),
    *PARAMETERS,
)
NOISE_SUM = solve(
    "and 1 − δ in all",
    eq(total(X, noise(B, X)), 1 - DELTA),
    solve(
        "lowered to the smaller sum",
        eq(total(X, noise(B, X)), SCALE * smaller(B)),
        summation(X, NOISE, (NOISE_CONVERGES, REST_CONVERGES, OTHER_REST_CONVERGES)),
        SHARE,
    ),
    SCALING,
    SMALLER,
)

# The post-processing, for ε > 0.
PER_GAP = Quantity("v")
BY_EXPOSURE = define("the exposing branch", _THEOREM, eq(exposed(B, X), law(B, X) - noise(B, X)))
BY_NOISE = define("the noisy branch", _THEOREM, eq(noisy(B, X), PER_GAP * G * noise(B, X) - PER_GAP * noise(NOT_B, X)))
POSITIVE_EPS = hypothesis("ε > 0", SUPPOSED, lt(1, G))
GAP = define_quotient("v is 1/(g − 1)", _THEOREM, PER_GAP, solve("g − 1 > 0", lt(0, G - 1), POSITIVE_EPS))


def _post_processing(name: str, noisy_positive: Fact, noisy_sum: Fact, mixture: Fact) -> Fact:
    """The branches have no negative weight and the right sums, and mix to the laws."""
    positive = solve("no exposed weight is negative", le(0, exposed(B, X)), BY_EXPOSURE, NOISE_SMALL, REST_SMALL)
    converges = comparison(
        X,
        positive,
        solve("at most the weight", le(exposed(B, X), law(B, X)), BY_EXPOSURE, NOISE_POSITIVE),
        LAW[2],
    )
    sum_ = solve(
        "exposed with probability δ",
        eq(total(X, exposed(B, X)), DELTA),
        summation(X, BY_EXPOSURE, (converges, LAW[2], NOISE_CONVERGES)),
        LAW[1],
        NOISE_SUM,
    )
    return state(join(positive, noisy_positive, sum_, noisy_sum, mixture), _THEOREM, name)


NOISY_POSITIVE = solve(
    "no noisy weight is negative",
    le(0, noisy(B, X)),
    BY_NOISE,
    instance(NOISE_CLOSE, {B: NOT_B}),
    GAP,
    POSITIVE_EPS,
)
NOISY_PARTS = PER_GAP * G * noise(B, X) - PER_GAP * noise(NOT_B, X)
NOISY_CONVERGES = comparison(
    X,
    NOISY_POSITIVE,
    solve("by its parts", le(noisy(B, X), NOISY_PARTS), BY_NOISE),
    convergence(X, NOISY_PARTS, (NOISE_CONVERGES, OTHER_NOISE_CONVERGES)),
)
NOISY_SUM = solve(
    "1 − δ with noise",
    eq(total(X, noisy(B, X)), 1 - DELTA),
    summation(X, BY_NOISE, (NOISY_CONVERGES, NOISE_CONVERGES, OTHER_NOISE_CONVERGES)),
    NOISE_SUM,
    instance(NOISE_SUM, {B: NOT_B}),
    GAP,
)
MIXED = (1 + G) * exposed(B, X) + (G * noisy(B, X) + noisy(NOT_B, X))
MIXTURE = solve(
    "the branches mix to the law",
    eq((1 + G) * law(B, X), MIXED),
    BY_EXPOSURE,
    BY_NOISE,
    instance(BY_NOISE, {B: NOT_B}),
    GAP,
)
POST_PROCESSING = _post_processing("only if, ε > 0", NOISY_POSITIVE, NOISY_SUM, MIXTURE)

# At ε = 0 both noises are the same.
NO_EPS = hypothesis("ε = 0", SUPPOSED, eq(G, 1))
SAME_NOISE = define("the noisy branch", _THEOREM, eq(noisy(B, X), noise(B, X)))
POST_PROCESSING_AT_0 = _post_processing(
    "only if, ε = 0",
    solve("no noisy weight is negative", le(0, noisy(B, X)), SAME_NOISE, NOISE_POSITIVE),
    solve(
        "1 − δ with noise",
        eq(total(X, noisy(B, X)), 1 - DELTA),
        extensionality(total(X, noisy(B, X)), SAME_NOISE),
        NOISE_SUM,
    ),
    solve(
        "the branches mix to the law",
        eq((1 + G) * law(B, X), MIXED),
        BY_EXPOSURE,
        SAME_NOISE,
        instance(SAME_NOISE, {B: NOT_B}),
        NOISE_CLOSE,
        instance(NOISE_CLOSE, {B: NOT_B}),
        NO_EPS,
    ),
)

# Conversely, what is mixed in this way is (ε,δ)-indistinguishable.
IS_MIXED = hypothesis("the branches mix to the law", SUPPOSED, eq((1 + G) * law(B, X), MIXED))
BRANCHES = (
    hypothesis("Post gives laws", SUPPOSED, le(0, exposed(B, X))),
    hypothesis("Post gives laws", SUPPOSED, le(0, noisy(B, X))),
    hypothesis("Post gives laws", SUPPOSED, eq(total(X, exposed(B, X)), DELTA)),
    hypothesis("Post gives laws", SUPPOSED, Summable(X, exposed(B, X))),
)

POST_PROCESSED_IS_PRIVATE = state(
    solve(
        "no event tells the laws apart beyond (ε,δ)",
        le(probability(B, S), G * probability(NOT_B, S) + DELTA),
        summation(
            X,
            solve(
                "outcome by outcome",
                le(inside(S, X) * law(B, X), G * (inside(S, X) * law(NOT_B, X)) + exposed(B, X)),
                *EVENT,
                IS_MIXED,
                instance(IS_MIXED, {B: NOT_B}),
                *BRANCHES[:2],
                *(instance(fact, {B: NOT_B}) for fact in BRANCHES[:2]),
                *PARAMETERS,
            ),
            (PART, OTHER_PART, BRANCHES[3]),
        ),
        BRANCHES[2],
    ),
    _THEOREM,
    "if",
)
