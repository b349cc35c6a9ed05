"""What an exposed answer may be: HSV26 conditions (I), (II) and (III) hold for budgets that are split.

The budget of a history suits it, by induction over the history; and within it what is left suits the answers from k on,
by induction over k. What is left lies between two tails, so it tends to 0, and the budget is used up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, OTHER, ZERO, Index
from concomp.obligations.derivations.kernel.language import eq, le, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    detach,
    induction,
    instance,
    join,
    part,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.theories.control.weights import (
    HQA,
    MARGINAL,
    PARAMETERS,
    START,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    C,
    H,
    Q,
    at_least_0,
    in_range,
    in_worlds,
    mu,
    solve_each,
)
from concomp.obligations.derivations.theories.series.tails import HandingOut
from concomp.obligations.derivations.theories.simulation.splitting import (
    HQK,
    SPLIT,
    SPLIT_BY_CONTROL,
    K,
    Splitting,
    weight,
)


@dataclass(frozen=True, eq=False)
class Sharing:
    """What a split budget is, from the split lemma about it.

    named: what a fact is known as: a function of the fact and its name.
    """

    of: Splitting
    split: Fact
    named: Callable[[Fact, str], Fact]

    def rest(self, history: Fact) -> Fact:
        """What is left suits the answers from k on, by induction over k, if the budget of the history suits it."""
        of = self.of
        covers = (*in_worlds(of.bound.covers), *in_worlds(MARGINAL))
        at_start = solve_each("all answers", of.rest_suits(ZERO), history, *in_worlds(of.left_start), *covers)
        step = part(detach(self.split, assume(of.rest_suits(K), K, *history.fixed)), of.rest_suits(NEXT(K)))
        return induction(of.rest_suits(K), K, at_start, step)

    def _answer(self, history: Fact) -> Fact:
        """The part of an answer suits it, if the budget of the history suits the history."""
        return instance(part(detach(self.split, self.rest(history)), self.of.history_suits(HQK)), {K: A})

    @cached_property
    def suits(self) -> Fact:
        """The budget of every history suits it."""
        of = self.of
        start = solve_each(
            "at the start",
            of.history_suits(EMPTY),
            *in_worlds(of.budget_start),
            *in_worlds(of.bound.start),
            *in_worlds(START),
            *of.bound.probability,
            *PARAMETERS,
        )
        formula = of.history_suits(H)
        return self.named(induction(formula, H, start, self._answer(assume(formula, H))), "HSV26 Section 10.3: budgets")

    @cached_property
    def left_suits(self) -> Fact:
        """What is left suits the answers from k on."""
        return self.rest(self.suits)

    # Conditions (I), (II) and (III), for φ = X/δ.
    @cached_property
    def condition_i(self) -> Fact:
        """No budget is less than what is needed."""
        of = self.of
        return join(
            *(solve("what is needed", le(of.bound.of(bit, H), of.budget(bit, H)), self.suits) for bit in WORLDS)
        )

    @cached_property
    def condition_ii(self) -> Fact:
        """The budgets leave a difference of the weights that noise explains."""
        budget = self.of.budget
        return join(
            *(
                solve(
                    "with e^{−ε}",
                    le(
                        budget(bit, H) - C * budget(OTHER(bit), H),
                        mu(bit, H) - C * mu(OTHER(bit), H),
                    ),
                    self.suits,
                    *PARAMETERS,
                )
                for bit in WORLDS
            )
        )

    @cached_property
    def condition_iii(self) -> Fact:
        """The budget is used up."""
        return self.named(join(*map(self._given_out, WORLDS, self.range, self.converge)), "HSV26 Condition (III)")

    @cached_property
    def range(self) -> tuple[Fact, ...]:
        """A budget is at least 0 and at most the weight, in either world."""
        budget = self.of.budget
        return tuple(
            in_range(
                le(0, budget(bit, H)),
                le(budget(bit, H), mu(bit, H)),
                self.suits,
                instance(self.of.bound.positive, {B: bit}),
            )
            for bit in WORLDS
        )

    @cached_property
    def converge(self) -> tuple[Fact, ...]:
        """The budgets of the answers have a sum, in either world."""
        budget = self.of.budget
        return tuple(
            comparison(
                A,
                at_least_0(budget(bit, HQA), instance(range_, {H: HQA})),
                solve("at most μ", le(budget(bit, HQA), mu(bit, HQA)), instance(range_, {H: HQA})),
                instance(WEIGHTS_CONVERGE, {B: bit}),
            )
            for bit, range_ in zip(WORLDS, self.range, strict=True)
        )

    def _given_out(self, bit: Index, range_: Fact, converges: Fact) -> Fact:
        """What is given to the answers sums up to the budget."""
        of, left, budget = self.of, self.of.left, self.of.budget
        positive = at_least_0(budget(bit, HQA), instance(range_, {H: HQA}))
        needed = summation(A, instance(of.bound.positive, {B: bit, H: HQA}), (instance(of.converges, {B: bit}),), K)
        enough = solve("enough is left", le(0, left(bit, H, Q, K)), self.left_suits, needed)
        small = solve("not too much is left", le(left(bit, H, Q, K), weight(bit, K)), self.left_suits)
        handing = HandingOut(K, left(bit, H, Q, K), converges, instance(of.left_step, {B: bit}))
        return solve(
            "all of the budget",
            eq(total(A, budget(bit, HQA)), budget(bit, H)),
            handing.everything(positive, enough, small, instance(WEIGHTS_CONVERGE, {B: bit})),
            instance(of.left_start, {B: bit}),
        )


SHARED_BY_CONTROL = Sharing(SPLIT_BY_CONTROL, SPLIT, state)
SUITS = SHARED_BY_CONTROL.suits
CONDITION_I = state(SHARED_BY_CONTROL.condition_i, "HSV26 Condition (I)")
CONDITION_II = state(SHARED_BY_CONTROL.condition_ii, "HSV26 Condition (II)")
CONDITION_III = SHARED_BY_CONTROL.condition_iii
