"""Where both worlds answer alike, ξ reaches its cap: HSV26 Lemma 10.32, repaired.

ξ is the greatest pair that obeys (ξ.1) to (ξ.4), as in Claim 10.29. Let both worlds answer alike up to q, and let the
budget of h obey condition (IV), as repaired. Then what ξ leaves for the answers from k on is no less than all that
these may have, answer after answer; so nothing but (ξ.4) bounds ξ.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import Conjunction, Real, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import first_term, summation
from concomp.obligations.derivations.theories.control.limits import control_limit
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    WORLDS,
    A,
    B,
    C,
    H,
    Q,
    mu,
)
from concomp.obligations.derivations.theories.laziness import waiting
from concomp.obligations.derivations.theories.laziness.alike import LASTS, SAME_WEIGHT, WAITS, WAITS_ON, lazy
from concomp.obligations.derivations.theories.laziness.caps import CAPS_CONVERGE, CAPS_FIT, IS_CAP, KEEPS, cap
from concomp.obligations.derivations.theories.simulation.constraints import (
    LEFT_AFTER,
    LEFT_AT_FIRST,
    LIMIT_CONVERGES_IN,
    XI_GREATEST,
    exposure,
    unspent,
    xi,
)
from concomp.obligations.derivations.theories.simulation.constraints import cap as cap_of_a_side
from concomp.obligations.derivations.theories.simulation.splitting import HQK, K


def allowed(bit: Index, history: Index) -> Real:
    """min(μ, L⁰ + L¹)."""
    both = control_limit(BIT_0, history) + control_limit(BIT_1, history)
    return mu(bit, history) - largest(0, mu(bit, history) - both)


CONDITION = hypothesis(
    "condition (IV), repaired", "HSV26 Condition (IV) (repaired)", le(lazy(H) * allowed(B, H), lazy(H) * exposure(B, H))
)
ALIKE = suppose(eq(LASTS, 1))
"""Both worlds answer h and q alike."""
SO_FAR = solve("h is answered alike", eq(lazy(H), 1), ALIKE, WAITS)
AFTER = solve("so is h·q", eq(lazy(HQA), 1), ALIKE, WAITS_ON)


def _as_asked(bit: Index, history: Index, alike: Fact) -> Fact:
    """What L asks, where both worlds answer alike."""
    needed = instance(waiting.IS_NEEDED, {B: bit, H: history})
    return solve("N is L", eq(waiting.required(bit, history), control_limit(bit, history)), needed, alike)


def _same_weight(bit: Index, history: Index, alike: Fact) -> Fact:
    same = instance(SAME_WEIGHT, {B: bit, H: history})
    return solve("one weight", eq(mu(bit, history), waiting.weight(history)), same, alike)


def _is_allowed(bit: Index, history: Index, alike: Fact) -> Fact:
    """The cap is all that (ξ.4) allows."""
    asked = [_as_asked(each, history, alike) for each in WORLDS]
    of_history = instance(IS_CAP, {B: bit, H: history})
    known = (of_history, _same_weight(bit, history, alike), *asked)
    return solve("what (ξ.4) allows", eq(allowed(bit, history), cap(history)), *known)


def _left_is_enough(start: Index) -> Conjunction:
    return Conjunction(tuple(le(total(A, cap(HQA), start), unspent(bit, start)) for bit in WORLDS))


def _reached(bit: Index, enough: Fact) -> Fact:
    """ξ at the answer k is the cap, if what is left is enough for the caps from k on."""
    after = instance(AFTER, {A: K})
    sides = []
    for each in WORLDS:
        asked = _as_asked(each, HQA, AFTER)
        keeps = solve("L is no more", le(control_limit(each, HQA), cap(HQA)), asked, instance(KEEPS, {B: each, H: HQA}))
        later = summation(A, keeps, (LIMIT_CONVERGES_IN[each], CAPS_CONVERGE), NEXT(K))
        known = (enough, first_term(CAPS_CONVERGE, K), later, _is_allowed(each, HQK, after))
        side = eq(cap_of_a_side("", each, HQK), cap(HQK))
        sides.append(solve("the cap of a side", side, *XI_GREATEST.definitions, *known))
    small = solve("within the weight", le(cap(HQK), waiting.weight(HQK)), instance(IS_CAP, {H: HQK}))
    room = waiting.weight(HQK) - cap(HQK)
    less = solve("times c", le(C * room, room), small, *C_RANGE)
    same = [_same_weight(each, HQK, after) for each in WORLDS]
    return solve("ξ is the cap", eq(xi(bit, HQK), cap(HQK)), *XI_GREATEST.definitions, *sides, *same, less)


def _enough() -> Fact:
    """What ξ leaves for the answers from k on is enough for their caps."""
    at_first = [
        solve(
            "the first answer",
            part,
            CAPS_FIT,
            SO_FAR,
            _is_allowed(bit, H, SO_FAR),
            instance(CONDITION, {B: bit}),
            instance(LEFT_AT_FIRST, {B: bit}),
        )
        for bit, part in zip(WORLDS, _left_is_enough(ZERO).parts, strict=True)
    ]
    so_far = assume(_left_is_enough(K), K, H, Q)
    next_ = [
        solve(
            "the next answer",
            part,
            so_far,
            first_term(CAPS_CONVERGE, K),
            _reached(bit, so_far),
            instance(LEFT_AFTER, {B: bit}),
        )
        for bit, part in zip(WORLDS, _left_is_enough(NEXT(K)).parts, strict=True)
    ]
    return induction(_left_is_enough(K), K, join(*at_first), join(*next_))


def _equations() -> Fact:
    enough, after = _enough(), instance(AFTER, {A: K})
    return join(
        *(
            solve("ξ is min(μ, L⁰ + L¹)", eq(xi(bit, HQK), allowed(bit, HQK)), _reached(bit, enough), is_allowed)
            for bit in WORLDS
            for is_allowed in [_is_allowed(bit, HQK, after)]
        )
    )


REACHED = state(discharge(ALIKE, _equations()), "HSV26 Lemma 10.32 (repaired)")
