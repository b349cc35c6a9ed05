"""Total variation and couplings of two laws with countably many outcomes: HSV26 Definition 11.3, Lemmas 11.4–11.7.

P(b, x) is the weight of the outcome x under the law b, and Min(b, x) the smaller of its weights. An event S is given by
its indicator, In(S, x), 1 or 0. A coupling of the law b with the other gives a pair of outcomes (x, y) the weight
J(b, x, y); M is the maximal one.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    le,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import define, hypothesis, instance, join, rename_bound, solve, state
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    convergence,
    extensionality,
    least,
    summation,
    upper,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laws.hockey_sticks import ALIKE
from concomp.obligations.derivations.theories.laws.two_laws import (
    LAW,
    NOT_B,
    OTHER_LAW,
    B,
    S,
    X,
    Y,
    law,
    probability,
)
from concomp.obligations.derivations.theories.series.tails import part_of_sum


def excess(bit: Index, outcome: Index) -> Real:
    """How much more weight the law b gives to the outcome than the other law, 0 if less."""
    return ALIKE.excess(bit, outcome)


def common(bit: Index, outcome: Index) -> Real:
    """The smaller of the weights of an outcome."""
    return Quantity("Min", (bit, outcome))


def advantage(bit: Index, event: Index) -> Real:
    """How much more probable an event is under the law b."""
    return probability(bit, event) - probability(OTHER(bit), event)


def variation(bit: Index) -> Real:
    """The total variation of the law b from the other: the supremum over the events."""
    return supremum(S, advantage(bit, S))


COMMON = define(
    "the smaller weight is the weight without its excess",
    "HSV26 Lemma 11.6",
    eq(common(B, X), law(B, X) - excess(B, X)),
)
EXCESS_CONVERGES = ALIKE.converges
OTHER_EXCESS_CONVERGES = instance(EXCESS_CONVERGES, {B: NOT_B})
OTHER_POSITIVE = instance(ALIKE.positive, {B: NOT_B})

# Definition 11.3: the supremum is the sum of the excess, attained where the law b is likelier.
WITHIN = solve("moved over", le(advantage(B, S), total(X, excess(B, X))), ALIKE.no_more)
ATTAINED = solve("moved over", eq(advantage(B, ALIKE.exceeding(B)), total(X, excess(B, X))), ALIKE.shown)
VARIATION = state(
    solve(
        "the supremum is a sum",
        eq(variation(B), total(X, excess(B, X))),
        least(S, WITHIN),
        instance(upper(S, WITHIN), {S: ALIKE.exceeding(B)}),
        ATTAINED,
    ),
    "HSV26 Definition 11.3",
)

# Both directions of total variation are one: the sums of P(b) − P(1−b) is 0.
SYMMETRIC = solve(
    "as far one way as the other",
    eq(total(X, excess(B, X)), total(X, excess(NOT_B, X))),
    summation(
        X,
        solve(
            "excesses differ as the weights do",
            eq(excess(B, X) - excess(NOT_B, X), law(B, X) - law(NOT_B, X)),
        ),
        (EXCESS_CONVERGES, OTHER_EXCESS_CONVERGES, LAW[2], OTHER_LAW[2]),
    ),
    LAW[1],
    OTHER_LAW[1],
)

# Lemma 11.4, in either direction.
INDISTINGUISHABLE = hypothesis(
    "(0,δ)-indistinguishable", "HSV26 Definition 2.1", le(probability(B, S), probability(NOT_B, S) + DELTA)
)
CLOSE_IF_INDISTINGUISHABLE = state(
    least(S, solve("moved over", le(advantage(B, S), DELTA), INDISTINGUISHABLE)),
    "HSV26 Lemma 11.4",
    "only if",
)
CLOSE = hypothesis("the total variation is at most δ", SUPPOSED, le(variation(BIT_0), DELTA))


def _indistinguishable(bit: Index) -> Fact:
    """From TV(Y⁰, Y¹) ≤ δ: no event is more probable under the law `bit` by more than δ."""
    at = {B: bit}
    symmetric = (instance(SYMMETRIC, {B: BIT_0}), instance(VARIATION, {B: BIT_0}))
    return solve(
        f"no event is more probable under {bit} by more than δ",
        le(probability(bit, S), probability(OTHER(bit), S) + DELTA),
        instance(WITHIN, at),
        *symmetric,
        CLOSE,
    )


INDISTINGUISHABLE_IF_CLOSE = state(
    join(_indistinguishable(BIT_0), _indistinguishable(OTHER(BIT_0))), "HSV26 Lemma 11.4", "if"
)


# Lemma 11.7, and half of Lemma 11.6: no coupling J has more on its diagonal than the laws have in common.
def joint(bit: Index, first: Index, second: Index) -> Real:
    """The weight of a pair of outcomes under a coupling of the law b with the other."""
    return Quantity("J", (bit, first, second))


_COUPLING = "HSV26 Lemma 11.7"
COUPLING = (
    hypothesis("a coupling", SUPPOSED, le(0, joint(B, X, Y))),
    hypothesis("a coupling", SUPPOSED, Summable(Y, joint(B, X, Y))),
    hypothesis("a coupling", SUPPOSED, Summable(X, joint(B, X, Y))),
    hypothesis("its first outcome has the law b", SUPPOSED, eq(total(Y, joint(B, X, Y)), law(B, X))),
    hypothesis("its second outcome has the other law", SUPPOSED, eq(total(X, joint(B, X, Y)), law(NOT_B, Y))),
)
MEETING = joint(B, X, X)
MEETING_POSITIVE = instance(COUPLING[0], {Y: X})
MEETING_IN_ROW = solve(
    "the diagonal is part of its row", le(MEETING, law(B, X)), part_of_sum(COUPLING[0], COUPLING[1], X), COUPLING[3]
)
MEETING_IN_COLUMN = solve(
    "the diagonal is part of its column",
    le(joint(B, Y, Y), law(NOT_B, Y)),
    part_of_sum(COUPLING[0], COUPLING[2], Y),
    COUPLING[4],
)
COMMON_CONVERGES = comparison(
    X,
    solve("at least 0", le(0, common(B, X)), COMMON, LAW[0], OTHER_LAW[0]),
    solve("at most the weight", le(common(B, X), law(B, X)), COMMON),
    LAW[2],
)
MEETING_CONVERGES = comparison(X, MEETING_POSITIVE, MEETING_IN_ROW, LAW[2])
IN_COMMON = solve(
    "what is in common and the total variation are all",
    eq(total(X, common(B, X)), 1 - variation(B)),
    summation(X, COMMON, (COMMON_CONVERGES, LAW[2], EXCESS_CONVERGES)),
    LAW[1],
    VARIATION,
)
MOST = solve(
    "no coupling meets more often",
    le(total(X, MEETING), total(X, common(B, X))),
    summation(
        X,
        solve("in common", le(MEETING, common(B, X)), COMMON, MEETING_IN_ROW, instance(MEETING_IN_COLUMN, {Y: X})),
        (MEETING_CONVERGES, COMMON_CONVERGES),
    ),
)
PARTING = state(solve("the rest parts", le(variation(B), 1 - total(X, MEETING)), MOST, IN_COMMON), "HSV26 Lemma 11.7")

# The other half of Lemma 11.6: the maximal coupling, E(x, y)·common(b, x) + u·excess(b, x)·excess(1−b, y).
APART = variation(B)
PER_APART = Quantity("u", (B,))


def same(first: Index, second: Index) -> Real:
    """1 if two outcomes are the same, otherwise 0."""
    return Quantity("E", (first, second))


_MAXIMAL = "HSV26 Lemma 11.6"
INVERSE = hypothesis("u is 1/TV; anything if TV is 0", SUPPOSED, eq(PER_APART * APART * APART, APART))
SAME = tuple(
    hypothesis("E is 1 on the diagonal, 0 off it", SUPPOSED, formula)
    for formula in (
        le(0, same(X, Y)),
        eq(total(Y, same(X, Y)), 1),
        Summable(Y, same(X, Y)),
        eq(total(X, same(X, Y)), 1),
        Summable(X, same(X, Y)),
        eq(same(X, X), 1),
    )
)


def maximal(first: Index, second: Index) -> Real:
    """The weight of a pair under the maximal coupling."""
    return Quantity("M", (B, first, second))


OFF_DIAGONAL = hypothesis(
    "E is 0 off the diagonal",
    SUPPOSED,
    eq(common(B, X) * same(X, Y), common(B, Y) * same(X, Y)),
)
BY_ROW = define(
    "the maximal coupling",
    _MAXIMAL,
    eq(maximal(X, Y), common(B, X) * same(X, Y) + PER_APART * excess(B, X) * excess(NOT_B, Y)),
)
BY_COLUMN = solve(
    "by its second outcome",
    eq(maximal(X, Y), common(B, Y) * same(X, Y) + PER_APART * excess(B, X) * excess(NOT_B, Y)),
    BY_ROW,
    OFF_DIAGONAL,
)


OTHER_SUM = solve("the other excess sums to the same", eq(total(X, excess(NOT_B, X)), APART), SYMMETRIC, VARIATION)
OTHER_SUM_IN_Y = solve(
    "over y", eq(total(Y, excess(NOT_B, Y)), APART), OTHER_SUM, rename_bound(total(X, excess(NOT_B, X)), Y)
)
WITHIN_APART = solve(
    "the excess is part of the total variation",
    le(excess(B, X), APART),
    part_of_sum(ALIKE.positive, EXCESS_CONVERGES, X),
    VARIATION,
)
OTHER_WITHIN_APART = instance(
    solve(
        "the other excess is part of the total variation",
        le(excess(NOT_B, X), APART),
        part_of_sum(OTHER_POSITIVE, OTHER_EXCESS_CONVERGES, X),
        OTHER_SUM,
    ),
    {X: Y},
)
OTHER_EXCESS_IN_Y = comparison(
    Y,
    instance(OTHER_POSITIVE, {X: Y}),
    solve(
        "at most the weight",
        le(excess(NOT_B, Y), law(NOT_B, Y)),
        instance(LAW[0], {X: Y}),
        instance(OTHER_LAW[0], {X: Y}),
    ),
    hypothesis("P is a law", SUPPOSED, Summable(Y, law(NOT_B, Y))),
)


def _converges(variable: Var, define: Fact, parts: tuple[Fact, ...]) -> Fact:
    """The sum of the maximal coupling over one of its outcomes converges."""
    formula = define.formula
    assert isinstance(formula, Comparison)
    return comparison(
        variable,
        MAXIMAL_POSITIVE,
        solve("by its parts", le(formula.left, formula.right), define),
        convergence(variable, formula.right, parts),
    )


MAXIMAL_POSITIVE = solve(
    "no weight is negative",
    le(0, maximal(X, Y)),
    BY_ROW,
    COMMON,
    INVERSE,
    SAME[0],
    LAW[0],
    OTHER_LAW[0],
    ALIKE.positive,
    instance(OTHER_POSITIVE, {X: Y}),
    WITHIN_APART,
    OTHER_WITHIN_APART,
)
ROW = solve(
    "the first outcome has the law b",
    eq(total(Y, maximal(X, Y)), law(B, X)),
    summation(Y, BY_ROW, (_converges(Y, BY_ROW, (SAME[2], OTHER_EXCESS_IN_Y)), SAME[2], OTHER_EXCESS_IN_Y)),
    SAME[1],
    COMMON,
    OTHER_SUM_IN_Y,
    WITHIN_APART,
    ALIKE.positive,
    INVERSE,
)
COLUMN = solve(
    "the second outcome has the other law",
    eq(total(X, maximal(X, Y)), law(NOT_B, Y)),
    summation(X, BY_COLUMN, (_converges(X, BY_COLUMN, (SAME[4], EXCESS_CONVERGES)), SAME[4], EXCESS_CONVERGES)),
    SAME[3],
    instance(COMMON, {X: Y}),
    VARIATION,
    OTHER_WITHIN_APART,
    instance(OTHER_POSITIVE, {X: Y}),
    INVERSE,
)
DIAGONAL = solve(
    "the diagonal is what is in common", eq(maximal(X, X), common(B, X)), instance(BY_ROW, {Y: X}), SAME[5]
)
MAXIMAL_MEETING = extensionality(total(X, maximal(X, X)), DIAGONAL)
MAXIMAL_COUPLING = state(join(MAXIMAL_POSITIVE, ROW, COLUMN, MAXIMAL_MEETING, MOST), "HSV26 Lemma 11.6")
