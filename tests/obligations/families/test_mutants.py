"""Mutants are mechanical: one mistake each, named by its place, and every one of them runs."""

from __future__ import annotations

import pytest

from concomp.model.language import LanguageError, UnknownName
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.obligations.families.mutation.mutants import Mutant, mutants
from tests.model.language.examples import DIFF, EXAMPLES, MORE, SAME, Example
from tests.model.language.monitors import AtMostK, EventLevel

by_name = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def function(mutant: Mutant, example: Example) -> DefinitionFunction:
    return DefinitionFunction(mutant.definition, example.monitor.parameter_values)


def killed(mutant: Mutant, example: Example) -> bool:
    run = function(mutant, example)
    return not all(map(run, example.accepted)) or any(map(run, example.rejected))


def test_the_mutants_of_event_level_are_these() -> None:
    names = [mutant.name for mutant in mutants(EventLevel().definition)]
    assert [name.removeprefix("requirement 1 `require(~self.used)`: ") for name in names] == [
        "drop it",
        "negate equal(left, right)",
        "negate used",
        "negate or(equal(left, right), not(used))",
        "drop equal(left, right) of or(equal(left, right), not(used))",
        "drop not(used) of or(equal(left, right), not(used))",
        "used: forget its update",
        "used: in its update, negate equal(left, right)",
        "used: in its update, negate used",
        "used: in its update, negate choice(not(equal(left, right)), True, used)",
        "used: in its update, forget what holds unless not(equal(left, right))",
        "used: in its update, put False for True in choice(not(equal(left, right)), True, used)",
        "used: in its initial value, put True for False",
    ]


@by_name
def test_names_and_definitions_differ(example: Example) -> None:
    found = mutants(example.monitor.definition)
    assert len({mutant.name for mutant in found}) == len(found)
    assert len({mutant.definition for mutant in found} | {example.monitor.definition}) == len(found) + 1


@by_name
def test_every_requirement_is_dropped_and_every_update_forgotten(example: Example) -> None:
    definition = example.monitor.definition
    found = mutants(definition)
    dropped = {m.definition.requirements for m in found if m.name.endswith(": drop it")}
    forgotten = {m.name.split(":")[0] for m in found if m.name.endswith("forget its update")}
    assert len(dropped) >= len({r.condition for r in definition.requirements}) > 0 or definition.verdicts
    assert forgotten == {r.name for r in definition.registers if r.update is not r.symbol}


@by_name
def test_every_mutant_runs_and_some_are_told_from_the_definition(example: Example) -> None:
    found = mutants(example.monitor.definition)
    assert not killed(Mutant("", example.monitor.definition), example)
    assert sum(killed(mutant, example) for mutant in found) >= len(found) // 5


def test_the_mutant_that_counts_too_late_accepts_one_more() -> None:
    late = [m for m in mutants(AtMostK().definition) if "ask one less" in m.name]
    assert [DefinitionFunction(m.definition, {"k": 1})([DIFF, SAME, MORE]) for m in late] == [True]
    assert not AtMostK(k=1)([DIFF, SAME, MORE])


def test_a_definition_runs_with_values_of_its_parameters_only() -> None:
    definition = AtMostK().definition
    with pytest.raises(LanguageError, match="without a value of k"):
        _ = DefinitionFunction(definition).initial
    with pytest.raises(UnknownName, match="no parameter 'm'"):
        DefinitionFunction(definition, {"k": 1, "m": 2})
    with pytest.raises(LanguageError, match="parameter k of AtMostK is True"):
        DefinitionFunction(definition, {"k": True})
    with pytest.raises(LanguageError, match="violates its constraint"):
        DefinitionFunction(definition, {"k": -1})


@by_name
def test_a_definition_runs_as_its_monitor_does(example: Example) -> None:
    run = DefinitionFunction(example.monitor.definition, example.monitor.parameter_values)
    for word in (*example.accepted, *example.rejected):
        states = run.initial, example.monitor.initial
        for pair in (*word, None, word[0]):
            (verdict, here), (expected, there) = run.advance(states[0], pair), example.monitor.advance(states[1], pair)
            assert (verdict, here) == (expected, there)
            states = here, there
