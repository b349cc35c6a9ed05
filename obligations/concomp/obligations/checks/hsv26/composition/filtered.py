"""Concurrent composition under a filter, its adversary choosing the privacy parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.filtered import (
    Filter,
    Filtered,
    FilteredResponses,
    Spent,
    product_filter,
    sum_filter,
)
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT
from concomp.model.mechanisms.privacy import least_delta, profile
from concomp.model.mechanisms.verification import verifier
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.hsv26.composition.concurrent import small_components
from concomp.obligations.checks.hsv26.composition.fixed import telling_components
from concomp.obligations.expectation import expect, found
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import (
    Component,
    component,
    menu,
    response_component,
    to_be_created,
    told,
    within_filter,
)
from concomp.obligations.families.compositions.interleaving import dominated, interleaved_delta
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    created,
    filtered,
    filtered_responses,
    is_response,
    suitable,
)
from concomp.obligations.families.mutation.agreement import agreement
from concomp.obligations.families.small.continual import continual_tree, two_stage, two_stage_mechanism
from concomp.obligations.families.small.functions import ANY, RISING_AFTER_FIRST

Group = tuple[Component, ...]
HALF, QUARTER, HALVES = Fraction(1, 2), Fraction(1, 4), Fraction(3, 2)
TWO, THREE, SIX = Fraction(2), Fraction(3), Fraction(6)
NINE_AND_7_16 = PrivacyParameters(Fraction(9), Fraction(7, 16))


# Filters.


def alternating(spent: Spent) -> bool:
    """A filter that is not monotone: it rejects one mechanism alone if it is approximate, and accepts it with more."""
    return len(spent) != 1 or spent[0][1] == 0


def _powers() -> Iterator[tuple[tuple[int, int], ...]]:
    """Sequences of (number of ln 2 in ε, number of 1/8 in δ)."""
    for length in range(4):
        yield from product(product(range(3), (0, 1, 2)), repeat=length)


def _spent(counts: Sequence[tuple[int, int]]) -> Spent:
    return tuple((TWO**doubled, Fraction(eighths, 8)) for doubled, eighths in counts)


def _unexposed(counts: Sequence[tuple[int, int]]) -> Fraction:
    """The chance that no one of independent events of probability 1/8 each, drawn with weight, happens: by outcomes."""
    total = ZERO
    for happened in product((False, True), repeat=len(counts)):
        weight = ONE
        for happens, (_, eighths) in zip(happened, counts, strict=True):
            weight *= Fraction(eighths, 8) if happens else 1 - Fraction(eighths, 8)
        total += ZERO if any(happened) else weight
    return total


@check("HSV26 Definition 12.1")
def filters_count_what_is_spent() -> Outcome:
    """The filters decide as counting does in units of ln 2 and 1/8, at and around the budget, and a halt is final."""
    cases = list(_powers())
    budgets = list(product((2, 3), (Fraction(2), Fraction(3), Fraction(15, 8))))
    boundary = []
    different = []
    for (doubled, eighths), counts in product(budgets, cases):
        budget = PrivacyParameters(TWO**doubled, eighths / 8)
        pure = sum(one for one, _ in counts) <= doubled
        exposed = sum(one for _, one in counts)
        by_sum, by_product = pure and exposed <= eighths, pure and 1 - _unexposed(counts) <= budget.delta
        spent = _spent(counts)
        expect(sum_filter(budget)(spent) == by_sum, f"the sum filter for {budget} decides otherwise on {spent}")
        expect(product_filter(budget)(spent) == by_product, f"the product filter for {budget} differs on {spent}")
        expect(by_product or not by_sum, f"the sum filter for {budget} accepts {spent}, the product filter does not")
        boundary += [spent] if by_sum and exposed == eighths and len(counts) > 1 else []
        different += [spent] if by_sum != by_product else []
    witness = found(boundary, "no sequence spends a budget exactly")
    control = found(different, "the sum and the product filter are the same")
    _halts_for_good()
    return Outcome(
        verdict="exact",
        scope="sequences of up to three parameters, ε in 0, ln 2, ln 4 and δ in 0, 1/8, 1/4, budgets ln 4, ln 8 and "
        "1/4, 3/8, 15/64",
        size=len(cases) * len(budgets),
        witness=f"{_shown(witness)} spends its budget exactly and is accepted",
        control=f"the sum filter in place of the product filter rejects {_shown(control)}",
        notes=(
            "A filter need not be monotone: one that rejects an approximate mechanism alone and accepts it with "
            "another is final all the same, for V[f] halts at the first prefix that is rejected.",
        ),
    )


def _shown(spent: Spent) -> str:
    return ", ".join(f"({e_eps}, {delta})" for e_eps, delta in spent) or "nothing"


def _halts_for_good() -> None:
    """Expect of the filter that is not monotone that V[f] halts at a rejected prefix of an accepted sequence."""
    _, second = small_components()
    response = response_component(PrivacyParameters(TWO, ZERO))
    function = _in_the_language((second,), alternating)
    messages = [creation(second.create), creation(response.create)]
    asserted = asserted_by_definition(2)
    expect(filtered(messages, alternating, asserted), "the filter that is not monotone rejects the whole sequence")
    guard = verifier(function)
    ((state, _, answer),) = guard.respond(guard.initial_states[0], LEFT, messages[0])
    expect(answer is HALT, "V[f] goes on after a prefix that the filter rejects")
    ((_, _, later),) = guard.respond(state, LEFT, messages[1])
    expect(later is HALT, "V[f] comes back after it has halted")


# The functions, in the language and by specification.


def _in_the_language(parts: Sequence[Component], accepts: Filter) -> Filtered:
    known = catalogue((each.create for each in parts), 2)
    return known.bind(Filtered, within_budget=accepts)


FILTERS: tuple[tuple[str, Filter], ...] = (
    ("the sum filter for (9, 1/2)", sum_filter(PrivacyParameters(Fraction(9), HALF))),
    ("the product filter for (18, 7/16)", product_filter(PrivacyParameters(Fraction(18), Fraction(7, 16)))),
    ("a filter that is not monotone", lambda spent: len(spent) <= 3 and (len(spent) != 2 or spent[1][1] > 0)),
)


def _alphabet() -> list[Any]:
    """Creations of four kinds, one of which declares a randomised response larger than it is, and queries."""
    first, second = small_components()
    response = response_component(PrivacyParameters(TWO, QUARTER))
    return [
        *(creation(each.create) for each in (first, second, response, _overstated())),
        (first.create, second.create),
        *(query_pair(left, right, index) for left, right in ((0, 0), (0, 1)) for index in range(3)),
        query_pair(0, 2, 1),
        "no pair",
    ]


@cache
def _overstated() -> Component:
    """RR_{ln 2, 1/4}, declared with e^ε = 3: what it says of itself holds, but is not its own."""
    response = response_component(PrivacyParameters(TWO, QUARTER))
    return Component(response.mechanism, response.function, PrivacyParameters(THREE, QUARTER), 1)


@check("HSV26 Definition 12.2")
def filtered_sequences_in_the_language() -> Outcome:
    """The function in the language accepts what the sentence accepts, for filters that are and are not monotone."""
    parts = (*small_components(), _overstated())
    alphabet = _alphabet()
    asserted = asserted_by_definition(2)
    length = 4
    compared = []
    for name, accepts in FILTERS:
        function = _in_the_language(parts, accepts)
        agreed = agreement(function, lambda words, a=accepts: filtered(words, a, asserted), alphabet, length)  # type: ignore[misc]
        expect(agreed.differing is None, f"under {name} they differ on “{told(agreed.differing or ())}”")
        compared.append(agreed)
    function = _in_the_language(parts, FILTERS[0][1])
    variants: dict[str, Callable[[tuple[Any, ...]], bool]] = {
        "no filter": lambda words: suitable(words, asserted),
        "not suitable": lambda words: FILTERS[0][1](_declared(words)),
        "the last creation not counted": lambda words: (
            suitable(words, asserted) and FILTERS[0][1](_declared(words)[:-1])
        ),
    }
    noticed = []
    for name, variant in variants.items():
        differing = agreement(function, variant, alphabet, length).differing
        expect(differing is not None, f"{name}: the definition is the same")
        noticed.append(f"{name}: “{told(differing or ())}”")
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(name for name, _ in FILTERS)}; all sequences of up to {length} messages, invalid ones "
        f"extended no further, over {len(alphabet)} messages: four creations, an unequal one, queries with indices 0 "
        "to 2 and outside the query space, and what is no pair",
        size=sum(each.compared for each in compared),
        witness=f"{sum(each.accepted for each in compared)} sequences are accepted, such as "
        f"“{told(compared[1].longest)}”",
        control=f"{len(noticed)} variants differ: " + "; ".join(noticed),
    )


def _declared(messages: Sequence[Any]) -> Spent:
    return tuple((create.e_eps, create.delta) for create in created(messages))


@check("HSV26 Definition 12.3")
def filtered_responses_in_the_language() -> Outcome:
    """The function in the language accepts creations of randomised responses with their own parameters only."""
    parts = (*small_components(), _overstated())
    alphabet = [*_alphabet(), creation(response_component(PrivacyParameters(THREE, ZERO)).create)]
    asserted = asserted_by_definition(2)
    accepts = sum_filter(PrivacyParameters(Fraction(12), HALF))
    known = catalogue((each.create for each in parts), 2)
    function = known.bind(FilteredResponses, within_budget=accepts)
    agreed = agreement(function, lambda words: filtered_responses(words, accepts, asserted), alphabet, 4)
    expect(agreed.differing is None, f"they differ on “{told(agreed.differing or ())}”")
    variants: dict[str, Callable[[tuple[Any, ...]], bool]] = {
        "any mechanism": lambda words: filtered(words, accepts, asserted),
        "responses with any parameters": lambda words: (
            filtered(words, accepts, asserted) and all(is_response(_own(create)) for create in created(words))
        ),
    }
    noticed = []
    for name, variant in variants.items():
        differing = agreement(function, variant, alphabet, 4).differing
        expect(differing is not None, f"{name}: the definition is the same")
        noticed.append(f"{name}: “{told(differing or ())}”")
    return Outcome(
        verdict="exact",
        scope="the sum filter for (12, 1/2); all sequences of up to 4 messages, invalid ones extended no further, over "
        f"{len(alphabet)} messages, with randomised responses, other mechanisms, and a response that declares more",
        size=agreed.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{told(agreed.longest)}”",
        control=f"{len(noticed)} variants differ: " + "; ".join(noticed),
        notes=("Declared parameters must be the response's own.",),
    )


def _own(create: Any) -> Any:
    """The creation query with the parameters of the randomised response itself, where it is one that declares more."""
    overstated: Any = _overstated().create
    return response_component(PrivacyParameters(TWO, QUARTER)).create if create == overstated else create


# The theorem.


def stepwise(spent: Spent) -> bool:
    """The filter that accepts RR_{ln 2} first, and then either RR_{ln 3} or RR_{0,1/4}."""
    return (
        len(spent) <= 2 and spent[:1] in ((), ((TWO, ZERO),)) and spent[1:] in ((), ((THREE, ZERO),), ((ONE, QUARTER),))
    )


def unequal(spent: Spent) -> bool:
    """A filter on the sequence, not on what it sums up to: at most two mechanisms, the second unlike the first."""
    return len(spent) <= 2 and len(set(spent)) == len(spent)


@dataclass(frozen=True, eq=False)
class Market:
    """Mechanisms from which an adversary creates under a filter.

    launches: how many the filter lets it create at most. shelf: the mechanisms, each once.
    """

    name: str
    accepts: Filter
    launches: int
    shelf: Group

    @property
    def offered(self) -> Group:
        """The mechanisms, each as often as the filter lets it be created."""
        lists = [Counter(labels) for labels in _accepted_lists(self)]
        return tuple(each for each in self.shelf for _ in range(max(listed[each.privacy] for listed in lists)))

    @property
    def labels(self) -> tuple[PrivacyParameters, ...]:
        """The labels on offer."""
        return tuple(dict.fromkeys(each.privacy for each in self.shelf))

    def delta(self, e_eps: Fraction) -> Fraction:
        """The least δ of the filtered composition, by interleaving likelihood trees."""
        return _filtered_delta(self.offered, self.accepts, e_eps)

    def within(self, bound: Profile) -> bool:
        """Whether the composition stays below a profile for every E ≥ 1."""
        return dominated(self.delta, bound.vertices)

    def of_responses(self) -> Market:
        """The same market with a randomised response for each label."""
        shelf = tuple(response_component(label) for label in self.labels)
        return Market(f"{self.name}, randomised responses", self.accepts, self.launches, shelf)

    def __repr__(self) -> str:
        return f"{self.name} with labels {_shown(tuple((label.e_eps, label.delta) for label in self.labels))}"


@cache
def _filtered_delta(offered: Group, accepts: Filter, e_eps: Fraction) -> Fraction:
    rule = within_filter([each.privacy for each in offered], accepts)
    nothing: Spent = ()
    return interleaved_delta([to_be_created(each.tree) for each in offered], e_eps, nothing, rule)


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
    rising = telling_components("rising")
    at_one = (component(each.mechanism, each.function, ONE) for each in rising if each.privacy.e_eps == THREE)
    noisy = [
        component(continual_tree([(0,), (1,)], [1 / (1 + e_eps), e_eps / (1 + e_eps)]), ANY, e_eps)
        for e_eps in (TWO, THREE)
    ]
    late = [
        component(two_stage_mechanism(HALF, [low, 1 - low, 1 - low, low]), RISING_AFTER_FIRST, e_eps)
        for low, e_eps in ((1 / (1 + TWO), TWO), (1 / (1 + THREE), THREE))
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
            sum_filter(PrivacyParameters(Fraction(9, 2), HALF)),
            2,
            _labels("3/2 1/4", "3 1/4"),
        ),
        (
            "the product filter for (9, 7/16)",
            product_filter(PrivacyParameters(Fraction(9), Fraction(7, 16))),
            2,
            _labels("3 1/4", "3 0"),
        ),
        (
            "the sum filter for (3, 3/4)",
            sum_filter(PrivacyParameters(THREE, Fraction(3, 4))),
            2,
            _labels("1 1/4", "3 1/2"),
        ),
        ("the sum filter for (6, 1/4)", sum_filter(PrivacyParameters(SIX, QUARTER)), 3, _labels("2 0", "3/2 1/4")),
        ("the filter “(2, 0), then (3, 0) or (1, 1/4)”", stepwise, 2, _labels("2 0", "3 0", "1 1/4")),
        ("the filter “two unequal ones”", unequal, 2, _labels("3 1/4", "2 0")),
    )
    return tuple(
        Market(name, accepts, launches, tuple(part for parts in chosen for part in parts))
        for name, accepts, launches, labels in filters
        for chosen in product(*(_windows(_pool()[label], 4 - launches) for label in labels))
    )


def _labels(*written: str) -> tuple[PrivacyParameters, ...]:
    return tuple(PrivacyParameters(*map(Fraction, label.split())) for label in written)


def _windows(parts: Sequence[Component], width: int) -> list[Sequence[Component]]:
    """`width` at a time; a last one that is short is left out if there are others."""
    windows = [parts[place : place + width] for place in range(0, len(parts), width)]
    return [window for window in windows if len(window) == width] or windows


@check("HSV26 Theorem 12.4", "HSV26 Theorem 1.8")
def filtered_mechanisms_compose_like_responses() -> Outcome:
    """No adversary that chooses parameters and mechanisms by answers exceeds the game with randomised responses."""
    games = {market.name: market for market in reversed(markets())}
    profiles = {name: response_game(market) for name, market in games.items()}
    for name, market in games.items():
        for e_eps, delta in profiles[name].vertices:
            expect(market.of_responses().delta(e_eps) == delta, f"the two valuations of {name} differ at {e_eps}")
    met = []
    for market in markets():
        for e_eps, claimed in profiles[market.name].vertices:
            delta = market.delta(e_eps)
            expect(delta <= claimed, f"{market} reaches δ = {delta} at e^ε = {e_eps}, {claimed} is claimed")
            met += [(market, e_eps, delta)] if 0 < delta == claimed and e_eps > 1 else []
    _agrees_with_the_model()
    found(met, "no market meets its bound where ε > 0")
    witness = max(met, key=lambda case: case[2])
    several = games.values()
    listed = found((m for m in several if not _within_the_worst_list(m)), "the worst accepted list bounds all")
    fewer = found((m for m in several if not m.within(response_game(_one_launch_fewer(m)))), "one launch is enough")
    return Outcome(
        verdict="exact",
        scope=f"{'; '.join(repr(market) for market in games.values())}; for each label two "
        "mechanisms at a time (one where three are created) of "
        f"{two_stage(2).name}, up to names, for (0,0) then rising pairs, and noisy bits; every E ≥ 1",
        size=len(markets()),
        witness=f"{witness[0]}: δ = {witness[2]} is reached at e^ε = {witness[1]} with equality",
        control=f"the worst composition of a list that the filter accepts does not bound {listed}, one launch fewer "
        f"does not bound {fewer}",
        notes=(_adaptive_parameters(), "Labels with e^ε = 1 are among them."),
    )


@cache
def _one_launch_fewer(market: Market) -> Market:
    fewer = market.launches - 1
    return Market(market.name, lambda spent: len(spent) <= fewer and market.accepts(spent), fewer, market.shelf)


def _accepted_lists(market: Market) -> Iterator[tuple[PrivacyParameters, ...]]:
    """The longest lists of labels that the filter accepts at every step."""
    lists: list[tuple[PrivacyParameters, ...]] = [()]
    for _ in range(market.launches):
        longer = [(*listed, label) for listed in lists for label in market.labels]
        lists += [labels for labels in longer if market.accepts(tuple((each.e_eps, each.delta) for each in labels))]
    yield from dict.fromkeys(lists)


def _within_the_worst_list(market: Market) -> bool:
    """Whether at each vertex of the game's profile the worst composition of an accepted list bounds the market."""
    return all(
        market.delta(e_eps) <= max(response_profile(labels)(e_eps) for labels in _accepted_lists(market))
        for e_eps in (ONE, HALVES, TWO, THREE)
    )


