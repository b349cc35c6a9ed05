"""Pairs whose sides may be exchanged: why δ is enough for HSV26 Corollary 5.7, repaired.

If to exchange the sides of all pairs is to exchange the worlds, the control function of a history in one world is that
of the history exchanged in the other. A history of identical pairs is itself when exchanged, so there both worlds need
the same, and the budgets of Lemma 4.7 are the same in both.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    BIT_0,
    BIT_1,
    EXCHANGED,
    EXCHANGED_HISTORY,
    NEXT,
    OTHER,
    ZERO,
    Index,
)
from concomp.obligations.derivations.kernel.language import eq, le, limit, supremum, total
from concomp.obligations.derivations.kernel.logic import assume, hypothesis, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import extensionality, least, upper
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.control import (
    CONTROL_EARLIER,
    CONTROL_LAST,
    LOWER_EARLIER,
    LOWER_LAST,
    LOWER_SMALL,
    control,
    lower,
)
from concomp.obligations.derivations.theories.control.limits import DEFINITION, control_limit
from concomp.obligations.derivations.theories.control.weights import HQA, NOT_B, A, B, H, N, P, Q, excess, mu
from concomp.obligations.derivations.theories.laziness.alike import lazy
from concomp.obligations.derivations.theories.laziness.lazy_simulation import LazySharing, lazy_simulation_of
from concomp.obligations.derivations.theories.simulation.sharing import SHARED_BY_CONTROL
from concomp.obligations.derivations.theories.simulation.simulation import BY_CONTROL

KEY = "HSV26 Corollary 5.7 (repaired)"
HX, QX = EXCHANGED_HISTORY(H), EXCHANGED(Q)
ELSEWHERE = {B: NOT_B, H: HX, Q: QX}

WORLDS_EXCHANGED = hypothesis("to exchange the sides is to exchange the worlds", SUPPOSED, eq(mu(B, H), mu(NOT_B, HX)))
SAME_WEIGHTS = hypothesis(
    "where λ = 1 all pairs are identical, and both worlds answer alike",
    SUPPOSED,
    eq(lazy(H) * mu(BIT_0, H), lazy(H) * mu(BIT_1, H)),
)
OWN_IMAGE = hypothesis(
    "where λ = 1 all pairs are identical, and a history is itself when exchanged",
    SUPPOSED,
    eq(lazy(H) * control_limit(BIT_1, HX), lazy(H) * control_limit(BIT_1, H)),
)
EXCESS = solve(
    "the excess", eq(excess(B, H), excess(NOT_B, HX)), WORLDS_EXCHANGED, instance(WORLDS_EXCHANGED, {B: NOT_B})
)


def _no_better(known: Fact, bit: Index, history: Index) -> Fact:
    """The best query after a history is no better than the best one after it exchanged, in the other world."""
    there = {B: OTHER(bit), H: EXCHANGED_HISTORY(history), Q: P}
    best = instance(upper(P, instance(LOWER_SMALL, there)), {P: EXCHANGED(P)})
    of_query = instance(known, {B: bit, H: history, Q: P})
    bound = supremum(P, lower(N, OTHER(bit), EXCHANGED_HISTORY(history), P))
    return least(P, solve("a query exchanged", le(lower(N, bit, history, P), bound), of_query, best))


def _best(known: Fact, history: Index) -> Fact:
    """The best query after a history, exchanged, if Lower is what it is exchanged."""
    image = EXCHANGED_HISTORY(history)
    here, there = supremum(P, lower(N, B, history, P)), supremum(P, lower(N, NOT_B, image, P))
    return solve("the best query", eq(here, there), _no_better(known, B, history), _no_better(known, NOT_B, image))


def _lower_exchanged() -> Fact:
    formula = eq(lower(N, B, H, Q), lower(N, NOT_B, HX, QX))
    last = extensionality(total(A, excess(B, HQA)), instance(EXCESS, {H: HQA}))
    best = extensionality(total(A, supremum(P, lower(N, B, HQA, P))), _best(assume(formula, N), HQA))
    return induction(
        formula,
        N,
        solve(
            "last round",
            eq(lower(ZERO, B, H, Q), lower(ZERO, NOT_B, HX, QX)),
            LOWER_LAST,
            instance(LOWER_LAST, ELSEWHERE),
            last,
        ),
        solve(
            "earlier",
            eq(lower(NEXT(N), B, H, Q), lower(NEXT(N), NOT_B, HX, QX)),
            LOWER_EARLIER,
            instance(LOWER_EARLIER, ELSEWHERE),
            best,
        ),
    )


LOWER_EXCHANGED = _lower_exchanged()
CONTROL_EXCHANGED = induction(
    eq(control(N, B, H), control(N, NOT_B, HX)),
    N,
    solve(
        "last round",
        eq(control(ZERO, B, H), control(ZERO, NOT_B, HX)),
        CONTROL_LAST,
        instance(CONTROL_LAST, ELSEWHERE),
        EXCESS,
    ),
    solve(
        "earlier",
        eq(control(NEXT(N), B, H), control(NEXT(N), NOT_B, HX)),
        CONTROL_EARLIER,
        instance(CONTROL_EARLIER, ELSEWHERE),
        _best(LOWER_EXCHANGED, H),
    ),
)
LIMIT_EXCHANGED = solve(
    "the limit",
    eq(control_limit(B, H), control_limit(NOT_B, HX)),
    DEFINITION,
    instance(DEFINITION, ELSEWHERE),
    extensionality(limit(N, control(N, B, H)), CONTROL_EXCHANGED),
)
SAME_NEEDED = solve(
    "both worlds need the same",
    eq(lazy(H) * control_limit(BIT_0, H), lazy(H) * control_limit(BIT_1, H)),
    instance(LIMIT_EXCHANGED, {B: BIT_0}),
    OWN_IMAGE,
)
DELTA_IS_ENOUGH = lazy_simulation_of(LazySharing(SHARED_BY_CONTROL, SAME_NEEDED, SAME_WEIGHTS), BY_CONTROL)
"""With δ itself, if exchanging the sides exchanges the worlds."""
