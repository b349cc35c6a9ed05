"""Simulators by division: the exposing branch divides its weight among the answers, query by query.

A history has the weight z = δ·φ, which suits it: z ≥ L, and the worlds stay within e^ε without it. So it suits the
answers together, and is divided among them by `split`. That is all of Lemma 4.7.

If the bit must not be used where both worlds answer alike, the weight has to be the same in both worlds there,
z = (s, s), and it suits if max(L⁰, L¹) ≤ s ≤ μ. Let W be what stopping costs: the largest Σ max(L⁰, L¹) over the
histories at which an adversary can end its lazy queries. Then W ≤ μ, the answers to a lazy query need no more than W in
all and weigh μ in all, and those to another query need L⁰ and L¹, which is no more than W either. So (W, W) may take
the place of (L⁰, L¹) at lazy histories, where `split` treats the two worlds alike: the budget W at the start is enough.
And a lazy simulator, with any budget, keeps s ≥ max(L⁰, L¹) and shares s out, so that none can do with less.
"""

from __future__ import annotations

from collections.abc import Mapping

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.reduction.control import WeightPair, control
from concomp.model.reduction.laziness import History, Lazy, Likelihoods, extensions, queries_of
from concomp.model.reduction.split import Share, shared
from concomp.model.reduction.waiting import stopping_costs
from concomp.model.registry.tags import realises


@realises("HSV26 Lemma 4.7")
def exposing_by_division(chances: Likelihoods, privacy: PrivacyParameters) -> dict[History, WeightPair]:
    """φ with (I), (II) and (III) for a δ that is enough for the mechanism, by the split lemma.

    At δ = 0, where φ has no weight, both worlds follow μ⁰.
    """
    return _divide(chances, privacy, control(chances, privacy.e_eps))


@realises(
    "HSV26 Lemma 5.6 (repaired)",
    "HSV26 Corollary 5.7 (repaired)",
    "HSV26 Proposition 1.6 (repaired)",
    "HSV26 Section 5.2: least budget for laziness",
)
def lazy_exposing_by_division(chances: Likelihoods, budget: PrivacyParameters, lazy: Lazy) -> dict[History, WeightPair]:
    """φ with (I), (II), (III) and φ⁰ = φ¹ where queries are lazy, for a budget δ that is at least W at the start."""
    costs = stopping_costs(chances, budget.e_eps, lazy)
    needed = {
        history: (costs[history], costs[history]) if lazy(queries_of(history)) else pair
        for history, pair in control(chances, budget.e_eps).items()
    }
    return _divide(chances, budget, needed)


def _divide(
    chances: Likelihoods, budget: PrivacyParameters, needed: Mapping[History, WeightPair]
) -> dict[History, WeightPair]:
    if budget.delta == 0:
        return {history: (zero, zero) for history, (zero, _) in chances.items()}
    weights: dict[History, WeightPair] = {(): (budget.delta, budget.delta)}
    for (past, _), extended in sorted(extensions(chances).items(), key=lambda entry: len(entry[0][0])):
        shares = [Share(needed[each], chances[each]) for each in extended]
        weights.update(zip(extended, shared(weights[past], shares, budget.e_eps), strict=True))
    return {history: (zero / budget.delta, one / budget.delta) for history, (zero, one) in weights.items()}
