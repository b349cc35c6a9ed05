"""Mechanisms launched at will while losses add up to no more than a budget: Haney23 Lemma 4.7 and its corollaries.

The filter answers itself what is no message to a mechanism: it is one more mechanism, which runs from the start and
loses nothing, as it knows no data. Loss(h, q) is the ε_j, or the ρ_j, of the mechanism that q launches after h, and 0
if it launches none; Spent(h) is their sum. Of e^x, with x a multiple of losses, nothing else is used than that
e^{x+y} = e^x·e^y, and e^x ≥ 1 for x ≥ 0: Cost(h, q) is e^x of the loss, Left(h) of the budget less what is spent,
Rest(h, q) of what is left after q, and W of the whole budget.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, THEN, Index
from concomp.obligations.derivations.kernel.language import Implication, Quantity, Real, eq, le, lt, term_at, total
from concomp.obligations.derivations.kernel.logic import assume, define, detach, hypothesis, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import least, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.moments import (
    ASKING,
    ASKS,
    ASKS_POSITIVE,
    BEST,
    DIVERGENCE,
    FINITE,
    MOMENT_AFTER,
    OF_START,
    ONE_OR_NONE,
    PART_SMALL,
    PRIVATE,
    SUM_WHEN_ASKED,
    TOUCHES,
    V_AFTER,
    VALUE_POSITIVE,
    Following,
    J,
    P,
    S,
    best,
    moment,
    part,
    value,
)
from concomp.obligations.derivations.theories.renyi.potential import (
    PRODUCT,
    PRODUCT_POSITIVE,
    Account,
    K,
    one_by_one,
    product,
    reached,
)

FILTER = "Haney23 Definition 2.7"


def launches(mechanism: Index, history: Index, query: Index) -> Real:
    """1 if the message launches the mechanism, otherwise 0."""
    return Quantity("Launches", (mechanism, history, query))


def loss(history: Index, query: Index) -> Real:
    """The loss of the mechanism that a message launches, 0 if it launches none."""
    return Quantity("Loss", (history, query))


def spent(history: Index) -> Real:
    """The sum of the losses of a conversation."""
    return Quantity("Spent", (history,))


def cost(history: Index, query: Index) -> Real:
    """e^x of the loss of a message."""
    return Quantity("Cost", (history, query))


def left(history: Index) -> Real:
    """e^x of the budget less what is spent."""
    return Quantity("Left", (history,))


def rest(history: Index, query: Index) -> Real:
    """e^x of what is left of the budget after a message."""
    return Quantity("Rest", (history, query))


WHOLE, ALPHA = Quantity("W"), Quantity("α")
LAUNCHES, COST = launches(J, H, Q), cost(H, Q)
_LAUNCHED = Quantity("Launched", (N, B, J, S, H, Q, A))

# Who answers: a mechanism that runs, or one that the message launches.
BY_LAUNCH = (
    hypothesis("a message launches j, or not", FILTER, eq(LAUNCHES * LAUNCHES, LAUNCHES)),
    hypothesis("a message for j asks it, or launches it", FILTER, eq(TOUCHES, ASKS + LAUNCHES)),
    hypothesis("what is launched has not answered before", FILTER, eq(LAUNCHES * part(B, J, H), LAUNCHES)),
)
LAUNCHES_FIT = solve(
    "what launches j is for j",
    eq(LAUNCHES * TOUCHES, LAUNCHES),
    *BY_LAUNCH[:2],
    *ONE_OR_NONE[:2],
    witness=(lt(0, LAUNCHES),),
)
LAUNCHES_POSITIVE = solve("Launches ≥ 0", le(0, LAUNCHES), BY_LAUNCH[0], variant=le(LAUNCHES + 1, 0))
IS_LAUNCHED = define("after its first answer", PRIVATE, eq(_LAUNCHED, LAUNCHES * MOMENT_AFTER))
LAUNCHING = Following(LAUNCHES, _LAUNCHED, IS_LAUNCHED, (BY_LAUNCH[0], LAUNCHES_FIT, LAUNCHES_POSITIVE))
AFTER_LAUNCH = term_at(_LAUNCHED, {S: THEN(S, A)})
RENYI_PRIVATE = hypothesis(
    "what is launched is (α,ε_j)-RDP, where ε_j = αρ_j if it is ρ_j-zCDP: the moment of no strategy from its first "
    "answer on exceeds Cost, which is e^{(α−1)ε_j}",
    SUPPOSED,
    le(total(A, AFTER_LAUNCH), LAUNCHES * COST),
)
SUM_WHEN_LAUNCHED = LAUNCHING.sums_up(P, RENYI_PRIVATE, LAUNCHING.played({S: THEN(S, A)}))
AT_START = hypothesis(
    "what runs from the start is the filter, which knows no data", FILTER, le(moment(N, B, J, S, EMPTY), 1)
)
AT_MOST_1 = solve("at the start", le(value(N, B, J, EMPTY), 1), least(S, AT_START), OF_START)
NOTHING_LOST = one_by_one(
    le(product(N, K, B, EMPTY), 1),
    (instance(PRODUCT[0], {H: EMPTY}),),
    instance(PRODUCT[1], {H: EMPTY}),
    instance(AT_MOST_1, {J: K}),
    instance(PRODUCT_POSITIVE, {H: EMPTY}),
    instance(VALUE_POSITIVE, {J: K, H: EMPTY}),
)

# The best after an answer, whoever gives it.
BEST_IN_PARTS = summation(
    A,
    solve(
        "it is asked, or launched",
        eq(best(N, B, J, H, Q), ASKING.greatest + LAUNCHING.greatest),
        BEST,
        ASKING.is_best,
        LAUNCHING.is_best,
        BY_LAUNCH[1],
        witness=(lt(0, LAUNCHES), lt(0, V_AFTER)),
    ),
    (FINITE[1], ASKING.converges, LAUNCHING.converges),
)
BEFORE = value(NEXT(N), B, J, H)
NOT_LAUNCHED_YET = solve(
    "what is launched has not answered before",
    le(LAUNCHES, LAUNCHES * BEFORE),
    BY_LAUNCH[2],
    instance(PART_SMALL, {N: NEXT(N)}),
    LAUNCHES_POSITIVE,
)

# What is spent.
LOSS = hypothesis("losses are at least 0", PRIVATE, le(0, loss(H, Q)))
SPENT = (
    define("nothing", FILTER, eq(spent(EMPTY), 0)),
    define("one loss more", FILTER, eq(spent(HQA), spent(H) + loss(H, Q))),
)
ORDER = hypothesis("α > 1", SUPPOSED, lt(1, ALPHA))
LEFT = (
    define("the whole budget", FILTER, eq(left(EMPTY), WHOLE)),
    define("after one more message", FILTER, eq(left(HQA), rest(H, Q))),
    hypothesis(
        "e^{x+y} = e^x·e^y: Left is e^x of the budget less what is spent, which is W at the start, Cost of a loss, "
        "Rest of what it leaves",
        DIVERGENCE,
        eq(left(H), COST * rest(H, Q)),
    ),
)


def at_least_1(term: Real, exponent: Real, *known: Fact) -> Fact:
    """e^x ≥ 1, from what shows that x ≥ 0."""
    positive = solve("the exponent is at least 0", le(0, exponent), *known)
    return detach(hypothesis("e^x ≥ 1 for x ≥ 0", DIVERGENCE, Implication(positive.formula, le(1, term))), positive)


def never_exceeds(budget: Real, *kept: Fact) -> Fact:
    """Σ ≤ budget after every message; kept: what shows it of one message more, where it is so before."""
    known = le(spent(H), budget)
    positive = hypothesis("the budget is at least 0", SUPPOSED, le(0, budget))
    return induction(
        known,
        H,
        solve("at the start", le(spent(EMPTY), budget), SPENT[0], positive, witness=(lt(0, budget),)),
        solve("one message more", le(spent(HQA), budget), SPENT[1], assume(known, H), *kept),
    )


def accepted(budget: Real, rule: str) -> Fact:
    """Σ ≤ budget after every message, as the rule, in words, accepts no launch that exceeds it."""
    return never_exceeds(budget, hypothesis(rule, SUPPOSED, le(spent(H) + loss(H, Q), budget)))


def within(budget: Real, factor: Real, enough: Fact) -> Fact:
    """D ≤ W, if the sum of the losses never exceeds the budget; factor: what losses are multiplied by in exponents.

    enough: that it never does.
    """
    paid = (
        at_least_1(left(H), factor * (budget - spent(H)), enough, ORDER),
        at_least_1(COST, factor * loss(H, Q), LOSS, ORDER),
        *LEFT[1:],
    )
    account = Account(COST, left(H), rest(H, Q), _answers(paid[1]), paid)
    return solve(
        "at the start nothing is spent",
        le(reached(N, K, B, S, EMPTY), WHOLE),
        instance(account.potential(), {H: EMPTY}),
        NOTHING_LOST,
        LEFT[0],
        instance(paid[0], {H: EMPTY}),
        instance(PRODUCT_POSITIVE, {H: EMPTY}),
    )


def _answers(at_least_1: Fact) -> Fact:
    """The best moments after the answers sum up to at most the best before, times the price of the message."""
    if_asked = solve(
        "if it is asked",
        le(total(A, ASKING.greatest), ASKS * (COST * BEFORE)),
        SUM_WHEN_ASKED,
        ASKS_POSITIVE,
        instance(VALUE_POSITIVE, {N: NEXT(N)}),
        at_least_1,
    )
    if_launched = solve(
        "if it is launched",
        le(total(A, LAUNCHING.greatest), LAUNCHES * (COST * BEFORE)),
        SUM_WHEN_LAUNCHED,
        NOT_LAUNCHED_YET,
        BY_LAUNCH[0],
        at_least_1,
    )
    return solve(
        "whoever answers",
        le(total(A, best(N, B, J, H, Q)), TOUCHES * (COST * BEFORE)),
        BEST_IN_PARTS,
        if_asked,
        if_launched,
        BY_LAUNCH[1],
    )
