"""The weights of a mechanism in two worlds, at any history: HSV26 Notation 10.1 and Lemma 10.10.

The mechanism is a law of answers for every bit, history and query; nothing else is known of it. Two parameters stand
for e^ε ≥ 1 and its inverse, so no exponential is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    Summable,
    eq,
    largest,
    le,
    lt,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    ANSWER,
    QUERY,
    assume,
    define,
    define_quotient,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation

B, H, N = Var("b", "bit"), Var("h", "history"), Var("n", "number")
Q, A, S = QUERY, ANSWER, Var("s", "strategy")
P = Var("p", "query")
NOT_B, HQA = OTHER(B), EXTENDED(H, Q, A)
WORLDS: tuple[Index, Index] = (BIT_0, BIT_1)
G, C, DELTA = Quantity("g"), Quantity("c"), Quantity("δ")


def mu(bit: Index, history: Index) -> Real:
    """The probability of the answers of a history, given its queries."""
    return Quantity("μ", (bit, history))


def kappa(bit: Index, history: Index, query: Index, answer: Index) -> Real:
    """The probability of an answer after a history and a query."""
    return Quantity("κ", (bit, history, query, answer))


def excess(bit: Index, history: Index) -> Real:
    """max(0, μ^b − e^ε·μ^{1−b})."""
    return largest(0, mu(bit, history) - G * mu(OTHER(bit), history))


# What is given: e^ε = g ≥ 1, e^{-ε} = c; a mechanism is a law of answers for every history and query, and is private.
AT_LEAST_1 = hypothesis("g is e^ε, ε ≥ 0", "HSV26 Definition 2.2", le(1, G))
PARAMETERS = (
    AT_LEAST_1,
    define_quotient("c is e^{−ε}", "HSV26 Definition 2.2", C, solve("g > 0", lt(0, G), AT_LEAST_1)),
)
C_RANGE = (
    solve("c ≥ 0", le(0, C), *PARAMETERS),
    solve("c ≤ 1", le(C, 1), *PARAMETERS, witness=(eq(G, 2),)),
)
DELTA_RANGE = (
    hypothesis("0 ≤ δ", "HSV26 Definition 2.2", le(0, DELTA)),
    hypothesis("δ ≤ 1", "HSV26 Definition 2.2", le(DELTA, 1)),
)
START = define("the empty history", "HSV26 Notation 10.1", eq(mu(B, EMPTY), 1))
CHAIN = define("chain rule", "HSV26 Notation 10.1", eq(mu(B, HQA), mu(B, H) * kappa(B, H, Q, A)))
KERNEL = (
    hypothesis("κ is a law", "HSV26 Definition 2.6", le(0, kappa(B, H, Q, A))),
    hypothesis("κ is a law", "HSV26 Definition 2.6", le(kappa(B, H, Q, A), 1)),
    hypothesis("κ is a law", "HSV26 Definition 2.6", eq(total(A, kappa(B, H, Q, A)), 1)),
    hypothesis("κ is a law", "HSV26 Definition 2.6", Summable(A, kappa(B, H, Q, A))),
)


def in_range(small: Comparison, large: Comparison, *premises: Fact) -> Fact:
    """Both bounds, each by the solvers from the same premises."""
    return join(
        solve("at least 0", small, *premises, variant=le(small.right + 1, small.left)),
        solve("bounded", large, *premises),
    )


def at_least_0(term: Real, range_: Fact) -> Fact:
    """The lower one of two bounds."""
    return solve("at least 0", le(0, term), range_, variant=le(term + 1, 0))


# Notation 10.1 and Lemma 10.10: weights lie between 0 and 1 and sum up to the weight of what they extend.
WEIGHT_RANGE = state(
    induction(
        Conjunction((le(0, mu(B, H)), le(mu(B, H), 1))),
        H,
        in_range(le(0, mu(B, EMPTY)), le(mu(B, EMPTY), 1), START),
        in_range(
            le(0, mu(B, HQA)),
            le(mu(B, HQA), 1),
            assume(Conjunction((le(0, mu(B, H)), le(mu(B, H), 1))), H),
            CHAIN,
            *KERNEL[:2],
        ),
    ),
    "HSV26 Notation 10.1",
)
WEIGHT = at_least_0(mu(B, H), WEIGHT_RANGE)
WEIGHT_OF_ANSWER = instance(WEIGHT, {H: HQA})
WEIGHTS_CONVERGE = comparison(
    A,
    WEIGHT_OF_ANSWER,
    solve("no more than its factor", le(mu(B, HQA), kappa(B, H, Q, A)), CHAIN, *KERNEL[:2], WEIGHT_RANGE),
    KERNEL[3],
)
MARGINAL = state(
    solve(
        "marginalisation",
        eq(mu(B, H), total(A, mu(B, HQA))),
        summation(A, CHAIN, (WEIGHTS_CONVERGE, KERNEL[3])),
        KERNEL[2],
    ),
    "HSV26 Lemma 10.10",
)


def in_worlds(fact: Fact, worlds: Sequence[Index] = WORLDS) -> tuple[Fact, ...]:
    """A fact about an arbitrary world in each of some, by default in both."""
    return tuple(instance(fact, {B: world}) for world in worlds)


def with_other_world(fact: Fact) -> tuple[Fact, Fact]:
    """A fact about an arbitrary world, and the same about the other."""
    return fact, instance(fact, {B: NOT_B})


def solve_each(name: str, formula: Conjunction, *premises: Fact) -> Fact:
    """Each part of a formula from the same premises."""
    return join(*(solve(name, part, *premises) for part in formula.parts))
