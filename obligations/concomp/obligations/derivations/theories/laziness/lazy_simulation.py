"""A simulator that does not use the bit while both worlds answer alike: HSV26 Lemma 5.6, repaired.

Budgets are split that cover the bound of `lazy_bound`. What is the same in both worlds, the bound and the weights, is
split in the same way, so the exposed weights do not depend on the world while λ = 1, and neither do the noisy ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, NEXT, ZERO
from concomp.obligations.derivations.kernel.language import eq, le
from concomp.obligations.derivations.kernel.logic import (
    assume,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import least, summation
from concomp.obligations.derivations.theories.control.weights import (
    C_RANGE,
    DELTA,
    HQA,
    NOT_B,
    PARAMETERS,
    WEIGHTS_CONVERGE,
    WORLDS,
    A,
    B,
    H,
    N,
    P,
    Q,
    in_worlds,
    mu,
)
from concomp.obligations.derivations.theories.laziness import least_budget, waiting
from concomp.obligations.derivations.theories.laziness.alike import (
    GOES_ON_OR_NOT,
    LASTS,
    SAME_WEIGHT,
    WAITS,
    WAITS_ON,
    lazy,
)
from concomp.obligations.derivations.theories.laziness.lazy_bound import BY_COST, LAZINESS, LazyBound
from concomp.obligations.derivations.theories.simulation.sharing import Sharing
from concomp.obligations.derivations.theories.simulation.simulation import Simulation
from concomp.obligations.derivations.theories.simulation.simulation_rules import lazy_equivalence
from concomp.obligations.derivations.theories.simulation.splitting import HQK, K, Splitting, split

KEY = "HSV26 Lemma 5.6 (repaired)"


def _without_name(fact: Fact, _: str) -> Fact:
    return fact


LASTS_OR_NOT = solve("λ·ι is 0 or 1", eq(LASTS * LASTS, LASTS), WAITS, GOES_ON_OR_NOT)
MU_ALIKE = solve("the weights", eq(lazy(H) * mu(BIT_0, H), lazy(H) * mu(BIT_1, H)), *in_worlds(SAME_WEIGHT))


@dataclass(frozen=True, eq=False)
class LazySharing:
    """Budgets that cover a bound that is the same in both worlds while λ = 1: then they are the same, too.

    needed_alike, weights_alike: that λ times the bound, and λ times the weight, are the same in both worlds.
    """

    sharing: Sharing
    needed_alike: Fact
    weights_alike: Fact

    @property
    def splitting(self) -> Splitting:
        """How they are split."""
        return self.sharing.of

    @cached_property
    def _at_answers(self) -> Fact:
        """The weights of an answer are the same in both worlds while λ·ι = 1."""
        alike = eq(LASTS * mu(BIT_0, HQA), LASTS * mu(BIT_1, HQA))
        return solve("the weights of an answer", alike, instance(self.weights_alike, {H: HQA}), WAITS_ON)

    def _same_part(self, left_alike: Fact) -> Fact:
        """An answer is given the same in both worlds, if as much is left for it."""
        of = self.splitting
        (l0, l1), (w0, w1), (y0, y1) = of.l, of.w, of.y
        sums = summation(A, self._at_answers, in_worlds(WEIGHTS_CONVERGE), K)
        at_k = {A: K}
        asked = solve(
            "the same is asked",
            eq(LASTS * l0, LASTS * l1),
            instance(self.needed_alike, {H: HQK}),
            instance(WAITS_ON, at_k),
            instance(self._at_answers, at_k),
        )
        rest = solve("the same is left", eq(LASTS * w0, LASTS * w1), left_alike, sums)
        short = [
            solve("falls short", le(one, 0), instance(of.bound.small, {B: bit, H: HQK}))
            for bit, one in zip(WORLDS, (l0, l1), strict=True)
        ]
        left = [solve("no more is left than the weight", le(one, 0), self.sharing.left_suits) for one in (w0, w1)]
        kept = (l0, l1, w0, w1, y0, y1, LASTS)
        return solve(
            "the same part",
            eq(LASTS * y0, LASTS * y1),
            LASTS_OR_NOT,
            asked,
            rest,
            *short,
            *left,
            of.part_in_0,
            of.part_in_1,
            *C_RANGE,
            *PARAMETERS,
            whole=kept,
        )

    def _same_budget_of_answer(self, history: Fact) -> Fact:
        x, z = self.splitting.budget, self.splitting.left
        left_alike = eq(LASTS * z(BIT_0, H, Q, K), LASTS * z(BIT_1, H, Q, K))
        known = assume(left_alike, K, *history.fixed)
        same_k = instance(self._at_answers, {A: K})

        def given_k(left: Fact) -> Fact:
            alike = eq(LASTS * x(BIT_0, HQK), LASTS * x(BIT_1, HQK))
            return solve("the same budget", alike, self._same_part(left), same_k)

        always = induction(
            left_alike,
            K,
            solve(
                "before the first answer",
                eq(LASTS * z(BIT_0, H, Q, ZERO), LASTS * z(BIT_1, H, Q, ZERO)),
                *in_worlds(self.splitting.left_start),
                history,
            ),
            solve(
                "one part less",
                eq(LASTS * z(BIT_0, H, Q, NEXT(K)), LASTS * z(BIT_1, H, Q, NEXT(K))),
                known,
                given_k(known),
                *in_worlds(self.splitting.left_step),
            ),
        )
        return solve(
            "at an answer",
            eq(lazy(HQA) * x(BIT_0, HQA), lazy(HQA) * x(BIT_1, HQA)),
            instance(given_k(always), {K: A}),
            WAITS_ON,
        )

    @cached_property
    def same_exposed(self) -> Fact:
        """While λ = 1 the budgets are the same in both worlds."""
        x = self.splitting.budget
        formula = eq(lazy(H) * x(BIT_0, H), lazy(H) * x(BIT_1, H))
        return induction(
            formula,
            H,
            solve(
                "at the start",
                eq(lazy(EMPTY) * x(BIT_0, EMPTY), lazy(EMPTY) * x(BIT_1, EMPTY)),
                *in_worlds(self.splitting.budget_start),
            ),
            self._same_budget_of_answer(assume(formula, H)),
        )


def lazy_sharing(bound: LazyBound) -> LazySharing:
    """The budgets that cover a bound of which a cost of waiting is a part."""
    splitting = Splitting(bound.lower_bound)
    alike = solve(
        "as much is needed",
        eq(lazy(H) * bound.needed(BIT_0, H), lazy(H) * bound.needed(BIT_1, H)),
        *in_worlds(bound.definition),
        WAITS,
    )
    return LazySharing(Sharing(splitting, split(splitting), _without_name), alike, MU_ALIKE)


BY_COST_OF_WAITING = lazy_sharing(BY_COST)
SPLITTING, SIMULATION = BY_COST_OF_WAITING.splitting, Simulation(BY_COST_OF_WAITING.sharing)


def same_noisy(shared: LazySharing, simulation: Simulation) -> Fact:
    """The weights of the noisy outcomes are the same while λ = 1: they are what noise explains of the rest."""
    noisy = simulation.noisy
    return solve(
        "the noisy weights",
        eq(lazy(H) * noisy(BIT_0, H), lazy(H) * noisy(BIT_1, H)),
        *(simulation.is_noisy(bit, H) for bit in WORLDS),
        shared.same_exposed,
        shared.weights_alike,
    )


def lazy_simulation_of(shared: LazySharing, simulation: Simulation) -> Fact:
    """Budgets that are the same in both worlds while λ = 1 are good for a simulator that waits."""
    return lazy_equivalence(simulation.with_noise, LAZINESS, shared.same_exposed, same_noisy(shared, simulation))


SIMULATED = state(lazy_simulation_of(BY_COST_OF_WAITING, SIMULATION), KEY, "any budget β from W∞() to 1")


# Which budgets these are: min(1, 2δ) always; δ if it is 0, or if both worlds ask the same while λ = 1; and no smaller.
TWICE_IS_ENOUGH = state(waiting.AT_MOST_TWICE, KEY, "min(1, 2δ) is such a budget")
NO_SMALLER = state(least_budget.NO_LESS, KEY, "no smaller one")
PURE = state(
    solve(
        "δ = 0",
        le(waiting.cost(EMPTY), DELTA),
        waiting.AT_MOST_TWICE,
        hypothesis("δ = 0", "by hypothesis", eq(DELTA, 0)),
        witness=(),
    ),
    KEY,
    "δ itself, if δ = 0",
)
ASK_ALIKE = hypothesis(
    "both worlds ask the same", "by hypothesis", eq(waiting.required(B, H), waiting.required(NOT_B, H))
)


def _as_one_world() -> Fact:
    """To wait costs no more than what one world asks, if the other asks the same."""
    formula = le(waiting.waiting_cost(N, H), waiting.required(B, H))
    of_answer = instance(assume(formula, N), {H: HQA})
    sums = summation(A, of_answer, (waiting.SUMS_CONVERGE, waiting.NEEDED_CONVERGES))
    after = solve(
        "summed over the answers", le(waiting.AFTER_QUERY, waiting.required(B, H)), sums, waiting.NEEDED_COVERS
    )
    always = induction(
        formula,
        N,
        solve("to stop", le(waiting.waiting_cost(ZERO, H), waiting.required(B, H)), waiting.LAST, ASK_ALIKE),
        solve(
            "to wait",
            le(waiting.waiting_cost(NEXT(N), H), waiting.required(B, H)),
            waiting.EARLIER,
            ASK_ALIKE,
            least(P, instance(after, {Q: P})),
        ),
    )
    at_start = {H: EMPTY}
    return solve(
        "at the start",
        le(waiting.cost(EMPTY), DELTA),
        instance(waiting.COST_IS_SUPREMUM, at_start),
        least(N, instance(always, at_start)),
        waiting.NEEDED_START,
    )


SAME_ASKED = state(_as_one_world(), KEY, "δ itself, if L⁰ = L¹ where λ = 1")
LEMMA = (SIMULATED, TWICE_IS_ENOUGH, NO_SMALLER, PURE, SAME_ASKED)
RESTATEMENT = "HSV26 Section 10: restatement of Lemma 5.6 (repaired)"
RESTATED = tuple(state(instance(fact, {}), RESTATEMENT, fact.name) for fact in LEMMA)
