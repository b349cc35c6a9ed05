"""Where both worlds answer alike, the paper's own φ ignores the bit: HSV26 Claim 10.33, repaired.

δ~·φ is the greatest pair that obeys (φ.1) to (φ.3), as in Claim 10.30. Let both worlds answer alike up to q, and let
the budget of h obey condition (IV), as repaired. By Lemma 10.32 ξ is then min(μ, L⁰ + L¹) in both worlds; so is what
it asks of the budget, and the choices of δ~·φ leave the same in both, answer after answer.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import Comparison, eq, le
from concomp.obligations.derivations.kernel.logic import (
    assume,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import summation
from concomp.obligations.derivations.theories.control.weights import WORLDS, A, B, H, Q, in_worlds, mu
from concomp.obligations.derivations.theories.laziness.alike import SAME_WEIGHT, lazy
from concomp.obligations.derivations.theories.laziness.reaching_the_cap import AFTER, ALIKE, REACHED, SO_FAR, allowed
from concomp.obligations.derivations.theories.simulation.constraints import (
    PHI,
    PHI_GREATEST,
    REST_AFTER,
    REST_AT_FIRST,
    XI_CONVERGES,
    cap,
    chosen,
    exposure,
    unexposed,
    xi,
)
from concomp.obligations.derivations.theories.simulation.splitting import HQK, K

CONDITION, KEY = "HSV26 Condition (IV) (repaired)", "HSV26 Claim 10.33 (repaired)"
SAME_BUDGET = hypothesis(
    "condition (IV), repaired", CONDITION, eq(lazy(H) * exposure(BIT_0, H), lazy(H) * exposure(BIT_1, H))
)
XI_REACHES = detach(REACHED, ALIKE)
SAME_WEIGHTS = solve(
    "one weight",
    eq(mu(BIT_0, HQK), mu(BIT_1, HQK)),
    instance(SAME_WEIGHT, {B: BIT_1, H: HQK}),
    instance(AFTER, {A: K}),
)
SAME_XI = solve("one ξ", eq(xi(BIT_0, HQK), xi(BIT_1, HQK)), XI_REACHES, SAME_WEIGHTS)


def _same_left(start: Index) -> Comparison:
    return eq(unexposed(BIT_0, start), unexposed(BIT_1, start))


def _same_part(left: Fact) -> Fact:
    """An answer is given the same in both worlds, if as much is left for it."""
    later = summation(A, instance(SAME_XI, {K: A}), tuple(XI_CONVERGES.values()), NEXT(K))
    definitions = PHI_GREATEST.definitions
    caps = solve("one cap", eq(cap("⁺", BIT_0, HQK), cap("⁺", BIT_1, HQK)), left, later, SAME_WEIGHTS, *definitions)
    return solve("one part", eq(chosen(BIT_0, HQK), chosen(BIT_1, HQK)), caps, SAME_WEIGHTS, *definitions)


def _left_alike() -> Fact:
    """What is left for the answers from k on is the same in both worlds."""
    at_first = solve("the first answer", _same_left(ZERO), SAME_BUDGET, SO_FAR, *in_worlds(REST_AT_FIRST))
    so_far = assume(_same_left(K), K, H, Q)
    next_ = solve("the next answer", _same_left(NEXT(K)), so_far, _same_part(so_far), *in_worlds(REST_AFTER))
    return induction(_same_left(K), K, at_first, next_)


def _no_less(bit: Index) -> Fact:
    return solve("φ is no less than ξ", le(allowed(bit, HQK), chosen(bit, HQK)), XI_REACHES, PHI)


CHOSEN_ALIKE = (
    state(discharge(ALIKE, _same_part(_left_alike())), KEY, "δ~·φ is the same in both worlds"),
    state(discharge(ALIKE, join(*map(_no_less, WORLDS))), KEY, "δ~·φ ≥ min(μ, L⁰ + L¹)"),
)
