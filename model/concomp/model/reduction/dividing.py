"""Simulators by division: the exposing branch divides its weight among the answers, query by query.

A history has the weight z = δ·φ, which suits it: z ≥ L, and the worlds stay within e^ε without it. So it suits the
answers together, and is divided among them by `split`. That is all of Lemma 4.7.

If the bit must not be used where both worlds answer alike, the weight has to be the same in both worlds there,
z = (s, s), and it suits if max(L⁰, L¹) ≤ s ≤ μ. Let W be what stopping costs: the largest Σ max(L⁰, L¹) over the
histories at which an adversary can end its lazy queries. Then W ≤ μ, the answers to a lazy query need no more than W in
all and weigh μ in all, and what lies between can be divided between, in proportion. When the first query comes that the
worlds answer differently, (s, s) suits, and division goes on as before. So the budget W at the start is enough. And a
lazy simulator, with any budget, keeps s ≥ max(L⁰, L¹) and shares s out, so that none can do with less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.laws.law import ONE, ZERO
from concomp.model.reduction.control import Pair, control
from concomp.model.reduction.laziness import History, Lazy, Likelihoods, extensions, queries_of
from concomp.model.reduction.split import Share, shared
from concomp.model.reduction.waiting import stopping_costs
from concomp.model.statements.tags import realises


@realises("HSV26 Lemma 4.7")
def exposing_by_division(chances: Likelihoods, privacy: Privacy) -> dict[History, Pair]:
    """φ with (I), (II) and (III) for a δ that is enough for the mechanism, by the split lemma.

    At δ = 0, where φ has no weight, both worlds follow μ⁰.
    """
    return _divided(chances, privacy, dict.fromkeys(chances, ZERO), lambda queries: False)


@realises("HSV26 Lemma 5.6 (repaired)", "HSV26 Corollary 5.7 (repaired)", "HSV26 Proposition 1.6 (repaired)")
def lazy_exposing_by_division(chances: Likelihoods, budget: Privacy, lazy: Lazy) -> dict[History, Pair]:
    """φ with (I), (II), (III) and φ⁰ = φ¹ where queries are lazy, for a budget δ that is at least W at the start."""
    return _divided(chances, budget, stopping_costs(chances, budget.e_eps, lazy), lazy)


def _divided(
    chances: Likelihoods, budget: Privacy, costs: Mapping[History, Fraction], lazy: Lazy
) -> dict[History, Pair]:
    if budget.delta == 0:
        return {history: (zero, zero) for history, (zero, _) in chances.items()}
    needed = control(chances, budget.e_eps)
    weights: dict[History, Pair] = {(): (budget.delta, budget.delta)}
    for (past, query), extended in sorted(extensions(chances).items(), key=lambda entry: len(entry[0][0])):
        if lazy((*queries_of(past), query)):
            common = in_proportion([(costs[each], chances[each][0]) for each in extended], weights[past][0])
            weights.update(zip(extended, ((share, share) for share in common), strict=True))
        else:
            shares = [Share(needed[each], chances[each]) for each in extended]
            weights.update(zip(extended, shared(weights[past], shares, budget.e_eps), strict=True))
    return {history: (zero / budget.delta, one / budget.delta) for history, (zero, one) in weights.items()}


def in_proportion(ranges: Sequence[tuple[Fraction, Fraction]], whole: Fraction) -> list[Fraction]:
    """`whole`, divided so that each share is equally far on the way from the one end of its range to the other."""
    least, most = sum((low for low, _ in ranges), ZERO), sum((high for _, high in ranges), ZERO)
    way = (whole - least) / (most - least) if most > least else ONE
    return [low + way * (high - low) for low, high in ranges]
