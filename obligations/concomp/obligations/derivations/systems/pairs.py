"""A continual mechanism and an interactive response: HSV26 Corollary 5.7, repaired.

V[f] ∘* I(b) ∘* M is an interactive mechanism with the worlds b, by Corollary 3.8; so Lemma 5.6 is about it. It answers
identical pairs alike in both worlds, so a simulator may wait while all pairs are identical.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.logic import state
from concomp.obligations.derivations.systems.links.exchanged_pairs import SIDES_EXCHANGED
from concomp.obligations.derivations.systems.links.first_pairs import IDENTICAL_PAIRS
from concomp.obligations.derivations.systems.pair_rules import for_exchanged_pairs, for_pairs
from concomp.obligations.derivations.systems.system_rules import related
from concomp.obligations.derivations.theories.laziness import exchanging, lazy_simulation

KEY = exchanging.KEY
IDENTICAL, EXCHANGED = related(IDENTICAL_PAIRS), related(SIDES_EXCHANGED)
PURE_BY_PAIRS = for_pairs(lazy_simulation.SIMULATED, IDENTICAL, lazy_simulation.PURE)
COROLLARY = (
    state(for_pairs(lazy_simulation.SIMULATED, IDENTICAL), KEY, "any budget β from W∞() to 1"),
    state(lazy_simulation.TWICE_IS_ENOUGH, KEY, "min(1, 2δ) is such a budget"),
    state(PURE_BY_PAIRS, KEY, "so is δ, if δ = 0"),
    state(
        for_exchanged_pairs(exchanging.DELTA_IS_ENOUGH, IDENTICAL, EXCHANGED),
        KEY,
        "δ itself, if f is invariant under exchanging sides",
    ),
)
