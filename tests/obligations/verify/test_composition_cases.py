"""Compositions: every property and every inclusion is settled as the table of cases says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

import pytest
from _pytest.mark.structures import ParameterSet

from concomp.model.composition.filtered import Filtered
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.fixed import FixedMechanisms, FixedParameters
from concomp.model.composition.parallel import (
    PureDeltaResponses,
    SparseParallel,
    SparseParallelWithDeltaBudget,
    SparseResponses,
)
from concomp.model.language import Definition, Monitor
from concomp.obligations.families.functions.any_length import AnyFixedParameters, AnySparseParallel
from concomp.obligations.families.functions.wrong_variants import OneMoreOfValue
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import verdict_on, witness_of
from concomp.obligations.verify.encoding.variants import fix_parameters
from concomp.obligations.verify.properties.listed_functions import ListedQuestion, with_catalogue
from concomp.obligations.verify.properties.properties import NotAskable, included
from concomp.obligations.verify.properties.ranks import at_most_k_exceptional
from concomp.obligations.verify.properties.specifications import FirstPairConsistentAt, specification
from concomp.obligations.verify.properties.subfunctions import (
    DIAGONAL,
    FIRST_PAIR_CONSISTENT,
    PUBLIC,
    SWAP_INVARIANT,
)
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.pipeline import settle
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Verdict
from concomp.obligations.verify.verification import case_of
from tests.obligations.verify import compositions as c
from tests.thinning import thinned

SECONDS = 60.0
PARTS = ("prefix closed", "swap invariant", "diagonal", "public")
"""What every right function of a composition has."""


def full(*row: object) -> ParameterSet:
    """A row of a table that only the heavy tests look at."""
    return pytest.param(*row, marks=pytest.mark.full)


@dataclass(frozen=True)
class Sized:
    """A function that is read when a test asks for it, as this takes a while."""

    owner: type[Monitor]
    sizes: tuple[int, ...]

    def __repr__(self) -> str:
        return f"{self.owner.__name__}({', '.join(map(str, self.sizes))})"

    @cached_property
    def function(self) -> Monitor:
        return self.owner(*self.sizes)


def sized(owner: type[Monitor], *sizes: int) -> Sized:
    return Sized(owner, sizes)


Row = tuple[Sized, str, int]
PAPER: tuple[tuple[Sized, int] | ParameterSet, ...] = (
    full(sized(c.FixedMechanismsAgain, 2), 3),
    full(sized(FixedMechanisms, 2), 3),
    full(sized(FixedParameters, 2), 2),
    (sized(SparseParallel, 2), 2),
    full(sized(SparseParallelWithDeltaBudget, 2), 2),
    full(sized(PureDeltaResponses), 2),
    full(sized(SparseResponses, 2), 2),
    full(sized(FirstPairConsistentParallel, 2), 2),
    full(sized(c.ConsistentUsers), 2),
    full(sized(Filtered), 2),
)
"""Functions, and the length of the shortest witness, which is also that of the shortest first pair inconsistency."""

BOUNDS: tuple[Row | ParameterSet, ...] = (
    (sized(c.FixedMechanismsAgain, 2), "at most 2 creations", 3),
    (sized(FixedMechanisms, 2), "at most 2 creations", 0),
    (sized(FixedParameters, 2), "at most 2 creations", 0),
    (sized(FixedParameters, 1), "at most 1 exceptional", 0),
    full(sized(FixedParameters, 2), "at most 2 exceptional", 0),
    (sized(SparseParallel, 1), "at most 1 exceptional", 0),
    (sized(SparseParallel, 2), "at most 2 exceptional", 0),
    (sized(SparseParallel, 1), "sub-multiset", 0),
    (sized(SparseParallel, 2), "sub-multiset", 0),
    (sized(SparseParallel, 2), "per-mechanism first-pair consistent", 3),
    (sized(SparseParallelWithDeltaBudget, 2), "at most 2 exceptional", 0),
    (sized(SparseParallelWithDeltaBudget, 2), "within the delta budget", 0),
    (sized(c.LossBudget, 2), "within the delta budget", 0),
    (sized(c.SumBudget, 2), "within the delta budget", 0),
    (sized(c.LateBudget, 2), "within the delta budget", 1),
    (sized(PureDeltaResponses), "within the delta budget", 0),
    (sized(PureDeltaResponses), "at most 0 creations with positive epsilon", 0),
    (sized(SparseResponses, 2), "within the delta budget", 0),
    (sized(SparseResponses, 2), "at most 2 creations with positive epsilon", 0),
    (sized(SparseResponses, 2), "at most 1 creations with positive epsilon", 2),
    (sized(FirstPairConsistentParallel, 2), "per-mechanism first-pair consistent", 0),
    (sized(c.ConsistentUsers), "per-mechanism first-pair consistent", 0),
    (sized(Filtered), "at most 2 exceptional", 6),
    (sized(c.CountedCreations), "at most k exceptional", 0),
    (sized(c.CountedTooFar), "at most k exceptional", 2),
    (sized(c.LeftQuerySpace), "suitable", 2),
    (sized(c.FunctionsIgnored), "suitable", 2),
    (sized(c.ParametersIgnored), "suitable", 1),
    (sized(c.SumFilter), "monotone", 0),
    (sized(c.SumFilterOfAny), "monotone", 2),
    (sized(c.AdvancedFilter), "monotone", 0),
    (sized(c.AdvancedFilterSquared), "monotone", 2),
)
SLOW_BOUNDS: tuple[Row, ...] = (
    (sized(c.AbsentIndex), "suitable", 0),
    (sized(FixedParameters, 3), "at most 3 exceptional", 0),
    (sized(FixedParameters, 4), "at most 4 exceptional", 0),
    (sized(SparseParallel, 3), "at most 3 exceptional", 0),
    (sized(SparseParallel, 3), "sub-multiset", 0),
    (sized(SparseResponses, 3), "at most 3 creations with positive epsilon", 0),
)

INCLUSIONS: tuple[tuple[Sized, Sized, int] | ParameterSet, ...] = (
    (sized(c.FixedMechanismsAgain, 2), sized(c.ParametersOfAlphas, 2), 3),
    (sized(FixedMechanisms, 2), sized(c.ParametersOfAlphas, 2), 0),
    (sized(FixedParameters, 1), sized(SparseParallel, 1), 0),
    full(sized(FixedParameters, 2), sized(SparseParallel, 2), 0),
    full(sized(FixedParameters, 3), sized(SparseParallel, 3), 0),
    full(sized(FixedParameters, 4), sized(SparseParallel, 4), 0),
    full(sized(c.OneSlotMore, 2), sized(SparseParallel, 2), 2),
    full(sized(AnyFixedParameters), sized(AnySparseParallel), 0),
    full(sized(OneMoreOfValue), sized(AnySparseParallel), 2),
    (sized(SparseParallel, 2), sized(FixedParameters, 2), 1),
    (sized(SparseParallel, 2), sized(FirstPairConsistentParallel, 2), 1),
    (sized(FirstPairConsistentParallel, 2), sized(SparseParallel, 2), 0),
    (sized(c.LossBudget, 2), sized(c.DeltaInRange, 2), 0),
    (sized(c.DeltaInRange, 2), sized(c.LossBudget, 2), 0),
    (sized(c.SumBudget, 2), sized(c.DeltaInRange, 2), 0),
    (sized(c.DeltaInRange, 2), sized(c.SumBudget, 2), 2),
    (sized(c.LateBudget, 2), sized(c.DeltaInRange, 2), 1),
    (sized(PureDeltaResponses), sized(SparseResponses, 2), 0),
    (sized(SparseResponses, 2), sized(SparseParallelWithDeltaBudget, 2), 2),
    (sized(c.ConsistentUsers), sized(c.CountedForAlpha), 0),
    (sized(c.CarelessUsers), sized(c.CountedForAlpha), 2),
)


LINKED: tuple[tuple[Sized, Sized, dict[str, int]] | ParameterSet, ...] = (
    (sized(c.DeltaInRange, 2), sized(c.PureSlots, 2), {"delta_bound": 0}),
    (sized(c.EqualSlots, 2), sized(c.CountedSlots), {"k": 2}),
    (sized(c.CountedSlots), sized(c.EqualSlots, 2), {"k": 2}),
    full(sized(c.EqualSlots, 3), sized(c.CountedSlots), {"k": 3}),
    full(sized(c.CountedSlots), sized(c.EqualSlots, 3), {"k": 3}),
)
"""Inclusions for certain values of parameters."""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


@cache
def witness(worker: Worker, function: Monitor) -> Verdict:
    return witness_of(worker, case_of(function), SECONDS)


def settled(worker: Worker, function: Monitor, name: str, within: Monitor | None = None) -> tuple[str, int | None]:
    """The verdict on a property, and the length of its trace."""
    found = verdict_on(worker, case_of(function, within), name, witness(worker, function), SECONDS)
    assert bool(found.certificates) == (found.verdict == "proved")
    return found.verdict, found.length


def expected(length: int) -> tuple[str, int | None]:
    return ("refuted", length) if length else ("proved", None)


@pytest.mark.parametrize(("function", "length"), PAPER, ids=repr)
def test_right_functions_are_suitable_and_treat_sides_and_cases_alike(
    worker: Worker, function: Sized, length: int
) -> None:
    assert witness(worker, function.function).length == length
    found = {name: settled(worker, function.function, name) for name in ("first-pair consistent", "suitable", *PARTS)}
    assert found.pop("first-pair consistent") == ("refuted", length)
    assert found == dict.fromkeys(("suitable", *PARTS), ("proved", None))


@pytest.mark.parametrize(("function", "name", "length"), thinned(BOUNDS, 5), ids=repr)
def test_bounds(worker: Worker, function: Sized, name: str, length: int) -> None:
    assert settled(worker, function.function, name) == expected(length)


@pytest.mark.full
@pytest.mark.parametrize(("function", "name", "length"), SLOW_BOUNDS, ids=repr)
def test_bounds_for_more_slots(worker: Worker, function: Sized, name: str, length: int) -> None:
    assert settled(worker, function.function, name) == expected(length)


@pytest.mark.parametrize(("smaller", "larger", "length"), thinned(INCLUSIONS, 3), ids=repr)
def test_inclusions(worker: Worker, smaller: Sized, larger: Sized, length: int) -> None:
    assert settled(worker, smaller.function, "included", larger.function) == expected(length)


@pytest.mark.parametrize(("smaller", "larger", "values"), LINKED, ids=repr)
def test_inclusions_for_values_of_parameters(
    worker: Worker, smaller: Sized, larger: Sized, values: dict[str, int]
) -> None:
    first, second = (valued(each.function, values) for each in (smaller, larger))
    case = case_of(first, second)
    assert verdict_on(worker, case, "included", witness_of(worker, case, SECONDS), SECONDS).verdict == "proved"


def valued(function: Monitor, values: dict[str, int]) -> Definition:
    """The function's definition with those of the values that are of its parameters."""
    known = {each.name for each in function.definition.parameters}
    return fix_parameters(function.definition, {name: value for name, value in values.items() if name in known})


