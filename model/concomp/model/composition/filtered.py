"""Filtered composition.

Nothing is fixed in advance: each creation names its privacy parameters, and a filter looks at the sequence of all of
them so far and says whether the composition may go on.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from concomp.model.composition.messages import Create
from concomp.model.composition.parallel import randomised_response
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Opaque, Real, function, register, relation, require
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.registry.tags import realises

Spent = tuple[tuple[Fraction, Fraction], ...]
"""A sequence of privacy parameters (e^ε, δ)."""
Filter = Callable[[Spent], bool]
"""A filter: whether a sequence of privacy parameters is within the budget."""
REALISES = {"Filter": ("HSV26 Definition 12.1",)}


class Launched(Opaque):
    """The privacy parameters of the mechanisms created so far, as a tuple of pairs (e^ε, δ)."""


launch = function(
    Launched,
    Real,
    Real,
    result=Launched,
    meaning=lambda launched, e_eps, delta: (*launched, (e_eps, delta)),
    name="launch",
)
within_budget = relation(Launched, name="within_budget")
"""The filter, as a relation on the sequence of parameters so far."""


@realises("HSV26 Definition 12.2")
class Filtered(Suitable):
    """f^Filt: the filter, given as `within_budget=`, accepts the parameters of all created mechanisms."""

    launched = register(Launched, ())

    def add(self, create: Create) -> None:
        super().add(create)
        self.launched = launch(self.launched, create.e_eps, create.delta)
        require(within_budget(self.launched))


@realises("HSV26 Definition 12.3")
class FilteredResponses(Filtered):
    """f_RR^Filt: moreover every created mechanism is the randomised response with the parameters it declares."""

    def add(self, create: Create) -> None:
        super().add(create)
        require(randomised_response(create.mechanism, create.e_eps, create.delta, create.function))


@realises("HSV26 Definition 12.1")
def sum_filter(budget: PrivacyParameters) -> Filter:
    """Basic composition as a filter: Σε ≤ ε and Σδ ≤ δ, that is, the product of the e^ε is at most e_eps."""

    def within(spent: Spent) -> bool:
        total = prod((e_eps for e_eps, _ in spent), start=Fraction(1))
        return total <= budget.e_eps and sum((delta for _, delta in spent), Fraction(0)) <= budget.delta

    return within


def product_filter(budget: PrivacyParameters) -> Filter:
    """The filter with Σε ≤ ε and 1 − ∏(1 − δ_j) ≤ δ."""

    def within(spent: Spent) -> bool:
        total = prod((e_eps for e_eps, _ in spent), start=Fraction(1))
        unexposed = prod((1 - delta for _, delta in spent), start=Fraction(1))
        return total <= budget.e_eps and 1 - unexposed <= budget.delta

    return within
