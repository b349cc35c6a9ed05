"""Filters, and the verification functions of filtered compositions: in the language against the sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.filtered import Filter, FilteredResponses, Spent, product_filter, sum_filter
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT
from concomp.model.mechanisms.verification import verifier
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.components import Component, describe, response_component
from concomp.obligations.families.compositions.markets import in_words
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.compositions.verification import under_filter
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.functions.differences import Sentence, control_by_variants, differences
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    creations,
    filtered,
    filtered_responses,
    is_response,
    suitable,
)

# Filters.


def alternating(spent: Spent) -> bool:
    """A filter that is not monotone: it rejects one mechanism alone if it is approximate, and accepts it with more."""
    return len(spent) != 1 or spent[0][1] == 0


def _powers() -> Iterator[tuple[tuple[int, int], ...]]:
    """Sequences of (number of ln 2 in ε, number of 1/8 in δ)."""
    for length in range(4):
        yield from product(product(range(3), (0, 1, 2)), repeat=length)


def _spent(counts: Sequence[tuple[int, int]]) -> Spent:
    return tuple((Fraction(2) ** doubled, Fraction(eighths, 8)) for doubled, eighths in counts)


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
        budget = PrivacyParameters(Fraction(2) ** doubled, eighths / 8)
        pure = sum(one for one, _ in counts) <= doubled
        exposed = sum(one for _, one in counts)
        by_sum, by_product = pure and exposed <= eighths, pure and 1 - _unexposed(counts) <= budget.delta
        spent = _spent(counts)
        expect(sum_filter(budget)(spent) == by_sum, f"the sum filter for {budget} decides otherwise on {spent}")
        expect(product_filter(budget)(spent) == by_product, f"the product filter for {budget} differs on {spent}")
        expect(by_product or not by_sum, f"the sum filter for {budget} accepts {spent}, the product filter does not")
        boundary += [spent] if by_sum and exposed == eighths and len(counts) > 1 else []
        different += [spent] if by_sum != by_product else []
    witness = first_case(boundary, "no sequence spends a budget exactly")
    control = first_case(different, "the sum and the product filter are the same")
    _halts_for_good()
    return Outcome(
        verdict="exact",
        scope="sequences of up to three parameters, ε in 0, ln 2, ln 4 and δ in 0, 1/8, 1/4, budgets ln 4, ln 8 and "
        "1/4, 3/8, 15/64",
        size=len(cases) * len(budgets),
        witness=f"{in_words(witness)} spends its budget exactly and is accepted",
        control=f"the sum filter in place of the product filter rejects {in_words(control)}",
        notes=(
            "A filter need not be monotone: one that rejects an approximate mechanism alone and accepts it with "
            "another is final all the same, for V[f] halts at the first prefix that is rejected.",
        ),
    )


def _halts_for_good() -> None:
    """Expect of the filter that is not monotone that V[f] halts at a rejected prefix of an accepted sequence."""
    _, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), ZERO))
    function = under_filter((second,), alternating)
    messages = [creation(second.create), creation(response.create)]
    asserted = asserted_by_definition(2)
    expect(filtered(messages, alternating, asserted), "the filter that is not monotone rejects the whole sequence")
    guard = verifier(function)
    ((state, _, answer),) = guard.respond(guard.initial_states[0], LEFT, messages[0])
    expect(answer is HALT, "V[f] goes on after a prefix that the filter rejects")
    ((_, _, later),) = guard.respond(state, LEFT, messages[1])
    expect(later is HALT, "V[f] comes back after it has halted")


# The functions, in the language and by specification.


FILTERS: tuple[tuple[str, Filter], ...] = (
    ("the sum filter for (9, 1/2)", sum_filter(PrivacyParameters(Fraction(9), Fraction(1, 2)))),
    ("the product filter for (18, 7/16)", product_filter(PrivacyParameters(Fraction(18), Fraction(7, 16)))),
    ("a filter that is not monotone", lambda spent: len(spent) <= 3 and (len(spent) != 2 or spent[1][1] > 0)),
)


def _alphabet() -> list[Any]:
    """Creations of four kinds, one of which declares a randomised response larger than it is, and queries."""
    first, second = small_components()
    response = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
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
    response = response_component(PrivacyParameters(Fraction(2), Fraction(1, 4)))
    return Component(response.mechanism, response.function, PrivacyParameters(Fraction(3), Fraction(1, 4)), 1)


@check("HSV26 Definition 12.2")
def filtered_sequences_in_the_language() -> Outcome:
    """The function in the language accepts what the sentence accepts, for filters that are and are not monotone."""
    parts = (*small_components(), _overstated())
    alphabet = _alphabet()
    asserted = asserted_by_definition(2)
    length = 4
    compared = []
    for name, accepts in FILTERS:
        function = under_filter(parts, accepts)
        agreed = agreement(function, lambda words, a=accepts: filtered(words, a, asserted), alphabet, length)  # type: ignore[misc]
        expect(agreed.differing is None, f"under {name} they differ on “{describe(agreed.differing or ())}”")
        compared.append(agreed)
    function = under_filter(parts, FILTERS[0][1])
    variants: dict[str, Sentence] = {
        "no filter": lambda words: suitable(words, asserted),
        "not suitable": lambda words: FILTERS[0][1](_declared(words)),
        "the last creation not counted": lambda words: (
            suitable(words, asserted) and FILTERS[0][1](_declared(words)[:-1])
        ),
    }
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(name for name, _ in FILTERS)}; all sequences of up to {length} messages, invalid ones "
        f"extended no further, over {len(alphabet)} messages: four creations, an unequal one, queries with indices 0 "
        "to 2 and outside the query space, and what is no pair",
        size=sum(each.compared for each in compared),
        witness=f"{sum(each.accepted for each in compared)} sequences are accepted, such as "
        f"“{describe(compared[1].longest)}”",
        control=control_by_variants(differences(function, variants, alphabet, length)),
    )


def _declared(messages: Sequence[Any]) -> Spent:
    return tuple((create.e_eps, create.delta) for create in creations(messages))


@check("HSV26 Definition 12.3")
def filtered_responses_in_the_language() -> Outcome:
    """The function in the language accepts creations of randomised responses with their own parameters only."""
    parts = (*small_components(), _overstated())
    alphabet = [*_alphabet(), creation(response_component(PrivacyParameters(Fraction(3), ZERO)).create)]
    asserted = asserted_by_definition(2)
    accepts = sum_filter(PrivacyParameters(Fraction(12), Fraction(1, 2)))
    known = catalogue((each.create for each in parts), 2)
    function = known.bind(FilteredResponses, within_budget=accepts)
    agreed = agreement(function, lambda words: filtered_responses(words, accepts, asserted), alphabet, 4)
    expect(agreed.differing is None, f"they differ on “{describe(agreed.differing or ())}”")
    variants: dict[str, Sentence] = {
        "any mechanism": lambda words: filtered(words, accepts, asserted),
        "responses with any parameters": lambda words: (
            filtered(words, accepts, asserted) and all(is_response(_own(create)) for create in creations(words))
        ),
    }
    return Outcome(
        verdict="exact",
        scope="the sum filter for (12, 1/2); all sequences of up to 4 messages, invalid ones extended no further, over "
        f"{len(alphabet)} messages, with randomised responses, other mechanisms, and a response that declares more",
        size=agreed.compared,
        witness=f"{agreed.accepted} sequences are accepted, such as “{describe(agreed.longest)}”",
        control=control_by_variants(differences(function, variants, alphabet, 4)),
        notes=("Declared parameters must be the response's own.",),
    )


def _own(create: Any) -> Any:
    """The creation query with the parameters of the randomised response itself, where it is one that declares more."""
    overstated: Any = _overstated().create
    return response_component(PrivacyParameters(Fraction(2), Fraction(1, 4))).create if create == overstated else create
