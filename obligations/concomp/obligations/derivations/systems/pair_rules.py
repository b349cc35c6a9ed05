"""The trusted rules about continual mechanisms that get identical pairs, or pairs whose sides are exchanged."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, derive
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Implication, Proposition, Real
from concomp.obligations.derivations.systems.language import F, M, invariant, verified_mechanism
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation
from concomp.obligations.derivations.systems.links.exchanged_pairs import SIDES_EXCHANGED
from concomp.obligations.derivations.systems.links.first_pairs import IDENTICAL_ALWAYS
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laziness import exchanging, lazy_simulation, least_budget

WITH_PAIRS = Rule(
    "identical pairs",
    "If V[f] ∘* I(0) ∘* M and V[f] ∘* I(1) ∘* M answer identical pairs alike on all tapes, a lemma about mechanisms "
    "whose worlds answer alike where λ = 1 holds of V[f] ∘* I ∘* M, with λ = 1 while all pairs are identical.",
)
WITH_EXCHANGED_PAIRS = Rule(
    "exchanged pairs",
    "If V[f] ∘* I(b) ∘* M answers as V[f] ∘* I(1-b) ∘* M answers with all pairs exchanged, on all tapes, both have the "
    "same weights; a history of identical pairs is itself when exchanged.",
)


def simulated_by(budget: Real, system: Index) -> Proposition:
    """That an interactive response with this budget is enough for a continual mechanism."""
    return Proposition(
        f"T ∘* IRR_ε,{budget}(b) and {{}} are equivalent, for b = 0 and b = 1; T queries IRR at most once while all "
        "pairs are identical, and at most twice",
        (system,),
    )


def _demand_related(bisimulation: Bisimulation, proved: tuple[Fact, ...]) -> None:
    demand([fact.claim for fact in proved] == list(bisimulation.stages), f"nothing shows {bisimulation.name}")


def for_pairs(lemma: Fact, *proved: Fact) -> Fact:
    """From Lemma 5.6 for any budget that is enough, and runs with identical pairs: the lemma for pairs."""
    demand(lemma is lazy_simulation.SIMULATED, f"{lemma.formula} is not Lemma 5.6")
    _demand_related(IDENTICAL_ALWAYS, proved)
    return derive(WITH_PAIRS, simulated_by(least_budget.BUDGET, verified_mechanism(F, M)), lemma, *proved)


def for_exchanged_pairs(lemma: Fact, alike: tuple[Fact, ...], proved: tuple[Fact, ...]) -> Fact:
    """From the simulation with δ if exchanging sides exchanges worlds, and functions under which it does: for pairs."""
    demand(lemma is exchanging.DELTA_IS_ENOUGH, f"{lemma.formula} is about others")
    _demand_related(IDENTICAL_ALWAYS, alike)
    _demand_related(SIDES_EXCHANGED, proved)
    conclusion = Implication(invariant(F), simulated_by(DELTA, verified_mechanism(F, M)))
    return derive(WITH_EXCHANGED_PAIRS, conclusion, lemma, *alike, *proved)
