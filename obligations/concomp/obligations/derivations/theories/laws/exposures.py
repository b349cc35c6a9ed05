"""What adaptively chosen exposures reach within a budget on their product: HSV26 Equation (6) and Lemma 11.8, repaired.

After a history h the message q reveals something with probability at most Δ(h, q), and R(h) is the product of 1 − Δ
along h. W(h) is the weight that both worlds have in common on h while nothing has been revealed; of this, at least the
share V(h) cannot be told apart, whatever is asked. The induction is over the number of messages to come.

A random sequence is a mechanism that answers whatever it is asked; one of k entries ends with entries that are sure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, FIRST, NEXT, THEN, ZERO, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, largest, le, real, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.private import (
    HFA,
    OF_ANSWER,
    REACHED_CONVERGES,
    REACHED_EARLIER,
    REACHED_LAST,
    REACHED_RANGE,
    S,
    reached,
)
from concomp.obligations.derivations.theories.control.weights import (
    CHAIN,
    HQA,
    KERNEL,
    MARGINAL,
    NOT_B,
    START,
    WEIGHT,
    WEIGHTS_CONVERGE,
    A,
    B,
    G,
    H,
    N,
    Q,
    excess,
    kappa,
    mu,
)

GAMMA = Quantity("γ")
Share = Callable[[Index], Real]


def exposure(history: Index, query: Index) -> Real:
    """The largest probability with which a message reveals something."""
    return Quantity("Δ", (history, query))


def unexposed(history: Index) -> Real:
    """The product of 1 − Δ over the messages of a history."""
    return Quantity("R", (history,))


def shared(history: Index) -> Real:
    """The weight that both worlds have in common on a history."""
    return Quantity("W", (history,))


def factor(history: Index, query: Index, answer: Index) -> Real:
    """What an answer multiplies the common weight by."""
    return Quantity("ω", (history, query, answer))


_SETTING = "HSV26 Lemma 11.8 (repaired)"
EXPOSURE = (
    hypothesis("Δ is a probability", SUPPOSED, le(0, exposure(H, Q))),
    hypothesis("Δ is a probability", SUPPOSED, le(exposure(H, Q), 1)),
)
UNEXPOSED = (
    define("the empty product", _SETTING, eq(unexposed(EMPTY), 1)),
    define("one more factor", _SETTING, eq(unexposed(HQA), unexposed(H) * (1 - exposure(H, Q)))),
)
SHARED = (
    define("the whole weight", _SETTING, eq(shared(EMPTY), 1)),
    define("one more factor", _SETTING, eq(shared(HQA), shared(H) * factor(H, Q, A))),
)
GAMMA_RANGE = (hypothesis("0 ≤ γ", SUPPOSED, le(0, GAMMA)), hypothesis("γ ≤ 1", SUPPOSED, le(GAMMA, 1)))
UNEXPOSED_POSITIVE = induction(
    le(0, unexposed(H)),
    H,
    solve("at the start", le(0, unexposed(EMPTY)), UNEXPOSED[0], variant=le(unexposed(EMPTY), 0)),
    solve(
        "one more factor",
        le(0, unexposed(HQA)),
        assume(le(0, unexposed(H)), H),
        UNEXPOSED[1],
        EXPOSURE[1],
    ),
)


@dataclass(frozen=True)
class Course:
    """What is known at every history h and message q.

    share: V. positive: ω ≥ 0. share_positive: V ≥ 0, unless V is 1. budget: where W(h) > 0 the product of 1 − Δ, the
    factor of q included, is at least 1 − γ. stopping: W·V is at most μ less its excess over e^ε times the other world.
    going_on: W·V·(1 − Δ) is at most the sum of W·V over the answers, and converges: that sum does.
    """

    share: Share
    positive: Fact
    share_positive: tuple[Fact, ...]
    budget: Fact
    stopping: Fact
    going_on: Fact
    converges: Fact


def nothing_else(history: Index) -> Real:
    """V where all that is in common remains so."""
    return real(1)


def kept(share: Share, history: Index) -> Real:
    """W·V."""
    of_history = share(history)
    return shared(history) if of_history == real(1) else shared(history) * of_history


def greatest_exposure(course: Course) -> Fact:
    """(1 − γ)·V(()) ≤ 1 − D: no strategy reaches more than 1 − (1 − γ)·V(()), with any number of messages."""
    within = _within_budget(course)
    formula = le((1 - GAMMA) * kept(course.share, H), (mu(B, H) - reached(N, B, S, H)) * unexposed(H))
    base = solve(
        "no message to come",
        le((1 - GAMMA) * kept(course.share, H), (mu(B, H) - reached(ZERO, B, S, H)) * unexposed(H)),
        within,
        course.stopping,
        REACHED_LAST,
        UNEXPOSED_POSITIVE,
    )
    everywhere = induction(formula, N, base, _one_message(course, assume(formula, N)))
    return solve(
        "at the start",
        le(reached(N, B, S, EMPTY), 1 - (1 - GAMMA) * course.share(EMPTY)),
        instance(everywhere, {H: EMPTY}),
        SHARED[0],
        UNEXPOSED[0],
        START,
    )


def _within_budget(course: Course) -> Fact:
    """(1 − γ)·W·V ≤ W·V·R."""
    formula = le((1 - GAMMA) * shared(H), shared(H) * unexposed(H))
    of_shared = induction(
        formula,
        H,
        solve(
            "at the start",
            le((1 - GAMMA) * shared(EMPTY), shared(EMPTY) * unexposed(EMPTY)),
            SHARED[0],
            UNEXPOSED[0],
            GAMMA_RANGE[0],
        ),
        solve(
            "one more message",
            le((1 - GAMMA) * shared(HQA), shared(HQA) * unexposed(HQA)),
            course.budget,
            SHARED[1],
            UNEXPOSED[1],
            course.positive,
        ),
    )
    return (
        solve(
            "of what is kept",
            le((1 - GAMMA) * kept(course.share, H), kept(course.share, H) * unexposed(H)),
            of_shared,
            *course.share_positive,
        )
        if course.share_positive
        else of_shared
    )


def _one_message(course: Course, known: Fact) -> Fact:
    """The step: the message that the strategy asks first."""
    values = {Q: FIRST(S)}
    later = instance(known, {H: HFA, S: THEN(S, A)})
    weights = instance(WEIGHTS_CONVERGE, values)
    still = 1 - exposure(H, FIRST(S))
    answer_by_answer = solve(
        "answer by answer",
        le(
            (1 - GAMMA) * kept(course.share, HFA),
            (unexposed(H) * still) * mu(B, HFA) - (unexposed(H) * still) * OF_ANSWER,
        ),
        later,
        instance(UNEXPOSED[1], values),
    )
    return solve(
        "one more message to come",
        le((1 - GAMMA) * kept(course.share, H), (mu(B, H) - reached(NEXT(N), B, S, H)) * unexposed(H)),
        summation(A, answer_by_answer, (instance(course.converges, values), weights, REACHED_CONVERGES)),
        instance(course.going_on, values),
        instance(course.budget, values),
        instance(MARGINAL, values),
        REACHED_EARLIER,
        instance(REACHED_RANGE, {N: NEXT(N)}),
        UNEXPOSED_POSITIVE,
        *course.share_positive,
        *(instance(fact, values) for fact in EXPOSURE),
        *GAMMA_RANGE,
    )


# Lemma 11.8: what is in common is what the maximal coupling of each step keeps together; ε is 0.
ALIKE = hypothesis("ε = 0", "HSV26 Definition 11.3", eq(G, 1))
KEPT_TOGETHER = hypothesis(
    "ω is the smaller of the two chances",
    "HSV26 Lemma 11.6",
    eq(factor(H, Q, A), kappa(B, H, Q, A) - largest(0, kappa(B, H, Q, A) - kappa(NOT_B, H, Q, A))),
)
APART = total(A, largest(0, kappa(B, H, Q, A) - kappa(NOT_B, H, Q, A)))
OTHER_CHANCE = tuple(instance(fact, {B: NOT_B}) for fact in KERNEL[:2])
FACTOR_POSITIVE = solve("ω ≥ 0", le(0, factor(H, Q, A)), KEPT_TOGETHER, KERNEL[0], OTHER_CHANCE[0])
FACTOR_CONVERGES = comparison(
    A, FACTOR_POSITIVE, solve("at most the chance", le(factor(H, Q, A), kappa(B, H, Q, A)), KEPT_TOGETHER), KERNEL[3]
)
APART_CONVERGES = comparison(
    A,
    solve(
        "at least 0",
        le(0, largest(0, kappa(B, H, Q, A) - kappa(NOT_B, H, Q, A))),
        KERNEL[0],
        variant=le(largest(0, kappa(B, H, Q, A) - kappa(NOT_B, H, Q, A)) + 1, 0),
    ),
    solve(
        "at most the chance",
        le(largest(0, kappa(B, H, Q, A) - kappa(NOT_B, H, Q, A)), kappa(B, H, Q, A)),
        KERNEL[0],
        OTHER_CHANCE[0],
    ),
    KERNEL[3],
)


def steps_within(close: Fact) -> Fact:
    """Equation (6): W·(1 − Δ) ≤ W·Σ ω, from W·TV ≤ W·Δ for the conditional laws after every history."""
    return solve(
        "the steps are coupled",
        le(shared(H) * (1 - exposure(H, Q)), shared(H) * total(A, factor(H, Q, A))),
        close,
        summation(A, KEPT_TOGETHER, (FACTOR_CONVERGES, KERNEL[3], APART_CONVERGES)),
        KERNEL[2],
    )


SHARED_RANGE = induction(
    le(shared(H), mu(B, H)),
    H,
    solve("at the start", le(shared(EMPTY), mu(B, EMPTY)), SHARED[0], START),
    solve(
        "one more answer",
        le(shared(HQA), mu(B, HQA)),
        assume(le(shared(H), mu(B, H)), H),
        SHARED[1],
        CHAIN,
        KEPT_TOGETHER,
        FACTOR_POSITIVE,
        KERNEL[0],
        WEIGHT,
    ),
)
SHARED_POSITIVE = induction(
    le(0, shared(H)),
    H,
    solve("at the start", le(0, shared(EMPTY)), SHARED[0], variant=le(shared(EMPTY), 0)),
    solve("one more answer", le(0, shared(HQA)), assume(le(0, shared(H)), H), SHARED[1], FACTOR_POSITIVE),
)
SHARED_CONVERGES = comparison(
    A, instance(SHARED_POSITIVE, {H: HQA}), instance(SHARED_RANGE, {H: HQA}), WEIGHTS_CONVERGE
)
STOPPING = solve(
    "what is in common", le(shared(H), mu(B, H) - excess(B, H)), SHARED_RANGE, instance(SHARED_RANGE, {B: NOT_B}), ALIKE
)


def coupling(close: Fact, budget: Fact) -> Fact:
    """D ≤ γ for every strategy, from W·TV ≤ W·Δ for the steps and the budget on their product."""
    going_on = solve(
        "going on",
        le(shared(H) * (1 - exposure(H, Q)), total(A, shared(HQA))),
        steps_within(close),
        summation(A, SHARED[1], (SHARED_CONVERGES, FACTOR_CONVERGES)),
    )
    course = Course(nothing_else, FACTOR_POSITIVE, (), budget, STOPPING, going_on, SHARED_CONVERGES)
    return solve("so they are within γ", le(reached(N, B, S, EMPTY), GAMMA), greatest_exposure(course))


STEPS_CLOSE = hypothesis(
    "after a common history the next laws are within Δ", SUPPOSED, le(shared(H) * APART, shared(H) * exposure(H, Q))
)
WITHIN_BUDGET = hypothesis(
    "after a common history the product, the next step included, is at least 1 − γ",
    SUPPOSED,
    le((1 - GAMMA) * shared(H), shared(H) * (unexposed(H) * (1 - exposure(H, Q)))),
)
STEPS_MEET = state(steps_within(STEPS_CLOSE), "HSV26 Equation (6)")
SEQUENCES_CLOSE = state(coupling(STEPS_CLOSE, WITHIN_BUDGET), _SETTING)
