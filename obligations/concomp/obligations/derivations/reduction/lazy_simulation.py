"""A simulator that does not use the bit while both worlds answer alike: HSV26 Lemma 5.6, repaired.

Budgets are split that cover the bound of `lazy_bound`. What is the same in both worlds, the bound and the weights, is
split in the same way, so the exposed weights do not depend on the world while λ = 1, and neither do the noisy ones.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import (
    Fact,
    assumed,
    given,
    induction,
    instance,
    solved,
    stated,
)
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, NEXT, ZERO
from concomp.obligations.derivations.kernel.language import eq, le
from concomp.obligations.derivations.kernel.rules import least, summation
from concomp.obligations.derivations.reduction import waiting
from concomp.obligations.derivations.reduction.lazy_bound import (
    GOES_ON_OR_NOT,
    LASTS,
    LAZINESS,
    OF_ANSWER,
    SAME_WEIGHT,
    SMALL,
    WAITING,
    WAITS,
    WAITS_ON,
    lazy,
)
from concomp.obligations.derivations.reduction.sharing import Sharing
from concomp.obligations.derivations.reduction.simulation import EXPOSED, NOISY, Simulation
from concomp.obligations.derivations.reduction.simulation_rules import lazy_equivalence
from concomp.obligations.derivations.reduction.splitting import (
    HQK,
    WORLDS,
    K,
    Splitting,
    in_both,
    split,
)
from concomp.obligations.derivations.reduction.weights import (
    C_RANGE,
    DELTA,
    HQA,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    A,
    B,
    H,
    N,
    P,
    Q,
    mu,
)

KEY = "HSV26 Lemma 5.6 (repaired)"


def _unnamed(fact: Fact, _: str) -> Fact:
    return fact


SPLITTING = Splitting(WAITING)
SHARING = Sharing(SPLITTING, split(SPLITTING), _unnamed)
SIMULATION = Simulation(SHARING)
X, Z = SPLITTING.budget, SPLITTING.left


# While λ = 1 the budgets are the same in both worlds.
def _same_part(left_alike: Fact) -> Fact:
    """An answer is given the same in both worlds, if as much is left for it."""
    (l0, l1), (w0, w1), (y0, y1) = SPLITTING.l, SPLITTING.w, SPLITTING.y
    sums = summation(A, AT_ANSWERS, in_both(WEIGHTS_CONVERGE), K)
    at_k = {A: K}
    asked = solved(
        "the same is asked",
        eq(LASTS * l0, LASTS * l1),
        *in_both(instance(OF_ANSWER, at_k)),
        instance(AT_ANSWERS, at_k),
        WAITS,
        GOES_ON_OR_NOT,
    )
    rest = solved("the same is left", eq(LASTS * w0, LASTS * w1), left_alike, sums)
    short = [
        solved("falls short", le(one, 0), instance(SMALL, {B: bit, H: HQK}))
        for bit, one in zip(WORLDS, (l0, l1), strict=True)
    ]
    left = [solved("no more is left than the weight", le(one, 0), SHARING.left_suits) for one in (w0, w1)]
    kept = (l0, l1, w0, w1, y0, y1, LASTS)
    return solved(
        "the same part",
        eq(LASTS * y0, LASTS * y1),
        LASTS_OR_NOT,
        asked,
        rest,
        *short,
        *left,
        SPLITTING.part_in_0,
        SPLITTING.part_in_1,
        *C_RANGE,
        *PARAMETERS,
        whole=kept,
    )


LASTS_OR_NOT = solved("λ·ι is 0 or 1", eq(LASTS * LASTS, LASTS), WAITS, GOES_ON_OR_NOT)
MU_ALIKE = solved("the weights", eq(lazy(H) * mu(BIT_0, H), lazy(H) * mu(BIT_1, H)), *in_both(SAME_WEIGHT))
AT_ANSWERS = solved(
    "the weights of an answer",
    eq(LASTS * mu(BIT_0, HQA), LASTS * mu(BIT_1, HQA)),
    instance(MU_ALIKE, {H: HQA}),
    WAITS_ON,
)


def _same_budget_of_answer(history: Fact) -> Fact:
    left_alike = eq(LASTS * Z(BIT_0, H, Q, K), LASTS * Z(BIT_1, H, Q, K))
    known = assumed(left_alike, K, *history.fixed)
    same_k = instance(AT_ANSWERS, {A: K})

    def given_k(left: Fact) -> Fact:
        return solved(
            "the same budget",
            eq(LASTS * X(BIT_0, HQK), LASTS * X(BIT_1, HQK)),
            _same_part(left),
            same_k,
        )

    always = induction(
        left_alike,
        K,
        solved(
            "before the first answer",
            eq(LASTS * Z(BIT_0, H, Q, ZERO), LASTS * Z(BIT_1, H, Q, ZERO)),
            *in_both(SPLITTING.left_start),
            history,
        ),
        solved(
            "one part less",
            eq(LASTS * Z(BIT_0, H, Q, NEXT(K)), LASTS * Z(BIT_1, H, Q, NEXT(K))),
            known,
            given_k(known),
            *in_both(SPLITTING.left_step),
        ),
    )
    return solved(
        "at an answer",
        eq(lazy(HQA) * X(BIT_0, HQA), lazy(HQA) * X(BIT_1, HQA)),
        instance(given_k(always), {K: A}),
        WAITS_ON,
    )


def _same_budgets() -> Fact:
    formula = eq(lazy(H) * X(BIT_0, H), lazy(H) * X(BIT_1, H))
    return induction(
        formula,
        H,
        solved(
            "at the start",
            eq(lazy(EMPTY) * X(BIT_0, EMPTY), lazy(EMPTY) * X(BIT_1, EMPTY)),
            *in_both(SPLITTING.budget_start),
        ),
        _same_budget_of_answer(assumed(formula, H)),
    )


SAME_EXPOSED = _same_budgets()
SAME_NOISY = solved(
    "the noisy weights",
    eq(lazy(H) * SIMULATION.noisy(BIT_0, H), lazy(H) * SIMULATION.noisy(BIT_1, H)),
    *(SIMULATION.is_noisy(bit, H) for bit in WORLDS),
    SAME_EXPOSED,
    MU_ALIKE,
)
ALIKE = {(EXPOSED[BIT_0], EXPOSED[BIT_1]): SAME_EXPOSED, (NOISY[BIT_0], NOISY[BIT_1]): SAME_NOISY}
SIMULATED = stated(
    lazy_equivalence(H, LAZINESS, SIMULATION.systems, ALIKE, SIMULATION.same_weights()),
    KEY,
    "any budget β from W∞() to 1",
)


# Which budgets these are: min(1, 2δ) always; δ if it is 0, or if both worlds ask the same while λ = 1; and no smaller.
TWICE_IS_ENOUGH = stated(waiting.AT_MOST_TWICE, KEY, "min(1, 2δ) is such a budget")
NO_SMALLER = stated(waiting.NO_LESS, KEY, "no smaller one")
PURE = stated(
    solved(
        "δ = 0",
        le(waiting.cost(EMPTY), DELTA),
        waiting.AT_MOST_TWICE,
        given("δ = 0", "by hypothesis", eq(DELTA, 0)),
        witness=(),
    ),
    KEY,
    "δ itself, if δ = 0",
)
ASK_ALIKE = given("both worlds ask the same", "by hypothesis", eq(waiting.needed(B, H), waiting.needed(NOT_B, H)))


def _as_one_world() -> Fact:
    """To wait costs no more than what one world asks, if the other asks the same."""
    formula = le(waiting.waiting(N, H), waiting.needed(B, H))
    of_answer = instance(assumed(formula, N), {H: HQA})
    sums = summation(A, of_answer, (waiting.SUMS_CONVERGE, waiting.NEEDED_CONVERGES))
    after = solved(
        "summed over the answers", le(waiting.AFTER_QUERY, waiting.needed(B, H)), sums, waiting.NEEDED_COVERS
    )
    always = induction(
        formula,
        N,
        solved("to stop", le(waiting.waiting(ZERO, H), waiting.needed(B, H)), waiting.LAST, ASK_ALIKE),
        solved(
            "to wait",
            le(waiting.waiting(NEXT(N), H), waiting.needed(B, H)),
            waiting.EARLIER,
            ASK_ALIKE,
            least(P, instance(after, {Q: P})),
        ),
    )
    at_start = {H: EMPTY}
    return solved(
        "at the start",
        le(waiting.cost(EMPTY), DELTA),
        instance(waiting.COST_IS_SUPREMUM, at_start),
        least(N, instance(always, at_start)),
        waiting.NEEDED_START,
    )


SAME_ASKED = stated(_as_one_world(), KEY, "δ itself, if L⁰ = L¹ where λ = 1")
LEMMA = (SIMULATED, TWICE_IS_ENOUGH, NO_SMALLER, PURE, SAME_ASKED)
RESTATEMENT = "HSV26 Section 10: restatement of Lemma 5.6 (repaired)"
RESTATED = tuple(stated(instance(fact, {}), RESTATEMENT, fact.name) for fact in LEMMA)
