"""The verification functions of compositions are what their definitions say: proved for every length.

Each function is compared, by two solvers, with a specification at one arbitrary point: the mechanism of one index,
the creation at one place, the slots with one value. What the messages are about (mechanisms, what is established of
them, the functions that are run, filters) is uninterpreted, so that it may be anything. The number of slots or of
prescribed creations is a symbol too. For slots this rests on the claim, proved beside, that taking the first free
slot that fits takes one of those with the value that is wanted, if there is one; it is an induction over the slots.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from concomp.model.composition.filtered import Filtered, FilteredResponses
from concomp.model.composition.parallel import PureDeltaResponses
from concomp.model.composition.suitable import Suitable
from concomp.model.language import Monitor
from concomp.obligations.checks.propositions import (
    Proposition,
    Proved,
    mistake,
)
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.families.functions import any_length, pointwise, wrong_variants
from concomp.obligations.verify.properties.properties import WITNESS, ask, compare
from concomp.obligations.verify.properties.specifications import (
    PER_MECHANISM,
    SuitableAt,
    equality_at_every_index,
    inclusion_at_every_index,
    specification,
)

SLOTS = (
    "Read off the text: slots are looked at by `take` alone, so that a function accepts if, for each value, the one "
    "that counts the slots with this value does.",
)
PLACES = (
    "Read off the text: the requirements on the single creations are the instances of one for the places 1, …, k, so "
    "that a function accepts if, for each place, the one with the requirement on this place does.",
)
ACCEPTED = "a sequence with a pair that differs is accepted"


def equality(scope: str, function: type[Monitor], wanted: type[Monitor], *wrong: type[Monitor]) -> Proposition:
    """That a function accepts exactly what a specification does at every index."""
    definition, specification = function().definition, wanted().definition
    return Proposition(
        (equality_at_every_index(definition, specification),),
        ask(WITNESS, definition),
        {mistake(each): equality_at_every_index(each().definition, specification) for each in wrong},
        f"all lengths; {scope}",
    )


def equality_of_slots(scope: str, function: type[Monitor], wanted: type[Monitor], *wrong: type[Monitor]) -> Proposition:
    """The same of a function that takes slots, with the claim about taking them."""
    careless = wrong_variants.EveryOfferTaken
    offers, all_taken = (ask("reflexive", each().definition) for each in (any_length.Offers, careless))
    compared = equality(f"any number of slots with any parameters; {scope}", function, wanted, *wrong)
    return replace(
        compared, questions=(*compared.questions, offers), wrong={**compared.wrong, mistake(careless): all_taken}
    )


@cache
def suitable_sequences() -> Proposition:
    """Suitable is Definition 4.5."""
    return equality(
        "any mechanisms, verification functions and what is established of them",
        Suitable,
        SuitableAt,
        wrong_variants.OnlyLeftInQuerySpace,
        wrong_variants.NothingForTheLast,
    )


@cache
def fixed_mechanisms() -> Proposition:
    """FixedMechanisms is Definition 4.9 repaired."""
    return equality(
        "any number k of fixed mechanisms",
        any_length.AnyFixedMechanisms,
        pointwise.FixedAt,
        wrong_variants.CreatesMore,
    )


@cache
def fixed_parameters() -> Proposition:
    """FixedParameters is Definition 4.11."""
    return equality_of_slots(
        "any creations",
        any_length.AnyFixedParameters,
        pointwise.FixedParametersAt,
        wrong_variants.OneMoreOfValue,
        wrong_variants.DiscreteForgotten,
    )


@cache
def sparse_parallel() -> Proposition:
    """SparseParallel is Definition 5.1."""
    return equality_of_slots(
        "any number of mechanisms",
        any_length.AnySparseParallel,
        pointwise.SparseAt,
        wrong_variants.EveryPairTakes,
        wrong_variants.DeltaIgnored,
    )


@cache
def fixed_parameters_are_sparse() -> Proposition:
    """FixedParameters is included in SparseParallel: f^{ε,δ} ≤ f_∞."""
    sparse = any_length.AnySparseParallel().definition
    question, careless = (
        compare("included", each().definition, sparse)
        for each in (any_length.AnyFixedParameters, wrong_variants.OneMoreOfValue)
    )
    return Proposition(
        (question,),
        ask(WITNESS, any_length.AnyFixedParameters().definition),
        {
            mistake(wrong_variants.OneMoreOfValue): careless,
            "f_∞ is included in f^{ε,δ}": compare("included", sparse, any_length.AnyFixedParameters().definition),
        },
        "all lengths; any number of slots with any parameters, any number of mechanisms: f^{ε,δ} ≤ f_∞",
    )


@cache
def sparse_parallel_with_budget() -> Proposition:
    """SparseParallelWithDeltaBudget is Definition 5.3."""
    return equality_of_slots(
        "any number of mechanisms, any δ' in [0, 1]; δ added up as p + δ − pδ",
        any_length.AnySparseParallelWithDeltaBudget,
        pointwise.SparseWithBudgetAt,
        wrong_variants.BudgetOfExceptional,
    )


@cache
def pure_delta_responses() -> Proposition:
    """PureDeltaResponses is Definition 5.8."""
    return equality(
        "any responses, any bound in [0, 1]; δ added up as p + δ − pδ",
        PureDeltaResponses,
        pointwise.PureDeltaResponsesAt,
        wrong_variants.AnyEpsilon,
    )


@cache
def sparse_responses() -> Proposition:
    """SparseResponses is Definition 5.10."""
    return equality_of_slots(
        "any responses, any δ' in [0, 1]; δ added up as p + δ − pδ",
        any_length.AnySparseResponses,
        pointwise.SparseResponsesAt,
        wrong_variants.BothPositive,
    )


@cache
def consistent_parallel() -> Proposition:
    """FirstPairConsistentParallel is Definition 5.13."""
    return equality_of_slots(
        "any number of mechanisms",
        any_length.AnyFirstPairConsistentParallel,
        pointwise.ConsistentAt,
        wrong_variants.AnyFunction,
    )


@cache
def consistency_in_the_proof() -> Proposition:
    """What the proof of Theorem 5.14 takes from Definition 5.13."""
    function = any_length.AnyFirstPairConsistentParallel().definition
    careless = any_length.AnySparseParallel().definition
    sparse, consistent = pointwise.SparseAt().definition, pointwise.ConsistentAt().definition
    return Proposition(
        (specification(PER_MECHANISM, function), inclusion_at_every_index(function, sparse)),
        ask(WITNESS, function),
        {
            f"{mistake(wrong_variants.AnyFunction)}, and consistent all the same": specification(
                PER_MECHANISM, careless
            ),
            "f_∞ is included in f_{∞,FPC}": inclusion_at_every_index(careless, consistent),
        },
        "all lengths; any number of slots with any parameters, any mechanisms; what the proof of Theorem 5.14 uses: "
        "a mechanism whose first pair is identical gets identical pairs only, and f_{∞,FPC} is included in f_∞",
    )


@cache
def filtered() -> Proposition:
    """Filtered is Definition 12.2."""
    return equality("any filter, any creations", Filtered, pointwise.FilteredAt, wrong_variants.FilterLooksBack)


@cache
def filtered_responses() -> Proposition:
    """FilteredResponses is Definition 12.3."""
    return equality(
        "any filter, any responses",
        FilteredResponses,
        pointwise.FilteredResponsesAt,
        wrong_variants.ResponsesUnfiltered,
    )


TABLE = (
    Proved(
        "HSV26 Definition 4.5",
        "suitable_is_what_is_said_of_each_index",
        "The function accepts exactly the sequences that satisfy the clauses at every index, with the index of (v).",
        suitable_sequences,
        ACCEPTED,
    ),
    Proved(
        "HSV26 Definition 4.9 (repaired)",
        "fixed_mechanisms_are_created_first",
        "The function accepts exactly the suitable sequences that create α_1, …, α_k first, and nothing afterwards.",
        fixed_mechanisms,
        ACCEPTED,
        PLACES,
    ),
    Proved(
        "HSV26 Definition 4.11",
        "created_parameters_are_a_sub_multiset",
        "The function accepts exactly the suitable sequences whose parameters form a sub-multiset of the fixed ones.",
        fixed_parameters,
        ACCEPTED,
        SLOTS,
    ),
    Proved(
        "HSV26 Definition 5.1",
        "exceptional_parameters_are_a_sub_multiset",
        "The function accepts exactly the suitable sequences whose exceptional parameters form a sub-multiset.",
        sparse_parallel,
        ACCEPTED,
        SLOTS,
    ),
    Proved(
        "HSV26 Definition 5.1",
        "fixed_parameters_are_a_special_case",
        "What the function of fixed parameters accepts, this one accepts with the same slots, however many there are.",
        fixed_parameters_are_sparse,
        ACCEPTED,
        SLOTS,
        part="that Definition 4.11's function is included in it",
    ),
    Proved(
        "HSV26 Definition 5.3",
        "all_deltas_stay_within_the_budget",
        "The function accepts exactly the suitable sequences that keep the slots for ε and the budget for all δ.",
        sparse_parallel_with_budget,
        ACCEPTED,
        SLOTS,
    ),
    Proved(
        "HSV26 Definition 5.8",
        "responses_without_epsilon_stay_within_the_budget",
        "The function accepts exactly the suitable sequences that create responses with ε = 0 within the budget.",
        pure_delta_responses,
        ACCEPTED,
    ),
    Proved(
        "HSV26 Definition 5.10",
        "responses_of_two_kinds_keep_slots_and_budget",
        "The function accepts exactly the suitable sequences of responses that keep the slots for ε and the budget.",
        sparse_responses,
        ACCEPTED,
        SLOTS,
    ),
    Proved(
        "HSV26 Definition 5.13",
        "consistent_functions_are_asked_for",
        "The function accepts exactly what Definition 5.1's does and creates first-pair consistent functions only.",
        consistent_parallel,
        ACCEPTED,
        SLOTS,
    ),
    Proved(
        "HSV26 Definition 5.13",
        "a_mechanism_is_exceptional_from_its_first_pair_on",
        "What f_{∞,FPC} accepts, f_∞ accepts, and a mechanism whose first pair is identical gets no differing pair.",
        consistency_in_the_proof,
        ACCEPTED,
        SLOTS,
        part="that the proof of Theorem 5.14 uses",
    ),
    Proved(
        "HSV26 Definition 12.2",
        "the_filter_accepts_what_was_created",
        "The function accepts exactly the suitable sequences whose parameters the filter accepts after each creation.",
        filtered,
        ACCEPTED,
    ),
    Proved(
        "HSV26 Definition 12.3",
        "the_filter_accepts_responses_only",
        "The function accepts exactly what Definition 12.2's does and creates randomised responses only.",
        filtered_responses,
        ACCEPTED,
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
