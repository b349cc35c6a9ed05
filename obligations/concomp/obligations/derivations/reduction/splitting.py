"""A budget is split between one answer and those after it: the split lemma.

X(b, h) is δ·φ^b(h), the budget of a history. It is defined by recursion on the history: it is split over the answers to
a query, one after the other, and Z(b, h, q, k) is what is left for the answers from k on. The part that goes to an
answer is that of `concomp.model.reduction.split`: the least that suits in world 0, and then the least in world 1. There
is no recursion over ordinals and no supremum to attain; answers may be countably many.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import (
    Fact,
    deduced,
    given,
    instance,
    joined,
    solved,
    stated,
    supposed,
)
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Both, Comparison, Quantity, Real, eq, largest, le, total
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation
from concomp.obligations.derivations.reduction.limits import (
    LIMIT_DIFFERENCE,
    LIMIT_POSITIVE,
    LIMIT_SMALL,
    control_limit,
)
from concomp.obligations.derivations.reduction.weights import (
    C_RANGE,
    DELTA,
    HQA,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    G,
    H,
    Q,
    mu,
)

K = Var("k", "number")
HQK = EXTENDED(H, Q, K)
WORLDS: tuple[Index, Index] = (BIT_0, BIT_1)


def budget(bit: Index, history: Index) -> Real:
    """δ·φ: the weight of a history when the bit is exposed."""
    return Quantity("X", (bit, history))


def left(bit: Index, history: Index, query: Index, answer: Index) -> Real:
    """What is left of the budget for the answers from one on."""
    return Quantity("Z", (bit, history, query, answer))


def over(bit: Index, history: Index) -> Real:
    """How much the budget is over the weight: never more than 0."""
    return budget(bit, history) - mu(bit, history)


def short(bit: Index, history: Index) -> Real:
    """How much what is needed is over the weight."""
    return control_limit(bit, history) - mu(bit, history)


def needed(bit: Index, start: Index) -> Real:
    """What the answers from one on need."""
    return total(A, control_limit(bit, HQA), start)


def weight(bit: Index, start: Index) -> Real:
    """The weight of the answers from one on."""
    return total(A, mu(bit, HQA), start)


def left_over(bit: Index) -> Real:
    """How much what is left for the answers from k on is over their weight."""
    return left(bit, H, Q, K) - weight(bit, K)


BUDGET_START = given("at the start", "by definition", eq(budget(B, EMPTY), DELTA))
LEFT_START = given("nothing is given yet", "by definition", eq(left(B, H, Q, ZERO), budget(B, H)))
LEFT_STEP = given("one part is given", "by definition", eq(left(B, H, Q, NEXT(K)), left(B, H, Q, K) - budget(B, HQK)))
PART_IN_0 = given(
    "the part in world 0",
    "by definition",
    eq(
        over(BIT_0, HQK),
        largest(
            short(BIT_0, HQK),
            left_over(BIT_0),
            left_over(BIT_0) - C * (left_over(BIT_1) - short(BIT_1, HQK)),
        ),
    ),
)
PART_IN_1 = given(
    "the part in world 1",
    "by definition",
    eq(
        over(BIT_1, HQK),
        largest(
            short(BIT_1, HQK),
            G * over(BIT_0, HQK),
            left_over(BIT_1) - C * (left_over(BIT_0) - over(BIT_0, HQK)),
        ),
    ),
)


def in_both(fact: Fact) -> tuple[Fact, Fact]:
    """A fact about an arbitrary world in each of the two."""
    return instance(fact, {B: BIT_0}), instance(fact, {B: BIT_1})


def _suits(least: list[Real], given_: list[Real], weights: list[Real]) -> Both:
    """What is given in either world is at least what is needed, at most the weight, and obeys condition (II)."""
    surplus = [mine - most for mine, most in zip(given_, weights, strict=True)]
    return Both(
        (
            *(le(low, mine) for low, mine in zip(least, given_, strict=True)),
            *(le(mine, most) for mine, most in zip(given_, weights, strict=True)),
            le(G * surplus[0], surplus[1]),
            le(G * surplus[1], surplus[0]),
        )
    )


def history_suits(history: Index) -> Both:
    """The budget of a history suits it."""
    return _suits(*([value(bit, history) for bit in WORLDS] for value in (control_limit, budget, mu)))


def rest_suits(start: Index) -> Both:
    """What is left for the answers from one on suits them."""
    least, weights = ([value(bit, start) for bit in WORLDS] for value in (needed, weight))
    return _suits(least, [left(bit, H, Q, start) for bit in WORLDS], weights)


LIMIT_CONVERGES = comparison(A, instance(LIMIT_POSITIVE, {H: HQA}), instance(LIMIT_SMALL, {H: HQA}), WEIGHTS_CONVERGE)


def all_of(formula: Both, name: str, *premises: Fact) -> Fact:
    """Each part of a formula from the same premises."""
    return joined(*(solved(name, part, *premises) for part in formula.parts))


LATER_WEIGHT = first_term(WEIGHTS_CONVERGE, K)

# The split lemma, about the pairs l, r, w and y: what the answer k and those after it need, what is left for all of
# them, and what the answer k is given, each less the weight.
SHORT = (short(BIT_0, HQK), short(BIT_1, HQK))
REST_SHORT = (
    needed(BIT_0, NEXT(K)) - weight(BIT_0, NEXT(K)),
    needed(BIT_1, NEXT(K)) - weight(BIT_1, NEXT(K)),
)
LEFT_OVER = (left_over(BIT_0), left_over(BIT_1))
OVER = (over(BIT_0, HQK), over(BIT_1, HQK))
LATER = (
    left(BIT_0, H, Q, NEXT(K)) - weight(BIT_0, NEXT(K)),
    left(BIT_1, H, Q, NEXT(K)) - weight(BIT_1, NEXT(K)),
)
PAIRS = (*SHORT, *REST_SHORT, *LEFT_OVER, *OVER)


def _cone(pair: tuple[Real, ...], *premises: Fact) -> Fact:
    """A pair falls short: neither is above 0, nor above e^{−ε} times the other."""
    zero, one = pair
    parts = Both((le(zero, 0), le(one, 0), le(G * zero, one), le(G * one, zero), le(zero, C * one), le(one, C * zero)))
    return all_of(parts, "falls short", *premises, *PARAMETERS)


@dataclass(frozen=True)
class Parts:
    """What y is at least and at most in either world, in the order of the terms that bound it."""

    at_least_0: list[Fact]
    at_most_0: list[Fact]
    at_least_1: list[Fact]
    at_most_1: list[Fact]


def _split_lemma(rest: Fact) -> Parts:
    """What the definition of y gives, if what is left for the answers from k on suits them."""
    (l0, l1), (r0, r1), (w0, w1), (y0, y1) = SHORT, REST_SHORT, LEFT_OVER, OVER
    low, rest_low, w, covered = _known(rest)
    rates = (*PARAMETERS, *C_RANGE)

    def step(formula: Comparison, *premises: Fact, variant: Comparison | None = None) -> Fact:
        return solved("split", formula, *premises, variant=variant, whole=PAIRS)

    at_least_0 = [step(le(bound, y0), PART_IN_0) for bound in (l0, w0, w0 - C * (w1 - l1))]
    at_most_0 = [
        step(le(y0, 0), PART_IN_0, low, w, *rates),
        step(le(y0, w0 - r0), PART_IN_0, covered, rest_low, *rates),
        step(le(y0, C * (w1 - r1)), PART_IN_0, covered, low, rest_low, w, *rates),
    ]
    at_least_1 = [step(le(bound, y1), PART_IN_1) for bound in (l1, G * y0, w1 - C * (w0 - y0))]
    scaled = step(le(G * y0, w1 - r1), at_most_0[2], *PARAMETERS)
    at_most_1 = [
        step(le(y1, 0), PART_IN_1, at_most_0[0], low, w, *rates),
        step(le(y1, C * y0), PART_IN_1, at_least_0[0], at_most_0[0], low, w, *rates, variant=le(y1, y0)),
        step(le(y1, w1 - r1), PART_IN_1, at_most_0[1], scaled, covered, rest_low, *rates),
        step(le(y1, w1 - G * (w0 - y0)), PART_IN_1, *at_least_0[1:], w, *rates),
    ]
    return Parts(at_least_0, at_most_0, at_least_1, at_most_1)


def _known(rest: Fact) -> tuple[Fact, Fact, Fact, Fact]:
    """That l, r and w fall short, and that w covers what l and r need."""
    (l0, l1), (r0, r1), (w0, w1) = SHORT, REST_SHORT, LEFT_OVER
    other = instance(LIMIT_CONVERGES, {B: NOT_B}), instance(WEIGHTS_CONVERGE, {B: NOT_B})
    converge = (LIMIT_CONVERGES, WEIGHTS_CONVERGE, *other)
    difference = summation(A, instance(LIMIT_DIFFERENCE, {H: HQA}), converge, NEXT(K))
    small = summation(A, instance(LIMIT_SMALL, {H: HQA}), converge, NEXT(K))
    of_k = {H: HQK}
    terms = (*in_both(first_term(LIMIT_CONVERGES, K)), *in_both(LATER_WEIGHT))
    return (
        _cone(SHORT, *in_both(instance(LIMIT_DIFFERENCE, of_k)), *in_both(instance(LIMIT_SMALL, of_k))),
        _cone(REST_SHORT, *in_both(difference), *in_both(small)),
        _cone(LEFT_OVER, rest),
        all_of(Both((le(l0 + r0, w0), le(l1 + r1, w1))), "covers what is needed", rest, *terms),
    )


def _part_suits(split: Parts) -> Fact:
    """What the answer k is given suits it."""
    low_0, low_1, high_0, high_1, _, other = history_suits(HQK).parts
    return joined(
        solved("as much as needed", low_0, split.at_least_0[0]),
        solved("as much as needed", low_1, split.at_least_1[0]),
        solved("at most the weight", high_0, split.at_most_0[0]),
        solved("at most the weight", high_1, split.at_most_1[0]),
        split.at_least_1[1],
        solved("falls short", other, split.at_most_1[1], *PARAMETERS, whole=OVER),
    )


def _rest_suits_step(split: Parts) -> Fact:
    """What is left after the answer k suits those after it."""
    (r0, r1), (later_0, later_1) = REST_SHORT, LATER
    moved_0, moved_1 = (
        solved("one part less", eq(after, before - given_), *in_both(LEFT_STEP), *in_both(LATER_WEIGHT))
        for after, before, given_ in zip(LATER, LEFT_OVER, OVER, strict=True)
    )

    def step(formula: Comparison, *premises: Fact) -> Fact:
        return solved("what is left", formula, moved_0, moved_1, *premises, whole=(*PAIRS, *LATER))

    low_0, low_1, high_0, high_1, one, other = rest_suits(NEXT(K)).parts
    short_0 = step(le(later_0, 0), split.at_least_0[1])
    short_1 = step(le(later_1, 0), split.at_least_1[2], short_0, *C_RANGE)
    return joined(
        solved("what is needed is left", low_0, step(le(r0, later_0), split.at_most_0[1])),
        solved("what is needed is left", low_1, step(le(r1, later_1), split.at_most_1[2])),
        solved("no more than the weight is left", high_0, short_0),
        solved("no more than the weight is left", high_1, short_1),
        step(one, split.at_most_1[3]),
        step(other, split.at_least_1[2], *PARAMETERS),
    )


def _split() -> Fact:
    """If what is left suits the answers from k on, the part of k suits it, and what is left then suits those after."""
    left_suits = supposed(rest_suits(K))
    split = _split_lemma(left_suits)
    return deduced(left_suits, joined(_part_suits(split), _rest_suits_step(split)))


SPLIT = stated(_split(), "HSV26 Section 10.3: split lemma")
