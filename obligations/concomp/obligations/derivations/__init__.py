"""Proofs of statements for every length and every number of answers: a small kernel, and the proofs written in it."""

# Whoever imports anything of these gets all rules made first, by the modules that conclude by them, and none is left.
from concomp.obligations.derivations.kernel import logic, rules
from concomp.obligations.derivations.systems import (
    discrete_rules,
    interactive,
    lemmas,
    member_rules,
    pair_rules,
    slot_rules,
    system_rules,
)
from concomp.obligations.derivations.systems.trade_offs import any_responses
from concomp.obligations.derivations.theories.simulation import simulation_rules

__all__ = [
    "any_responses",
    "discrete_rules",
    "interactive",
    "lemmas",
    "logic",
    "member_rules",
    "pair_rules",
    "rules",
    "simulation_rules",
    "slot_rules",
    "system_rules",
]