def _adaptive_parameters() -> str:
    """Adaptive parameters do not compose like their list: 11/24 where both lists have 3/8."""
    market = next(market for market in markets() if market.accepts is stepwise)
    reached = market.of_responses().delta(HALVES)
    first, second, third = _labels("2 0", "3 0", "1 1/4")
    lists = {response_profile((first, other))(HALVES) for other in (second, third)}
    expect(reached == Fraction(11, 24), f"choosing the second response by the first reaches {reached}")
    expect(lists == {Fraction(3, 8)}, f"the lists have δ in {lists}")
    return (
        "Adaptive parameters do not compose like their list: at e^ε = 3/2 [RR_{ln 2}, RR_{ln 3}] and [RR_{ln 2}, "
        "RR_{0,1/4}] both have δ = 3/8; launching RR_{ln 2} first and choosing the second by its answer gives 11/24."
    )


@cache
def _agrees_with_the_model() -> None:
    """Expect that ExtConComp under the function in the language gives two small markets the same least δ."""
    first, second = small_components()
    response = response_component(PrivacyParameters(ONE, QUARTER))
    for parts, accepts, e_eps in (
        ((second, response), sum_filter(PrivacyParameters(THREE, HALF)), ONE),
        ((first, second), unequal, HALVES),
    ):
        market = Market("a small market", accepts, 2, parts)
        game = composition_game(_in_the_language(parts, accepts), menu(parts, 2), 2 + 1 + 2)
        expect(
            least_delta(game, e_eps) == market.delta(e_eps),
            f"ExtConComp and the trees differ for {parts} at e^ε = {e_eps}",
        )
