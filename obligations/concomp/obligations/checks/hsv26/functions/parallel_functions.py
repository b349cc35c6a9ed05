"""The verification functions of parallel compositions: what is written in the language against the sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from concomp.model.composition.catalogue import Catalogue, catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.parallel import (
    PureDeltaResponses,
    SparseParallel,
    SparseParallelWithDeltaBudget,
    SparseResponses,
)
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.verification import VerificationFunction, is_valid
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.components import Component, component, describe, response_component
from concomp.obligations.families.compositions.small_games import pure_slots, slots
from concomp.obligations.families.functions.agreement import Word, agreement
from concomp.obligations.families.functions.differences import Sentence, control_by_variants, differences
from concomp.obligations.families.functions.parallel_specifications import (
    consistent_parallel,
    exceptional,
    pure_delta_responses,
    sparse_parallel,
    sparse_parallel_with_budget,
    sparse_responses,
    within_delta,
)
from concomp.obligations.families.functions.specifications import (
    asserted_by_definition,
    creations,
    is_query,
    is_response,
    pairs_sent_to,
    suitable,
)
from concomp.obligations.families.small.functions import FIRST_PAIR_CONSISTENT, sequences_of
from concomp.obligations.families.small.leaking import THEN_RISING, announcing_response, opposed_kinds

LENGTH = 4


def alphabet(parts: Iterable[Component]) -> list[Any]:
    """Creations; queries, differing or not, with indices from 0 to one too many; one ill-typed; and what is no pair."""
    creates = [part.create for part in parts]
    return [
        *map(creation, creates),
        *(query_pair(left, right, index) for left, right in ((0, 0), (0, 1)) for index in range(4)),
        query_pair(0, 2, 1),
        creates[0],
    ]


def compare(
    function: VerificationFunction,
    sentence: Sentence,
    variants: Mapping[str, Sentence],
    parts: Sequence[Component],
    copied: Component,
    scope: str,
) -> Outcome:
    """The outcome of comparing a function with its sentence; Violation if they differ, or a variant does not."""
    messages, copies = alphabet(parts), many_copies(copied)
    agreed = agreement(function, sentence, messages, LENGTH)
    longer = agreement(function, sentence, copies, LENGTH + 2)
    for each in (agreed, longer):
        expect(each.differing is None, f"the function and the sentence differ on “{describe(each.differing or ())}”")
    return Outcome(
        verdict="exact",
        scope=f"{scope}; all sequences of up to {LENGTH} messages, invalid ones extended no further, over "
        f"{len(messages)} messages (creations, queries with indices 0 to 3 and outside the query space, and what is no "
        f"pair), and of up to {LENGTH + 2} messages that create copies of {copied.mechanism!r} and send differing "
        "pairs to three of them",
        size=agreed.compared + longer.compared,
        witness=f"{agreed.accepted + longer.accepted} sequences are accepted, such as “{describe(agreed.longest)}”",
        control=control_by_variants(differences(function, variants, messages, LENGTH)),
    )


def many_copies(part: Component) -> list[Any]:
    """One creation, and differing pairs for the indices 1 to 3."""
    return [creation(part.create), *(query_pair(0, 1, index) for index in (1, 2, 3))]


def small_parts() -> tuple[Component, Component, Component]:
    """Two mechanisms with δ > 0, of which the first has an asymmetric function, and a pure response."""
    return (
        component(opposed_kinds(Fraction(1, 2)), THEN_RISING, Fraction(2)),
        component(
            announcing_response(PrivacyParameters(Fraction(3), Fraction(1, 4))), FIRST_PAIR_CONSISTENT, Fraction(3)
        ),
        response_component(PrivacyParameters(Fraction(2), ZERO)),
    )


def catalogue_of_parts(parts: Iterable[Component]) -> Catalogue:
    """The set of creation queries of these components."""
    return catalogue([part.create for part in parts], 2, [FIRST_PAIR_CONSISTENT])


@check("HSV26 Definition 5.1")
def parallel_composition_in_the_language() -> Outcome:
    """f_∞ in the language accepts what the sentence accepts; four variants of the sentence differ."""
    parts, asserted = small_parts(), asserted_by_definition(2)
    given = (parts[0].privacy, parts[2].privacy, parts[2].privacy)
    function = catalogue_of_parts(parts).bind(SparseParallel, 3, slots=slots(*given))
    return compare(
        function,
        lambda words: sparse_parallel(words, given, asserted),
        {
            "every created mechanism takes a slot": lambda words: (
                sparse_parallel(words, given, asserted) and len(creations(words)) <= len(given)
            ),
            "one slot fewer": lambda words: sparse_parallel(words, given[1:], asserted),
            "labels not compared": lambda words: suitable(words, asserted) and len(exceptional(words)) <= len(given),
            "not suitable": lambda words: len(exceptional(words)) <= len(given),
        },
        parts,
        parts[2],
        f"slots (e^ε, δ) = {_parameters_text(given)}",
    )


@check("HSV26 Definition 5.3")
def parallel_composition_with_a_budget_in_the_language() -> Outcome:
    """f_{∞,δ'} in the language accepts what the sentence accepts; four variants of the sentence differ."""
    parts, asserted = small_parts(), asserted_by_definition(2)
    odds, budget = (
        (Fraction(2), Fraction(2), Fraction(3)),
        1 - (1 - parts[0].privacy.delta) * (1 - parts[1].privacy.delta),
    )
    function = catalogue_of_parts(parts).bind(
        SparseParallelWithDeltaBudget, 3, slots=pure_slots(*odds), delta_bound=budget
    )
    return compare(
        function,
        lambda words: sparse_parallel_with_budget(words, odds, budget, asserted),
        {
            "strictly below the budget": lambda words: (
                sparse_parallel_with_budget(words, odds, budget, asserted)
                and within_delta(words, budget - Fraction(1, 1000))
            ),
            "the sum of the δ": lambda words: (
                sparse_parallel_with_budget(words, odds, budget, asserted)
                and sum(create.delta for create in creations(words)) <= budget
            ),
            "only exceptional mechanisms are charged": lambda words: sparse_parallel_with_budget(
                words, odds, ONE, asserted
            ),
            "one slot fewer": lambda words: sparse_parallel_with_budget(words, odds[:2], budget, asserted),
        },
        parts,
        parts[2],
        f"slots e^ε = 2, 2 and 3, δ' = {budget}, which two creations reach with equality",
    )


def _responses(*parameters: PrivacyParameters) -> tuple[Component, ...]:
    return tuple(map(response_component, parameters))


@check("HSV26 Definition 5.8")
def exposing_responses_in_the_language() -> Outcome:
    """f_RR^δ in the language accepts what the sentence accepts; four variants of the sentence differ."""
    parts = (
        *_responses(
            PrivacyParameters(ONE, Fraction(1, 2)),
            PrivacyParameters(ONE, Fraction(1, 4)),
            PrivacyParameters(Fraction(2), ZERO),
        ),
        small_parts()[0],
    )
    asserted = asserted_by_definition(2)
    budget = Fraction(5, 8)
    function = catalogue_of_parts(parts[3:]).bind(PureDeltaResponses, delta_bound=budget)
    return compare(
        function,
        lambda words: pure_delta_responses(words, budget, asserted),
        {
            "ε'_j > 0 allowed": lambda words: (
                suitable(words, asserted) and all(map(is_response, creations(words))) and within_delta(words, budget)
            ),
            "any mechanism": lambda words: suitable(words, asserted) and within_delta(words, budget),
            "a second query allowed": lambda words: pure_delta_responses(_without_repetitions(words), budget, asserted),
            "no budget": lambda words: pure_delta_responses(words, ONE, asserted),
        },
        parts,
        parts[1],
        "responses RR_{0,1/2}, RR_{0,1/4} and RR with e^ε = 2, and a mechanism that is none; δ = 5/8, which two of "
        "them reach with equality",
    )


def _without_repetitions(words: Word) -> Word:
    """The sequence without queries to a mechanism that has been asked before."""
    kept: list[Any] = []
    asked_before: set[int] = set()
    for message in words:
        if not is_query(message):
            kept.append(message)
        elif message[0].index not in asked_before:
            asked_before.add(message[0].index)
            kept.append(message)
    return tuple(kept)


@check("HSV26 Definition 5.10")
def noisy_and_exposing_responses_in_the_language() -> Outcome:
    """f_{∞,δ',RR} in the language accepts what the sentence accepts; four variants of the sentence differ."""
    parts = _responses(
        PrivacyParameters(ONE, Fraction(1, 2)),
        PrivacyParameters(Fraction(2), ZERO),
        PrivacyParameters(Fraction(2), Fraction(1, 4)),
        PrivacyParameters(Fraction(3), ZERO),
    )
    asserted = asserted_by_definition(2)
    odds, budget = (Fraction(2), Fraction(3)), Fraction(3, 4)
    function = catalogue_of_parts(()).bind(SparseResponses, 2, slots=pure_slots(*odds), delta_bound=budget)
    return compare(
        function,
        lambda words: sparse_responses(words, odds, budget, asserted),
        {
            "both parameters positive": lambda words: (
                suitable(words, asserted)
                and all(map(is_response, creations(words)))
                and sorted(c.e_eps for c in creations(words) if c.e_eps > 1)
                in ([], [Fraction(2)], [Fraction(3)], [Fraction(2), Fraction(3)])
                and within_delta(words, budget)
            ),
            "only asked mechanisms take a slot": lambda words: (
                sparse_responses(words, (*odds, *odds), budget, asserted)
                and sparse_parallel_with_budget(words, (ONE, ONE, *odds), budget, asserted)
            ),
            "one slot fewer": lambda words: sparse_responses(words, odds[1:], budget, asserted),
            "no budget": lambda words: sparse_responses(words, odds, ONE, asserted),
        },
        parts,
        parts[1],
        "responses with (e^ε, δ) = (1,1/2), (2,0), (2,1/4) and (3,0); slots 2 and 3; δ' = 3/4, which two of them reach "
        "with equality",
    )


@check("HSV26 Definition 5.13")
def consistent_parallel_composition_in_the_language() -> Outcome:
    """f_{∞,FPC} in the language accepts what the sentence, with f_∞ in clause (i), accepts; four variants differ."""
    parts, asserted = small_parts(), asserted_by_definition(2)
    given = (parts[1].privacy, parts[2].privacy, parts[2].privacy)
    function = catalogue_of_parts(parts).bind(FirstPairConsistentParallel, 3, slots=slots(*given))
    outcome = compare(
        function,
        lambda words: consistent_parallel(words, given, asserted, _is_consistent),
        {
            "consistency not asked": lambda words: sparse_parallel(words, given, asserted),
            "consistency asked of exceptional mechanisms only": lambda words: (
                sparse_parallel(words, given, asserted)
                and all(_is_consistent(create.function) for create in exceptional(words))
            ),
            "consistency of what was sent, not of the function": lambda words: (
                sparse_parallel(words, given, asserted) and not _sent_inconsistently(words)
            ),
            "one slot fewer": lambda words: consistent_parallel(words, given[1:], asserted, _is_consistent),
        },
        parts,
        parts[2],
        f"slots (e^ε, δ) = {_parameters_text(given)}, one of three mechanisms with a function that is not consistent",
    )
    return outcome.model_copy(
        update={"notes": ("Clause (i) as printed names the function that is being defined; f_∞ is meant.",)}
    )


def _is_consistent(function: Any) -> bool:
    """By the definition, on all sequences of pairs of bits up to length 3: differing at all means differing at once."""
    pairs = ((0, 0), (0, 1), (1, 0), (1, 1))
    accepted = [word for word in sequences_of(pairs, 3) if is_valid(function, word)]
    return all(word[0][0] != word[0][1] or all(left == right for left, right in word) for word in accepted)


def _sent_inconsistently(words: Word) -> bool:
    histories = [pairs_sent_to(words, index) for index in range(1, len(creations(words)) + 1)]
    begun_identically = [pairs for pairs in histories if pairs and pairs[0][0] == pairs[0][1]]
    return any(left != right for pairs in begun_identically for left, right in pairs)


def _parameters_text(parameters: Iterable[PrivacyParameters]) -> str:
    return ", ".join(f"({each.e_eps}, {each.delta})" for each in parameters)
