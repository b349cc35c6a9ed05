"""Randomised responses within a budget on their δ: HSV26 Lemmas 5.9 and 5.11.

After a history h the message q may create a response, whose δ is New(h, q), or ask one, whose δ is Δ(h, q); else both
are 0, and so they are for a message that is refused. Created(h), R(h) and Open(h) are the products of 1 − δ over the
responses created, those asked, and those created and not yet asked.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.private import S, reached
from concomp.obligations.derivations.theories.control.weights import (
    CHAIN,
    DELTA,
    HQA,
    NOT_B,
    PARAMETERS,
    START,
    WEIGHT,
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
from concomp.obligations.derivations.theories.laws.exposures import (
    APART,
    EXPOSURE,
    GAMMA,
    GAMMA_RANGE,
    SHARED,
    SHARED_POSITIVE,
    UNEXPOSED,
    UNEXPOSED_POSITIVE,
    Course,
    coupling,
    exposure,
    factor,
    greatest_exposure,
    shared,
    unexposed,
)


def created(history: Index) -> Real:
    """The product of 1 − δ over the responses created."""
    return Quantity("Created", (history,))


def open_(history: Index) -> Real:
    """The product of 1 − δ over the responses created and not yet asked."""
    return Quantity("Open", (history,))


def new(history: Index, query: Index) -> Real:
    """The δ of the response that a message creates."""
    return Quantity("New", (history, query))


_RESPONSES = "HSV26 Definition 5.8"
NEW = (
    hypothesis("δ is a probability", _RESPONSES, le(0, new(H, Q))),
    hypothesis("δ is a probability", _RESPONSES, le(new(H, Q), 1)),
)
CREATED = (
    define("the empty product", _RESPONSES, eq(created(EMPTY), 1)),
    define("one more response", _RESPONSES, eq(created(HQA), created(H) * (1 - new(H, Q)))),
)
OPEN = (
    hypothesis("the empty product", _RESPONSES, eq(open_(EMPTY), 1)),
    hypothesis("created and not yet asked", _RESPONSES, le(0, open_(H))),
    hypothesis("created and not yet asked", _RESPONSES, le(open_(H), 1)),
    hypothesis(
        "what is created becomes open, what is asked is open no more, and nothing is asked twice",
        _RESPONSES,
        eq(open_(H) * (1 - new(H, Q)), (1 - exposure(H, Q)) * open_(HQA)),
    ),
)
VALID = hypothesis(
    "(iii), of a message that is accepted; another one creates nothing",
    _RESPONSES,
    le(1 - GAMMA, created(H) * (1 - new(H, Q))),
)
CREATED_IS_ASKED_OR_OPEN = induction(
    eq(created(H), unexposed(H) * open_(H)),
    H,
    solve("at the start", eq(created(EMPTY), unexposed(EMPTY) * open_(EMPTY)), CREATED[0], UNEXPOSED[0], OPEN[0]),
    solve(
        "one more message",
        eq(created(HQA), unexposed(HQA) * open_(HQA)),
        solve(
            "what is created becomes open",
            eq(created(HQA), unexposed(H) * (open_(H) * (1 - new(H, Q)))),
            assume(eq(created(H), unexposed(H) * open_(H)), H),
            CREATED[1],
        ),
        solve(
            "what is asked is open no more",
            eq(unexposed(H) * (open_(H) * (1 - new(H, Q))), unexposed(HQA) * open_(HQA)),
            UNEXPOSED[1],
            OPEN[3],
        ),
    ),
)


def within_budget(shared_positive: Fact, valid: Fact) -> Fact:
    """(1 − γ)·W ≤ W·R·(1 − Δ): what has been asked stays within the budget, because what has been created does.

    valid: that what has been created does.
    """
    asked = solve(
        "what has been asked stays within the budget",
        le(1 - GAMMA, unexposed(H) * (1 - exposure(H, Q))),
        valid,
        CREATED_IS_ASKED_OR_OPEN,
        instance(OPEN[2], {H: HQA}),
        OPEN[3],
        UNEXPOSED_POSITIVE,
        *EXPOSURE,
    )
    return solve(
        "times the common weight",
        le((1 - GAMMA) * shared(H), shared(H) * (unexposed(H) * (1 - exposure(H, Q)))),
        asked,
        shared_positive,
    )


# Lemma 5.9: there is nothing but responses RR_{0,δ}, so the next answers are within Δ.
ANSWERS_CLOSE = hypothesis(
    "a response RR_{0,Δ} to different bits is Δ apart, other answers are alike",
    "HSV26 Lemma 2.4",
    le(APART, exposure(H, Q)),
)


def close_responses(valid: Fact) -> Fact:
    """From the budget on what has been created: the responses are (0,γ)-DP together."""
    close = solve(
        "times the common weight",
        le(shared(H) * APART, shared(H) * exposure(H, Q)),
        ANSWERS_CLOSE,
        SHARED_POSITIVE,
    )
    return coupling(close, within_budget(SHARED_POSITIVE, valid))


RESPONSES_CLOSE = state(close_responses(VALID), "HSV26 Lemma 5.9")


# Lemma 5.11: responses RR_{ε_i,0} besides. Noisy(h, q) is 1 if q asks one of them about different bits, otherwise 0.
def noisy(history: Index, query: Index) -> Real:
    """1 if the message asks a response RR_{ε_i,0} about different bits, otherwise 0."""
    return Quantity("Noisy", (history, query))


def noise(bit: Index, history: Index) -> Real:
    """The weight of the answers of the responses RR_{ε_i,0} among a history."""
    return Quantity("ν", (bit, history))


def chance(bit: Index, history: Index, query: Index, answer: Index) -> Real:
    """What an answer multiplies the weight of the noise by."""
    return Quantity("λ", (bit, history, query, answer))


def share(bit: Index, history: Index) -> Real:
    """The least that stays in common at e^ε, Σ min(ν^b, e^ε·ν^{1−b}), however the noise is asked from here on."""
    return Quantity("V", (bit, history))


_MIXED = "HSV26 Definition 5.10"
_RESPONSE = "HSV26 Definition 2.3"
NOISY = (
    hypothesis("Noisy is 0 or 1", _MIXED, eq(noisy(H, Q) * noisy(H, Q), noisy(H, Q))),
    hypothesis("a response with ε_i > 0 has δ = 0", _MIXED, eq(noisy(H, Q) * exposure(H, Q), 0)),
)
FACTOR = (
    hypothesis("ω ≥ 0", _RESPONSE, le(0, factor(H, Q, A))),
    hypothesis("finitely many answers are possible", _RESPONSE, Summable(A, factor(H, Q, A))),
    hypothesis(
        "unless noise is asked, the answers that reveal nothing have the same chances, 1 − Δ in all",
        _RESPONSE,
        le((1 - noisy(H, Q)) * (1 - exposure(H, Q)), (1 - noisy(H, Q)) * total(A, factor(H, Q, A))),
    ),
)
NOISE = (
    define("no answers yet", _RESPONSE, eq(noise(B, EMPTY), 1)),
    define("one more answer", _RESPONSE, eq(noise(B, HQA), noise(B, H) * chance(B, H, Q, A))),
    hypothesis("a chance", _RESPONSE, le(0, chance(B, H, Q, A))),
    hypothesis(
        "an answer is at least as likely as it is with nothing revealed",
        _RESPONSE,
        le(factor(H, Q, A) * chance(B, H, Q, A), kappa(B, H, Q, A)),
    ),
)
SHARE = (
    hypothesis("V ≥ 0", _MIXED, le(0, share(B, H))),
    hypothesis("V ≤ 1", _MIXED, le(share(B, H), 1)),
    hypothesis("if nothing more is asked", _MIXED, le(share(B, H), noise(B, H))),
    hypothesis("if nothing more is asked", _MIXED, le(share(B, H), G * noise(NOT_B, H))),
    hypothesis(
        "if more noise is asked",
        _MIXED,
        le(noisy(H, Q) * share(B, H), noisy(H, Q) * total(A, factor(H, Q, A) * share(B, HQA))),
    ),
    hypothesis("else it stays", _MIXED, eq((1 - noisy(H, Q)) * share(B, HQA), (1 - noisy(H, Q)) * share(B, H))),
)
COMPOSITION = hypothesis(
    "the concurrent composition of RR_{ε_1,0}, …, RR_{ε_k,0} is (ε,δ)-DP, as Comp of them is",
    "HSV26 Theorem 4.10 (repaired)",
    le(1 - DELTA, share(B, EMPTY)),
)
SHARED_POSITIVE_WITH_NOISE = induction(
    le(0, shared(H)),
    H,
    solve("at the start", le(0, shared(EMPTY)), SHARED[0], variant=le(shared(EMPTY), 0)),
    solve("one more answer", le(0, shared(HQA)), assume(le(0, shared(H)), H), SHARED[1], FACTOR[0]),
)
NOISE_IS_PART = induction(
    le(shared(H) * noise(B, H), mu(B, H)),
    H,
    solve("at the start", le(shared(EMPTY) * noise(B, EMPTY), mu(B, EMPTY)), SHARED[0], NOISE[0], START),
    solve(
        "one more answer",
        le(shared(HQA) * noise(B, HQA), mu(B, HQA)),
        assume(le(shared(H) * noise(B, H), mu(B, H)), H),
        SHARED[1],
        NOISE[1],
        NOISE[2],
        NOISE[3],
        FACTOR[0],
        CHAIN,
        WEIGHT,
    ),
)
STOPPING = solve(
    "if nothing more is asked",
    le(shared(H) * share(B, H), mu(B, H) - excess(B, H)),
    NOISE_IS_PART,
    instance(NOISE_IS_PART, {B: NOT_B}),
    SHARE[2],
    SHARE[3],
    SHARED_POSITIVE_WITH_NOISE,
    *PARAMETERS,
)
PART_POSITIVE = solve("at least 0", le(0, factor(H, Q, A) * share(B, HQA)), FACTOR[0], instance(SHARE[0], {H: HQA}))
PART_CONVERGES = comparison(
    A,
    PART_POSITIVE,
    solve(
        "at most ω",
        le(factor(H, Q, A) * share(B, HQA), factor(H, Q, A)),
        FACTOR[0],
        instance(SHARE[0], {H: HQA}),
        instance(SHARE[1], {H: HQA}),
    ),
    FACTOR[1],
)
QUIET = summation(
    A,
    solve(
        "unless noise is asked",
        eq(
            (1 - noisy(H, Q)) * (factor(H, Q, A) * share(B, HQA)),
            ((1 - noisy(H, Q)) * share(B, H)) * factor(H, Q, A),
        ),
        SHARE[5],
    ),
    (PART_CONVERGES, FACTOR[1]),
)
KEPT = shared(HQA) * share(B, HQA)
KEPT_IS_PART = solve("of the weight so far", eq(KEPT, shared(H) * (factor(H, Q, A) * share(B, HQA))), SHARED[1])
KEPT_CONVERGES = comparison(
    A,
    solve("at least 0", le(0, KEPT), KEPT_IS_PART, SHARED_POSITIVE_WITH_NOISE, PART_POSITIVE),
    solve("by its parts", le(KEPT, shared(H) * (factor(H, Q, A) * share(B, HQA))), KEPT_IS_PART),
    convergence(A, shared(H) * (factor(H, Q, A) * share(B, HQA)), (PART_CONVERGES,)),
)
GOING_ON = solve(
    "going on",
    le(shared(H) * share(B, H) * (1 - exposure(H, Q)), total(A, KEPT)),
    summation(A, KEPT_IS_PART, (KEPT_CONVERGES, PART_CONVERGES)),
    QUIET,
    SHARE[4],
    SHARE[0],
    FACTOR[2],
    SHARED_POSITIVE_WITH_NOISE,
    *NOISY,
    witness=(eq(noisy(H, Q), 0), lt(0, exposure(H, Q)), lt(0, shared(H)), lt(0, share(B, H))),
)
MIXED_CLOSE = state(
    solve(
        "so the two bounds multiply",
        le(reached(N, B, S, EMPTY), 1 - (1 - DELTA) * (1 - GAMMA)),
        greatest_exposure(
            Course(
                lambda history: share(B, history),
                FACTOR[0],
                (SHARE[0],),
                within_budget(SHARED_POSITIVE_WITH_NOISE, VALID),
                STOPPING,
                GOING_ON,
                KEPT_CONVERGES,
            )
        ),
        COMPOSITION,
        *GAMMA_RANGE,
    ),
    "HSV26 Lemma 5.11",
)
