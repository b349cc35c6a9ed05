"""The verification functions of compositions of given components, in the language."""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.composition.catalogue import Catalogue, catalogue
from concomp.model.composition.filtered import Filter, Filtered
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.small_games import slots


def catalogue_of(parts: Sequence[Component]) -> Catalogue:
    """What the components assert, where it holds for as many rounds as the longest of them has."""
    return catalogue((each.create for each in parts), max(each.rounds for each in parts))


def of_fixed_mechanisms(*parts: Component) -> FixedMechanisms:
    """f^{α_1,…,α_k}, the components being created in this order."""
    alphas = tuple(each.create for each in parts)
    return catalogue_of(parts).bind(FixedMechanisms, len(parts), alphas=alphas)


def of_fixed_parameters(
    parts: Sequence[Component], parameters: Sequence[PrivacyParameters] | None = None
) -> FixedParameters:
    """f^{ε_1,δ_1,…} for these privacy parameters, by default those of the components."""
    given = slots(*(each.privacy for each in parts)) if parameters is None else slots(*parameters)
    return catalogue_of(parts).bind(FixedParameters, len(given), slots=given)


def under_filter(parts: Sequence[Component], accepts: Filter) -> Filtered:
    """f^Filt for a filter."""
    return catalogue((each.create for each in parts), 2).bind(Filtered, within_budget=accepts)
