"""The most exact composition that can be had for a list: on a lattice, by outcomes, or between bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.halves import HalvesComposition, by_halves
from concomp.impl.accounting.optimal.lattice import LARGEST
from concomp.impl.accounting.optimal.lattice_composition import NotOnLattice, OptimalComposition, compose
from concomp.impl.accounting.optimal.lines.closest import ClosestComposition, closest
from concomp.impl.accounting.optimal.product_composition import ProductComposition, by_outcomes
from concomp.impl.accounting.optimal.tilted_law import TooFine
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.numbers import Exact

T = TypeVar("T")


@dataclass(frozen=True)
class FineComposition:
    """The optimal composition on a lattice that is too fine for a convolution, where its transform decays.

    Where it does not, answers are bounds.
    """

    components: tuple[PrivacyLoss, ...]
    on_lattice: OptimalComposition

    @property
    def unexposed(self) -> Bounds:
        """The probability that no component exposes its bit."""
        return self.on_lattice.unexposed

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        return self._ask(lambda composition: composition.delta(e_eps))

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        return self._ask(lambda composition: composition.least_e_eps(delta))

    def _ask(self, question: Callable[[OptimalComposition | ClosestComposition], T]) -> T:
        try:
            return question(self.on_lattice)
        except TooFine:
            return question(self._closest)

    @cached_property
    def _closest(self) -> ClosestComposition:
        return closest(self.components)


Composition = OptimalComposition | FineComposition | ProductComposition | HalvesComposition | ClosestComposition


def best_composition(components: Sequence[PrivacyLoss]) -> Composition:
    """The optimal composition of a *fixed* list of parameters, as exactly as it can be had.

    Parameters that are chosen by looking at answers do not compose like the list that comes out in the end; they need
    a filter. Raises ParameterError if the list is empty or too long.
    """
    try:
        found = compose(components)
    except NotOnLattice:
        return by_outcomes(components) or by_halves(components) or closest(components)
    if sum(found.lattice.steps) <= LARGEST:
        return found
    return by_outcomes(components) or by_halves(components) or FineComposition(tuple(components), found)
