"""A budget is split between one answer and those after it: the split lemma, for any lower bound of what is needed.

X(b, h) is δ·φ^b(h), the budget of a history. It is defined by recursion on the history: it is split over the answers to
a query, one after the other, and Z(b, h, q, k) is what is left for the answers from k on. The part that goes to an
answer is that of `concomp.model.reduction.split`: the least that suits in world 0, and then the least in world 1. There
is no recursion over ordinals and no supremum to attain; answers may be countably many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    eq,
    largest,
    le,
    total,
)
from concomp.obligations.derivations.kernel.logic import define, discharge, instance, join, solve, state, suppose
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation
from concomp.obligations.derivations.theories.control.lower_bounds import CONTROL, LowerBound
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    C,
    G,
    H,
    Q,
    in_worlds,
    mu,
    solve_each,
)

K = Var("k", "number")
HQK = EXTENDED(H, Q, K)
PerWorld = tuple[Real, Real]
LATER_WEIGHT = first_term(WEIGHTS_CONVERGE, K)


def weight(bit: Index, start: Index) -> Real:
    """The weight of the answers from one on."""
    return total(A, mu(bit, HQA), start)


@dataclass(frozen=True, eq=False)
class Splitting:
    """How a budget is split that covers a lower bound: its quantities, and their definitions."""

    bound: LowerBound

    def budget(self, bit: Index, history: Index) -> Real:
        """δ·φ: the weight of a history when the bit is exposed."""
        return Quantity(f"X{self.bound.mark}", (bit, history))

    def left(self, bit: Index, history: Index, query: Index, answer: Index) -> Real:
        """What is left of the budget for the answers from one on."""
        return Quantity(f"Z{self.bound.mark}", (bit, history, query, answer))

    def over(self, bit: Index, history: Index) -> Real:
        """How much the budget is over the weight: never more than 0."""
        return self.budget(bit, history) - mu(bit, history)

    def short(self, bit: Index, history: Index) -> Real:
        """How much what is needed is over the weight."""
        return self.bound.of(bit, history) - mu(bit, history)

    def needed(self, bit: Index, start: Index) -> Real:
        """What the answers from one on need."""
        return total(A, self.bound.of(bit, HQA), start)

    def left_over(self, bit: Index, start: Index = K) -> Real:
        """How much what is left for the answers from one on is over their weight."""
        return self.left(bit, H, Q, start) - weight(bit, start)

    @cached_property
    def budget_start(self) -> Fact:
        """The budget of the empty history."""
        return define("at the start", "by definition", eq(self.budget(B, EMPTY), self.bound.budget))

    @cached_property
    def left_start(self) -> Fact:
        """Before the first answer all of the budget is left."""
        return define("nothing is given yet", "by definition", eq(self.left(B, H, Q, ZERO), self.budget(B, H)))

    @cached_property
    def left_step(self) -> Fact:
        """An answer leaves its part less."""
        later = self.left(B, H, Q, K) - self.budget(B, HQK)
        return define("one part is given", "by definition", eq(self.left(B, H, Q, NEXT(K)), later))

    @cached_property
    def part_in_0(self) -> Fact:
        """The least that suits in world 0."""
        left_over, short = self.left_over, self.short
        bounds = (
            left_over(BIT_0),
            left_over(BIT_0) - C * (left_over(BIT_1) - short(BIT_1, HQK)),
        )
        part = largest(short(BIT_0, HQK), *bounds)
        return define("the part in world 0", "by definition", eq(self.over(BIT_0, HQK), part))

    @cached_property
    def part_in_1(self) -> Fact:
        """Then the least that suits in world 1."""
        bounds = (
            G * self.over(BIT_0, HQK),
            self.left_over(BIT_1) - C * (self.left_over(BIT_0) - self.over(BIT_0, HQK)),
        )
        part = largest(self.short(BIT_1, HQK), *bounds)
        return define("the part in world 1", "by definition", eq(self.over(BIT_1, HQK), part))

    @cached_property
    def converges(self) -> Fact:
        """What the answers need has a sum."""
        positive, small = (instance(fact, {H: HQA}) for fact in (self.bound.positive, self.bound.small))
        return comparison(A, positive, small, WEIGHTS_CONVERGE)

    def history_suits(self, history: Index) -> Conjunction:
        """The budget of a history suits it."""
        return _suits(*([value(bit, history) for bit in WORLDS] for value in (self.bound.of, self.budget, mu)))

    def rest_suits(self, start: Index) -> Conjunction:
        """What is left for the answers from one on suits them."""
        least, weights = ([value(bit, start) for bit in WORLDS] for value in (self.needed, weight))
        return _suits(least, [self.left(bit, H, Q, start) for bit in WORLDS], weights)

    # The split lemma is about the pairs l, r, w and y: what the answer k and those after it need, what is left for all
    # of them, and what the answer k is given, each less the weight.
    @property
    def l(self) -> PerWorld:  # noqa: E743
        """What the answer k needs."""
        return self.short(BIT_0, HQK), self.short(BIT_1, HQK)

    @property
    def r(self) -> PerWorld:
        """What the answers after k need."""
        later = NEXT(K)
        return self.needed(BIT_0, later) - weight(BIT_0, later), self.needed(BIT_1, later) - weight(BIT_1, later)

    @property
    def w(self) -> PerWorld:
        """What is left for the answers from k on."""
        return self.left_over(BIT_0), self.left_over(BIT_1)

    @property
    def y(self) -> PerWorld:
        """What the answer k is given."""
        return self.over(BIT_0, HQK), self.over(BIT_1, HQK)

    @property
    def pairs(self) -> tuple[Real, ...]:
        """All of them."""
        return (*self.l, *self.r, *self.w, *self.y)

    @property
    def later(self) -> PerWorld:
        """What is left for the answers after k."""
        return self.left_over(BIT_0, NEXT(K)), self.left_over(BIT_1, NEXT(K))


def _suits(least: list[Real], given_: list[Real], weights: list[Real]) -> Conjunction:
    """What is given in either world is at least what is needed, at most the weight, and obeys condition (II)."""
    surplus = [mine - most for mine, most in zip(given_, weights, strict=True)]
    return Conjunction(
        (
            *(le(low, mine) for low, mine in zip(least, given_, strict=True)),
            *(le(mine, most) for mine, most in zip(given_, weights, strict=True)),
            le(G * surplus[0], surplus[1]),
            le(G * surplus[1], surplus[0]),
        )
    )


def _cone(pair: tuple[Real, ...], *premises: Fact) -> Fact:
    """A pair falls short: neither is above 0, nor above e^{−ε} times the other."""
    zero, one = pair
    parts = Conjunction(
        (le(zero, 0), le(one, 0), le(G * zero, one), le(G * one, zero), le(zero, C * one), le(one, C * zero))
    )
    return solve_each("falls short", parts, *premises, *PARAMETERS)


@dataclass(frozen=True)
class SplitFacts:
    """What y is at least and at most in either world, in the order of the terms that bound it."""

    at_least_0: list[Fact]
    at_most_0: list[Fact]
    at_least_1: list[Fact]
    at_most_1: list[Fact]


def _split_lemma(of: Splitting, rest: Fact) -> SplitFacts:
    """What the definition of y gives, if what is left for the answers from k on suits them."""
    (l0, l1), (r0, r1), (w0, w1), (y0, y1) = of.l, of.r, of.w, of.y
    low, rest_low, w, covered = _known(of, rest)
    rates = (*PARAMETERS, *C_RANGE)

    def step(formula: Comparison, *premises: Fact, variant: Comparison | None = None) -> Fact:
        return solve("split", formula, *premises, variant=variant, whole=of.pairs)

    at_least_0 = [step(le(bound, y0), of.part_in_0) for bound in (l0, w0, w0 - C * (w1 - l1))]
    at_most_0 = [
        step(le(y0, 0), of.part_in_0, low, w, *rates),
        step(le(y0, w0 - r0), of.part_in_0, covered, rest_low, *rates),
        step(le(y0, C * (w1 - r1)), of.part_in_0, covered, low, rest_low, w, *rates),
    ]
    at_least_1 = [step(le(bound, y1), of.part_in_1) for bound in (l1, G * y0, w1 - C * (w0 - y0))]
    scaled = step(le(G * y0, w1 - r1), at_most_0[2], *PARAMETERS)
    at_most_1 = [
        step(le(y1, 0), of.part_in_1, at_most_0[0], low, w, *rates),
        step(le(y1, C * y0), of.part_in_1, at_least_0[0], at_most_0[0], low, w, *rates, variant=le(y1, y0)),
        step(le(y1, w1 - r1), of.part_in_1, at_most_0[1], scaled, covered, rest_low, *rates),
        step(le(y1, w1 - G * (w0 - y0)), of.part_in_1, *at_least_0[1:], w, *rates),
    ]
    return SplitFacts(at_least_0, at_most_0, at_least_1, at_most_1)


def _known(of: Splitting, rest: Fact) -> tuple[Fact, Fact, Fact, Fact]:
    """That l, r and w fall short, and that w covers what l and r need."""
    (l0, l1), (r0, r1), (w0, w1) = of.l, of.r, of.w
    other = instance(of.converges, {B: NOT_B}), instance(WEIGHTS_CONVERGE, {B: NOT_B})
    converge = (of.converges, WEIGHTS_CONVERGE, *other)
    difference = summation(A, instance(of.bound.difference, {H: HQA}), converge, NEXT(K))
    small = summation(A, instance(of.bound.small, {H: HQA}), converge, NEXT(K))
    of_k = {H: HQK}
    terms = (*in_worlds(first_term(of.converges, K)), *in_worlds(LATER_WEIGHT))
    return (
        _cone(of.l, *in_worlds(instance(of.bound.difference, of_k)), *in_worlds(instance(of.bound.small, of_k))),
        _cone(of.r, *in_worlds(difference), *in_worlds(small)),
        _cone(of.w, rest),
        solve_each("covers what is needed", Conjunction((le(l0 + r0, w0), le(l1 + r1, w1))), rest, *terms),
    )


def _part_suits(of: Splitting, split: SplitFacts) -> Fact:
    """What the answer k is given suits it."""
    low_0, low_1, high_0, high_1, _, other = of.history_suits(HQK).parts
    return join(
        solve("as much as needed", low_0, split.at_least_0[0]),
        solve("as much as needed", low_1, split.at_least_1[0]),
        solve("at most the weight", high_0, split.at_most_0[0]),
        solve("at most the weight", high_1, split.at_most_1[0]),
        split.at_least_1[1],
        solve("falls short", other, split.at_most_1[1], *PARAMETERS, whole=of.y),
    )


def _rest_suits_step(of: Splitting, split: SplitFacts) -> Fact:
    """What is left after the answer k suits those after it."""
    (r0, r1), (later_0, later_1) = of.r, of.later
    moved_0, moved_1 = (
        solve("one part less", eq(after, before - given_), *in_worlds(of.left_step), *in_worlds(LATER_WEIGHT))
        for after, before, given_ in zip(of.later, of.w, of.y, strict=True)
    )

    def step(formula: Comparison, *premises: Fact) -> Fact:
        return solve("what is left", formula, moved_0, moved_1, *premises, whole=(*of.pairs, *of.later))

    low_0, low_1, high_0, high_1, one, other = of.rest_suits(NEXT(K)).parts
    short_0 = step(le(later_0, 0), split.at_least_0[1])
    short_1 = step(le(later_1, 0), split.at_least_1[2], short_0, *C_RANGE)
    return join(
        solve("what is needed is left", low_0, step(le(r0, later_0), split.at_most_0[1])),
        solve("what is needed is left", low_1, step(le(r1, later_1), split.at_most_1[2])),
        solve("no more than the weight is left", high_0, short_0),
        solve("no more than the weight is left", high_1, short_1),
        step(one, split.at_most_1[3]),
        step(other, split.at_least_1[2], *PARAMETERS),
    )


def split(of: Splitting) -> Fact:
    """If what is left suits the answers from k on, the part of k suits it, and what is left then suits those after."""
    left_suits = suppose(of.rest_suits(K))
    parts = _split_lemma(of, left_suits)
    return discharge(left_suits, join(_part_suits(of, parts), _rest_suits_step(of, parts)))


SPLIT_BY_CONTROL = Splitting(CONTROL)
SPLIT = state(split(SPLIT_BY_CONTROL), "HSV26 Section 10.3: split lemma")
