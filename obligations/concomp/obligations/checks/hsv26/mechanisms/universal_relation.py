"""Privacy with respect to f is that of an interactive mechanism with two initial states, for all mechanisms."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters, indistinguishable
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.theories.laws import universal_relation
from concomp.obligations.expectation import expect

SCOPE = "all adversaries and events, whatever views are made of; all ε ≥ 0 and δ ≥ 0"
VIEWS = (
    "The view against V[f] ∘* I ∘* M in the initial state b is that against V[f] ∘* I(b) ∘* M: Remark 3.6. ~_01 "
    "relates each of the two states to both."
)


def _only_equal_states() -> str:
    """What the identity relation on the initial states would let pass: views that tell them apart."""
    zero, one = Law.point(0), Law.point(1)
    nothing, something = PrivacyParameters(ONE, ZERO), PrivacyParameters(Fraction(3), Fraction(1, 2))
    expect(
        indistinguishable(zero, zero, nothing) and indistinguishable(one, one, nothing), "equal views are told apart"
    )
    expect(not indistinguishable(zero, one, something), "different views are close")
    return "for the identity on initial states a mechanism that answers its secret bit would be (0,0)-DP"


@check_of_derivation("HSV26 Corollary 3.8", *universal_relation.UNIVERSAL)
def two_initial_states_are_equal_or_each_others() -> Outcome:
    """Of equal initial states the views are equal; the two other pairs are those of Definition 3.7."""
    return Outcome(
        verdict="proved", scope=f"{SCOPE}; all mechanisms and f", control=_only_equal_states(), notes=(VIEWS,)
    )


@check_of_derivation("HSV26 Definition 4.4", *universal_relation.OF_EXTENDED)
def privacy_of_a_composition_is_that_of_extconcomp() -> Outcome:
    """Corollary 3.8 for M = ExtConComp: its two formulations of the privacy of a composition are equivalent."""
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; every composition and f",
        witness="it has the witness of Corollary 3.8",
        control=_only_equal_states(),
        notes=(VIEWS,),
    )
