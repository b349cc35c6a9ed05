"""The parts of a privacy loss, and losses that are rarely large.

The same statements are computed on families in `zhang24.losses`, `zhang24.dependent_noise` and `zhang24.beliefs`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.confounding import losses, rare_odds

OUTCOMES = "any number of mechanisms; every outcome that each of the laws gives a chance, for both of any two secrets"
AS_ODDS = "A loss is kept as the odds e^L, so that the sum of losses is the product of their odds."

TABLE = (
    Derived(
        "Zhang24 Equation (11)",
        "the_odds_are_those_of_the_dependence_times_those_of_the_product",
        "The joint law is its ratio to the product times the product, and the odds of the product are a product.",
        (losses.TWO_PARTS,),
        scope=OUTCOMES,
        notes=(AS_ODDS,),
    ),
    Derived(
        "Zhang24 Equation (12) (repaired)",
        "the_noises_have_odds_of_their_own",
        "The law with dependent noises is its ratio to that with independent ones times that, of which (11) speaks.",
        (losses.THREE_PARTS,),
        scope=OUTCOMES,
        notes=(AS_ODDS,),
    ),
    Derived(
        "Zhang24 Lemma 8",
        "large_odds_are_all_that_is_added",
        "An event has at most e^ε times its other chance where odds are at most e^ε, and at most δ elsewhere.",
        (rare_odds.RARELY_LARGE,),
        scope="any two laws of countably many outputs; all real e^ε ≥ 1 and δ",
        notes=("Read with the odds of the output Y.",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
