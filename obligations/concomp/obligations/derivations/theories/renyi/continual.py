"""Continual mechanisms that are Rényi private at one order: HSV26 Corollaries 13.4, 13.7, 13.8, Theorem 13.6.

A created mechanism M_j is, in world b, V[f_j] ∘* I(b) ∘* M_j, to which pairs of messages are sent; so it is one of the
interactive mechanisms of Haney23. What is launched by a message, and what it loses, is read in three ways. Under a
filter and with fixed parameters a creation launches, and loses the ε it names. In parallel composition of first-pair
consistent functions the first pair launches: identical, it loses nothing, as all pairs after it are identical and the
worlds answer alike; otherwise it takes a slot. Creations are then answered by the composition itself, which knows no
data. In all three the losses of what is launched never sum up to more than ε.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Quantity
from concomp.obligations.derivations.kernel.logic import state
from concomp.obligations.derivations.theories.renyi.filtered import accepted, within
from concomp.obligations.derivations.theories.renyi.unlimited import ONE_ORDER, any_number

BUDGET = Quantity("ε")


def _launched(rule: str, key: str) -> Fact:
    """What is launched by this rule reaches no more than e^{(α−1)ε}."""
    return state(any_number(within(BUDGET, ONE_ORDER, accepted(BUDGET, rule))), key)


FILTERED = _launched("what is created is accepted: Σε_j ≤ ε, with its own", "HSV26 Corollary 13.8")
FIXED = _launched(
    "the ε of what is created are a sub-multiset of the slots: Σε_j ≤ ε, the sum of all slots", "HSV26 Corollary 13.4"
)
_SLOTS = (
    "the ε of what gets a differing first pair are a sub-multiset of the slots, all others lose 0: Σε_j ≤ ε, the sum "
    "of all slots"
)
CONSISTENT = _launched(_SLOTS, "HSV26 Theorem 13.6")
STARTED = _launched(
    "the ε of what is started on two different states are a sub-multiset of the slots, all others lose 0: Σε_j ≤ ε, "
    "the sum of all slots",
    "HSV26 Corollary 13.7",
)
