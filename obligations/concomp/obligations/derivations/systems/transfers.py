"""Haney23 Theorem 1.8, which follows from the theorems of HSV26."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.logic import state
from concomp.obligations.derivations.systems.language import OF_ALPHAS
from concomp.obligations.derivations.systems.theorems import (
    DISCRETE,
    EACH_AT_ANY_EPSILON,
    PRIVATE_MEMBERS,
    SIMULATED_AT_ANY_EPSILON,
    SLOT_OF_ITS_NUMBER,
    with_slots,
)

FIXED_PARAMETERS_COMPOSE = state(
    with_slots(
        OF_ALPHAS, EACH_AT_ANY_EPSILON, SIMULATED_AT_ANY_EPSILON, (DISCRETE, PRIVATE_MEMBERS), SLOT_OF_ITS_NUMBER
    ),
    "Haney23 Theorem 1.8",
)
"""HSV26 Theorem 4.10 (repaired) with ε_j ≥ 0."""
