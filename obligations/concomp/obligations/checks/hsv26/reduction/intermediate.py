"""The intermediate weights ξ exist, and reach their cap where both worlds answer alike, for any number of answers."""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.theories.laziness import intermediate

EVERY = (
    "every mechanism with countably many answers in the order of their numbers, any set of queries, ε ≥ 0, 0 ≤ δ ≤ 1"
)
RECURSION = "ξ is what the recursion chose for the answers before; that it chose within (ξ.2) is a hypothesis."


@check_of_derivation("HSV26 Equation (2)", intermediate.ENOUGH_LEFT)
def what_is_left_covers_what_is_needed() -> Outcome:
    """Induction over the answers: condition (I) at the start, then (ξ.2) for each ξ in turn."""
    return Outcome(verdict="proved", scope=EVERY, notes=(RECURSION, "Z is δ·φ less ξ of the answers before."))


@check_of_derivation("HSV26 Claim 10.29", intermediate.FEASIBLE)
def the_control_function_satisfies_the_constraints() -> Outcome:
    """(ξ.2) by (2), (ξ.3) by Corollary 10.16, (ξ.4) by Lemma 10.17 and L ≥ 0; (ξ.1) is an equality."""
    return Outcome(
        verdict="proved",
        scope=EVERY,
        notes=(RECURSION, "A set that is not empty has a lexicographic maximum by Lemma 10.28, so the next ξ exists."),
    )


@check_of_derivation("HSV26 Lemma 10.32 (repaired)", intermediate.CAP_IS_FEASIBLE)
def the_cap_satisfies_the_constraints() -> Outcome:
    """M = min(μ, L⁰ + L¹) satisfies (ξ.1) to (ξ.3) if the answers before have theirs; (ξ.4) allows no more."""
    return Outcome(
        verdict="proved",
        scope=f"{EVERY}; histories and queries that both worlds answer alike, with condition (IV) as repaired",
        notes=(
            "m and N are μ and L there. M is feasible and bounds all feasible pairs, so it is their maximum.",
            "By induction over the answers every ξ before is M, which is how Zᴹ is defined.",
        ),
    )
