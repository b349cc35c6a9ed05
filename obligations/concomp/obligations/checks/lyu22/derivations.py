"""Lyu22's decomposition, derived for every number of rounds and of answers, and any set of queries."""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.kernel.language import le
from concomp.obligations.derivations.kernel.logic import join, solve, state
from concomp.obligations.derivations.theories.control.control import LOWER_DIFFERENCE, lower
from concomp.obligations.derivations.theories.control.private import LOWER_AT_THE_START
from concomp.obligations.derivations.theories.control.weights import NOT_B, B, C, H, N, Q, mu
from concomp.obligations.derivations.theories.mixtures import decomposition, mixtures

SYSTEMS = "all systems with countably many answers, any set of queries, every number of rounds"

TABLE = (
    Derived(
        "Lyu22 Claim 1",
        "lower_starts_at_most_at_delta",
        "The same as HSV26 Claim 10.5: near-optimal queries make an adversary, against which δ bounds what is reached.",
        (state(join(LOWER_AT_THE_START), "Lyu22 Claim 1"),),
        scope=f"{SYSTEMS}, ε ≥ 0",
        notes=("No best query need exist.",),
    ),
    Derived(
        "Lyu22 Claim 2",
        "lower_exceeds_upper_by_the_other_lower_at_most",
        "HSV26 Claim 10.6, moved over; the induction begins in the last round, t = T (HL78).",
        (
            state(
                solve(
                    "moved over",
                    le(lower(N, B, H, Q), (mu(B, H) - C * mu(NOT_B, H)) + C * lower(N, NOT_B, H, Q)),
                    LOWER_DIFFERENCE,
                ),
                "Lyu22 Claim 2",
            ),
        ),
        scope=f"{SYSTEMS}, ε ≥ 0",
    ),
    Derived(
        "Lyu22 Lemma 2",
        "what_is_left_is_shared_out",
        "M − δ·E is not negative, starts at 1 − δ and is shared out among the answers.",
        (mixtures.LEFT_IS_A_SYSTEM,),
        scope=f"{SYSTEMS}, 0 ≤ δ < 1",
        notes=("The weights are those of (1 − δ)·N, so that δ = 1 needs no case: there they are 0.",),
    ),
    Derived(
        "Lyu22 Lemma 3",
        "two_close_systems_are_unmixed",
        "(e^ε·N^b − N^{1−b})/(e^ε − 1) is not negative, starts at 1, is shared out, and mixes back to N.",
        (mixtures.UNMIXED_IS_A_SYSTEM,),
        scope=f"{SYSTEMS}, ε > 0; at ε = 0 both systems are one and N′ = N",
    ),
    Derived(
        "Lyu22 Lemma 1",
        "budgets_are_systems",
        "Split budgets start at δ, are shared out, lie within M, and leave the worlds within e^ε at every history.",
        (decomposition.EXPOSED_EXIST,),
        scope=f"{SYSTEMS}, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=(
            "For sets of transcripts the two inequalities are sums over their histories.",
            "E is made by the split lemma and not by raising weights: the gaps close for countably many answers too, "
            "and ε = 0, δ = 0 and δ = 1 need no case (HL81).",
        ),
    ),
    Derived(
        "Lyu22 Theorem 3 (repaired)",
        "two_systems_are_mixtures_of_four",
        "If: what an adversary reaches is at most the weight of δ·E. Only if: the systems of Lemmas 1 to 3.",
        (mixtures.MIXTURE_IS_PRIVATE, decomposition.FOUR_EXIST, decomposition.FOUR_EXIST_AT_ZERO),
        scope=f"{SYSTEMS}, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=("The weights are those of δ·E and (1 − δ)·N; where δ or 1 − δ is 0, any system will do.",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
