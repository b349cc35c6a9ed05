"""The terms of the composition theorems: fixed mechanisms, fixed parameters, few exceptions, a budget, a filter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from concomp.impl.audit.setting import Setting
from concomp.model.composition.catalogue import Catalogue, catalogue
from concomp.model.composition.filtered import Filter, Filtered, Spent
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.verification import Pair, VerificationFunction, first_pair_consistent
from concomp.obligations.families.compositions import engine_games
from concomp.obligations.families.compositions.bounds import (
    accountant_delta,
    chance_of_no_exposure,
    pure_profile,
    response_profile,
    with_exposure,
)
from concomp.obligations.families.compositions.components import (
    Component,
    response_component,
    with_creation,
    within_filter,
)
from concomp.obligations.families.compositions.interleaving import interleaved_delta
from concomp.obligations.families.compositions.small_games import pure_slots, slots
from concomp.obligations.families.scaled.composition import Vertices

Parts = Sequence[Component]
LENGTH = 3
"""The sequences by which functions are seen to be first-pair consistent have up to so many pairs."""


def responses_at(parameters: Sequence[PrivacyParameters], exposed: Fraction, e_eps: Fraction) -> Fraction:
    """1 − (1 − δ)(1 − exposed), where δ is that of the responses at e_eps by the accountant; ValueError if inexact."""
    return 1 - (1 - accountant_delta(parameters, e_eps)) * (1 - exposed)


def _listing(parameters: Sequence[PrivacyParameters]) -> str:
    return ", ".join(f"({each.e_eps}, {each.delta})" for each in parameters)


def _known(parts: Parts) -> Catalogue:
    """The creation queries of the parts, proved by backward induction."""
    return catalogue((part.create for part in parts), max(part.rounds for part in parts), _consistent(parts))


def _consistent(parts: Parts) -> list[VerificationFunction]:
    """The functions of the parts that are first-pair consistent, seen by trying all short sequences."""
    return [
        part.function
        for part in parts
        if first_pair_consistent(
            part.function, [each for size in range(1, LENGTH + 1) for each in product(part.pairs, repeat=size)]
        )
    ]


@dataclass(frozen=True, repr=False)
class FixedList:
    """All parts are created at the start, and interleaved freely."""

    def setting(self, parts: Parts) -> Setting:
        """No rule."""
        return engine_games.free([part.game for part in parts])

    def claimed(self, parts: Parts) -> Vertices:
        """The responses with the labels."""
        return response_profile(tuple(part.privacy for part in parts)).vertices

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """By the accountant."""
        return responses_at([part.privacy for part in parts], ZERO, e_eps)

    def function(self, parts: Parts) -> VerificationFunction:
        """f^{α_1,…,α_k}, repaired."""
        return _known(parts).bind(FixedMechanisms, len(parts), alphas=tuple(part.create for part in parts))

    def created_first(self, parts: Parts) -> int:
        """All."""
        return len(parts)

    def __repr__(self) -> str:
        return "all of them, at the start"


@dataclass(frozen=True)
class _ByNeed:
    def created_first(self, parts: Parts) -> int:
        """None."""
        return 0


@dataclass(frozen=True, repr=False)
class FixedSlots(_ByNeed):
    """Parts are created when the adversary likes, as long as a slot with their label is free."""

    slots: tuple[PrivacyParameters, ...]

    def setting(self, parts: Parts) -> Setting:
        """Every part that is asked takes a slot."""
        return engine_games.with_slots([part.game for part in parts], [part.privacy for part in parts], self.slots)

    def claimed(self, parts: Parts) -> Vertices:
        """The responses of the slots."""
        return response_profile(self.slots).vertices

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """By the accountant."""
        return responses_at(self.slots, ZERO, e_eps)

    def function(self, parts: Parts) -> VerificationFunction:
        """f^{ε_1,δ_1,…,ε_k,δ_k}."""
        return _known(parts).bind(FixedParameters, len(self.slots), slots=slots(*self.slots))

    def __repr__(self) -> str:
        return f"slots {_listing(self.slots)}"


@dataclass(frozen=True, repr=False)
class ConsistentSlots(_ByNeed):
    """Any number of first-pair consistent parts, of which those with a differing pair take slots with their labels."""

    slots: tuple[PrivacyParameters, ...]

    def setting(self, parts: Parts) -> Setting:
        """A part with a differing pair takes a slot."""
        return engine_games.sparse([part.game for part in parts], [part.privacy for part in parts], self.slots)

    def claimed(self, parts: Parts) -> Vertices:
        """The responses of the slots."""
        return response_profile(self.slots).vertices

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """By the accountant."""
        return responses_at(self.slots, ZERO, e_eps)

    def function(self, parts: Parts) -> VerificationFunction:
        """f_{∞,FPC}."""
        return _known(parts).bind(FirstPairConsistentParallel, len(self.slots), slots=slots(*self.slots))

    def __repr__(self) -> str:
        return f"slots {_listing(self.slots)} for those with a differing pair"


@dataclass(frozen=True, repr=False)
class OneException(_ByNeed):
    """Any number of (0,δ)-DP parts, one of which may get a differing pair; what is claimed is reached exactly."""

    delta: Fraction

    def setting(self, parts: Parts) -> Setting:
        """The part with a differing pair takes the slot."""
        return engine_games.sparse([part.game for part in parts], [part.privacy for part in parts], (self.slot,))

    @property
    def slot(self) -> PrivacyParameters:
        """The only slot."""
        return PrivacyParameters(ONE, self.delta)

    def claimed(self, parts: Parts) -> Vertices:
        """1 − (1 − δ)^n, for every E."""
        return ((ONE, total_exposure(parts)),)

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """By the accountant: one of n exposures happens."""
        return responses_at([part.privacy for part in parts], ZERO, e_eps)

    def function(self, parts: Parts) -> VerificationFunction:
        """f_∞^{0,δ}."""
        return _known(parts).bind(SparseParallel, 1, slots=slots(self.slot))

    def __repr__(self) -> str:
        return f"one slot {_listing([self.slot])} for what gets a differing pair"


@dataclass(frozen=True, repr=False)
class SharedBudget(_ByNeed):
    """Any number of parts within a budget on 1 − ∏(1 − δ_j); those with a differing pair take slots by their ε."""

    slots: tuple[Fraction, ...]
    budget: Fraction

    def setting(self, parts: Parts) -> Setting:
        """A part with a differing pair takes a slot, one that is asked a part of the budget, if not all fit."""
        games, labels = [part.game for part in parts], [part.privacy for part in parts]
        if total_exposure(parts) <= self.budget:
            return engine_games.sparse(games, [label.e_eps for label in labels], self.slots)
        return engine_games.with_budget(games, labels, self.slots, self.budget)

    def claimed(self, parts: Parts) -> Vertices:
        """The pure responses of the slots, and the budget."""
        return with_exposure(pure_profile(self.slots), self.budget)

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """By the accountant."""
        return responses_at([PrivacyParameters(slot, ZERO) for slot in self.slots], self.budget, e_eps)

    def function(self, parts: Parts) -> VerificationFunction:
        """f_{∞,δ'}^{ε_1,…,ε_k}."""
        return _known(parts).bind(
            SparseParallelWithDeltaBudget, len(self.slots), slots=pure_slots(*self.slots), delta_bound=self.budget
        )

    def __repr__(self) -> str:
        slots = ", ".join(map(str, self.slots))
        return f"slots e^ε = {slots} for those with a differing pair, budget {self.budget} for all"


def total_exposure(parts: Parts) -> Fraction:
    """1 − ∏(1 − δ_j) over all parts."""
    return 1 - chance_of_no_exposure([part.privacy.delta for part in parts])


@dataclass(frozen=True, eq=False, repr=False)
class _UnderFilter(_ByNeed, ABC):
    """A filter, in words and as it decides; the claim is what responses with the parts' labels reach under it."""

    name: str
    accepts: Filter

    @abstractmethod
    def setting(self, parts: Parts) -> Setting:
        """Every creation has to be accepted."""

    def claimed(self, parts: Parts) -> Vertices:
        """The game of the responses, by the audit engine."""
        return engine_games.curve_of(self.setting(self._responses(parts))).profile().vertices

    def function(self, parts: Parts) -> VerificationFunction:
        """f^Filt."""
        return _known(parts).bind(Filtered, within_budget=self.accepts)

    def __repr__(self) -> str:
        return self.name

    def accepted_lists(self, parts: Parts) -> Iterator[tuple[PrivacyParameters, ...]]:
        """Every list of labels of parts, each as often as there are parts with it, that is accepted at each step."""
        available = Counter(part.privacy for part in parts)
        waiting: list[tuple[PrivacyParameters, ...]] = [()]
        while waiting:
            listed = waiting.pop()
            for label in available:
                longer = (*listed, label)
                spent = tuple((each.e_eps, each.delta) for each in longer)
                if longer.count(label) <= available[label] and self.accepts(spent):
                    yield longer
                    waiting.append(longer)

    def _responses(self, parts: Parts) -> list[Component]:
        """A response for each label, as often as it can be accepted."""
        most: Counter[PrivacyParameters] = Counter()
        for listed in self.accepted_lists(parts):
            most |= Counter(listed)
        return [response_component(label) for label in most.elements()]


class UnderSums(_UnderFilter):
    """A filter that looks only at what has been created in all, and never rejects less: creations need no message."""

    def setting(self, parts: Parts) -> Setting:
        """The first pair to a part creates it."""
        return engine_games.with_filter([part.game for part in parts], [part.privacy for part in parts], self._within)

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """The game of the responses, on likelihood trees."""
        responses = self._responses(parts)
        nothing: frozenset[int] = frozenset()

        def charge(created: frozenset[int], component: int, pair: Pair) -> frozenset[int] | None:
            extended = created | {component}
            return extended if self._within([responses[each].privacy for each in sorted(extended)]) else None

        return interleaved_delta([part.tree for part in responses], e_eps, nothing, charge)

    def _within(self, labels: Sequence[PrivacyParameters]) -> bool:
        return self.accepts(tuple((each.e_eps, each.delta) for each in labels))


class UnderSequences(_UnderFilter):
    """Any filter: creations are messages, and their order counts."""

    def setting(self, parts: Parts) -> Setting:
        """A part has to be created before it is asked."""
        return engine_games.with_launches([part.game for part in parts], [part.privacy for part in parts], self.accepts)

    def claimed_otherwise(self, parts: Parts, e_eps: Fraction) -> Fraction:
        """The game of the responses, on likelihood trees."""
        responses = self._responses(parts)
        rule = within_filter([part.privacy for part in responses], self.accepts)
        nothing: Spent = ()
        return interleaved_delta([with_creation(part.tree) for part in responses], e_eps, nothing, rule)
