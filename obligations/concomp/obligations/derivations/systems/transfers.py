"""Theorems of Haney23 on (ε,δ)-DP that follow from those of HSV26: 1.8, 1.24 and 2.18."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.logic import apply_lemma, discharge_all, state, suppose
from concomp.obligations.derivations.systems.language import BEHIND, OF_ALPHAS, PARAMETERS, M, Q
from concomp.obligations.derivations.systems.postprocessing import POST_PROCESSING
from concomp.obligations.derivations.systems.properties import equivalent, private
from concomp.obligations.derivations.systems.system_rules import as_private
from concomp.obligations.derivations.systems.theorems import (
    DISCRETE,
    EACH_AT_ANY_EPSILON,
    PRIVATE_MEMBERS,
    SIMULATED_AT_ANY_EPSILON,
    SLOT_OF_ITS_NUMBER,
    slot_theorem,
)

FIXED_PARAMETERS_COMPOSE = slot_theorem(
    "Haney23 Theorem 1.8",
    OF_ALPHAS,
    EACH_AT_ANY_EPSILON,
    SIMULATED_AT_ANY_EPSILON,
    (DISCRETE, PRIVATE_MEMBERS),
    SLOT_OF_ITS_NUMBER,
)
"""HSV26 Theorem 4.10 (repaired) with ε_j ≥ 0."""

N = Var("N", "system")


def of_processed(key: str) -> Fact:
    """What has the views of a processed private mechanism is private."""
    same = suppose(equivalent(N, BEHIND(Q, M)))
    of_mechanism = suppose(private(M, PARAMETERS))
    return state(
        discharge_all((same, of_mechanism), as_private(same, apply_lemma(POST_PROCESSING, {}, of_mechanism))), key
    )


SIMULATED, SIMULATED_AT_ANY_DISTANCE = of_processed("Haney23 Corollary 1.24"), of_processed("Haney23 Corollary 2.18")
