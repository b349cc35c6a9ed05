"""One term of a sum is at most the sum; and what is handed out answer by answer, until the tails vanish, is all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact, demand
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Real, Summable, eq, le, term_at, total
from concomp.obligations.derivations.kernel.logic import assume, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import first_term, summation, vanishing

K = Var("k", "number")


def _sum_of(converges: Fact) -> tuple[Var, Real]:
    """Over what a sum is, and of what; WrongStep if the fact does not say that it converges."""
    formula = converges.formula
    demand(isinstance(formula, Summable), f"{formula} does not say that a sum converges")
    assert isinstance(formula, Summable)
    return formula.variable, formula.body


def part_of_sum(non_negative: Fact, converges: Fact, answer: Index) -> Fact:
    """From f ≥ 0 and the convergence of Σ f: f(k) ≤ Σ f for an answer k; the tails are at most the sum, one by one."""
    variable, body = _sum_of(converges)
    everything, of_k = total(variable, body), term_at(body, {variable: K})
    formula = le(total(variable, body, K), everything)
    positive, first = instance(non_negative, {variable: K}), first_term(converges, K)
    tails = induction(
        formula,
        K,
        solve("all of it", le(everything, everything), variant=le(everything + 1, everything)),
        solve("one term less", le(total(variable, body, NEXT(K)), everything), assume(formula, K), first, positive),
    )
    rest = summation(variable, non_negative, (converges,), NEXT(K))
    return instance(solve("one term", le(of_k, everything), tails, first, rest), {K: answer})


@dataclass(frozen=True, eq=False)
class HandingOut:
    """A budget that is handed out to the answers, one after the other.

    left: what is left of it for the answers from `number` on. converges: the sum of what the answers are given.
    step: that what is left for the answers after one is less by what that one is given.
    """

    number: Var
    left: Real
    converges: Fact
    step: Fact

    def _given(self, start: Index) -> Real:
        answer, part = _sum_of(self.converges)
        return total(answer, part, start)

    def _left(self, start: Index) -> Real:
        return term_at(self.left, {self.number: start})

    @cached_property
    def _over(self) -> Real:
        """By how much what is given is over the budget."""
        return self._given(ZERO) - self._left(ZERO)

    @cached_property
    def _balance(self) -> Fact:
        """What is over at last is over from any answer on."""
        k = self.number
        formula = eq(self._over, self._given(k) - self.left)
        later = eq(self._over, self._given(NEXT(k)) - self._left(NEXT(k)))
        return induction(
            formula,
            k,
            solve("nothing is given yet", eq(self._over, self._over), variant=eq(self._over + 1, self._over)),
            solve("one part is given", later, assume(formula, k), first_term(self.converges, k), self.step),
        )

    def no_more(self, *enough: Fact) -> Fact:
        """No more than the budget is given; enough: facts by which what is left is never less than 0."""
        k = self.number
        over = solve("what is over is in the tail", le(self._over, self._given(k)), self._balance, *enough)
        return solve(
            "no more than there is", le(self._given(ZERO), self._left(ZERO)), vanishing(k, over, self.converges)
        )

    def everything(self, non_negative: Fact, enough: Fact, small: Fact, bounding: Fact) -> Fact:
        """All of the budget is given.

        non_negative: that no answer is given less than 0. enough: that what is left is never less than 0. small: that
        it is at most the tail of a sum that converges, by `bounding`.
        """
        k, (answer, _), (of, bound) = self.number, _sum_of(self.converges), _sum_of(bounding)
        rest = summation(answer, non_negative, (self.converges,), k)
        short = solve(
            "what is short is in the other tail",
            le(self._left(ZERO) - self._given(ZERO), total(of, bound, k)),
            self._balance,
            small,
            rest,
        )
        return solve(
            "all of it",
            eq(self._given(ZERO), self._left(ZERO)),
            self.no_more(enough),
            vanishing(k, short, bounding),
        )
