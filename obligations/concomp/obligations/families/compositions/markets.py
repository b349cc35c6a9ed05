"""Markets: mechanisms from which an adversary creates under a filter, by the answers so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.filtered import Filter, FilteredResponses, Spent, product_filter, sum_filter
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.privacy import profile
from concomp.obligations.families.compositions.components import (
    Component,
    component,
    response_component,
    with_creation,
    within_filter,
)
from concomp.obligations.families.compositions.interleaving import interleaved_delta, lies_below
from concomp.obligations.families.compositions.leaky_components import leaky_components
from concomp.obligations.families.small.continual import continual_tree, two_stage_mechanism
from concomp.obligations.families.small.functions import ANY, RISING_AFTER_FIRST

Group = tuple[Component, ...]


def in_words(spent: Spent) -> str:
    return ", ".join(f"({e_eps}, {delta})" for e_eps, delta in spent) or "nothing"


def stepwise(spent: Spent) -> bool:
    """The filter that accepts RR_{ln 2} first, and then either RR_{ln 3} or RR_{0,1/4}."""
    return (
        len(spent) <= 2
        and spent[:1] in ((), ((Fraction(2), ZERO),))
        and spent[1:] in ((), ((Fraction(3), ZERO),), ((ONE, Fraction(1, 4)),))
    )


def unequal(spent: Spent) -> bool:
    """A filter on the sequence, not on what it sums up to: at most two mechanisms, the second unlike the first."""
    return len(spent) <= 2 and len(set(spent)) == len(spent)


@dataclass(frozen=True, eq=False)
class Market:
    """Mechanisms from which an adversary creates under a filter.

    launches: how many the filter lets it create at most. mechanisms: each once.
    """

    name: str
    accepts: Filter
    launches: int
    mechanisms: Group

    @property
    def offers(self) -> Group:
        """The mechanisms, each as often as the filter lets it be created."""
        lists = [Counter(labels) for labels in accepted_lists(self)]
        return tuple(each for each in self.mechanisms for _ in range(max(listed[each.privacy] for listed in lists)))

    @property
    def labels(self) -> tuple[PrivacyParameters, ...]:
        """The labels on offer."""
        return tuple(dict.fromkeys(each.privacy for each in self.mechanisms))

    def delta(self, e_eps: Fraction) -> Fraction:
        """The least δ of the filtered composition, by interleaving likelihood trees."""
        return _filtered_delta(self.offers, self.accepts, e_eps)

    def within(self, bound: Profile) -> bool:
        """Whether the composition stays below a profile for every E ≥ 1."""
        return lies_below(self.delta, bound.vertices)

    def of_responses(self) -> Market:
        """The same market with a randomised response for each label."""
        mechanisms = tuple(response_component(label) for label in self.labels)
        return Market(f"{self.name}, randomised responses", self.accepts, self.launches, mechanisms)

    def __repr__(self) -> str:
        return f"{self.name} with labels {in_words(tuple((label.e_eps, label.delta) for label in self.labels))}"


@cache
def _filtered_delta(offered: Group, accepts: Filter, e_eps: Fraction) -> Fraction:
    rule = within_filter([each.privacy for each in offered], accepts)
    nothing: Spent = ()
    return interleaved_delta([with_creation(each.tree) for each in offered], e_eps, nothing, rule)


def response_game(market: Market) -> Profile:
    """E ↦ the least δ of V[f_RR^Filt] ∘* I ∘* ExtConComp, by the model, each response asked at most once."""
    return _response_game(market.labels, market.accepts, market.launches)


@cache
def _response_game(labels: tuple[PrivacyParameters, ...], accepts: Filter, launches: int) -> Profile:
    function = catalogue((), 1).bind(FilteredResponses, within_budget=accepts)
    creations = tuple(creation(response_component(label).create) for label in labels)
    queries = tuple(query_pair(0, 1, index) for index in range(1, launches + 1))
    return profile(composition_game(function, (*creations, *queries), 2 * launches))


@cache
def _pool() -> dict[PrivacyParameters, list[Component]]:
    """Components by label: those of composition with fixed parameters, the same at e^ε = 1, and noisy bits."""
    rising = leaky_components("rising")
    at_one = (component(each.mechanism, each.function, ONE) for each in rising if each.privacy.e_eps == Fraction(3))
    noisy = [
        component(continual_tree([(0,), (1,)], [1 / (1 + e_eps), e_eps / (1 + e_eps)]), ANY, e_eps)
        for e_eps in (Fraction(2), Fraction(3))
    ]
    late = [
        component(two_stage_mechanism(Fraction(1, 2), [low, 1 - low, 1 - low, low]), RISING_AFTER_FIRST, e_eps)
        for low, e_eps in ((1 / (1 + Fraction(2)), Fraction(2)), (1 / (1 + Fraction(3)), Fraction(3)))
    ]
    by_label: dict[PrivacyParameters, list[Component]] = {}
    for each in (*rising, *at_one, *noisy, *late):
        by_label.setdefault(each.privacy, []).append(each)
    return by_label


@cache
def markets() -> tuple[Market, ...]:
    """Each filter with its labels, and for these two mechanisms at a time, or one where three may be created."""
    filters: tuple[tuple[str, Filter, int, tuple[PrivacyParameters, ...]], ...] = (
        (
            "the sum filter for (9/2, 1/2)",
            sum_filter(PrivacyParameters(Fraction(9, 2), Fraction(1, 2))),
            2,
            labels_of("3/2 1/4", "3 1/4"),
        ),
        (
            "the product filter for (9, 7/16)",
            product_filter(PrivacyParameters(Fraction(9), Fraction(7, 16))),
            2,
            labels_of("3 1/4", "3 0"),
        ),
        (
            "the sum filter for (3, 3/4)",
            sum_filter(PrivacyParameters(Fraction(3), Fraction(3, 4))),
            2,
            labels_of("1 1/4", "3 1/2"),
        ),
        (
            "the sum filter for (6, 1/4)",
            sum_filter(PrivacyParameters(Fraction(6), Fraction(1, 4))),
            3,
            labels_of("2 0", "3/2 1/4"),
        ),
        ("the filter “(2, 0), then (3, 0) or (1, 1/4)”", stepwise, 2, labels_of("2 0", "3 0", "1 1/4")),
        ("the filter “two unequal ones”", unequal, 2, labels_of("3 1/4", "2 0")),
    )
    return tuple(
        Market(name, accepts, launches, tuple(part for parts in chosen for part in parts))
        for name, accepts, launches, labels in filters
        for chosen in product(*(_windows(_pool()[label], 4 - launches) for label in labels))
    )


def labels_of(*written: str) -> tuple[PrivacyParameters, ...]:
    return tuple(PrivacyParameters(*map(Fraction, label.split())) for label in written)


def _windows(parts: Sequence[Component], width: int) -> list[Sequence[Component]]:
    """`width` at a time; a last one that is short is left out if there are others."""
    windows = [parts[place : place + width] for place in range(0, len(parts), width)]
    return [window for window in windows if len(window) == width] or windows


def accepted_lists(market: Market) -> Iterator[tuple[PrivacyParameters, ...]]:
    """The longest lists of labels that the filter accepts at every step."""
    lists: list[tuple[PrivacyParameters, ...]] = [()]
    for _ in range(market.launches):
        longer = [(*listed, label) for listed in lists for label in market.labels]
        lists += [labels for labels in longer if market.accepts(tuple((each.e_eps, each.delta) for each in labels))]
    yield from dict.fromkeys(lists)
