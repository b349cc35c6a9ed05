"""What the modes of a composition allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import prod

from concomp.model.files.schema import CompositionFile, FilterFile, ParallelFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interleaving import FREE, Rule
from concomp.model.mechanisms.verification import Pair


def rule(document: CompositionFile) -> Rule:
    """The rule of a composition."""
    if isinstance(document, ParallelFile):
        return parallel(document.labels, document.params)
    if isinstance(document, FilterFile):
        return filtered(document.labels, document.budget_E, document.budget_delta)
    return FREE


def parallel(labels: Sequence[PrivacyParameters], params: Sequence[PrivacyParameters]) -> Rule:
    """The labels of the components that ever got a differing pair are contained in `params`, as multisets.

    It remembers those components.
    """
    available = Counter(params)

    def charge(exceptional: frozenset[int], component: int, pair: Pair) -> Hashable | None:
        if pair[0] == pair[1]:
            return exceptional
        extended = exceptional | {component}
        return extended if Counter(labels[index] for index in extended) <= available else None

    return Rule(frozenset(), charge)


def filtered(labels: Sequence[PrivacyParameters], budget_e_eps: Fraction, budget_delta: Fraction) -> Rule:
    """The product of e_eps and the sum of delta of the components that got a pair stay within the budgets.

    It remembers those components.
    """

    def charge(created: frozenset[int], component: int, pair: Pair) -> Hashable | None:
        extended = created | {component}
        spent_e_eps = prod((labels[index].e_eps for index in extended), start=ONE)
        spent_delta = sum((labels[index].delta for index in extended), ZERO)
        return extended if spent_e_eps <= budget_e_eps and spent_delta <= budget_delta else None

    return Rule(frozenset(), charge)
