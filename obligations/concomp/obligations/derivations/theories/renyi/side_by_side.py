"""Mechanisms that run side by side from the start: Haney23 Theorems 1.9, 4.3 and 4.5.

The loss of mechanism j is ε_j, or αρ_j at the order α, and W(j) is e^{(α−1)ε_j}; W(k) of the sums, their product, is
written ∏W(k). At the order α, which may be any, it is e^{(α−1)αΣρ_j}, written Wρ(k).
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import Implication, Quantity, Real, eq, le, lt, real, total
from concomp.obligations.derivations.kernel.logic import define, detach, hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import least, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.moments import (
    ASKING,
    ASKS,
    BEST,
    CONVERSATION,
    DIVERGENCE,
    FINITE,
    OF_START,
    SUM_WHEN_ASKED,
    TOUCHES,
    VALUE_POSITIVE,
    J,
    S,
    best,
    moment,
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

CONCENTRATED = "Haney23 Definition 4.4"


def price(mechanism: Index) -> Real:
    """e^{(α−1)ε_j}."""
    return Quantity("W", (mechanism,))


def prices(count: Index) -> Real:
    """e^{(α−1)(ε_0 + … + ε_{k−1})}."""
    return Quantity("∏W", (count,))


ALL_RUN = hypothesis("all run from the start", CONVERSATION, eq(TOUCHES, ASKS))
PRICES = (
    define("e^0 = 1", DIVERGENCE, eq(prices(ZERO), 1)),
    define("e^{x+y} = e^x·e^y", DIVERGENCE, eq(prices(NEXT(K)), prices(K) * price(K))),
)
RENYI_PRIVATE = hypothesis(
    "mechanism j is (α,ε_j)-RDP, where ε_j = αρ_j if it is ρ_j-zCDP: the moment R of no strategy against it exceeds "
    "W(j) = e^{(α−1)ε_j}",
    SUPPOSED,
    le(moment(N, B, J, S, EMPTY), price(J)),
)
ANSWERS = solve(
    "the best after the answers",
    le(total(A, best(N, B, J, H, Q)), TOUCHES * value(NEXT(N), B, J, H)),
    summation(
        A,
        solve("it is asked", eq(best(N, B, J, H, Q), ASKING.greatest), BEST, ASKING.is_best, ALL_RUN),
        (FINITE[1], ASKING.converges),
    ),
    SUM_WHEN_ASKED,
    ALL_RUN,
)
DOMINATES = Quantity("Above", (N, B, J, H, Q))
"""0 if P(·|h)·l_t^{1/β} is β-dominated by l_{t−1}·Q(·|h), for the answers of mechanism j, otherwise 1."""
DUALITY = hypothesis(
    "P·w^{1/β} is β-dominated by K·Q exactly if Σ P^α·w^{α−1}·Q^{1−α} ≤ K^{α−1}: Above is 0 if it is so of w = l_t and "
    "K = l_{t−1}, where V = l^{α−1} times what the part is worth, otherwise 1",
    "Lyu22 Lemma 4",
    Implication(ANSWERS.formula, le(DOMINATES, 0)),
)
ONE_STEP = state(detach(DUALITY, ANSWERS), "Lyu22 Claim 3 (repaired)")
AT_START = solve("at the start", le(value(N, B, J, EMPTY), price(J)), least(S, RENYI_PRIVATE), OF_START)
WITHIN = one_by_one(
    le(product(N, K, B, EMPTY), prices(K)),
    (instance(PRODUCT[0], {H: EMPTY}), PRICES[0]),
    instance(PRODUCT[1], {H: EMPTY}),
    PRICES[1],
    instance(AT_START, {J: K}),
    instance(PRODUCT_POSITIVE, {H: EMPTY}),
    instance(VALUE_POSITIVE, {J: K, H: EMPTY}),
)
MULTIPLY = solve(
    "so moments multiply",
    le(reached(N, K, B, S, EMPTY), prices(K)),
    instance(Account(real(1), real(1), real(1), ANSWERS, ()).potential(), {H: EMPTY}),
    WITHIN,
)
SIDE_BY_SIDE, CITED, SYSTEMS = (
    state(MULTIPLY, key) for key in ("Haney23 Theorem 4.3", "Haney23 Theorem 1.9", "Lyu22 Theorem 2")
)
ONE, TWO = NEXT(ZERO), NEXT(NEXT(ZERO))
TWO_SYSTEMS = state(
    solve(
        "of two",
        le(reached(N, TWO, B, S, EMPTY), price(ZERO) * price(ONE)),
        instance(MULTIPLY, {K: TWO}),
        PRICES[0],
        instance(PRICES[1], {K: ZERO}),
        instance(PRICES[1], {K: ONE}),
    ),
    "Lyu22 Theorem 4",
)


# zCDP: ρ_j-zCDP is αρ_j-RDP at every order α, and αΣρ_j is the sum of the αρ_j.
def concentration(mechanism: Index) -> Real:
    """ρ_j."""
    return Quantity("ρ", (mechanism,))


def total_concentration(count: Index) -> Real:
    """ρ_0 + … + ρ_{k−1}."""
    return Quantity("Σρ", (count,))


def losses(count: Index) -> Real:
    """The sum of the losses αρ_j at the order α."""
    return Quantity("Σε", (count,))


def concentrated(count: Index) -> Real:
    """e^{(α−1)αρ} for ρ = ρ_0 + … + ρ_{k−1}."""
    return Quantity("Wρ", (count,))


ALPHA = Quantity("α")
SUMS = (
    define("no mechanism", CONCENTRATED, eq(total_concentration(ZERO), 0)),
    define("one more", CONCENTRATED, eq(total_concentration(NEXT(K)), total_concentration(K) + concentration(K))),
    define("no mechanism", CONCENTRATED, eq(losses(ZERO), 0)),
    define("one more", CONCENTRATED, eq(losses(NEXT(K)), losses(K) + ALPHA * concentration(K))),
)
_SUM = eq(losses(K), ALPHA * total_concentration(K))
SUM_OF_LOSSES = one_by_one(
    _SUM,
    (SUMS[0], SUMS[2]),
    SUMS[1],
    SUMS[3],
    none=(lt(0, ALPHA),),
)
POWER = detach(
    hypothesis(
        "e^x = e^y for x = y: ∏W(k) is e^{(α−1)Σε_j}, and Wρ(k) is e^{(α−1)αΣρ_j}",
        DIVERGENCE,
        Implication(_SUM, eq(prices(K), concentrated(K))),
    ),
    SUM_OF_LOSSES,
)
_AT_ONE_ORDER = solve(
    "at the order α",
    le(reached(N, K, B, S, EMPTY), concentrated(K)),
    MULTIPLY,
    POWER,
)
AT_EVERY_ORDER, CONCENTRATED_SYSTEMS = (
    state(_AT_ONE_ORDER, key) for key in ("Haney23 Theorem 4.5", "Lyu22 Corollary 1")
)
