"""Systems as mixtures of systems: Lyu22 Lemmas 2 and 3, and that a mixture is private, one half of its Theorem 3.

A system is what it does to a history: a weight, 1 for the empty history, never negative, shared out among the answers
to a query. μ(b, h) are the weights of M^b. Scaled weights spare divisions: Exposed(b, h) is δ·E^b, Left(b, h) is
(1 − δ)·N^b in Lemma 2, and Noisy(b, h) is (1 − δ)·N^b in the theorem.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, FIRST, NEXT, THEN, ZERO, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
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
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.private import (
    HFA,
    REACHED_CONVERGES,
    REACHED_EARLIER,
    REACHED_LAST,
    S,
    reached,
)
from concomp.obligations.derivations.theories.control.weights import (
    DELTA,
    HQA,
    MARGINAL,
    NOT_B,
    PARAMETERS,
    START,
    WEIGHTS_CONVERGE,
    A,
    B,
    G,
    H,
    N,
    Q,
    mu,
)


def exposed(bit: Index, history: Index) -> Real:
    """δ·E^b."""
    return Quantity("Exposed", (bit, history))


def left(bit: Index, history: Index) -> Real:
    """(1 − δ)·N^b, what M leaves to another system."""
    return Quantity("Left", (bit, history))


_SYSTEM = "Lyu22 Definition 1"
EXPOSED = (
    hypothesis("δ·E is not negative", _SYSTEM, le(0, exposed(B, H))),
    hypothesis("δ·E starts at δ", _SYSTEM, eq(exposed(B, EMPTY), DELTA)),
    hypothesis("δ·E is shared out", _SYSTEM, eq(total(A, exposed(B, HQA)), exposed(B, H))),
    hypothesis("δ·E is shared out", _SYSTEM, Summable(A, exposed(B, HQA))),
)

# Lemma 2.
WITHIN = hypothesis("M ≥ δ·E", SUPPOSED, le(exposed(B, H), mu(B, H)))
LEFT = define("what is left", "Lyu22 Lemma 2", eq(left(B, H), mu(B, H) - exposed(B, H)))
LEFT_POSITIVE = solve("no weight is negative", le(0, left(B, H)), LEFT, WITHIN)
LEFT_OF_ANSWER = instance(LEFT, {H: HQA})
LEFT_CONVERGES = comparison(
    A,
    instance(LEFT_POSITIVE, {H: HQA}),
    solve("at most μ", le(left(B, HQA), mu(B, HQA)), LEFT_OF_ANSWER, instance(EXPOSED[0], {H: HQA})),
    WEIGHTS_CONVERGE,
)
LEFT_IS_A_SYSTEM = state(
    join(
        LEFT_POSITIVE,
        solve("it starts at 1 − δ", eq(left(B, EMPTY), 1 - DELTA), instance(LEFT, {H: EMPTY}), START, EXPOSED[1]),
        solve(
            "it is shared out",
            eq(total(A, left(B, HQA)), left(B, H)),
            summation(A, LEFT_OF_ANSWER, (LEFT_CONVERGES, WEIGHTS_CONVERGE, EXPOSED[3])),
            LEFT,
            MARGINAL,
            EXPOSED[2],
        ),
        solve("with δ·E it is M", eq(mu(B, H), exposed(B, H) + left(B, H)), LEFT),
    ),
    "Lyu22 Lemma 2",
)

# Lemma 3, for ε > 0; at ε = 0 both systems are one and N′ = N.
PER_GAP = Quantity("v")


def pure(bit: Index, history: Index) -> Real:
    """N^b of two systems within e^ε of each other."""
    return Quantity("N", (bit, history))


def unmixed(bit: Index, history: Index) -> Real:
    """N′^b."""
    return Quantity("N′", (bit, history))


_PURE = "Lyu22 Lemma 3"
EPSILON = hypothesis("ε > 0", SUPPOSED, lt(1, G))
GAP = (EPSILON, define_quotient("v is 1/(e^ε − 1)", _PURE, PER_GAP, solve("e^ε − 1 > 0", lt(0, G - 1), EPSILON)))
PURE = (
    hypothesis("N is not negative", _SYSTEM, le(0, pure(B, H))),
    hypothesis("N starts at 1", _SYSTEM, eq(pure(B, EMPTY), 1)),
    hypothesis("N is shared out", _SYSTEM, eq(total(A, pure(B, HQA)), pure(B, H))),
    hypothesis("N is shared out", _SYSTEM, Summable(A, pure(B, HQA))),
)
CLOSE = hypothesis("N⁰ and N¹ are (ε,0)-indistinguishable", "Lyu22 Definition 2", le(pure(B, H), G * pure(NOT_B, H)))
UNMIXED = define("N′", _PURE, eq(unmixed(B, H), PER_GAP * G * pure(B, H) - PER_GAP * pure(NOT_B, H)))
OTHER_PURE = tuple(instance(fact, {B: NOT_B}) for fact in PURE)
UNMIXED_POSITIVE = solve("no weight is negative", le(0, unmixed(B, H)), UNMIXED, instance(CLOSE, {B: NOT_B}), *GAP)
UNMIXED_OF_ANSWER = instance(UNMIXED, {H: HQA})
UNMIXED_PARTS = PER_GAP * G * pure(B, HQA) - PER_GAP * pure(NOT_B, HQA)
UNMIXED_CONVERGES = comparison(
    A,
    instance(UNMIXED_POSITIVE, {H: HQA}),
    solve("by its parts", le(unmixed(B, HQA), UNMIXED_PARTS), UNMIXED_OF_ANSWER),
    convergence(A, UNMIXED_PARTS, (PURE[3], OTHER_PURE[3])),
)
UNMIXED_IS_A_SYSTEM = state(
    join(
        UNMIXED_POSITIVE,
        solve(
            "it starts at 1",
            eq(unmixed(B, EMPTY), 1),
            instance(UNMIXED, {H: EMPTY}),
            PURE[1],
            OTHER_PURE[1],
            GAP[1],
        ),
        solve(
            "it is shared out",
            eq(total(A, unmixed(B, HQA)), unmixed(B, H)),
            summation(A, UNMIXED_OF_ANSWER, (UNMIXED_CONVERGES, PURE[3], OTHER_PURE[3])),
            UNMIXED,
            PURE[2],
            OTHER_PURE[2],
        ),
        solve(
            "with the odds e^ε to 1 it is N",
            eq((1 + G) * pure(B, H), G * unmixed(B, H) + unmixed(NOT_B, H)),
            UNMIXED,
            instance(UNMIXED, {B: NOT_B}),
            GAP[1],
        ),
    ),
    _PURE,
)


# Theorem 3, if: what a strategy reaches with M is at most the weight of the exposing system.
def noisy(bit: Index, history: Index) -> Real:
    """(1 − δ)·N^b."""
    return Quantity("Noisy", (bit, history))


_THEOREM = "Lyu22 Theorem 3 (repaired)"
NOISY_POSITIVE = hypothesis("(1 − δ)·N is not negative", _SYSTEM, le(0, noisy(B, H)))
IS_MIXED = hypothesis(
    "M is the mixture",
    SUPPOSED,
    eq((1 + G) * mu(B, H), (1 + G) * exposed(B, H) + (G * noisy(B, H) + noisy(NOT_B, H))),
)


def _one_query(known: Fact) -> Fact:
    values = {Q: FIRST(S)}
    return solve(
        "one more query",
        le(reached(NEXT(N), B, S, H), exposed(B, H)),
        summation(A, instance(known, {S: THEN(S, A), H: HFA}), (REACHED_CONVERGES, instance(EXPOSED[3], values))),
        instance(EXPOSED[2], values),
        REACHED_EARLIER,
    )


REACHED_IS_EXPOSED = le(reached(N, B, S, H), exposed(B, H))
MIXTURE_IS_PRIVATE = state(
    solve(
        "at the start",
        le(reached(N, B, S, EMPTY), DELTA),
        instance(
            induction(
                REACHED_IS_EXPOSED,
                N,
                solve(
                    "no query to come",
                    le(reached(ZERO, B, S, H), exposed(B, H)),
                    REACHED_LAST,
                    IS_MIXED,
                    instance(IS_MIXED, {B: NOT_B}),
                    EXPOSED[0],
                    instance(EXPOSED[0], {B: NOT_B}),
                    NOISY_POSITIVE,
                    instance(NOISY_POSITIVE, {B: NOT_B}),
                    *PARAMETERS,
                ),
                _one_query(assume(REACHED_IS_EXPOSED, N)),
            ),
            {H: EMPTY},
        ),
        EXPOSED[1],
    ),
    _THEOREM,
    "if",
)
