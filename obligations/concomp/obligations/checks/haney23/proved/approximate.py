"""Theorems on (ε,δ)-DP that are those of HSV26, read for interactive mechanisms on two neighbouring data sets.

An interactive mechanism M on the data sets x and x' is the continual mechanism V[f] ∘* I ∘* M whose function admits the
pair (x, x') first, and identical messages from then on. The same statements are computed on families in
`haney23.approximate`, `haney23.simulated` and `haney23.conversions`.
"""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import Derived, check_of_derivation
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.logic import join, state
from concomp.obligations.derivations.systems import postprocessing, theorems
from concomp.obligations.derivations.systems.links import filtering
from concomp.obligations.derivations.theories.laws import randomised
from concomp.obligations.derivations.theories.renyi import coins

LAUNCHED = (
    "every rule; any number of interactive mechanisms, launched adaptively, with countably many answers; conversations "
    "of any length, all adaptive adversaries"
)
RESPONSES = (
    "A rule that is valid for one-shot mechanisms is valid for randomised responses, which are among them: that is all "
    "that is supposed. What is valid for interactive mechanisms is so for one-shot ones, which are among them."
)
ACCUMULATORS = (
    "V[f] halts at a launch that is not accepted. So the composition is what is seen of an odometer up to a threshold "
    "d, for the rule G ≤ d, by Lemma 2.19 (repaired): accumulators are covered as well."
)


def _filters(*notes: str) -> Outcome:
    where = refuted_by_solvers(*filtering.UNLIKE_PARAMETERS.stages)
    return Outcome(
        verdict="proved",
        scope=LAUNCHED,
        control=f"with responses whose parameters are not those of the mechanisms there is a counter-model ({where})",
        notes=(RESPONSES, *notes),
    )


@check_of_derivation("Haney23 Corollary 3.5", state(theorems.FILTERED_COMPOSE, "Haney23 Corollary 3.5"))
def responses_are_enough() -> Outcome:
    """HSV26 Theorem 12.4: whoever is launched is simulated by its own response, which the rule accepts as well."""
    return _filters()


@check_of_derivation("Haney23 Theorem 1.20", state(theorems.FILTERED_COMPOSE, "Haney23 Theorem 1.20"))
def responses_are_enough_again() -> Outcome:
    """Corollary 3.5 once more, and up to a threshold."""
    return _filters(ACCUMULATORS)


def _processed(key: str) -> tuple[Fact, Fact]:
    return (
        state(postprocessing.ASSOCIATES, key, "an adversary with P inside is an adversary"),
        state(postprocessing.POST_PROCESSING, key, "(ε,δ)-DP"),
    )


PROCESSED = "all mechanisms and post-processings, with any messages, in conversations of any length; (ε,δ)-DP, and f-DP"
ANY_DISTANCE = (
    "The first part is the same for any distance: the view of the adversary alone is a function of the view of the "
    "adversary with P inside, and a function of views brings them no farther apart (Definition 2.1). f-DP is "
    "(ε,δ)-DP at all (ε,δ) on the curve.",
    "P never sends the empty message, and terminates: a step of P is one move of the described system (HL10).",
)

TABLE = (
    Derived(
        "Haney23 Theorem 2.17 (repaired)",
        "views_are_functions_of_views",
        "The adversary with P inside, and P in front of M, answer the same on every tape.",
        _processed("Haney23 Theorem 2.17 (repaired)"),
        scope=PROCESSED,
        notes=ANY_DISTANCE,
    ),
    Derived(
        "Haney23 Theorem 1.23",
        "views_are_functions_of_views_again",
        "Theorem 2.17 (repaired) once more.",
        _processed("Haney23 Theorem 1.23"),
        scope=PROCESSED,
        notes=ANY_DISTANCE,
    ),
    Derived(
        "Haney23 Lemma 2.3",
        "every_coin_has_its_share",
        "With a coin the excess, or the moment, is the coin's share of what is reached with it.",
        (
            state(join(randomised.DETERMINISTIC_SUFFICE), "Haney23 Lemma 2.3", "(ε,δ)-DP"),
            coins.DETERMINISTIC_SUFFICE,
        ),
        scope="all adversaries with countably many coins, drawn at the start, and countably many transcripts; "
        "(ε,δ)-DP, f-DP, and Rényi DP of every order α > 1",
        notes=("Only if: a deterministic adversary is one with one coin.",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