def test_a_function_wrongly_taken_for_first_pair_consistent_is_seen_by_running_it(worker: Worker) -> None:
    """The functions that are run are real ones, and the composition is told that all of them are consistent."""
    function = FirstPairConsistentParallel(2).definition
    listed = with_catalogue(function, [c.EventLevel(), c.OnePair()])
    wanted = FirstPairConsistentAt().definition
    system = included(listed, wanted)
    question = ListedQuestion("per-mechanism first-pair consistent", (function, wanted), system, shown_by="included")
    found = settle(worker, Inquiry(question, question.property, "", {}), witness(worker, Filtered()), SECONDS)
    assert (found.verdict, found.length) == ("refuted", 3)
    assert found.trace is not None
    assert found.trace.steps[0].left.function == c.EventLevel()


def test_with_functions_that_are_consistent_the_same_composition_is(worker: Worker) -> None:
    function = with_catalogue(FirstPairConsistentParallel(2).definition, [c.OnePair()])
    question = replace(
        specification("per-mechanism first-pair consistent", Filtered().definition),
        definitions=(function, FirstPairConsistentAt().definition),
        system=included(function, FirstPairConsistentAt().definition),
    )
    found = settle(worker, Inquiry(question, question.property, "", {}), witness(worker, Filtered()), SECONDS)
    assert found.verdict == "proved"


