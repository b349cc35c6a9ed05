"""Diagonal and public, as four pieces of the project have them: definition, exploration, solvers, guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.monitors.exploration import explore, messages
from concomp.model.language import Bool, Int, Monitor, accept_if, register, require, when
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.one_world import (
    SIDES,
    Function,
    accepts_throughout,
    diagonal_run,
    is_diagonal_at,
    is_public_at,
    prefix_closure,
)
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import NOWHERE, Definition, RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report
from concomp.obligations.verify.properties.properties import ask
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import SECONDS, case_of
from tests.impl.monitors.test_exploration import OneDifference, Rising, Toggle, runs_alike
from tests.obligations.verify.refute import refute

NAMES = ("diagonal", "public")
LENGTH = 3


class RisingLevels(Monitor):
    """Levels rise, and one may differ by 1."""

    left_most = register(Int, 0)
    right_most = register(Int, 0)
    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left > self.left_most) & (right > self.right_most))
        with when(left != right):
            require(~self.used & (left - right <= 1) & (right - left <= 1))
            self.used = True
        self.left_most = left
        self.right_most = right


class SmallAtOddPlaces(Monitor):
    """At every other place both are at most 3: of each prefix only the last place counts."""

    even = register(Bool, True)

    def step(self, left: Int, right: Int) -> None:
        accept_if(~self.even | ((left <= 3) & (right <= 3)))
        self.even = ~self.even


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as started:
        yield started


def test_levels_that_rise_are_refused_in_one_world_alone(worker: Worker) -> None:
    found = report(worker, case_of(RisingLevels), NAMES, SECONDS)
    assert found.words() == {"diagonal": "proved", "public": "refuted"}
    assert not found.usable_at_run_time
    assert found.public.trace is not None
    assert [(step.left, step.right, step.accepted) for step in found.public.trace.steps] == [
        (1, 2, True),
        (2, 2, False),
    ]
    assert found.public.trace.rejection is not None
    assert found.public.trace.rejection.index == 1
    function = RisingLevels()
    assert [bool(diagonal_run(function, [(1, 2), (2, 2)], side)[1:]) for side in (0, 1)] == [True, False]


def test_a_function_that_is_not_prefix_closed_has_its_verdict_by_its_prefix_closure(worker: Worker) -> None:
    assert SmallAtOddPlaces()([(3, 5), (0, 0)])
    assert not accepts_throughout(SmallAtOddPlaces(), [(3, 5), (0, 0)])
    found = report(worker, case_of(SmallAtOddPlaces), [*NAMES, "prefix closed"], SECONDS)
    assert found.words() == {"diagonal": "proved", "public": "proved", "prefix closed": "refuted"}
    assert found.usable_at_run_time


class KeptByRefusals(Monitor):
    """Both diagonal runs refuse the second pair, and go on as if it had not been sent."""

    seen = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        with when(left == right):
            require(~self.seen)
        self.seen = True


def test_a_refusal_restores_the_registers() -> None:
    function = KeptByRefusals()
    pairs = [(True, False), (True, False)]
    assert accepts_throughout(function, pairs)
    assert diagonal_run(function, pairs, 0) == ((True, True),)
    assert not is_diagonal_at(function, pairs)


# Four ways to the same verdict.


def violations(function: Function, messages: Sequence[Any], length: int) -> dict[str, int]:
    """The length of the shortest sequence that breaks each property, by the definition; 0 if none is that short."""
    shortest = dict.fromkeys(NAMES, 0)
    for size in range(1, length + 1):
        for pairs in product(list(product(messages, repeat=2)), repeat=size):
            for name, holds in (("diagonal", is_diagonal_at), ("public", is_public_at)):
                if not shortest[name] and not holds(function, pairs):
                    shortest[name] = size
    return shortest


def explored(function: Runnable) -> dict[str, int]:
    found = explore(function)
    return {name: len(getattr(found, name) or ()) for name in NAMES}


def searched(definition: Definition) -> dict[str, int]:
    found = {name: refute(ask(name, definition), LENGTH + 1) for name in NAMES}
    return {name: 0 if trace is None else len(trace.steps) for name, trace in found.items()}


def cut(lengths: dict[str, int]) -> dict[str, int]:
    """The lengths, as one sees them who looks at so many messages."""
    return {name: length if length <= LENGTH else 0 for name, length in lengths.items()}


def formulas(leaves: list[Term]) -> st.SearchStrategy[Term]:
    return st.recursive(
        st.sampled_from([*leaves, terms.TRUE]),
        lambda inner: st.one_of(
            st.builds(terms.negation, inner),
            st.builds(lambda one, other: terms.conjunction([one, other]), inner, inner),
            st.builds(lambda one, other: terms.disjunction([one, other]), inner, inner),
            st.builds(terms.equality, inner, inner),
        ),
        max_leaves=6,
    )


@st.composite
def definitions(draw: Callable[..., Any]) -> Definition:
    """Functions of bits with two registers, one requirement, one verdict on exactly the sequence so far, and a query
    space."""
    symbols = [terms.leaf("register", BOOL, name) for name in ("a", "b")]
    left, right = (terms.leaf("message", BOOL, name) for name in SIDES)
    step = formulas([*symbols, left, right])
    registers = tuple(
        RegisterDefinition(terms.leaf_name(each), each, draw(st.sampled_from([terms.TRUE, terms.FALSE])), draw(step))
        for each in symbols
    )
    stated = [(Requirement(draw(step), NOWHERE),) if draw(st.booleans()) else () for _ in range(2)]
    return Definition("Drawn", BOOL, registers, (), *stated, draw(st.sampled_from([terms.TRUE, terms.TRUE, left])))


def demand_one_verdict(definition: Definition) -> None:
    function = DefinitionFunction(definition)
    by_definition = violations(function, (False, True), LENGTH)
    by_exploration = explored(function)
    assert cut(by_exploration) == by_definition
    assert cut(searched(definition)) == by_definition
    closed = DefinitionFunction(prefix_closure(definition))
    for pairs in product(product((False, True), repeat=2), repeat=2):
        assert closed(pairs) == accepts_throughout(function, pairs)
    # Two guards decide alike, whatever may be sent, exactly if both properties hold.
    if not any(by_exploration.values()):
        assert runs_alike(function, LENGTH)
    if any(by_definition.values()):
        assert not runs_alike(function, LENGTH)


@settings(max_examples=15, deadline=None)
@given(definitions())
def test_definition_exploration_solvers_and_guards_agree(definition: Definition) -> None:
    demand_one_verdict(definition)


@pytest.mark.full
@settings(max_examples=600, deadline=None)
@given(definitions())
def test_definition_exploration_solvers_and_guards_agree_often(definition: Definition) -> None:
    demand_one_verdict(definition)


@pytest.mark.parametrize("function", [OneDifference(), Rising(), Toggle(), KeptByRefusals()], ids=repr)
def test_they_agree_on_functions_that_somebody_wrote(function: Monitor) -> None:
    listed = messages(function.definition.message)
    by_definition = violations(function, listed, 2)
    assert {name: length if length <= 2 else 0 for name, length in explored(function).items()} == by_definition
    assert searched(function.definition) == explored(function)
