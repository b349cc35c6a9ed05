"""What bounds on beliefs say of privacy, for all laws of the secret and all mechanisms.

The same statements are computed on families in `zhang24.beliefs`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.confounding import (
    added,
    bands,
    fair_bits,
    floors,
    matching,
    moves,
    rare_excess,
    second_moments,
)

SCOPE = "all laws of countably many secrets, all kernels with countably many outputs; all real τ ≥ 1"
BY_BAYES = (
    "True beliefs are those of which the belief times the chance of y is the chance of the secret times that of y "
    "given it; after what is never told, any are true."
)
ADJACENT = "s and t stand for any two adjacent secrets, in either order; p is P*, at most the chance of each."
CONVERGENT = "That the sums converge of which it is supposed is so in all finite spaces."
FLOORS_ALONE = "Only that beliefs are at least P/τ is used."

TABLE = (
    Derived(
        "Zhang24 Lemma 6",
        "a_second_moment_pays_for_far_beliefs",
        "Where a belief exceeds e^ε times the chance it has e^ε times its share of the moment: Markov's inequality.",
        (moves.FEW_MOVE_FAR,),
        scope="all laws of countably many secrets, and of beliefs; all real e^ε ≥ 1 and δ",
        notes=(
            "The chance is over S drawn from the beliefs. The two formulas say that beliefs in the band have at least "
            "the chance 1 − δ: where Near is 1 the belief is at most e^ε·P by hypothesis, and at least e^−ε·P.",
            CONVERGENT,
        ),
    ),
    Derived(
        "Zhang24 Lemma 7",
        "one_secret_has_at_most_what_the_others_leave",
        "Every secret tells an output at least 1/τ times as often as all do, so that one has at most the rest.",
        (floors.LEMMA_7,),
        scope=SCOPE,
        notes=(BY_BAYES, ADJACENT, FLOORS_ALONE),
    ),
    Derived(
        "Zhang24 Repair R6",
        "floors_and_ceilings_of_the_others_leave_no_more",
        "Lemma 7; three bounds in the band, by what floors and ceilings leave; for each a mechanism that reaches it.",
        (floors.SHARP, matching.FLOORS_REACHED, *bands.BANDS, *matching.BANDS_REACHED),
        scope=f"{SCOPE}; the mechanisms that reach the bounds: all laws and τ > 1 of the case, any number of secrets",
        notes=(
            BY_BAYES,
            ADJACENT,
            "The three bounds of the band hold of every two secrets. In each of the three cases of the closed form, "
            "which its mechanism supposes, that mechanism has two outputs, keeps all beliefs in the band, and its "
            "first output has exactly the odds of one of them: so no smaller constant is right for these two secrets.",
        ),
    ),
    Derived(
        "Zhang24 Repair R7",
        "the_belief_before_is_a_mean_of_those_after",
        "Lemma 7 of all outputs; what is believed before an answer is added is a mean; and the variance of one secret.",
        (*added.FEASIBLE, second_moments.BOUNDED),
        scope=f"{SCOPE}; whatever is added, with countably many answers",
        notes=(
            BY_BAYES,
            ADJACENT,
            "“If” adds what tells a whatever the secret is. That beliefs after y and a are at least P/τ is that the "
            "chance of both is at most τ times that given each secret: linear in what is added. The last formula is "
            "what the bound on second moments gives; that it is a second-order cone is not derived.",
            CONVERGENT,
        ),
    ),
    Derived(
        "Zhang24 Theorem 2(i) (repaired)",
        "the_belief_before_is_a_mean_of_those_after_again",
        "Two of the formulas of Repair R7 once more.",
        added.THEOREM_2,
        scope=f"{SCOPE}; whatever is added, with countably many answers",
        notes=(BY_BAYES, ADJACENT),
    ),
    Derived(
        "Zhang24 Theorem 2(iii) (repaired)",
        "a_belief_in_a_fair_bit_is_a_function_of_its_odds",
        "Lemma 7; and a fair bit is believed in by its odds, which the bound 2τ − 1 keeps within 1/τ and τ.",
        fair_bits.THEOREM_2_III,
        scope=f"{SCOPE}; conversely all kernels from a fair bit with countably many outputs",
        notes=(BY_BAYES, ADJACENT, FLOORS_ALONE),
    ),
    Derived(
        "Zhang24 Repair R8",
        "one_secret_exceeds_by_no_more_than_all_do",
        "What one secret tells above τ² times the other is at most δ of the chance of an output, over its own chance.",
        (rare_excess.PRIVATE, *rare_excess.ALLOWED),
        scope=SCOPE,
        notes=(
            BY_BAYES,
            ADJACENT,
            "That beliefs are at least P/τ is that P(y) ≤ τ·b(y|s), for secrets of positive chance. The other two "
            "formulas say that mixtures of what is allowed are allowed, and that the law of the secret itself is.",
            CONVERGENT,
        ),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
