"""The most exact composition that can be had for a list: on a lattice, by its outcomes, or between bounds."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.impl.accounting.optimal.grid_bounds import Bracket, bracket
from concomp.impl.accounting.optimal.lattice_composition import NotOnLattice, OptimalComposition, compose
from concomp.impl.accounting.optimal.product_composition import ProductComposition, by_outcomes
from concomp.impl.accounting.parameters import PrivacyLoss

Composition = OptimalComposition | ProductComposition | Bracket


def best_composition(components: Sequence[PrivacyLoss]) -> Composition:
    """The optimal composition of a *fixed* list of parameters, as exactly as it can be had.

    Parameters that are chosen by looking at answers do not compose like the list that comes out in the end; they need
    a filter. Raises ParameterError if the list is empty or too long.
    """
    try:
        return compose(components)
    except NotOnLattice:
        return by_outcomes(components) or bracket(components)
