"""Theorems on (ε,δ)-DP that are those of HSV26, read for interactive mechanisms on two neighbouring data sets.

An interactive mechanism M on the data sets x and x' is the continual mechanism V[f] ∘* I ∘* M whose function admits the
pair (x, x') first, and identical messages from then on. The same statements are computed on families in
`haney23.approximate`, `haney23.simulated` and `haney23.conversions`.
"""

from __future__ import annotations

from concomp.model.filters.views import adversaries
from concomp.model.laws.law import ONE, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.privacy import Game, least_delta, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import Derived, check_of_derivation
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.logic import join, state
from concomp.obligations.derivations.systems import postprocessing, theorems, transfers, valid_rules
from concomp.obligations.derivations.systems.links import filtering, inwards
from concomp.obligations.derivations.theories.laws import any_distance, randomised
from concomp.obligations.derivations.theories.renyi import coins, same_views
from concomp.obligations.expectation import expect
from concomp.obligations.families.filters.noisy_bits import ASK, BITS

LAUNCHED = (
    "every rule; any number of interactive mechanisms, launched adaptively, with countably many answers; conversations "
    "of any length, all adaptive adversaries"
)
RESPONSES = (
    "A rule that is valid for one-shot mechanisms is valid for randomised responses, which are among them: that is all "
    "that is supposed."
)
PROCESSED = (
    "all mechanisms and post-processings, with any messages, in conversations of any length; every distance of "
    "Definition 2.1 and every d; by themselves, all ε ≥ 0 and δ"
)
MEASURES = "every distance of Definition 2.1 and every d; by themselves, (ε,δ)-DP, and Rényi DP of every order α > 1"
ANY_DISTANCE = (
    "The first formula says that the adversary with P inside and M are the adversary and P ∘ M, and the second rests "
    "on it: the view of the adversary alone is then a function of its view with P inside. By Definition 2.1 no "
    "distance grows under functions; this is supposed of that function only.",
    "P never sends the empty message, and terminates: a step of P is one move of the described system (HL10).",
)
BEHIND_EACH = (
    "all deterministic adversaries and all that draw one of countably many at the start, with countably many "
    "transcripts; M and P may be others for each deterministic adversary"
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


@check_of_derivation("Haney23 Theorem 1.20", *valid_rules.TRANSFER)
def responses_are_enough_again() -> Outcome:
    """Corollary 3.5 once more, both ways, and of accumulators, whose views that are cut are those of filters."""
    return _filters(
        "C is the composition of all interactive mechanisms that may be launched. Two premises say what validity is: a "
        "rule that is valid for one-shot mechanisms is for the responses, and a filter that is (ε,δ)-DP is within "
        "(ε,δ) for every adversary. The other way round, adversaries that launch one-shot mechanisms are some of all.",
        "(2) is (1) for the filters with the rule G ≤ d; where G(∅) is not at most d, whatever G is, the view is cut "
        "at the start, and shows nothing.",
    )


@check_of_derivation("Haney23 Theorem 1.8", transfers.FIXED_PARAMETERS_COMPOSE)
def slots_are_enough() -> Outcome:
    """HSV26 Theorem 4.10 (repaired), with ε_j ≥ 0: mechanism j is simulated by the response with its parameters."""
    where = refuted_by_solvers(*inwards.UNSUITABLE.stages)
    return Outcome(
        verdict="proved",
        scope="any number of interactive mechanisms with countably many answers, ε_j ≥ 0; created at will, of which "
        "ConComp is the case that all are created at the start; conversations of any length, all adaptive adversaries",
        control=f"with queries that are not checked solvers find a counter-model ({where}); see also erratum E5",
        notes=(
            "What is supposed of one-shot mechanisms is supposed of randomised responses only, which are among them.",
        ),
    )


def _revealing(reveals: bool) -> InteractiveMechanism:
    """A mechanism that answers its secret bit, or always 0."""
    return InteractiveMechanism(lambda bit, _: Law.point((bit, bit if reveals else 0)), BITS, (ASK,), "of one answer")


def _simulated(scope: str) -> Outcome:
    """Views that are the same in one world only are not enough."""
    silent, telling = (Game(_revealing(reveals), (0, 1), (ASK,), 1) for reveals in (False, True))
    plan = next(iter(adversaries(telling)))
    views_of_one, views_of_other = views(silent, plan), views(telling, plan)
    expect(views_of_one[0] == views_of_other[0], "the views differ in both worlds")
    expect(
        least_delta(silent, ONE) == 0 and least_delta(telling, ONE) == 1, "a mechanism that tells its bit is private"
    )
    return Outcome(
        verdict="proved",
        scope=scope,
        witness="F-FiltCon(IM) has the views of a processed F-Filt(NIM): see haney23.simulated",
        control="a mechanism with the views of a silent one in one world only tells its bit, at δ = 1",
        notes=(
            "That P ∘ M is private is said first; that its views with each adversary are close, as is supposed then, "
            "is the definition of that.",
        ),
    )


PROCESSED_IS_PRIVATE = "P ∘ M is (ε,δ)-DP"


@check_of_derivation(
    "Haney23 Corollary 1.24",
    state(postprocessing.POST_PROCESSING, "Haney23 Corollary 1.24", PROCESSED_IS_PRIVATE),
    same_views.SIMULATED,
)
def same_views_are_enough() -> Outcome:
    """The views with each adversary are those with a P ∘ M of its own, and coins choose among adversaries."""
    return _simulated(f"{BEHIND_EACH}; all ε ≥ 0 and δ")


@check_of_derivation(
    "Haney23 Corollary 2.18",
    state(postprocessing.POST_PROCESSING_AT_ANY_DISTANCE, "Haney23 Corollary 2.18", "P ∘ M is d-D DP"),
    state(any_distance.SIMULATED, "Haney23 Corollary 2.18", "N is d-D DP"),
    state(postprocessing.POST_PROCESSING, "Haney23 Corollary 2.18", PROCESSED_IS_PRIVATE),
    *same_views.SIMULATED_AT_ANY_DISTANCE,
)
def same_views_are_enough_again() -> Outcome:
    """Corollary 1.24 once more, at any distance."""
    return _simulated(f"{BEHIND_EACH}; {MEASURES}")


def _processed(key: str) -> tuple[Fact, ...]:
    return (
        state(postprocessing.ASSOCIATES, key, "an adversary with P inside is an adversary"),
        state(postprocessing.POST_PROCESSING_AT_ANY_DISTANCE, key, "any distance"),
        state(postprocessing.POST_PROCESSING, key, "(ε,δ)-DP"),
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
            *any_distance.DETERMINISTIC_SUFFICE,
            state(join(randomised.DETERMINISTIC_SUFFICE), "Haney23 Lemma 2.3", "(ε,δ)-DP, if"),
            coins.DETERMINISTIC_SUFFICE,
        ),
        scope="all adversaries with countably many coins, drawn at the start, and countably many transcripts; "
        f"{MEASURES}",
        notes=(
            "Of a distance is used that mixtures are no further apart than what is mixed, as Definition 2.1 says; that "
            "(ε,δ)-DP and Rényi DP are such distances is derived as well.",
        ),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
