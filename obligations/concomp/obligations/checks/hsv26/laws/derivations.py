"""Total variation, couplings, exposures within a budget and post-processings of responses: derived in general.

Each statement is a derivation from what is given of arbitrary laws or mechanisms. The same statements are computed on
families elsewhere: `coupling`, `sequences`, `randomised_adversaries`, `responses` and `universality`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.kernel.logic import join, state
from concomp.obligations.derivations.theories.laws import (
    budgets,
    couplings,
    exposures,
    hockey_sticks,
    padded_sequences,
    randomised,
    summed_budgets,
    universality,
)

COINS = "all adversaries with countably many coins, drawn at the start, and countably many transcripts"
COUNTABLE = "all pairs of laws with countably many outcomes"
SEQUENCES = "all pairs of laws of sequences over a countable set, of every length"
ADAPTIVE = (
    "any number of responses, created and asked adaptively by any deterministic adversary, any number of messages"
)
VIEWS = (
    "Deterministic adversaries suffice by Corollary 11.2; endless views are no farther apart than their prefixes, in "
    "the limit (E9)."
)
ASKED_IS_CREATED = (
    "By the induction of Lemma 11.8 (repaired): what has been asked is part of what has been created, so its "
    "∏(1 − δ_j) is at least 1 − δ."
)
RESTATEMENT = "HSV26 Section 11: restatement of Lemma 5.9"

TABLE = (
    Derived(
        "HSV26 Lemma 11.1",
        "the_share_of_each_coin_is_bounded",
        "With a coin the excess is the coin's share of what is reached with it; the shares sum up to at most δ.",
        (randomised.DETERMINISTIC_SUFFICE,),
        scope=COINS,
        notes=("Only if: a deterministic adversary is one with one coin.",),
    ),
    Derived(
        "HSV26 Corollary 11.2",
        "the_share_of_each_coin_is_bounded_for_pairs",
        "The same for V[f] ∘* I(b) ∘* M in the two worlds.",
        (randomised.DETERMINISTIC_SUFFICE_FOR_PAIRS,),
        scope=COINS,
    ),
    Derived(
        "HSV26 Equation (1)",
        "one_event_shows_the_hockey_stick",
        "An event shows the whole sum of the excess over e^ε times the other law, and none shows more.",
        (hockey_sticks.ONE_SUM_BOUNDED, hockey_sticks.ONE_WAY_BOUNDED),
        scope=f"{COUNTABLE}, all ε ≥ 0, one direction",
    ),
    Derived(
        "HSV26 Definition 2.1",
        "the_hockey_sticks_decide_indistinguishability",
        "The bound on all events, in both directions, is that on both hockey-sticks.",
        (hockey_sticks.EXCESS_SMALL, hockey_sticks.INDISTINGUISHABLE),
        scope=f"{COUNTABLE}, all ε ≥ 0",
    ),
    Derived(
        "HSV26 Definition 11.3",
        "the_supremum_over_events_is_a_sum",
        "No event has more than the excess of one law over the other, and the event where it is likelier has "
        "all of it.",
        (couplings.VARIATION,),
        scope=f"{COUNTABLE}, all events",
    ),
    Derived(
        "HSV26 Lemma 11.4",
        "one_supremum_bounds_both_directions",
        "The bound on every event is one on the supremum; the other direction has the same sum, as both laws do.",
        (couplings.CLOSE_IF_INDISTINGUISHABLE, couplings.INDISTINGUISHABLE_IF_CLOSE),
        scope=COUNTABLE,
    ),
    Derived(
        "HSV26 Lemma 11.5",
        "what_ends_early_is_told_by_a_prefix",
        "The excess on sequences of at most n entries is told by n + 1 entries; it grows to the whole, because "
        "all end.",
        (padded_sequences.PADDED_CLOSE,),
        scope="all pairs of laws of finite sequences over a countable set",
        notes=("Shorter than the print: no estimate of what is left, but monotone convergence.",),
    ),
    Derived(
        "HSV26 Lemma 11.6",
        "the_maximal_coupling_is_one_and_none_is_better",
        "Its rows and columns sum to the laws and its diagonal to Σ min; no diagonal exceeds its row or its column.",
        (couplings.MAXIMAL_COUPLING,),
        scope=f"{COUNTABLE}, all couplings",
        notes=("Equal laws are not apart: there the excess is 0, and u may be any number.",),
    ),
    Derived(
        "HSV26 Lemma 11.7",
        "the_diagonal_is_within_what_is_common",
        "The diagonal of a coupling is at most Σ min, which is one less the total variation.",
        (couplings.PARTING,),
        scope=f"{COUNTABLE}, all couplings",
    ),
    Derived(
        "HSV26 Equation (6)",
        "the_common_part_of_a_step_is_summed",
        "The smaller chances sum to one less the distance of the next laws, wherever the history is common.",
        (exposures.STEPS_MEET,),
        scope=SEQUENCES,
    ),
    Derived(
        "HSV26 Lemma 11.8 (repaired)",
        "what_is_coupled_stays_together",
        "Induction over the steps to come: common weight times 1 − γ is at most what is not told apart times ∏(1 − Δ).",
        (exposures.SEQUENCES_CLOSE,),
        scope=f"{SEQUENCES}; also if the next entry is the answer to an adaptively chosen message",
        notes=(
            "Nothing is divided by 1 − Δ: where it is 0 the repaired condition leaves γ = 1, or no common history.",
            "A history is common if W > 0; sequences of k entries end with entries that are sure.",
        ),
    ),
    Derived(
        "HSV26 Lemma 5.9",
        "created_responses_bound_those_asked",
        "Induction over the messages to come, with the products of 1 − δ over the responses created, asked, and open.",
        (budgets.RESPONSES_CLOSE,),
        scope=f"{ADAPTIVE}; all δ",
        notes=(ASKED_IS_CREATED, VIEWS),
    ),
    Derived(
        RESTATEMENT,
        "created_responses_bound_those_asked_again",
        "Lemma 5.9 once more.",
        (state(join(budgets.RESPONSES_CLOSE), RESTATEMENT),),
        scope=f"{ADAPTIVE}; all δ",
        notes=(ASKED_IS_CREATED, VIEWS),
    ),
    Derived(
        "HSV26 Footnote 11",
        "a_budget_on_the_sum_is_enough",
        "1 − Σ δ_j ≤ ∏(1 − δ_j), by induction over the responses created, so that the bound of Lemma 5.9 is kept.",
        (summed_budgets.SUMMED_RESPONSES_CLOSE,),
        scope=f"{ADAPTIVE}; all δ with Σ δ_j ≤ δ''",
        notes=(ASKED_IS_CREATED, VIEWS),
    ),
    Derived(
        "HSV26 Lemma 5.11",
        "what_noise_leaves_in_common_is_exposed_in_product_form",
        "The same induction, the common weight multiplied by the least that the noise yet to be asked leaves in "
        "common.",
        (budgets.MIXED_CLOSE,),
        scope=f"{ADAPTIVE}; all ε ≥ 0, δ, δ' and any fixed ε_1, …, ε_k",
        notes=(
            "The responses RR_{ε_i,0} enter by one hypothesis: asked in any order, about any bits, they are (ε,δ)-DP "
            "together. That is Theorem 4.10 (repaired) for fixed mechanisms. It covers pairs (1,0) too, so that no "
            "symmetry under exchange is needed, where the print says “is equivalent to”.",
            VIEWS,
        ),
    ),
    Derived(
        "HSV26 Theorem 2.5",
        "the_weights_of_a_post_processing_are_written_down",
        "Weights of a post-processing in closed form, and conversely that what is post-processed is private.",
        (universality.POST_PROCESSING, universality.POST_PROCESSING_AT_0, universality.POST_PROCESSED_IS_PRIVATE),
        scope="all pairs of laws with countably many outcomes, all ε ≥ 0 and 0 ≤ δ ≤ 1",
        notes=("The theorem for a mechanism is this for the laws of its output on each pair of neighbours.",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
