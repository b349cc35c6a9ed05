"""The theorems of the introduction, for any number of mechanisms and conversations of any length.

Each is a theorem of a later section, read as the introduction has it: with randomised responses for the noninteractive
mechanisms that they are among.
"""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.composition.proved_compositions import SCOPE
from concomp.obligations.checks.hsv26.mechanisms.private_protocols import ANSWERED
from concomp.obligations.checks.hsv26.mechanisms.private_protocols import SCOPE as PROTOCOLS
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.derivations.systems.applications import introduction
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.links import filtering, first_pairs, inclusion, slots

AMONG = (
    "What is supposed of the composition of noninteractive mechanisms is supposed of randomised responses only, which "
    "are among them (Lemma 2.4)."
)
FORMAL = "both solvers meet the premises of each solved step of the theorem that it is"


@check_of_derivation("HSV26 Theorem 1.2", introduction.FIXED_COMPOSE)
def mechanisms_are_private_together() -> Outcome:
    """Theorem 4.12, at ε_j = 0 too: each mechanism is simulated by the response of its slot."""
    taken = refuted_by_solvers(slots.step(Rules(only_free=False)))
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; ε_j ≥ 0",
        control=f"if a slot may be taken twice both solvers find a counter-model ({taken})",
        notes=(
            AMONG,
            "M_1, …, M_k, created in any order, are a case. The other way round, noninteractive mechanisms are "
            "continual ones that answer once.",
        ),
    )


@check_of_derivation("HSV26 Theorem 1.3", introduction.SPARSE_COMPOSE)
def copies_are_interactive_mechanisms() -> Outcome:
    """Corollary 5.15, of which copies of one M_0, and k slots with its parameters, are a case."""
    where = refuted_by_solvers(*first_pairs.INCONSISTENT.stages)
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; any interactive mechanisms, copies of one among them, any k slots, equal ones among them",
        witness=FORMAL,
        control=f"if later pairs may differ both solvers find a counter-model ({where})",
        notes=(AMONG,),
    )


@check_of_derivation("HSV26 Corollary 1.7", introduction.PURE_SPARSE_COMPOSE)
def pure_mechanisms_take_slots_when_they_need_them() -> Outcome:
    """Corollary 5.5, of which k slots with one ε_0 are a case."""
    where = refuted_by_solvers(*first_pairs.UNLIKE_PAIRS.stages)
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; any k slots, equal ones among them",
        witness=FORMAL,
        control=f"if a mechanism without a slot may get pairs that differ both solvers find a counter-model ({where})",
        notes=(AMONG,),
    )


@check_of_derivation("HSV26 Theorem 1.8", introduction.FILTER_COMPOSES)
def filters_compose_mechanisms() -> Outcome:
    """Theorem 12.4: what the filter accepts of mechanisms it accepts of responses, which are noninteractive."""
    where = refuted_by_solvers(*filtering.UNLIKE_PARAMETERS.stages)
    return Outcome(
        verdict="proved",
        scope=f"{SCOPE}; every filter, ε_j ≥ 0",
        witness=FORMAL,
        control=f"with responses whose parameters are not those of the mechanisms both solvers find a counter-model "
        f"({where})",
        notes=(AMONG,),
    )


@check_of_derivation("HSV26 Theorem 1.9", introduction.USERS_COMPOSE)
def users_are_interactive_mechanisms() -> Outcome:
    """Corollary 8.8 for users that are interactive mechanisms: f_~ is first-pair consistent, whatever they are."""
    inconsistent = refuted_by_solvers(*first_pairs.INCONSISTENT.stages)
    reversed_ = refuted_by_solvers(*inclusion.REVERSED_INCLUSION.stages)
    return Outcome(
        verdict="proved",
        scope=f"{PROTOCOLS}; any k, users with discrete answers, ε_0 > 0",
        control=f"for users whose first pair need not differ solvers refute it ({inconsistent}), and if f_{{∞,FPC}} "
        f"accepted less ({reversed_})",
        notes=(ANSWERED, AMONG, "x ~ x' is ~_{k,~*} of Corollary 8.8."),
    )