@pytest.mark.parametrize(("name", "length"), [("diagonal", 2), ("public", 3)])
def test_what_a_function_does_not_admit_it_may_admit_of_one_side(worker: Worker, name: str, length: int) -> None:
    assert settled(worker, c.NotAdmitted(), name) == ("refuted", length)


@pytest.mark.parametrize(
    ("name", "assumed"),
    thinned(
        [
            ("swap invariant", SWAP_INVARIANT),
            ("diagonal", DIAGONAL),
            ("public", PUBLIC),
            ("per-mechanism first-pair consistent", FIRST_PAIR_CONSISTENT),
        ],
        4,
    ),
)
def test_what_is_assumed_of_the_functions_that_are_run_is_part_of_the_scope(
    worker: Worker, name: str, assumed: str
) -> None:
    function = FirstPairConsistentParallel(2)
    case, known = case_of(function), witness(worker, function)
    assert verdict_on(worker, case, name, known, SECONDS).scope.endswith(assumed)
    assert "first-pair" not in verdict_on(worker, case, "suitable", known, SECONDS).scope


def test_a_function_that_looks_at_the_states_of_others_is_not_asked(worker: Worker) -> None:
    with pytest.raises(NotAskable, match="let it only pass them on"):
        with_catalogue(c.ComparesStates().definition, [c.OnePair()])
    with pytest.raises(NotAskable, match="cannot stand in a list"):
        with_catalogue(Filtered().definition, [c.SumFilter()])


@pytest.mark.parametrize(("name", "message"), [("suitabel", "suitable"), ("at most k creations", "no slots")])
def test_what_cannot_be_asked_is_said(name: str, message: str) -> None:
    with pytest.raises(NotAskable, match=message):
        specification(name, Filtered().definition)


def test_a_symbolic_number_of_exceptional_mechanisms_is_counted_by_induction_over_the_indices() -> None:
    questions = at_most_k_exceptional(c.CountedCreations().definition)
    assert [each.definitions[1].name for each in questions] == ["NoneAtFirst", "OneMore", "AllInAll"]
    assert [bool(each.given) for each in questions] == [False, True, True]
    with pytest.raises(NotAskable, match="has no parameter k"):
        at_most_k_exceptional(Filtered().definition)
