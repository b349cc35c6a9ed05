"""What an exposed answer may be where both worlds answer alike: HSV26 condition (IV), repaired.

The cost of waiting is the cap M = min(μ, L⁰ + L¹) of Lemma 10.32, and the budget δ~ is the cap at the start. Budgets
that are split to cover it obey conditions (I), (II) and (III) as any do, and condition (IV) where λ = 1: they are the
same in both worlds, and no less than the cap. λ is that of Lemma 5.6: 1 where both worlds answer all queries alike.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, OTHER, Index
from concomp.obligations.derivations.kernel.language import Quantity, eq, largest, le
from concomp.obligations.derivations.kernel.logic import define, instance, join, solve, state
from concomp.obligations.derivations.theories.control.limits import LIMIT_POSITIVE, control_limit
from concomp.obligations.derivations.theories.control.weights import NOT_B, WORLDS, B, H, mu, with_other_world
from concomp.obligations.derivations.theories.laziness import waiting
from concomp.obligations.derivations.theories.laziness.alike import SAME_WEIGHT, WAITS, WAITS_FIRST, lazy
from concomp.obligations.derivations.theories.laziness.caps import (
    CAP_POSITIVE,
    CAP_SMALL,
    CAPS_CONVERGE,
    CAPS_FIT,
    IS_CAP,
    KEEPS,
    cap,
)
from concomp.obligations.derivations.theories.laziness.lazy_bound import SAME_NEEDED, Cost, LazyBound
from concomp.obligations.derivations.theories.laziness.lazy_simulation import lazy_sharing

KEY = "HSV26 Condition (IV) (repaired)"
BUDGET = Quantity("δ~")
ASKED_FIRST = control_limit(B, EMPTY) + control_limit(NOT_B, EMPTY)
IS_BUDGET = define("δ~ is min(1, L⁰ + L¹)", KEY, eq(BUDGET, 1 - largest(0, 1 - ASKED_FIRST)))


AT_START = {H: EMPTY}
ENOUGH = solve(
    "the cap at the start",
    le(cap(EMPTY), BUDGET),
    IS_BUDGET,
    instance(IS_CAP, AT_START),
    waiting.START,
    WAITS_FIRST,
    *(instance(fact, AT_START) for fact in with_other_world(SAME_NEEDED)),
)
PROBABILITY = (
    solve("δ~ ≤ 1", le(BUDGET, 1), IS_BUDGET),
    solve("0 ≤ δ~", le(0, BUDGET), IS_BUDGET, *(instance(fact, AT_START) for fact in with_other_world(LIMIT_POSITIVE))),
)
BOUND = LazyBound(
    "Uᶜ",
    "ᶜ",
    Cost(cap, CAP_POSITIVE, CAP_SMALL, KEEPS, CAPS_FIT, CAPS_CONVERGE),
    BUDGET,
    ENOUGH,
    PROBABILITY,
)
BY_CAP = lazy_sharing(BOUND)
SHARING, SPLITTING = BY_CAP.sharing, BY_CAP.splitting


def _covers_control(bit: Index) -> Fact:
    """Condition (I): the cap is no less than L."""
    budget, at_bit = SPLITTING.budget(bit, H), {B: bit}
    kept = solve(
        "the cap is no less than L",
        le(lazy(H) * control_limit(bit, H), lazy(H) * cap(H)),
        instance(KEEPS, at_bit),
        instance(SAME_NEEDED, at_bit),
        WAITS,
    )
    covered = (SHARING.condition_i, instance(BOUND.definition, at_bit))
    return solve("what is needed", le(control_limit(bit, H), budget), *covered, kept)


def _no_less(bit: Index) -> Fact:
    """Condition (IV): where λ = 1 the budget is no less than min(μ, L⁰ + L¹)."""
    budget, at_bit = SPLITTING.budget(bit, H), {B: bit}
    of_both = control_limit(bit, H) + control_limit(OTHER(bit), H)
    covered = (SHARING.condition_i, instance(BOUND.definition, at_bit), WAITS)
    return solve(
        "no less than the cap",
        le(lazy(H) * (mu(bit, H) - largest(0, mu(bit, H) - of_both)), lazy(H) * budget),
        solve("no less than the cap of m and N", le(lazy(H) * cap(H), lazy(H) * budget), *covered),
        instance(IS_CAP, at_bit),
        instance(SAME_WEIGHT, at_bit),
        *(instance(fact, at_bit) for fact in with_other_world(SAME_NEEDED)),
        WAITS,
    )


CONDITIONS = (
    state(BY_CAP.same_exposed, KEY, "(IV): λ·δ~·φ is the same in both worlds"),
    state(join(*map(_no_less, WORLDS)), KEY, "(IV): λ·δ~·φ ≥ λ·min(μ, L⁰ + L¹)"),
    state(join(*map(_covers_control, WORLDS)), KEY, "(I) for the same φ"),
    state(SHARING.condition_ii, KEY, "(II) for the same φ"),
    state(SHARING.condition_iii, KEY, "(III) for the same φ"),
)
