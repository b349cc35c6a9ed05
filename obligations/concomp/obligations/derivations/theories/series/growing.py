"""Two growing sequences whose sum is bounded: u(n) + v(m) stays within the bound of u(n) + v(n).

Numbers have no order here but that of counting, so instead of the larger of n and m both sequences are shifted: s(d, n)
is what a sequence s is at n + d.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, eq, free, le, term_at
from concomp.obligations.derivations.kernel.logic import assume, define, induction, instance, solve

D = Var("d", "number")


@dataclass(frozen=True, eq=False)
class Growing:
    """A sequence that grows, and its shifts.

    number: over which it grows. grows: that s(n) ≤ s(n+1). name: of its shifts.
    """

    number: Var
    grows: Fact
    name: str

    @cached_property
    def term(self) -> Real:
        """s(n)."""
        assert isinstance(self.grows.formula, Comparison)
        return self.grows.formula.left

    def at(self, shift: Index, number: Index) -> Quantity:
        """s(d, n), which is s(n + d)."""
        others = free(self.term) - {self.number}
        return Quantity(self.name, (shift, number, *sorted(others, key=lambda each: (each.name, each.sort))))

    @cached_property
    def not_shifted(self) -> Fact:
        """The sequence itself."""
        return define("not shifted", "by definition", eq(self.at(ZERO, self.number), self.term))

    @cached_property
    def shifted(self) -> Fact:
        """One more."""
        n = self.number
        return define("shifted by one more", "by definition", eq(self.at(NEXT(D), n), self.at(D, NEXT(n))))

    def _next(self, fact: Fact) -> Fact:
        return instance(fact, {self.number: NEXT(self.number)})

    @cached_property
    def shifts_grow(self) -> Fact:
        """Every shift grows as the sequence does."""
        n, formula = self.number, le(self.at(D, self.number), self.at(D, NEXT(self.number)))
        start, more = self.not_shifted, self.shifted
        return induction(
            formula,
            D,
            solve("not shifted", le(self.at(ZERO, n), self.at(ZERO, NEXT(n))), start, self._next(start), self.grows),
            solve(
                "shifted by one more",
                le(self.at(NEXT(D), n), self.at(NEXT(D), NEXT(n))),
                self._next(assume(formula, D)),
                more,
                self._next(more),
            ),
        )

    @cached_property
    def least_first(self) -> Fact:
        """A shift is nowhere less than at 0."""
        n, first = self.number, self.at(D, ZERO)
        formula = le(first, self.at(D, n))
        return induction(
            formula,
            n,
            solve("itself", le(first, first), variant=le(first + 1, first)),
            solve("grows", le(first, self.at(D, NEXT(n))), assume(formula, n), self.shifts_grow),
        )


def at_different_numbers(u: Growing, v: Growing, bounded: Fact, other: Var) -> Fact:
    """From u(n) + v(n) ≤ W, where W does not depend on n: u(n) + v(m) ≤ W.

    bounded: it may rest on assumptions that do not fix n. other: m, which is not n.
    """
    n, m = u.number, other
    assert isinstance(bounded.formula, Comparison)
    bound, fixed = bounded.formula.right, bounded.fixed

    def within(shift: Index, of_u: Index, of_v: Index) -> Comparison:
        return le(u.at(shift, of_u) + v.at(shift, of_v), bound)

    together = induction(
        within(D, n, n),
        D,
        solve("not shifted", within(ZERO, n, n), bounded, u.not_shifted, v.not_shifted),
        solve(
            "shifted by one more",
            within(NEXT(D), n, n),
            instance(assume(within(D, n, n), D, *fixed), {n: NEXT(n)}),
            u.shifted,
            v.shifted,
        ),
    )
    known = assume(within(D, n, m), n, *fixed)
    first_of_u = solve("u at 0", within(D, ZERO, m), instance(u.least_first, {n: m}), instance(together, {n: m}))
    later = induction(
        within(D, NEXT(n), m),
        m,
        solve(
            "v at 0",
            within(D, NEXT(n), ZERO),
            instance(v.least_first, {n: NEXT(n)}),
            instance(together, {n: NEXT(n)}),
        ),
        solve(
            "both one shift later",
            within(D, NEXT(n), NEXT(m)),
            instance(known, {D: NEXT(D)}),
            u.shifted,
            instance(v.shifted, {n: m}),
        ),
    )
    always = instance(induction(within(D, n, m), n, first_of_u, later), {D: ZERO})
    u_at_n, v_at_m = u.term, term_at(v.term, {n: m})
    return solve("without a shift", le(u_at_n + v_at_m, bound), always, u.not_shifted, instance(v.not_shifted, {n: m}))
