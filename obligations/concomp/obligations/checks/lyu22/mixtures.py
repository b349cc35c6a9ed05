"""Lyu22's decomposition, derived for every number of rounds and of answers, and any set of queries."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.kernel.language import le
from concomp.obligations.derivations.kernel.logic import join, solve, state
from concomp.obligations.derivations.theories.control.control import LOWER_DIFFERENCE, lower
from concomp.obligations.derivations.theories.control.private import LOWER_AT_THE_START
from concomp.obligations.derivations.theories.control.weights import NOT_B, B, C, H, N, Q, mu
from concomp.obligations.derivations.theories.mixtures import decomposition, mixtures

SYSTEMS = "all systems with countably many answers, any set of queries, every number of rounds"


@check_of_derivation("Lyu22 Claim 1", state(join(LOWER_AT_THE_START), "Lyu22 Claim 1"))
def lower_starts_at_most_at_delta() -> Outcome:
    """The same as HSV26 Claim 10.5: near-optimal queries make an adversary, against which δ bounds what is reached."""
    return Outcome(verdict="proved", scope=f"{SYSTEMS}, ε ≥ 0", notes=("No best query need exist.",))


@check_of_derivation(
    "Lyu22 Claim 2",
    state(
        solve(
            "moved over",
            le(lower(N, B, H, Q), (mu(B, H) - C * mu(NOT_B, H)) + C * lower(N, NOT_B, H, Q)),
            LOWER_DIFFERENCE,
        ),
        "Lyu22 Claim 2",
    ),
)
def lower_exceeds_upper_by_the_other_lower_at_most() -> Outcome:
    """HSV26 Claim 10.6, moved over; the induction begins in the last round, t = T (HL78)."""
    return Outcome(verdict="proved", scope=f"{SYSTEMS}, ε ≥ 0")


@check_of_derivation("Lyu22 Lemma 2", mixtures.LEFT_IS_A_SYSTEM)
def what_is_left_is_shared_out() -> Outcome:
    """M − δ·E is not negative, starts at 1 − δ and is shared out among the answers."""
    return Outcome(
        verdict="proved",
        scope=f"{SYSTEMS}, 0 ≤ δ < 1",
        notes=("The weights are those of (1 − δ)·N, so that δ = 1 needs no case: there they are 0.",),
    )


@check_of_derivation("Lyu22 Lemma 3", mixtures.UNMIXED_IS_A_SYSTEM)
def two_close_systems_are_unmixed() -> Outcome:
    """(e^ε·N^b − N^{1−b})/(e^ε − 1) is not negative, starts at 1, is shared out, and mixes back to N."""
    return Outcome(verdict="proved", scope=f"{SYSTEMS}, ε > 0; at ε = 0 both systems are one and N′ = N")


@check_of_derivation("Lyu22 Lemma 1", decomposition.EXPOSED_EXIST)
def budgets_are_systems() -> Outcome:
    """Split budgets start at δ, are shared out, lie within M, and leave the worlds within e^ε at every history."""
    return Outcome(
        verdict="proved",
        scope=f"{SYSTEMS}, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=(
            "For sets of transcripts the two inequalities are sums over their histories.",
            "E is made by the split lemma and not by raising weights: the gaps close for countably many answers too, "
            "and ε = 0, δ = 0 and δ = 1 need no case (HL81).",
        ),
    )


@check_of_derivation(
    "Lyu22 Theorem 3 (repaired)",
    mixtures.MIXTURE_IS_PRIVATE,
    decomposition.FOUR_EXIST,
    decomposition.FOUR_EXIST_AT_ZERO,
)
def two_systems_are_mixtures_of_four() -> Outcome:
    """If: what an adversary reaches is at most the weight of δ·E. Only if: the systems of Lemmas 1 to 3."""
    return Outcome(
        verdict="proved",
        scope=f"{SYSTEMS}, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=("The weights are those of δ·E and (1 − δ)·N; where δ or 1 − δ is 0, any system will do.",),
    )
