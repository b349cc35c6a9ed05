"""Adaptive creation on likelihood trees: which components come into being is decided by the answers so far."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.compositions.bounds import chance_of_no_exposure
from concomp.obligations.families.compositions.interleaving import Charge, within_slots

Touched = tuple[frozenset[int], frozenset[int]]
"""The components that were created, and those of them that got a differing pair."""
NOTHING_TOUCHED: Touched = (frozenset(), frozenset())


def created_within(labels: Sequence[PrivacyParameters], slots: Sequence[Fraction], budget: Fraction) -> Charge[Touched]:
    """The rule of Definition 5.3, where the first message to a component creates it.

    1 − ∏(1 − δ_j) over the created components stays within `budget`, and the e^ε_j of those with a differing pair form
    a sub-multiset of `slots`. Its memory starts as NOTHING_TOUCHED.
    """
    exceptional_rule = within_slots([label.e_eps for label in labels], slots)

    def charge(memory: Touched, component: int, pair: Pair) -> Touched | None:
        created = memory[0] | {component}
        exceptional = exceptional_rule(memory[1], component, pair)
        if exceptional is None or 1 - chance_of_no_exposure([labels[index].delta for index in created]) > budget:
            return None
        return created, exceptional

    return charge
