"""Parallel composition of first-pair consistent mechanisms.

A verification function is first-pair consistent if its first pair decides whether any pair may differ. Then a
mechanism is known to be exceptional, or not, before it has answered anything.
"""

from __future__ import annotations

from concomp.model.composition.messages import Create, Function
from concomp.model.composition.parallel import SparseParallel
from concomp.model.language import relation, require
from concomp.model.registry.tags import realises

first_pair_consistent = relation(Function, name="first_pair_consistent")
"""f: after an identical first pair, f accepts identical pairs only."""


@realises("HSV26 Definition 5.13")
class FirstPairConsistentParallel(SparseParallel):
    """f_{∞,FPC}^{ε_1,δ_1,…,ε_k,δ_k}: sparse parallel composition in which every created function is consistent."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(first_pair_consistent(create.function))
