"""Odometers cut at a threshold, and the filters that their accumulators make: Haney23 Lemma 2.19, repaired.

The losses launched in a conversation h come to G; Within(h) = 1 if that is at most the threshold d, and Next(h, q) = 1
if it is with what the message q launches. An odometer answers everything, but the view is cut before the reply with
which G leaves the threshold; the filter with the rule G ≤ d answers whatever is no launch, and halts at a launch with
which G would leave it. Worth(b, h) is what a view is worth to a divergence: its excess over e^ε times the other world's
weight, for (ε,δ)-DP, or P^α·Q^{1−α}, for Rényi DP; nothing is used of it but that it can be summed over the answers. So
whatever a strategy makes of the one, it makes of the other.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, FIRST, NEXT, THEN, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, instance, solve, state
from concomp.obligations.derivations.kernel.rules import summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q

S = Var("s", "strategy")
HFA = EXTENDED(H, FIRST(S), A)
FILTER, ODOMETER, CUT = "Haney23 Definition 2.7", "Haney23 Definition 2.13", "Haney23 Definition 2.10"
PRIVATE = "Haney23 Definition 2.2"


def worth(bit: Index, history: Index) -> Real:
    """What a view is worth to a divergence."""
    return Quantity("Worth", (bit, history))


def launch(history: Index, query: Index) -> Real:
    """1 if the message is a launch, otherwise 0."""
    return Quantity("Launch", (history, query))


def within(history: Index) -> Real:
    """1 if the losses of a conversation come to no more than the threshold, otherwise 0."""
    return Quantity("Within", (history,))


def within_with(history: Index, query: Index) -> Real:
    """The same with what a message launches."""
    return Quantity("Next", (history, query))


def cut(rounds: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """What a strategy makes of the odometer, cut at the threshold, from a conversation on."""
    return Quantity("Cut", (rounds, bit, strategy, history))


def run(rounds: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """What it makes of the filter."""
    return Quantity("Run", (rounds, bit, strategy, history))


def odometer_reply(rounds: Index, bit: Index, strategy: Index, history: Index, query: Index) -> Real:
    """What it makes of the odometer after a reply, 0 if the view is cut before it."""
    return Quantity("Kept", (rounds, bit, strategy, history, query, A))


def filter_reply(rounds: Index, bit: Index, strategy: Index, history: Index, query: Index) -> Real:
    """What it makes of the filter after a reply, 0 if the filter halts."""
    return Quantity("Passed", (rounds, bit, strategy, history, query, A))


WITHIN, FOLLOWING, LAUNCH, WORTH = within(H), within_with(H, Q), launch(H, Q), worth(B, H)
HALTS = LAUNCH * (1 - FOLLOWING)
"""1 if the filter halts at the message."""
ONE_OR_NONE = (
    hypothesis("a message is a launch, or not", FILTER, eq(LAUNCH * LAUNCH, LAUNCH)),
    hypothesis("G is within the threshold, or not", CUT, eq(FOLLOWING * FOLLOWING, FOLLOWING)),
)
AFTER = define("after the reply", CUT, eq(within(HQA), FOLLOWING))
ONLY_LAUNCHES = hypothesis(
    "what is no launch leaves G as it is", ODOMETER, eq((1 - LAUNCH) * FOLLOWING, (1 - LAUNCH) * WITHIN)
)
KEPT = define("a reply that is not cut", CUT, eq(odometer_reply(N, B, S, H, Q), FOLLOWING * cut(N, B, S, HQA)))
CUTS = (
    define("no message to come", CUT, eq(cut(ZERO, B, S, H), WORTH)),
    define(
        "a reply, or the end of the view",
        CUT,
        eq(
            cut(NEXT(N), B, S, H),
            total(A, odometer_reply(N, B, THEN(S, A), H, FIRST(S))) + (1 - within_with(H, FIRST(S))) * WORTH,
        ),
    ),
)
PASSED = define("a reply of the filter", FILTER, eq(filter_reply(N, B, S, H, Q), (1 - HALTS) * run(N, B, S, HQA)))
RUNS = (
    define("no message to come", FILTER, eq(run(ZERO, B, S, H), WORTH)),
    define(
        "a reply, or the filter halts",
        FILTER,
        eq(
            run(NEXT(N), B, S, H),
            total(A, filter_reply(N, B, THEN(S, A), H, FIRST(S)))
            + launch(H, FIRST(S)) * (1 - within_with(H, FIRST(S))) * WORTH,
        ),
    ),
)
FINITE = (
    hypothesis("a divergence is a sum", PRIVATE, Summable(A, odometer_reply(N, B, THEN(S, A), H, FIRST(S)))),
    hypothesis("a divergence is a sum", PRIVATE, Summable(A, filter_reply(N, B, THEN(S, A), H, FIRST(S)))),
)

# G(∅) ≤ d: as long as G is within the threshold, the filter halts exactly where the view is cut.
_SAME = eq(WITHIN * run(N, B, S, H), WITHIN * cut(N, B, S, H))
OF_FIRST = {Q: FIRST(S)}
SAME_REPLY = solve(
    "whatever the reply",
    eq(WITHIN * filter_reply(N, B, THEN(S, A), H, FIRST(S)), WITHIN * odometer_reply(N, B, THEN(S, A), H, FIRST(S))),
    instance(assume(_SAME, N), {S: THEN(S, A), H: HFA}),
    instance(PASSED, {S: THEN(S, A), **OF_FIRST}),
    instance(KEPT, {S: THEN(S, A), **OF_FIRST}),
    instance(AFTER, OF_FIRST),
    instance(ONLY_LAUNCHES, OF_FIRST),
    *(instance(fact, OF_FIRST) for fact in ONE_OR_NONE),
    witness=(eq(WITHIN, 1), eq(within_with(H, FIRST(S)), 1)),
)
SAME = induction(
    _SAME,
    N,
    solve("no message to come", eq(WITHIN * run(ZERO, B, S, H), WITHIN * cut(ZERO, B, S, H)), CUTS[0], RUNS[0]),
    solve(
        "one message more",
        eq(WITHIN * run(NEXT(N), B, S, H), WITHIN * cut(NEXT(N), B, S, H)),
        summation(A, SAME_REPLY, FINITE),
        CUTS[1],
        RUNS[1],
        instance(ONLY_LAUNCHES, OF_FIRST),
        *(instance(fact, OF_FIRST) for fact in ONE_OR_NONE),
        witness=(eq(WITHIN, 1), eq(launch(H, FIRST(S)), 1), eq(within_with(H, FIRST(S)), 0)),
    ),
)
NOTHING_IS_WITHIN = hypothesis("G(∅) ≤ d", SUPPOSED, eq(within(EMPTY), 1))
ALIKE = solve(
    "from the start", eq(run(N, B, S, EMPTY), cut(N, B, S, EMPTY)), instance(SAME, {H: EMPTY}), NOTHING_IS_WITHIN
)


# G never decreases, and G(∅) is not ≤ d: nothing is launched, and all that is said is public.
def public(history: Index, query: Index) -> Real:
    """The chance of a reply, the same in both worlds, while nothing is launched."""
    return Quantity("Public", (history, query, A))


GROWS = hypothesis("G never decreases", SUPPOSED, le(FOLLOWING, WITHIN))
NOTHING_IS_NOT_WITHIN = hypothesis("not G(∅) ≤ d", SUPPOSED, eq(within(EMPTY), 0))
POSITIVE = solve("Next ≥ 0", le(0, FOLLOWING), ONE_OR_NONE[1], variant=le(FOLLOWING + 1, 0))
NEVER_WITHIN = induction(
    eq(WITHIN, 0),
    H,
    solve("at the start", eq(within(EMPTY), 0), NOTHING_IS_NOT_WITHIN, witness=(eq(within(EMPTY), 0),)),
    solve(
        "after a reply",
        eq(within(HQA), 0),
        assume(eq(WITHIN, 0), H),
        AFTER,
        GROWS,
        POSITIVE,
        witness=(eq(WITHIN, 0),),
    ),
)
OF_CUT = solve(
    "every reply is cut",
    eq(odometer_reply(N, B, THEN(S, A), H, FIRST(S)), 0),
    instance(KEPT, {S: THEN(S, A), **OF_FIRST}),
    instance(AFTER, OF_FIRST),
    instance(NEVER_WITHIN, {H: HFA}),
    witness=(eq(within_with(H, FIRST(S)), 0),),
)
CUT_IS_EMPTY = induction(
    eq(cut(N, B, S, H), WORTH),
    N,
    solve("no message to come", eq(cut(ZERO, B, S, H), WORTH), CUTS[0]),
    solve(
        "one message more",
        eq(cut(NEXT(N), B, S, H), WORTH),
        CUTS[1],
        summation(A, OF_CUT, FINITE[:1]),
        instance(AFTER, OF_FIRST),
        instance(NEVER_WITHIN, {H: HFA}),
        witness=(lt(0, WORTH),),
    ),
)
PUBLIC = (
    hypothesis(
        "what is said while nothing is launched is public",
        FILTER,
        eq((1 - LAUNCH) * worth(B, HQA), (1 - LAUNCH) * (public(H, Q) * WORTH)),
    ),
    hypothesis("replies have a law", FILTER, eq(total(A, public(H, Q)), 1)),
    hypothesis("replies have a law", FILTER, Summable(A, public(H, Q))),
)
_IS_WORTH = eq(run(N, B, S, H), WORTH)
ONLY_TALK = solve(
    "whatever the reply",
    eq(filter_reply(N, B, THEN(S, A), H, FIRST(S)), ((1 - launch(H, FIRST(S))) * WORTH) * public(H, FIRST(S))),
    instance(assume(_IS_WORTH, N), {S: THEN(S, A), H: HFA}),
    instance(PASSED, {S: THEN(S, A), **OF_FIRST}),
    instance(PUBLIC[0], OF_FIRST),
    instance(AFTER, OF_FIRST),
    instance(NEVER_WITHIN, {H: HFA}),
    witness=(eq(launch(H, FIRST(S)), 0), lt(0, WORTH)),
)
RUN_IS_EMPTY = induction(
    _IS_WORTH,
    N,
    solve("no message to come", eq(run(ZERO, B, S, H), WORTH), RUNS[0]),
    solve(
        "one message more",
        eq(run(NEXT(N), B, S, H), WORTH),
        summation(A, ONLY_TALK, (FINITE[1], instance(PUBLIC[2], OF_FIRST))),
        instance(PUBLIC[1], OF_FIRST),
        RUNS[1],
        instance(AFTER, OF_FIRST),
        instance(NEVER_WITHIN, {H: HFA}),
        witness=(lt(0, WORTH),),
    ),
)
BOTH_EMPTY = solve(
    "from the start",
    eq(run(N, B, S, EMPTY), cut(N, B, S, EMPTY)),
    instance(RUN_IS_EMPTY, {H: EMPTY}),
    instance(CUT_IS_EMPTY, {H: EMPTY}),
)


def conversion(key: str) -> tuple[Fact, Fact]:
    """The filter and the odometer that is cut are alike, stated as the statement of a key."""
    return state(ALIKE, key, "G(∅) ≤ d"), state(BOTH_EMPTY, key, "not G(∅) ≤ d, and G never decreases")


RENYI = conversion("Haney23 Lemma 1.26 (repaired)")
GENERAL = conversion("Haney23 Lemma 2.19 (repaired)")
RESTATED = conversion("Haney23 Lemma B.1 (repaired)")
