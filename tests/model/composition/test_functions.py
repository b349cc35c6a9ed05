"""The verification functions of compositions, clause by clause."""

from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.composition.catalogue import Catalogue, catalogue, response_creation
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.filtered import Filtered, FilteredResponses, product_filter, sum_filter
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted, FixedParameters
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.parallel import (
    PureDeltaResponses,
    SparseParallel,
    SparseParallelWithDeltaBudget,
    SparseResponses,
)
from concomp.model.composition.single import EventLevel
from concomp.model.composition.slots import Parameters
from concomp.model.composition.suitable import Suitable
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism


def create(mechanism: InteractiveMechanism, e_eps: F, delta: F, function: object) -> Any:
    return Create(mechanism=mechanism, initial=mechanism.initial_state, e_eps=e_eps, delta=delta, function=function)


ECHO = InteractiveMechanism(lambda state, query: Law.point((state, query)), ("only",), (0, 1), "echo")
MUTE = InteractiveMechanism(lambda state, query: Law.point((state, "mute")), ("only",), (0, 1), "mute")
STREAM = EventLevel()
E = create(ECHO, F(1), F(1), STREAM)
SILENT = create(MUTE, F(2), F(0), STREAM)
KNOWN = catalogue([E, SILENT], 2)
PURE, MIXED, EXPOSING = (
    response_creation(PrivacyParameters(e, d)) for e, d in ((F(2), F(0)), (F(2), F(1, 4)), (F(1), F(1, 2)))
)
SAME, DIFFERENT = (0, 0), (0, 1)


def ask(index: int, pair: tuple[int, int] = SAME) -> tuple[Any, Any]:
    return query_pair(*pair, index)


def slots(*parameters: tuple[F, F]) -> tuple[Parameters, ...]:
    return tuple(Parameters(e_eps=e, delta=d) for e, d in parameters)


def first_rejected(function: Any, messages: Sequence[object]) -> int | None:
    """The index of the first message after which the sequence is invalid, None if there is none."""
    return next((t for t in range(len(messages)) if not function(messages[: t + 1])), None)


SUITABLE = KNOWN.bind(Suitable)


@pytest.mark.parametrize(
    ("clause", "messages", "rejected"),
    [
        ("creations and queries", [creation(E), ask(1), creation(SILENT), ask(2), ask(1)], None),
        ("(i) different creations", [(E, SILENT)], 0),
        ("(i) a creation beside a query", [creation(E), (E, Query(payload=0, index=1))], 1),
        ("(i) two indices", [creation(E), creation(E), (Query(payload=0, index=1), Query(payload=0, index=2))], 2),
        ("(i) neither", ["hello"], 0),
        ("(ii) no such mechanism yet", [creation(E), ask(2)], 1),
        ("(ii) index zero", [creation(E), ask(0)], 1),
        ("(ii) negative index", [creation(E), ask(-1)], 1),
        ("(iii) left outside the query space", [creation(E), ask(1, (7, 0))], 1),
        ("(iii) right outside the query space", [creation(E), ask(1, (0, 7))], 1),
        ("(iv) not established", [creation(create(ECHO, F(1), F(0), STREAM))], 0),
        ("(v) valid for each function", [creation(E), creation(E), ask(1, DIFFERENT), ask(2, DIFFERENT)], None),
        ("(v) not valid", [creation(E), ask(1, DIFFERENT), ask(1), ask(1, DIFFERENT)], 3),
    ],
)
def test_suitable(clause: str, messages: list[object], rejected: int | None) -> None:
    assert first_rejected(SUITABLE, messages) == rejected


def test_a_false_assertion_is_not_catalogued() -> None:
    with pytest.raises(ValueError, match="asserts what does not hold"):
        catalogue([create(ECHO, F(5), F(1, 2), STREAM)], 2)


def test_fixed_mechanisms_are_created_first_in_order_and_no_others_after() -> None:
    fixed = KNOWN.bind(FixedMechanisms, 2, alphas=(E, SILENT))
    assert first_rejected(fixed, [creation(E), creation(SILENT), ask(2), ask(1)]) is None
    assert first_rejected(fixed, [creation(SILENT)]) == 0
    assert first_rejected(fixed, [creation(E), ask(1)]) == 1
    assert first_rejected(fixed, [creation(E), creation(SILENT), creation(E)]) == 2
    assert first_rejected(fixed, [creation(E), creation(SILENT), ask(1, DIFFERENT), ask(1, DIFFERENT)]) == 3


def test_as_printed_nothing_after_the_last_fixed_creation_is_tested() -> None:
    printed = KNOWN.bind(FixedMechanismsAsPrinted, 1, alphas=(SILENT,))
    assert first_rejected(printed, [creation(SILENT), creation(E), ask(2, DIFFERENT)]) is None
    assert first_rejected(printed, [creation(E)]) == 0
    assert first_rejected(printed, [ask(1)]) == 0


