"""The theorems of the introduction of HSV26, which later sections state formally: 1.2, 1.3, 1.8, 1.9, Corollary 1.7.

Theorem 1.2 names no ε_i > 0, as Theorem 4.12 does; so it is derived for ε_i ≥ 0, by the lemma for ε = 0 too.
What a composition of noninteractive mechanisms is supposed to satisfy is supposed of randomised responses, which are
among them. The users of Theorem 1.9 are interactive mechanisms, whose functions f_~ are first-pair consistent.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.logic import apply_lemma, discharge_all, instance, state, suppose
from concomp.obligations.derivations.systems.applications.local_protocols import PRIVATE_SPARSE_PROTOCOL
from concomp.obligations.derivations.systems.interactive import (
    ANSWERS_OF_INTERACTIVE,
    COMPOSITION,
    INTERACTIVE_CONSISTENT,
    INTERACTIVE_PREMISES,
    INTERACTIVE_PRIVATE,
)
from concomp.obligations.derivations.systems.language import (
    EVERY_PARAMETERS,
    OF_PARAMETERS,
    PARAMETERS,
    C,
    responses,
)
from concomp.obligations.derivations.systems.properties import positive, private
from concomp.obligations.derivations.systems.theorems import (
    DISCRETE,
    EACH_AT_ANY_EPSILON,
    FILTERED_COMPOSE,
    INTERACTIVE_COMPOSE,
    PRIVATE_MEMBERS,
    PURE_COMPOSE,
    SIMULATED_AT_ANY_EPSILON,
    SLOT_AT_CREATION,
    with_slots,
)

FIXED_COMPOSE = state(
    with_slots(
        OF_PARAMETERS, EACH_AT_ANY_EPSILON, SIMULATED_AT_ANY_EPSILON, (DISCRETE, PRIVATE_MEMBERS), SLOT_AT_CREATION
    ),
    "HSV26 Theorem 1.2",
)
SPARSE_COMPOSE = state(instance(INTERACTIVE_COMPOSE, {}), "HSV26 Theorem 1.3")
PURE_SPARSE_COMPOSE = state(instance(PURE_COMPOSE, {}), "HSV26 Corollary 1.7")
FILTER_COMPOSES = state(instance(FILTERED_COMPOSE, {}), "HSV26 Theorem 1.8")

POSITIVE = suppose(positive(EVERY_PARAMETERS(COMPOSITION)))
PRIVATE_RESPONSES = suppose(private(responses(COMPOSITION), PARAMETERS))
USERS_COMPOSE = state(
    discharge_all(
        (*INTERACTIVE_PREMISES, POSITIVE, PRIVATE_RESPONSES),
        apply_lemma(
            PRIVATE_SPARSE_PROTOCOL,
            {C: COMPOSITION},
            INTERACTIVE_CONSISTENT,
            ANSWERS_OF_INTERACTIVE,
            INTERACTIVE_PRIVATE,
            POSITIVE,
            PRIVATE_RESPONSES,
        ),
    ),
    "HSV26 Theorem 1.9",
)
