"""The paper's own φ uses up its budget, so that condition (III) holds: HSV26 Claim 10.31.

What the choices of δ·φ leave for the answers from k on is compatible with the weight of these, by induction over k: an
answer gets all that constraint (φ.3) allows, or leaves no more than the tail of ξ, which is compatible by (ξ.3). What
is compatible in both worlds is no more than the weight if e^{−ε} < 1, and the tails of the weights vanish.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, OTHER, ZERO, Index
from concomp.obligations.derivations.kernel.language import Comparison, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import assume, hypothesis, induction, instance, join, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, first_term, summation
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    HQA,
    MARGINAL,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    C,
    H,
    in_worlds,
    mu,
)
from concomp.obligations.derivations.theories.series.tails import HandingOut
from concomp.obligations.derivations.theories.simulation.chosen import REST_COVERS, XI_OBEYS
from concomp.obligations.derivations.theories.simulation.constraints import (
    EPSILON,
    PHI,
    PHI_GREATEST,
    REST_AFTER,
    REST_AT_FIRST,
    XI_CONVERGES,
    XI_POSITIVE,
    cap,
    chosen,
    exposure,
    unexposed,
    xi,
)
from concomp.obligations.derivations.theories.simulation.splitting import HQK, K, weight

BUDGET_SUITS = hypothesis(
    "condition (II)",
    "HSV26 Remark 10.21",
    le(exposure(B, H) - C * exposure(NOT_B, H), mu(B, H) - C * mu(NOT_B, H)),
)
LESS = solve("c < 1", lt(C, 1), EPSILON, *PARAMETERS)
LATER = {bit: first_term(instance(WEIGHTS_CONVERGE, {B: bit}), K) for bit in WORLDS}


def _rest_suits(bit: Index, start: Index) -> Comparison:
    """What is left for the answers from one on is compatible with their weight."""
    other = OTHER(bit)
    return le(unexposed(bit, start) - C * unexposed(other, start), weight(bit, start) - C * weight(other, start))


def _at_first(bit: Index) -> Fact:
    covers = (*in_worlds(MARGINAL), *in_worlds(REST_AT_FIRST), instance(BUDGET_SUITS, {B: bit}))
    return solve("all answers", _rest_suits(bit, ZERO), *covers)


def _xi_suits(bit: Index) -> Fact:
    """The tail of ξ is compatible with the weight of the answers in it."""
    other = OTHER(bit)
    close = solve("as (ξ.3) has it", le(xi(bit, HQK) - C * xi(other, HQK), mu(bit, HQK) - C * mu(other, HQK)), XI_OBEYS)
    converge = (*XI_CONVERGES.values(), *in_worlds(WEIGHTS_CONVERGE))
    return summation(A, instance(close, {K: A}), converge, NEXT(K))


def _no_more_than_cap(bit: Index) -> tuple[Fact, Fact]:
    """c times an answer's part is no more than c times its cap, or its weight."""
    small = solve("below its cap", le(chosen(bit, HQK), cap("⁺", bit, HQK)), *PHI_GREATEST.definitions)
    capped = solve("below its weight", le(cap("⁺", bit, HQK), mu(bit, HQK)), *PHI_GREATEST.definitions)
    return (
        solve("times c", le(C * chosen(bit, HQK), C * cap("⁺", bit, HQK)), small, *C_RANGE),
        solve("times c", le(C * chosen(bit, HQK), C * mu(bit, HQK)), small, capped, *C_RANGE),
    )


def _one_more(bit: Index) -> Fact:
    """An answer gets what (φ.3) allows, or what is left is the tail of ξ."""
    other = OTHER(bit)
    of_other = solve("ξ from k on", le(total(A, xi(other, HQA), K), unexposed(other, K)), REST_COVERS)
    enough = instance(of_other, {K: NEXT(K)})
    times = solve("times c", le(C * total(A, xi(other, HQA), NEXT(K)), C * unexposed(other, NEXT(K))), enough, *C_RANGE)
    return solve(
        "one more",
        _rest_suits(bit, NEXT(K)),
        assume(_rest_suits(bit, K), K),
        *PHI_GREATEST.definitions,
        *in_worlds(REST_AFTER),
        *LATER.values(),
        *_no_more_than_cap(other),
        _xi_suits(bit),
        times,
    )


REST_SUITS = {bit: induction(_rest_suits(bit, K), K, _at_first(bit), _one_more(bit)) for bit in WORLDS}


def _small(bit: Index) -> Fact:
    """What is left is no more than the weight of the answers that it is for."""
    other = OTHER(bit)
    of_other = solve(
        "times c",
        le(C * (unexposed(other, K) - C * unexposed(bit, K)), C * (weight(other, K) - C * weight(bit, K))),
        REST_SUITS[other],
        *C_RANGE,
    )
    over = unexposed(bit, K) - weight(bit, K)
    twice = solve("in both worlds", le(over, C * (C * over)), REST_SUITS[bit], of_other)
    return solve("no more than the weight", le(unexposed(bit, K), weight(bit, K)), twice, LESS, *C_RANGE)


def _given_out(bit: Index) -> Fact:
    """What the answers are given sums up to the budget."""
    positive = solve("φ ≥ 0", le(0, chosen(bit, HQK)), PHI, XI_POSITIVE[bit])
    small = solve("φ ≤ μ", le(chosen(bit, HQK), mu(bit, HQK)), *PHI_GREATEST.definitions)
    non_negative, below = (instance(fact, {K: A}) for fact in (positive, small))
    converges = comparison(A, non_negative, below, instance(WEIGHTS_CONVERGE, {B: bit}))
    tail = summation(A, instance(XI_POSITIVE[bit], {K: A}), (XI_CONVERGES[bit],), K)
    enough = solve("never less than 0", le(0, unexposed(bit, K)), REST_COVERS, tail)
    handing = HandingOut(K, unexposed(bit, K), converges, instance(REST_AFTER, {B: bit}))
    return solve(
        "all of the budget",
        eq(total(A, chosen(bit, HQA)), exposure(bit, H)),
        handing.everything(non_negative, enough, _small(bit), instance(WEIGHTS_CONVERGE, {B: bit})),
        instance(REST_AT_FIRST, {B: bit}),
    )


USED_UP = state(join(*map(_given_out, WORLDS)), "HSV26 Claim 10.31")
