"""The paper's own construction of φ, derived: what is chosen obeys its constraints, and the four conditions hold.

The same is computed on families in `intermediate_weights`, `weights`, `conditions` and `budget_for_laziness`.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.model.reduction.conditions import depending_on_the_world_with_budget
from concomp.model.reduction.laziness import Likelihoods
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import Derived, check_of_derivation
from concomp.obligations.checks.hsv26.reduction.derivations import ANY_EPSILON, CHOSEN, IN_ORDER, MECHANISMS
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.laziness import chosen_alike, four_conditions
from concomp.obligations.derivations.theories.simulation import chosen, late, lexicographic, used_up
from concomp.obligations.expectation import expect

TIMES_DELTA = "Times δ: x is δ·φ, and Rest(k) what it leaves of δ·φ_{t−1} for the answers from k on."
LEFT = "Left(k) is what ξ leaves of δ·φ_{t−1} for the answers from k on; (ξ.2) is as repaired, with the factor δ."
OF_XI, OF_PHI = (CHOSEN, LEFT), (CHOSEN, TIMES_DELTA)
FOR_PHI = f"{IN_ORDER}, δ > 0"

TABLE = (
    Derived(
        "HSV26 Section 10.2.1: IPM P",
        "who_asks_late_answers_the_same",
        "While P does not know the bit it answers by a law of both bits; so no weight depends on when it asks.",
        late.SIMULATOR,
        scope="all laws F_r of countably many answers, any queries, every number of rounds; all ε and δ",
        notes=(
            "τ is 0 for ⊤ and 1 for ⊥, which exposes. Multiplied by 1 + e^ε: IRR(b) shows τ = ⊥ and b with probability "
            "δ, else b with e^ε to 1.",
            "With F_r of sections 10.2.2 and 10.2.3 the weight is μ^b, by the mixture identity of 10.2.4.",
        ),
    ),
    Derived(
        "HSV26 Lemma 10.28",
        "closed_sets_have_a_last_point",
        "The largest first coordinate, and the largest second one less the cost of a smaller first, leave no gap.",
        lexicographic.MAXIMUM,
        scope="all closed sets in [0,1]² that are not empty, of any size",
        notes=(
            "Closed is used at one pair, (X0, X1): if its distance to the points of C has the infimum 0, C has a point "
            "there. That C is bounded is used as it lies in [0,1]²; no theorem on compact sets is.",
        ),
    ),
    Derived(
        "HSV26 Constraints (xi.1)-(xi.4)",
        "the_largest_pair_obeys_all_four",
        "The greatest pair, which Claim 10.29 says there is, obeys each constraint; it is the lexicographic maximum.",
        (chosen.XI_OBEYS, chosen.XI_LARGEST),
        scope=IN_ORDER,
        notes=OF_XI,
    ),
    Derived(
        "HSV26 Constraint (xi.1)",
        "temporary_budgets_cover_what_is_needed",
        "ξ is no less than L.",
        (chosen.COVERS_CONTROL,),
        scope=IN_ORDER,
        notes=OF_XI,
    ),
    Derived(
        "HSV26 Constraint (xi.2) (repaired)",
        "temporary_budgets_leave_enough",
        "ξ leaves what L asks for the answers after it.",
        (chosen.LEAVES_ENOUGH,),
        scope=IN_ORDER,
        notes=OF_XI,
    ),
    Derived(
        "HSV26 Constraint (xi.3)",
        "temporary_budgets_keep_close",
        "ξ keeps the difference of the weights.",
        (chosen.KEEPS_CLOSE,),
        scope=IN_ORDER,
        notes=OF_XI,
    ),
    Derived(
        "HSV26 Constraint (xi.4)",
        "temporary_budgets_keep_below_their_bound",
        "ξ is no more than the weight, nor than L⁰ + L¹.",
        (chosen.KEEPS_BELOW,),
        scope=IN_ORDER,
        notes=OF_XI,
    ),
    Derived(
        "HSV26 Constraints (phi.1)-(phi.3)",
        "the_largest_pair_obeys_all_three",
        "The greatest pair, which Claim 10.30 (repaired) says there is, obeys each constraint.",
        (chosen.PHI_OBEYS, chosen.PHI_LARGEST),
        scope=f"{FOR_PHI}; ε > 0 for the largest pair",
        notes=(*OF_PHI, "It is the lexicographic maximum, and the only maximal pair: on the diagonal if one there is."),
    ),
    Derived(
        "HSV26 Constraint (phi.1)",
        "budgets_cover_temporary_ones",
        "δ·φ is no less than ξ.",
        (chosen.COVERS_XI,),
        scope=FOR_PHI,
        notes=OF_PHI,
    ),
    Derived(
        "HSV26 Constraint (phi.2)",
        "budgets_leave_temporary_ones",
        "δ·φ leaves ξ for the answers after it.",
        (chosen.LEAVES_XI,),
        scope=FOR_PHI,
        notes=OF_PHI,
    ),
    Derived(
        "HSV26 Constraint (phi.3)",
        "budgets_keep_close",
        "δ·φ keeps the difference of the weights.",
        (chosen.KEEPS_EXPOSED_CLOSE,),
        scope=FOR_PHI,
        notes=OF_PHI,
    ),
    Derived(
        "HSV26 Equation (3)",
        "what_is_left_covers_temporary_budgets",
        "As ξ obeys (φ.2), what δ·φ leaves is enough for ξ of the answers from k on.",
        (chosen.REST_COVERS,),
        scope=FOR_PHI,
        notes=OF_PHI,
    ),
    Derived(
        "HSV26 Claim 10.31",
        "the_chosen_budgets_are_used_up",
        "What is left is compatible with the weight of the answers to come, so no more than it; and the tails vanish.",
        (used_up.USED_UP,),
        scope=f"{MECHANISMS}, in the order of their numbers, ε > 0, 0 < δ ≤ 1",
        notes=(*OF_PHI, "Not by contradiction, as in print: neither (4) nor (5) is needed."),
    ),
    Derived(
        "HSV26 Claim 10.33 (repaired)",
        "the_chosen_budgets_are_alike",
        "By Lemma 10.32 ξ is the same in both worlds; so is what is left, answer after answer.",
        chosen_alike.CHOSEN_ALIKE,
        scope=f"{IN_ORDER}; queries that both worlds answer alike, with condition (IV) as repaired for the history",
        notes=(*OF_PHI, "δ is δ~; λ is 1 while both worlds answer alike, ι if they answer one query more alike."),
    ),
)


@check_of_derivation(
    "HSV26 Conditions (I)-(IV)",
    *four_conditions.OF_ONE_PHI,
    *four_conditions.WITH_DELTA,
    four_conditions.AT_THE_START,
)
def one_family_meets_all_four() -> Outcome:
    """The conditions one by one, of the φ that each is proved of: all four with δ~, the first three with δ."""
    odds, delta, third = Fraction(3, 2), Fraction(1, 6), Fraction(1, 3)
    chances: Likelihoods = {(): (ONE, ONE), ((0, 0),): (third, 2 * third), ((0, 1),): (2 * third, third)}
    failing = list(depending_on_the_world_with_budget({(): (ONE, ONE)}, chances, PrivacyParameters(odds, delta)))
    expect(failing == [()], "the least δ is enough for (IV) at the start")
    return Outcome(
        verdict="proved",
        scope=f"{ANY_EPSILON}, 0 ≤ δ ≤ 1; (IV) as repaired, with δ~ = min(1, L⁰() + L¹()) for δ",
        control="with δ for δ~ condition (IV) fails at the start for the mechanism that answers one query by 0 with "
        "probability 1/3 or 2/3, at e^ε = 3/2 and its least δ, 1/6",
        notes=("X is δ·φ and Xᶜ is δ~·φ, for φ made by splitting; λ is 1 where both worlds answer all queries alike.",),
    )


CHECKS = checks_of_table(__name__, TABLE)
