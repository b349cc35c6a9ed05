"""Sum and limit may be exchanged: HSV26 Lemma 10.18, for terms that grow and stay below others whose sum converges.

The supremum of the sums is at most the sum of the suprema, as every sum is. Conversely, one answer after the other, its
term may be replaced by its supremum: what all the suprema exceed the supremum S of the sums by is at most the tail of
their sum, whichever it is, and the tails vanish. Growing, suprema are limits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    le,
    limit,
    supremum,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    extensionality,
    first_term,
    least,
    monotone_limit,
    summation,
    upper,
    vanishing,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.series.growing import Growing, at_different_numbers

K, M = Var("k", "number"), Var("m", "number")


@dataclass(frozen=True, eq=False)
class Dominated:
    """Terms f(n, a) that grow with n and stay below g(a).

    non_negative, grows, below, converges: that 0 ≤ f(n, a) ≤ f(n+1, a), f(n, a) ≤ g(a), and that Σ g converges. name:
    of f, by which the quantities of the proof are told apart from those of another f.
    """

    number: Var
    answer: Var
    non_negative: Fact
    grows: Fact
    below: Fact
    converges: Fact
    name: str

    @cached_property
    def term(self) -> Real:
        """f(n, a)."""
        assert isinstance(self.below.formula, Comparison)
        return self.below.formula.left

    @cached_property
    def best(self) -> Real:
        """sup_n f(n, a)."""
        return supremum(self.number, self.term)

    def tail(self, body: Real, start: Index = ZERO) -> Real:
        """The sum from an answer on."""
        return total(self.answer, body, start)

    @cached_property
    def best_of_sums(self) -> Real:
        """S, the supremum of the sums."""
        return supremum(self.number, self.tail(self.term))

    @cached_property
    def terms_converge(self) -> Fact:
        """Every sum converges."""
        return comparison(self.answer, self.non_negative, self.below, self.converges)

    @cached_property
    def no_more(self) -> Fact:
        """f(n, a) ≤ sup_n f(n, a)."""
        return upper(self.number, self.below)

    @cached_property
    def best_converge(self) -> Fact:
        """The sum of the suprema converges."""
        positive = solve("a supremum of what is at least 0", le(0, self.best), self.non_negative, self.no_more)
        return comparison(self.answer, positive, least(self.number, self.below), self.converges)

    @cached_property
    def sums_small(self) -> Fact:
        """Every sum is at most that of the suprema."""
        return summation(self.answer, self.no_more, (self.terms_converge, self.best_converge))

    def _sums_grow(self, start: Index) -> Fact:
        """The sums grow, from any answer on."""
        n = self.number
        return summation(
            self.answer, self.grows, (self.terms_converge, instance(self.terms_converge, {n: NEXT(n)})), start
        )

    def _replaced(self, start: Index) -> Comparison:
        """The suprema for the answers before one, and the terms of one n from it on, are at most S."""
        before = self.tail(self.best) - self.tail(self.best, start)
        return le(before + self.tail(self.term, start), self.best_of_sums)

    def _one_more_replaced(self) -> Fact:
        """The term of k may have an n of its own, as it grows: then its supremum may stand there."""
        n, known = self.number, assume(self._replaced(K), K)
        before = self.tail(self.best) - self.tail(self.best, K)
        of_k, after = term_at(self.term, {self.answer: K}), self.tail(self.term, NEXT(K))
        of_one_n = solve(
            "one more term apart",
            le(of_k + after, self.best_of_sums - before),
            known,
            first_term(self.terms_converge, K),
        )
        u = Growing(n, instance(self.grows, {self.answer: K}), f"{self.name}₊")
        v = Growing(n, self._sums_grow(NEXT(K)), f"Σ{self.name}₊")
        apart = at_different_numbers(u, v, of_one_n, M)
        after_m = term_at(after, {n: M})
        of_any_n = solve("for any n", le(of_k, self.best_of_sums - before - after_m), apart)
        return solve(
            "one more replaced",
            self._replaced(NEXT(K)),
            instance(least(n, of_any_n), {M: n}),
            first_term(self.best_converge, K),
        )

    @cached_property
    def suprema(self) -> Fact:
        """Σ_a sup_n f(n, a) = sup_n Σ_a f(n, a)."""
        n = self.number
        at_first = solve("none replaced", self._replaced(ZERO), upper(n, self.sums_small))
        always = induction(self._replaced(K), K, at_first, self._one_more_replaced())
        excess = self.tail(self.best) - self.best_of_sums
        in_the_tail = solve(
            "what is over is in the tail",
            le(excess, self.tail(self.best, K)),
            instance(always, {n: ZERO}),
            instance(summation(self.answer, self.non_negative, (self.terms_converge,), K), {n: ZERO}),
        )
        return solve(
            "sum and supremum may be exchanged",
            eq(self.tail(self.best), self.best_of_sums),
            vanishing(K, in_the_tail, self.best_converge),
            least(n, self.sums_small),
        )

    @cached_property
    def limit_of_sums(self) -> Fact:
        """lim_n Σ_a f(n, a) = sup_n Σ_a f(n, a)."""
        return monotone_limit(self.number, self._sums_grow(ZERO), self.sums_small)

    @cached_property
    def limits(self) -> Fact:
        """Σ_a lim_n f(n, a) = lim_n Σ_a f(n, a)."""
        n, of_each = self.number, monotone_limit(self.number, self.grows, self.below)
        return solve(
            "sum and limit may be exchanged",
            eq(self.tail(limit(n, self.term)), limit(n, self.tail(self.term))),
            extensionality(self.tail(limit(n, self.term)), of_each),
            self.limit_of_sums,
            self.suprema,
        )


N, A = Var("n", "number"), Var("a", "number")
GROWING, BOUND = Quantity("f", (N, A)), Quantity("g", (A,))
_LEMMA = "HSV26 Lemma 10.18"
MONOTONE_CONVERGENCE = state(
    Dominated(
        N,
        A,
        hypothesis("f ≥ 0", SUPPOSED, le(0, GROWING)),
        hypothesis("f grows", SUPPOSED, le(GROWING, term_at(GROWING, {N: NEXT(N)}))),
        hypothesis("f ≤ g", SUPPOSED, le(GROWING, BOUND)),
        hypothesis("Σ g converges", SUPPOSED, Summable(A, BOUND)),
        "f",
    ).limits,
    _LEMMA,
)