def test_fixed_parameters_are_a_multiset_matched_exactly_in_any_order() -> None:
    twice = KNOWN.bind(FixedParameters, 3, slots=slots((F(2), F(0)), (F(1), F(1)), (F(2), F(0))))
    assert first_rejected(twice, [creation(SILENT), creation(E), creation(PURE)]) is None
    assert first_rejected(twice, [creation(E), creation(E)]) == 1
    assert first_rejected(twice, [creation(SILENT), creation(PURE), creation(SILENT)]) == 2
    assert first_rejected(twice, [creation(response_creation(PrivacyParameters(F(3, 2), F(0))))]) == 0
    assert first_rejected(KNOWN.bind(FixedParameters, 0, slots=()), [creation(E)]) == 0


def test_sparse_only_exceptional_mechanisms_take_slots_and_each_once() -> None:
    sparse = KNOWN.bind(SparseParallel, 1, slots=slots((F(1), F(1))))
    many = [creation(E), creation(SILENT), creation(E), ask(1), ask(2), ask(3)]
    assert first_rejected(sparse, many) is None
    assert first_rejected(sparse, [*many, ask(3, DIFFERENT), ask(3), ask(3)]) is None
    assert first_rejected(sparse, [*many, ask(3, DIFFERENT), ask(1, DIFFERENT)]) == 7
    assert first_rejected(sparse, [*many, ask(2, DIFFERENT)]) == 6


def test_a_budget_on_delta_counts_every_created_mechanism() -> None:
    bounded = KNOWN.bind(SparseParallelWithDeltaBudget, 1, slots=slots((F(2), F(0))), delta_bound=F(7, 16))
    assert first_rejected(bounded, [creation(MIXED), creation(MIXED), ask(2, DIFFERENT)]) is None
    assert first_rejected(bounded, [creation(MIXED), creation(MIXED), creation(MIXED)]) == 2
    assert first_rejected(bounded, [creation(MIXED), creation(MIXED), ask(1, DIFFERENT), ask(2, DIFFERENT)]) == 3
    exact = KNOWN.bind(SparseParallelWithDeltaBudget, 0, slots=(), delta_bound=F(1))
    assert first_rejected(exact, [creation(E), creation(E), ask(1), ask(1, DIFFERENT)]) == 3


def test_pure_delta_responses() -> None:
    responses = KNOWN.bind(PureDeltaResponses, delta_bound=F(3, 4))
    assert first_rejected(responses, [creation(EXPOSING), creation(EXPOSING), ask(1, DIFFERENT)]) is None
    assert first_rejected(responses, [creation(EXPOSING)] * 3) == 2
    assert first_rejected(responses, [creation(PURE)]) == 0
    assert first_rejected(responses, [creation(E)]) == 0
    assert first_rejected(responses, [creation(EXPOSING), ask(1), ask(1)]) == 2


def test_sparse_responses_are_pure_on_one_side() -> None:
    responses = KNOWN.bind(SparseResponses, 1, slots=slots((F(2), F(0))), delta_bound=F(1, 2))
    assert first_rejected(responses, [creation(PURE), creation(EXPOSING), ask(1, DIFFERENT), ask(2, DIFFERENT)]) is None
    assert first_rejected(responses, [creation(MIXED)]) == 0
    assert first_rejected(responses, [creation(PURE), creation(PURE)]) == 1
    assert first_rejected(responses, [creation(EXPOSING), creation(EXPOSING)]) == 1


def test_first_pair_consistency_is_asked_at_creation() -> None:
    consistent = KNOWN.bind(FirstPairConsistentParallel, 1, slots=slots((F(2), F(0))))
    assert first_rejected(consistent, [creation(PURE), creation(PURE), ask(2, DIFFERENT)]) is None
    assert first_rejected(consistent, [creation(PURE), creation(PURE), ask(2, DIFFERENT), ask(1, DIFFERENT)]) == 3
    assert first_rejected(consistent, [creation(SILENT)]) == 0
    known = Catalogue(KNOWN.entries, frozenset({STREAM}))
    assert known.bind(FirstPairConsistentParallel, 1, slots=slots((F(2), F(0))))([creation(SILENT)])


def test_filters_see_the_parameters_of_all_creations() -> None:
    budget = PrivacyParameters(F(4), F(1, 2))
    filtered = KNOWN.bind(Filtered, within_budget=sum_filter(budget))
    assert first_rejected(filtered, [creation(SILENT), creation(MIXED), ask(1, DIFFERENT), ask(2, DIFFERENT)]) is None
    assert first_rejected(filtered, [creation(PURE), creation(MIXED), creation(PURE)]) == 2
    assert first_rejected(filtered, [creation(E)]) == 0
    responses = KNOWN.bind(FilteredResponses, within_budget=sum_filter(budget))
    assert first_rejected(responses, [creation(PURE), creation(SILENT)]) == 1


def test_filters_accept_their_exact_boundary() -> None:
    halves = ((F(1), F(1, 2)), (F(1), F(1, 2)))
    assert sum_filter(PrivacyParameters(F(1), F(1)))(halves)
    assert not sum_filter(PrivacyParameters(F(1), F(3, 4)))(halves)
    assert product_filter(PrivacyParameters(F(1), F(3, 4)))(halves)
    assert not product_filter(PrivacyParameters(F(1), F(7, 10)))(halves)
