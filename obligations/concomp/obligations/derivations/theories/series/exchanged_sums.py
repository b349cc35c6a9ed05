"""Sums of terms that are at least 0, in another order: Σ_u Σ_a f(u, a) ≤ Σ_a Σ_u f(u, a), if the latter converge.

Row after row, what a row has is taken from the sum of both kinds. What is left of the sums over a is at least 0, so
Σ_u Σ_a f exceeds Σ_a Σ_u f by at most its own tail, whichever it is, and the tails vanish.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Real, eq, le, total
from concomp.obligations.derivations.kernel.logic import assume, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation, vanishing

K = Var("k", "number")


def exchanged(term: Real, row: Var, column: Var, non_negative: Fact, *converging: Fact) -> Fact:
    """Σ_row Σ_column f ≤ Σ_column Σ_row f, from 0 ≤ f.

    converging: that the sums of f over a row and over a column converge, then that the sums of all rows and of all
    columns do.
    """
    of_row, of_column, of_rows, of_columns = converging
    rows, columns = total(row, total(column, term)), total(column, total(row, term))

    def tail(start: Index) -> Real:
        return total(row, term, start)

    non_negative_tail = summation(row, non_negative, (of_column,), K)
    first = first_term(of_column, K)
    at_k = instance(non_negative, {row: K})
    below = induction(
        le(tail(K), tail(ZERO)),
        K,
        solve("all of a column", le(tail(ZERO), tail(ZERO)), variant=le(tail(ZERO) + 1, tail(ZERO))),
        solve("one row less", le(tail(NEXT(K)), tail(ZERO)), assume(le(tail(K), tail(ZERO)), K), first, at_k),
    )
    tails_converge = comparison(column, non_negative_tail, below, of_columns)

    def balance(start: Index) -> Comparison:
        return eq(rows - columns, total(row, total(column, term), start) - total(column, tail(start)))

    taken = summation(
        column, first, (tails_converge, instance(of_row, {row: K}), instance(tails_converge, {K: NEXT(K)}))
    )
    balanced = induction(
        balance(K),
        K,
        solve("nothing is taken", balance(ZERO), variant=eq(rows - columns + 1, rows - columns)),
        solve("one row is taken", balance(NEXT(K)), assume(balance(K), K), first_term(of_rows, K), taken),
    )
    short = solve(
        "what is over is in the tail",
        le(rows - columns, total(row, total(column, term), K)),
        balanced,
        summation(column, non_negative_tail, (tails_converge,)),
    )
    return solve("nothing is over", le(rows, columns), vanishing(K, short, of_rows))
