"""The potential of a conversation with many mechanisms: what is left of the budget times ∏ V_j never grows.

T(k, h, q) is 1 if one of the first k mechanisms answers the message, else 0. A conversation with these ends at a
message that none of them answers. D(n, k, b, s, h) is the moment of the strategy s against all of them, with at most n
messages to come: mechanisms have coins of their own, so a conversation is worth the product of its parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import FIRST, NEXT, THEN, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    formula_at,
    largest,
    le,
    lt,
    real,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.moments import (
    BEST,
    CONVERSATION,
    FINITE,
    ONE_OR_NONE,
    PART_POSITIVE,
    PART_SMALL,
    PRIVATE,
    UNTOUCHED,
    VALUE_GROWS,
    VALUE_POSITIVE,
    J,
    S,
    best,
    part,
    touches,
    value,
)

K = Var("k", "number")


def answering(count: Index, history: Index, query: Index) -> Real:
    """1 if one of the first mechanisms answers the message, otherwise 0."""
    return Quantity("T", (count, history, query))


def product(rounds: Index, count: Index, bit: Index, history: Index) -> Real:
    """∏ V_j over the first mechanisms."""
    return Quantity("∏V", (rounds, count, bit, history))


def weight(count: Index, bit: Index, history: Index) -> Real:
    """∏ ω_j over the first mechanisms: what the conversation with these is worth."""
    return Quantity("∏ω", (count, bit, history))


def joint(rounds: Index, count: Index, bit: Index, history: Index, query: Index) -> Real:
    """∏ V_j after an answer of one of the first mechanisms, else 0."""
    return Quantity("Joint", (rounds, count, bit, history, query, A))


def reached(rounds: Index, count: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """The moment of a strategy against the first mechanisms, from a conversation on."""
    return Quantity("D", (rounds, count, bit, strategy, history))


def continuation(rounds: Index, count: Index, bit: Index, strategy: Index, history: Index, query: Index) -> Real:
    """The same after an answer of one of them, else 0."""
    return Quantity("Then", (rounds, count, bit, strategy, history, query, A))


T, TOUCHED = answering(K, H, Q), touches(K, H, Q)
ANSWERED = (
    define("none", CONVERSATION, eq(answering(ZERO, H, Q), 0)),
    define("one more", CONVERSATION, eq(answering(NEXT(K), H, Q), T + TOUCHED)),
    hypothesis(
        "a message has one answer: T is 1 if one of the first k mechanisms answers it, otherwise 0; D is the moment of "
        "a strategy against these",
        CONVERSATION,
        le(T, 1),
    ),
)
PRODUCT = (
    define("none", PRIVATE, eq(product(N, ZERO, B, H), 1)),
    define("one more", PRIVATE, eq(product(N, NEXT(K), B, H), product(N, K, B, H) * value(N, B, K, H))),
)
WEIGHT = (
    define("none", PRIVATE, eq(weight(ZERO, B, H), 1)),
    define("mechanisms have coins of their own", PRIVATE, eq(weight(NEXT(K), B, H), weight(K, B, H) * part(B, K, H))),
)
JOINT = define("after an answer of these", PRIVATE, eq(joint(N, K, B, H, Q), T * product(N, K, B, HQA)))
STOPPED = define("no message to come", PRIVATE, eq(reached(ZERO, K, B, S, H), weight(K, B, H)))
CONTINUED = define(
    "after an answer of these", PRIVATE, eq(continuation(N, K, B, S, H, Q), T * reached(N, K, B, S, HQA))
)
LATER = continuation(N, K, B, THEN(S, A), H, FIRST(S))
GOING_ON = define(
    "it stops, or goes on",
    PRIVATE,
    eq(reached(NEXT(N), K, B, S, H), largest(weight(K, B, H), total(A, LATER))),
)
OF_K = {J: K}


def _at(formula: Comparison, count: Index) -> Comparison:
    moved = formula_at(formula, {K: count})
    assert isinstance(moved, Comparison)
    return moved


def one_by_one(
    formula: Comparison,
    base: tuple[Fact, ...],
    *step: Fact,
    none: tuple[Comparison, ...] | None = None,
    more: tuple[Comparison, ...] | None = None,
) -> Fact:
    """A comparison for any number of mechanisms, from what it says of none and of one more.

    none, more: witnesses of interesting cases, where some quantity is always 0.
    """
    return induction(
        formula,
        K,
        solve("none", _at(formula, ZERO), *base, witness=none),
        solve("one more", _at(formula, NEXT(K)), assume(formula, K), *step, witness=more),
    )


# At most one mechanism answers a message: T is 0 or 1, and 0 before the one that does.
TOUCHED_ONE_OR_NONE = instance(ONE_OR_NONE[1], OF_K)
ANSWERED_ONCE = one_by_one(
    eq(T * T, T),
    ANSWERED[:1],
    ANSWERED[1],
    TOUCHED_ONE_OR_NONE,
    instance(ANSWERED[2], {K: NEXT(K)}),
    none=(eq(answering(ZERO, H, Q), 0),),
    more=(lt(0, TOUCHED),),
)
BY_ONE = solve(
    "by one of them",
    eq(T * TOUCHED, 0),
    ANSWERED_ONCE,
    ANSWERED[1],
    TOUCHED_ONE_OR_NONE,
    instance(ANSWERED_ONCE, {K: NEXT(K)}),
    witness=(lt(0, TOUCHED),),
)

# What the conversation is worth is at least 0 and at most ∏ V, which does not shrink with one message more.
WEIGHT_POSITIVE = one_by_one(le(0, weight(K, B, H)), WEIGHT[:1], WEIGHT[1], instance(PART_POSITIVE, OF_K))
PRODUCT_POSITIVE = one_by_one(le(0, product(N, K, B, H)), PRODUCT[:1], PRODUCT[1], instance(VALUE_POSITIVE, OF_K))
WEIGHT_SMALL = one_by_one(
    le(weight(K, B, H), product(N, K, B, H)),
    (WEIGHT[0], PRODUCT[0]),
    WEIGHT[1],
    PRODUCT[1],
    WEIGHT_POSITIVE,
    instance(PART_POSITIVE, OF_K),
    instance(PART_SMALL, OF_K),
)
MORE = {N: NEXT(N)}
PRODUCT_GROWS = one_by_one(
    le(product(N, K, B, H), product(NEXT(N), K, B, H)),
    (PRODUCT[0], instance(PRODUCT[0], MORE)),
    PRODUCT[1],
    instance(PRODUCT[1], MORE),
    PRODUCT_POSITIVE,
    instance(VALUE_GROWS, OF_K),
    instance(VALUE_POSITIVE, OF_K),
)

# After a message that none of them answers ∏ V is no more.
NO_MORE = solve(
    "one that does not answer",
    le((1 - TOUCHED) * value(N, B, K, HQA), (1 - TOUCHED) * value(NEXT(N), B, K, H)),
    instance(UNTOUCHED, OF_K),
    instance(VALUE_GROWS, OF_K),
    TOUCHED_ONE_OR_NONE,
)
QUIET = one_by_one(
    le((1 - T) * product(N, K, B, HQA), (1 - T) * product(NEXT(N), K, B, H)),
    (instance(PRODUCT[0], {H: HQA}), instance(PRODUCT[0], MORE)),
    instance(PRODUCT[1], {H: HQA}),
    instance(PRODUCT[1], MORE),
    ANSWERED[1],
    NO_MORE,
    BY_ONE,
    ANSWERED_ONCE,
    TOUCHED_ONE_OR_NONE,
    instance(PRODUCT_POSITIVE, {H: HQA}),
    instance(PRODUCT_POSITIVE, MORE),
    instance(VALUE_POSITIVE, {J: K, H: HQA}),
    instance(VALUE_POSITIVE, {J: K, N: NEXT(N)}),
    more=(eq(T, 0), eq(TOUCHED, 0), lt(0, product(N, K, B, HQA)), lt(0, value(N, B, K, HQA))),
)

# After a message that one of them answers, the products after the answers sum up.
_JOINT, _JOINT_OF_MORE = joint(N, K, B, H, Q), joint(N, NEXT(K), B, H, Q)
_PARTS = value(NEXT(N), B, K, H) * _JOINT + product(NEXT(N), K, B, H) * best(N, B, K, H, Q)
JOINT_POSITIVE = solve(
    "at least 0",
    le(0, _JOINT),
    JOINT,
    ANSWERED_ONCE,
    instance(PRODUCT_POSITIVE, {H: HQA}),
    variant=le(_JOINT + 1, 0),
)
BY_EARLIER = solve(
    "an earlier one answers",
    le(T * (product(N, K, B, HQA) * value(N, B, K, HQA)), value(NEXT(N), B, K, H) * _JOINT),
    JOINT,
    NO_MORE,
    BY_ONE,
    ANSWERED_ONCE,
    instance(PRODUCT_POSITIVE, {H: HQA}),
    witness=(eq(T, 1), lt(0, product(N, K, B, HQA)), lt(0, value(N, B, K, HQA))),
)
BY_THIS = solve(
    "this one answers",
    le(TOUCHED * (product(N, K, B, HQA) * value(N, B, K, HQA)), product(NEXT(N), K, B, H) * best(N, B, K, H, Q)),
    instance(BEST, OF_K),
    QUIET,
    BY_ONE,
    TOUCHED_ONE_OR_NONE,
    instance(VALUE_POSITIVE, {J: K, H: HQA}),
    witness=(eq(TOUCHED, 1), lt(0, product(N, K, B, HQA)), lt(0, value(N, B, K, HQA))),
)
IN_PARTS = solve(
    "one or the other",
    le(_JOINT_OF_MORE, _PARTS),
    instance(JOINT, {K: NEXT(K)}),
    instance(PRODUCT[1], {H: HQA}),
    ANSWERED[1],
    BY_EARLIER,
    BY_THIS,
)
NO_ANSWER, NOTHING = (instance(JOINT, {K: ZERO}), ANSWERED[0]), (eq(joint(N, ZERO, B, H, Q), 0),)
_CONVERGES = Summable(A, _JOINT)
JOINT_CONVERGES = induction(
    _CONVERGES,
    K,
    comparison(
        A,
        instance(JOINT_POSITIVE, {K: ZERO}),
        solve("none", le(joint(N, ZERO, B, H, Q), 0), *NO_ANSWER, witness=NOTHING),
        convergence(A, real(0), ()),
    ),
    comparison(
        A,
        instance(JOINT_POSITIVE, {K: NEXT(K)}),
        IN_PARTS,
        convergence(A, _PARTS, (assume(_CONVERGES, K), instance(FINITE[1], OF_K))),
    ),
)


@dataclass(frozen=True)
class Account:
    """What losses cost, and what is left of a budget.

    price: what the message q after h costs. left: what is left. rest: what is left after q. answers: that the best
    moments after the answers to q sum up to at most the best before, times the price. paid: that the price is at least
    1, that what is left is at least 1 and the price times the rest, and that the rest is left after q.
    """

    price: Real
    left: Real
    rest: Real
    answers: Fact
    paid: tuple[Fact, ...]

    def joint_sum(self) -> Fact:
        """After a message that one of the first mechanisms answers, the products sum up to the price at most."""
        formula = le(total(A, _JOINT), T * (self.price * product(NEXT(N), K, B, H)))
        nothing = solve("none", eq(joint(N, ZERO, B, H, Q), 0), *NO_ANSWER, witness=NOTHING)
        of_this = summation(
            A, IN_PARTS, (instance(JOINT_CONVERGES, {K: NEXT(K)}), JOINT_CONVERGES, instance(FINITE[1], OF_K))
        )
        return induction(
            formula,
            K,
            solve(
                "none",
                _at(formula, ZERO),
                summation(A, nothing, (instance(JOINT_CONVERGES, {K: ZERO}),)),
                ANSWERED[0],
                witness=(eq(answering(ZERO, H, Q), 0),),
            ),
            solve(
                "one more",
                _at(formula, NEXT(K)),
                of_this,
                assume(formula, K),
                instance(self.answers, OF_K),
                ANSWERED[1],
                instance(PRODUCT[1], MORE),
                instance(PRODUCT_POSITIVE, MORE),
                instance(VALUE_POSITIVE, {J: K, N: NEXT(N)}),
            ),
        )

    def potential(self) -> Fact:
        """D ≤ left·∏V: by induction over the number of messages to come."""
        formula = le(reached(N, K, B, S, H), self.left * product(N, K, B, H))
        return induction(
            formula,
            N,
            solve(
                "no message to come",
                le(reached(ZERO, K, B, S, H), self.left * product(ZERO, K, B, H)),
                STOPPED,
                instance(WEIGHT_SMALL, {N: ZERO}),
                WEIGHT_POSITIVE,
                *self.paid,
            ),
            self._one_message(assume(formula, N)),
        )

    def _one_message(self, known: Fact) -> Fact:
        played = {S: THEN(S, A), Q: FIRST(S)}
        after = solve(
            "after every answer",
            le(continuation(N, K, B, S, H, Q), self.rest * _JOINT),
            CONTINUED,
            JOINT,
            instance(known, {H: HQA}),
            ANSWERED_ONCE,
            *self.paid,
        )
        positive = solve(
            "at least 0",
            le(0, continuation(N, K, B, S, H, Q)),
            CONTINUED,
            ANSWERED_ONCE,
            instance(REACHED_POSITIVE, {H: HQA}),
            variant=le(continuation(N, K, B, S, H, Q) + 1, 0),
        )
        converges = comparison(
            A,
            instance(positive, played),
            instance(after, played),
            convergence(A, term_at(self.rest * _JOINT, {Q: FIRST(S)}), (instance(JOINT_CONVERGES, {Q: FIRST(S)}),)),
        )
        sums = summation(A, instance(after, played), (converges, instance(JOINT_CONVERGES, {Q: FIRST(S)})))
        all_of_it = solve(
            "no more than is left",
            le(self.rest * total(A, _JOINT), self.left * product(NEXT(N), K, B, H)),
            self.joint_sum(),
            ANSWERED_ONCE,
            instance(PRODUCT_POSITIVE, MORE),
            *self.paid,
        )
        return solve(
            "one message more",
            le(reached(NEXT(N), K, B, S, H), self.left * product(NEXT(N), K, B, H)),
            GOING_ON,
            sums,
            instance(all_of_it, {Q: FIRST(S)}),
            instance(WEIGHT_SMALL, MORE),
            WEIGHT_POSITIVE,
            *self.paid,
        )


REACHED_POSITIVE = induction(
    le(0, reached(N, K, B, S, H)),
    N,
    solve("no message to come", le(0, reached(ZERO, K, B, S, H)), STOPPED, WEIGHT_POSITIVE),
    solve("it may stop", le(0, reached(NEXT(N), K, B, S, H)), GOING_ON, WEIGHT_POSITIVE),
)
