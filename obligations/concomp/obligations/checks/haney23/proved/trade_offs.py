"""The filter theorem for f-DP, which is HSV26 Corollary 14.10: it rests on the reduction that Theorem 3.3 cites."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.derivations.kernel.logic import instance, state
from concomp.obligations.derivations.systems.links import filtering
from concomp.obligations.derivations.systems.trade_offs import theorems


@check_of_derivation("Haney23 Theorem 3.4", state(instance(theorems.FILTERED_COMPOSE, {}), "Haney23 Theorem 3.4"))
def pairs_of_laws_are_enough() -> Outcome:
    """Whoever is launched is simulated by a pair of laws of its own, which the rule accepts as well."""
    where = refuted_by_solvers(*filtering.UNLIKE_PARAMETERS.stages)
    return Outcome(
        verdict="proved",
        scope="every rule; any number of interactive mechanisms that communicate finitely, launched adaptively; "
        "conversations of any length, all adaptive adversaries",
        witness="it has the witness of HSV26 Corollary 14.10",
        control=f"with one-shot mechanisms whose functions are not those of the mechanisms both solvers find a "
        f"counter-model ({where})",
        notes=(
            "Resting on HSV26 Lemma 14.5, which Theorem 3.3 cites, and which is computed on families and not proved.",
            "A rule that is valid for one-shot mechanisms is valid for these pairs of laws, which are among them: that "
            "is all that is supposed.",
        ),
    )
