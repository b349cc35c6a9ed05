"""Budgets that are covered by what is charged: of HSV26 Theorem 5.4, repaired, what the responses may expose.

The mechanism that a message creates is simulated by responses, of which one exposes the bit with the probability
New(h, q), its budget for laziness. It is charged for Charge(h, q), no less: for δ'_j where its function is invariant,
for min(1, 2δ'_j), or for the least budget itself. If the product of 1 − Charge over all that were created is at least
1 − γ, so is that of 1 − New, and Lemma 5.11 bounds what the responses expose, those with noise among them.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, Index
from concomp.obligations.derivations.kernel.language import Conjunction, Quantity, Real, eq, le
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.private import S, reached
from concomp.obligations.derivations.theories.control.weights import DELTA, HQA, B, H, N, Q
from concomp.obligations.derivations.theories.laws.budgets import (
    COMPOSITION,
    CREATED,
    FACTOR,
    GOING_ON,
    KEPT_CONVERGES,
    NEW,
    SHARE,
    SHARED_POSITIVE_WITH_NOISE,
    STOPPING,
    created,
    new,
    share,
    within_budget,
)
from concomp.obligations.derivations.theories.laws.exposures import GAMMA, GAMMA_RANGE, Course, greatest_exposure

DEFINITION = "HSV26 Definition 5.3"
CHARGE = Quantity("Charge", (H, Q))
"""What the mechanism that a message creates is charged for."""


def charged(history: Index) -> Real:
    """The product of 1 − Charge over the mechanisms created."""
    return Quantity("Charged", (history,))


COVERS = (
    hypothesis("the budget for laziness is no more than what is charged", SUPPOSED, le(new(H, Q), CHARGE)),
    hypothesis("a charge is a probability", SUPPOSED, le(CHARGE, 1)),
)
CHARGED = (
    define("the empty product", DEFINITION, eq(charged(EMPTY), 1)),
    define("one more mechanism", DEFINITION, eq(charged(HQA), charged(H) * (1 - CHARGE))),
)
VALID = hypothesis(
    "(iii), of a message that is accepted; another one creates nothing",
    SUPPOSED,
    le(1 - GAMMA, charged(H) * (1 - CHARGE)),
)


def _covered(history: Index) -> Conjunction:
    return Conjunction((le(0, charged(history)), le(charged(history), created(history))))


def _less_is_charged_for() -> Fact:
    """The product of what is not charged is no more than that of what is not exposed."""
    so_far = assume(_covered(H), H)
    positive, below = _covered(EMPTY).parts
    start = join(
        solve("at the start", positive, CHARGED[0]),
        solve("both are empty", below, CHARGED[0], CREATED[0]),
    )
    positive, below = _covered(HQA).parts
    next_ = join(
        solve("one more mechanism", positive, so_far, CHARGED[1], COVERS[1]),
        solve("one more response", below, so_far, CHARGED[1], CREATED[1], *COVERS, *NEW),
    )
    return induction(_covered(H), H, start, next_)


WITHIN = solve(
    "the budgets stay within γ as well",
    le(1 - GAMMA, created(H) * (1 - new(H, Q))),
    VALID,
    _less_is_charged_for(),
    *COVERS,
    *NEW,
)


def _within_the_bound() -> Fact:
    course = Course(
        lambda history: share(B, history),
        FACTOR[0],
        (SHARE[0],),
        within_budget(SHARED_POSITIVE_WITH_NOISE, WITHIN),
        STOPPING,
        GOING_ON,
        KEPT_CONVERGES,
    )
    bound = le(reached(N, B, S, EMPTY), 1 - (1 - DELTA) * (1 - GAMMA))
    return solve("so the two bounds multiply", bound, greatest_exposure(course), COMPOSITION, *GAMMA_RANGE)


CHARGED_CLOSE = state(_within_the_bound(), "HSV26 Theorem 5.4 (repaired)")
INTRODUCED = state(instance(CHARGED_CLOSE, {}), "HSV26 Theorem 1.5 (repaired)")
"""The same of its form in the introduction."""
