"""HSV26 Lemma 5.6, repaired: a simulator that waits, proved for every mechanism and every budget that is enough."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.theories.laziness import condition_four, lazy_simulation, two_responses

SCOPE = (
    "every mechanism with countably many answers, any set of queries, every number of rounds, ε > 0, 0 ≤ δ ≤ 1, every "
    "budget β from W∞() to 1, W∞() being the supremum over stopping strategies"
)
NOTES = (
    "The budgets are split with (W∞, W∞) for (L⁰, L¹) at the histories whose queries both worlds answer alike.",
    "m, N and W are those of the mechanism without the queries answered otherwise: these are answered by 0, forgotten.",
    "Where λ = 1 both worlds answer alike; nothing else about λ is used but that it depends on the queries.",
)


@check_of_derivation("HSV26 Lemma 5.6 (repaired)", *lazy_simulation.LEMMA)
def one_interactive_response_simulates_lazily() -> Outcome:
    """The simulator of Lemma 4.7 with a lower bound that is the same in both worlds while these answer alike."""
    return Outcome(verdict="proved", scope=SCOPE, notes=NOTES)


@check_of_derivation("HSV26 Section 10: restatement of Lemma 5.6 (repaired)", *lazy_simulation.RESTATED)
def the_restatement_is_the_lemma() -> Outcome:
    """The lemma itself, part by part."""
    return Outcome(
        verdict="proved",
        scope=SCOPE,
        witness="it has the witnesses of the lemma",
        control="it has the stronger conclusions that are refuted for the lemma",
        notes=NOTES,
    )


@check_of_derivation("HSV26 Condition (IV) (repaired)", *condition_four.CONDITIONS)
def budgets_that_cover_the_cap_are_alike() -> Outcome:
    """The splitting of Lemma 5.6 with the cap of Lemma 10.32 as the cost of waiting, and δ~ as the budget."""
    return Outcome(
        verdict="proved",
        scope="every mechanism with countably many answers, any queries, every number of rounds, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=(
            "Xᶜ is δ~·φ, for φ made by splitting, as in (I) to (III); if δ~ = 0 it is 0, and any φ will do.",
            *NOTES[1:],
        ),
    )


@check_of_derivation("HSV26 Proposition 1.6 (repaired)", *two_responses.PROVED)
def two_responses_simulate_lazily() -> Outcome:
    """Lemma 5.6, its interactive response made of a response that exposes and one that is private."""
    return Outcome(verdict="proved", scope=SCOPE, notes=NOTES)
