"""The roots of the chances of answers, √(ψ(0, a)·ψ(1, a)): they sum up to less than 1 where two laws differ.

ψ(b, a) is the chance that one copy of a mechanism tells a given s_b. A root is at most the mean of the two chances, and
less if they differ.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, real, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.series.tails import part_of_sum

A, B, Z = Var("a", "number"), Var("b", "bit"), Var("z", "number")
NOT_B = OTHER(B)
HALF = real(Fraction(1, 2))


def copy(bit: Index, answer: Index) -> Real:
    """The chance that one copy tells an answer, given a secret."""
    return Quantity("ψ", (bit, answer))


def root(answer: Index) -> Real:
    """√(ψ(0, a)·ψ(1, a))."""
    return Quantity("Root", (answer,))


ONE_COPY = (
    hypothesis("ψ is a law", SUPPOSED, le(0, copy(B, A))),
    hypothesis("ψ is a law", SUPPOSED, eq(total(A, copy(B, A)), 1)),
    hypothesis("ψ is a law", SUPPOSED, Summable(A, copy(B, A))),
)
OTHER_COPY = tuple(instance(fact, {B: NOT_B}) for fact in ONE_COPY)
ROOT = (
    hypothesis("Root(a) is √(ψ(0, a)·ψ(1, a))", SUPPOSED, le(0, root(A))),
    hypothesis("Root(a) is √(ψ(0, a)·ψ(1, a))", SUPPOSED, eq(root(A) * root(A), copy(B, A) * copy(NOT_B, A))),
)
_MEANS = HALF * copy(B, A) + HALF * copy(NOT_B, A)
_BELOW_MEANS = solve("no root is above the mean", le(root(A), _MEANS), *ROOT, ONE_COPY[0], OTHER_COPY[0])
ROOTS_CONVERGE = comparison(A, ROOT[0], _BELOW_MEANS, convergence(A, _MEANS, (ONE_COPY[2], OTHER_COPY[2])))
AFFINITY = total(A, root(A))
AT_MOST_1 = solve(
    "roots sum up to at most 1",
    le(AFFINITY, 1),
    summation(A, _BELOW_MEANS, (ROOTS_CONVERGE, ONE_COPY[2], OTHER_COPY[2])),
    ONE_COPY[1],
    OTHER_COPY[1],
)


def below_1(apart: Fact) -> Fact:
    """The roots sum up to less than 1, from that some answer is told with different chances."""
    gap = _MEANS - root(A)
    parts = (ONE_COPY[2], OTHER_COPY[2], ROOTS_CONVERGE)
    positive = solve("no root is above the mean", le(0, gap), _BELOW_MEANS)
    converges = convergence(A, gap, parts)
    expanded = solve("expanded", eq(gap, copy(B, A) * HALF + copy(NOT_B, A) * HALF - root(A)))
    return solve(
        "roots sum up to less than 1",
        lt(AFFINITY, 1),
        part_of_sum(positive, converges, Z),
        summation(A, expanded, (converges, *parts)),
        ONE_COPY[1],
        OTHER_COPY[1],
        *(instance(fact, {A: Z}) for fact in (*ROOT, _BELOW_MEANS)),
        apart,
    )
