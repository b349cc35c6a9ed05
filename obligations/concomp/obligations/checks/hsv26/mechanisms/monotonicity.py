"""Monotonicity in the verification function, and the inclusion for which Corollary 8.8 uses it."""

from __future__ import annotations

from functools import cache

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.applications.proved_protocols import ACCEPTED, inclusion_in_the_proof
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import (
    SCOPE,
    count_agreeing,
    note_on_descriptions,
    refuted_by_solvers,
)
from concomp.obligations.checks.propositions import Proved
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.systems import postprocessing
from concomp.obligations.derivations.systems.instances import instances
from concomp.obligations.derivations.systems.links import inclusion
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, RISING

INCLUSIONS = ((RISING, ANY), (AT_MOST_ONE_DIFFERENCE, ANY), (RISING, RISING), (ANY, RISING))
"""Functions f and f' whose described systems are run; of the last f accepts more, so that V[f'] halts."""
RELATION = (
    "That every f-valid sequence is f'-valid enters as a relation between what the two have read, which holds at the "
    "start and is kept by every message that f admits; to have read one f-valid sequence is such a relation."
)


@cache
def _described() -> int:
    return count_agreeing(instances.inclusions(INCLUSIONS, random_continual_trees(2, 3, 1, 5)))


@check_of_derivation("HSV26 Observation 8.9", postprocessing.MONOTONE)
def a_second_verifier_never_halts() -> Outcome:
    """V[f'] behind V[f] changes no answer, so that V[f] ∘* I ∘* M is a post-processing of V[f'] ∘* I ∘* M."""
    refuted = refuted_by_solvers(*inclusion.REVERSED_INCLUSION.stages)
    return Outcome(
        verdict="proved",
        scope=SCOPE,
        control=f"if what is valid for f' is valid for f instead, solvers refute it ({refuted})",
        notes=(note_on_descriptions(_described()), RELATION),
    )


TABLE = (
    Proved(
        "HSV26 Observation 8.9",
        "it_applies_to_sparse_local_protocols",
        "What f_{P,~} accepts for users with one mechanism, f_{∞,FPC} accepts: the hypothesis for Corollary 8.8.",
        inclusion_in_the_proof,
        ACCEPTED,
        part="in Corollary 8.8, whose functions it is about",
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
