"""Odometers cut at a threshold, and the filters that their accumulators make: Haney23 Lemma 2.19, repaired.

The losses launched in a conversation h come to G; Within(h) = 1 if that is at most the threshold d, and Next(h, q) = 1
if it is with what the message q launches. An odometer answers everything, but the view is cut before the reply with
which G leaves the threshold, and at once if G(∅) is not within it; the filter with the rule G ≤ d answers whatever is
no launch, and halts at a launch with which G would leave it. Worth(b, h, v) is the chance of the view h in the world b
times the v-th of any numbers that are known of h; nothing is used of it but that it can be summed over the answers, so
that it may be P^α·Q^{1−α} as well. If the v-th number is 1 for the v-th view and 0 for all others, it gives the law.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import EMPTY, EXTENDED, FIRST, NEXT, OTHER, THEN, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    solve,
)
from concomp.obligations.derivations.kernel.rules import summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q

S, V, NOT_B = Var("s", "strategy"), Var("v", "number"), OTHER(B)
HFA = EXTENDED(H, FIRST(S), A)
FILTER, ODOMETER, CUT = "Haney23 Definition 2.7", "Haney23 Definition 2.13", "Haney23 Definition 2.10"
PRIVATE = "Haney23 Definition 2.2"


def worth(bit: Index, history: Index) -> Real:
    """The chance of a view times the v-th number that is known of it."""
    return Quantity("Worth", (bit, history, V))


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
    return Quantity("Cut", (rounds, bit, strategy, history, V))


def shown(rounds: Index, bit: Index, strategy: Index) -> Real:
    """What it makes of the odometer from the start, where the view may be cut at once."""
    return Quantity("Shown", (rounds, bit, strategy, V))


def run(rounds: Index, bit: Index, strategy: Index, history: Index) -> Real:
    """What it makes of the filter."""
    return Quantity("Run", (rounds, bit, strategy, history, V))


def odometer_reply(rounds: Index, bit: Index, strategy: Index, history: Index, query: Index) -> Real:
    """What it makes of the odometer after a reply, 0 if the view is cut before it."""
    return Quantity("Kept", (rounds, bit, strategy, history, query, A, V))


def filter_reply(rounds: Index, bit: Index, strategy: Index, history: Index, query: Index) -> Real:
    """What it makes of the filter after a reply, 0 if the filter halts."""
    return Quantity("Passed", (rounds, bit, strategy, history, query, A, V))


WITHIN, FOLLOWING, LAUNCH, WORTH = within(H), within_with(H, Q), launch(H, Q), worth(B, H)
HALTS = LAUNCH * (1 - FOLLOWING)
"""1 if the filter halts at the message."""
ONE_OR_NONE = (
    hypothesis("a message is a launch, or not", FILTER, eq(LAUNCH * LAUNCH, LAUNCH)),
    hypothesis(
        "G is within the threshold with what q launches (Next is 1), or not (0)",
        CUT,
        eq(FOLLOWING * FOLLOWING, FOLLOWING),
    ),
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
SHOWN = define(
    "the end of the view at the start, or not",
    CUT,
    eq(
        shown(N, B, S),
        within(EMPTY) * cut(N, B, S, EMPTY) + (1 - within(EMPTY)) * worth(B, EMPTY),
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
_SUM = "a divergence is a sum: {} is what a strategy makes of the {} after a reply, as {} is from a conversation on"
FINITE = (
    hypothesis(
        _SUM.format("Kept", "odometer that is cut", "Cut"),
        PRIVATE,
        Summable(A, odometer_reply(N, B, THEN(S, A), H, FIRST(S))),
    ),
    hypothesis(
        _SUM.format("Passed", "filter", "Run"), PRIVATE, Summable(A, filter_reply(N, B, THEN(S, A), H, FIRST(S)))
    ),
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
NOTHING_IS_WITHIN = hypothesis(
    "G(∅) ≤ d: Within is 1 where G is at most d, otherwise 0", SUPPOSED, eq(within(EMPTY), 1)
)
ALIKE = solve(
    "from the start",
    eq(run(N, B, S, EMPTY), shown(N, B, S)),
    instance(SAME, {H: EMPTY}),
    SHOWN,
    NOTHING_IS_WITHIN,
)


# G never decreases, and G(∅) is not ≤ d: nothing is launched, and all that is said is public.
def quiet(history: Index) -> Real:
    """1 if nothing was launched in a conversation, otherwise 0."""
    return Quantity("Quiet", (history,))


GROWS = hypothesis("G never decreases", SUPPOSED, le(FOLLOWING, WITHIN))
NOTHING_IS_NOT_WITHIN = hypothesis(
    "not G(∅) ≤ d: Within is 1 where G is at most d, otherwise 0", SUPPOSED, eq(within(EMPTY), 0)
)
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
QUIET = (
    define("nothing yet", FILTER, eq(quiet(EMPTY), 1)),
    define("one message more", FILTER, eq(quiet(HQA), quiet(H) * (1 - LAUNCH))),
)
PUBLIC = hypothesis(
    "what is said while nothing is launched is public", FILTER, eq(quiet(H) * WORTH, quiet(H) * worth(NOT_B, H))
)
_ALIKE = eq(quiet(H) * run(N, B, S, H), quiet(H) * run(N, NOT_B, S, H))
_REPLY = filter_reply(N, B, THEN(S, A), H, FIRST(S))
_REPLY_IN_OTHER = filter_reply(N, NOT_B, THEN(S, A), H, FIRST(S))
ONLY_TALK = solve(
    "whatever the reply",
    eq(quiet(H) * _REPLY, quiet(H) * _REPLY_IN_OTHER),
    instance(assume(_ALIKE, N), {S: THEN(S, A), H: HFA}),
    *(instance(PASSED, {S: THEN(S, A), B: bit, **OF_FIRST}) for bit in (B, NOT_B)),
    instance(QUIET[1], OF_FIRST),
    instance(AFTER, OF_FIRST),
    instance(NEVER_WITHIN, {H: HFA}),
    witness=(eq(launch(H, FIRST(S)), 0), lt(0, quiet(H)), lt(0, _REPLY)),
)
RUN_TELLS_NOTHING = induction(
    _ALIKE,
    N,
    solve(
        "no message to come",
        eq(quiet(H) * run(ZERO, B, S, H), quiet(H) * run(ZERO, NOT_B, S, H)),
        RUNS[0],
        instance(RUNS[0], {B: NOT_B}),
        PUBLIC,
    ),
    solve(
        "one message more",
        eq(quiet(H) * run(NEXT(N), B, S, H), quiet(H) * run(NEXT(N), NOT_B, S, H)),
        summation(A, ONLY_TALK, (FINITE[1], instance(FINITE[1], {B: NOT_B}))),
        RUNS[1],
        instance(RUNS[1], {B: NOT_B}),
        PUBLIC,
        witness=(lt(0, quiet(H)), lt(0, WORTH)),
    ),
)
NOTHING_OF_RUN = solve(
    "what the filter shows",
    eq(run(N, B, S, EMPTY), run(N, NOT_B, S, EMPTY)),
    instance(RUN_TELLS_NOTHING, {H: EMPTY}),
    QUIET[0],
)

# Whether G decreases or not: where G(∅) is not ≤ d, nothing is kept of the view.
SHOWN_IS_EMPTY = solve(
    "what is kept of the view",
    eq(shown(N, B, S), worth(B, EMPTY)),
    SHOWN,
    NOTHING_IS_NOT_WITHIN,
    witness=(lt(0, worth(B, EMPTY)),),
)
NOTHING_OF_SHOWN = solve(
    "what the odometer shows",
    eq(shown(N, B, S), shown(N, NOT_B, S)),
    SHOWN_IS_EMPTY,
    instance(SHOWN_IS_EMPTY, {B: NOT_B}),
    instance(PUBLIC, {H: EMPTY}),
    QUIET[0],
)
