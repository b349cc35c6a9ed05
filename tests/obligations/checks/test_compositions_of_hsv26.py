"""The checks of HSV26 sections 4 and 12: each passes, and each notices a wrong definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.filtered import Filter, Filtered, FilteredResponses, launch, within_budget
from concomp.model.composition.fixed import FixedMechanisms, FixedMechanismsAsPrinted, FixedParameters
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.suitable import Suitable
from concomp.model.language import require, when
from concomp.model.laws.law import Law
from concomp.model.laws.linear import System
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.reduction.existence import simulation_from_response
from concomp.obligations.expectation import Violation
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.small_games import slots
from concomp.obligations.families.compositions.verification import catalogue_of
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = (
    "composition.given",
    "composition.extended",
    "composition.verified",
    "composition.discrete",
    "composition.fixed",
    "composition.fixed_as_printed",
    "composition.filtered",
    "functions.suitable",
    "functions.fixed_functions",
    "functions.filtered_functions",
    "reduction.simulation",
)
CHECKS = checks_in(PACKAGE, MODULES)


test_a_check_establishes_its_statement = establishing(CHECKS.values())


def _exchanged(mechanisms: Any) -> InteractiveMechanism:
    return concurrent_composition(list(reversed(mechanisms)))


def _from_zero() -> InteractiveMechanism:
    """ExtConComp that counts its mechanisms from 0."""
    right = extended_concurrent_composition()

    def step(state: Any, message: Any) -> Any:
        moved = Query(payload=message.payload, index=message.index + 1) if type(message) is Query else message
        return right.respond(state, moved)

    return InteractiveMechanism(step, right.initial_states, right.queries, right.name)


class Unequal(Suitable):
    """Wrong: the two creation queries may differ."""

    def step(self, left: Create | Query, right: Create | Query) -> None:
        super().step(left, left)


class Loose(Suitable):
    """Wrong: queries outside the query space, or not f-valid, are accepted."""

    def ask(self, index: Any, left: Any, right: Any) -> None:
        require((index >= 1) & (index <= self.created))


class AnyNumber(FixedParameters):
    """Wrong: only pure mechanisms take a slot."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        with when(create.delta == 0):
            self.take(lambda slot: slot.e_eps == create.e_eps)


class Late(Filtered):
    """Wrong: the filter is asked before the new creation is counted."""

    def add(self, create: Create) -> None:
        Suitable.add(self, create)
        require(within_budget(self.launched))
        self.launched = launch(self.launched, create.e_eps, create.delta)


class AnyMechanism(FilteredResponses):
    """Wrong: every mechanism counts as a randomised response."""

    def add(self, create: Create) -> None:
        Filtered.add(self, create)


def _one_world(*given: Any) -> System:
    """The system without the equations of one world."""
    system = simulation_from_response(*given)
    return System(system.unknowns, tuple(row for row in system.rows if row.total in (0, 1)))


def _of_any_number(parts: Sequence[Component]) -> AnyNumber:
    given = slots(*(each.privacy for each in parts))
    return catalogue_of(parts).bind(AnyNumber, len(given), slots=given)


def _under_late_filter(parts: Sequence[Component], accepts: Filter) -> Late:
    return catalogue_of(parts).bind(Late, within_budget=accepts)


def _of_fewer(parameters: Any) -> Any:
    return response_profile(tuple(parameters)[:-1])


WRONG: list[Wrong] = [
    ("HSV26 Section 4: Comp and ConComp", "composition.given", "concurrent_composition", _exchanged),
    ("HSV26 Section 4: Comp and ConComp", "composition.given", "response_profile", _of_fewer),
    ("HSV26 Definition 4.1", "composition.extended", "extended_concurrent_composition", _from_zero),
    ("HSV26 Remark 4.2", "composition.extended", "extended_concurrent_composition", _from_zero),
    ("HSV26 Definition 4.3", "composition.verified", "of_fixed_parameters", _of_any_number),
    ("HSV26 Definition 4.4", "composition.verified", "least_delta", lambda *_: Fraction(1, 2)),
    ("HSV26 Definition 4.5", "functions.suitable", "Suitable", Unequal),
    ("HSV26 Definition 4.5", "functions.suitable", "Suitable", Loose),
    ("HSV26 Definition 4.6", "composition.discrete", "next_answer", lambda *_: Law.point(0)),
    ("HSV26 Lemma 4.7", "reduction.simulation", "simulation_from_response", _one_world),
    ("HSV26 Definition 4.9", "composition.fixed_as_printed", "FixedMechanismsAsPrinted", FixedMechanisms),
    ("HSV26 Theorem 4.10", "composition.fixed_as_printed", "FixedMechanismsAsPrinted", FixedMechanisms),
    ("HSV26 Definition 4.9 (repaired)", "functions.fixed_functions", "FixedMechanisms", FixedMechanismsAsPrinted),
    ("HSV26 Definition 4.11", "functions.fixed_functions", "FixedParameters", AnyNumber),
    ("HSV26 Theorem 4.10 (repaired)", "composition.fixed", "response_profile", _of_fewer),
    ("HSV26 Theorem 4.12", "composition.fixed", "response_profile", _of_fewer),
    ("HSV26 Definition 12.1", "functions.filtered_functions", "sum_filter", lambda budget: lambda spent: True),
    ("HSV26 Definition 12.2", "functions.filtered_functions", "under_filter", _under_late_filter),
    ("HSV26 Definition 12.3", "functions.filtered_functions", "FilteredResponses", AnyMechanism),
    ("HSV26 Theorem 12.4", "composition.filtered", "response_game", lambda market: response_profile(market.labels[:1])),
]


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG, PACKAGE)


@pytest.mark.parametrize(
    ("field", "spoilt"), [("exact", "1/2"), ("claimed", "1/4"), ("adversary", ["creates the mechanism", [0, 0]])]
)
def test_a_spoilt_counterexample_is_noticed(field: str, spoilt: Any) -> None:
    made = CHECKS["HSV26 Theorem 4.10"]
    assert made.find is not None
    findings: Any = made.find()
    with pytest.raises(Violation):
        made.recheck({**findings, field: spoilt})
