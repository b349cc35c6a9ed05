"""Every violation of the table of cases is found with its length and replayed; where there is none, none is found."""

from __future__ import annotations

import pytest

from concomp.model.language import Monitor
from concomp.obligations.verify.encoding.variants import fix_parameters
from concomp.obligations.verify.properties.properties import ask, compare
from tests.model.language import monitors as m
from tests.model.language.compositions import SparseParallel
from tests.obligations.verify.functions import (
    AboveRootOfTwo,
    Bits,
    BitsRequired,
    Guarded,
    LateVerdict,
    LeftAtMostThree,
    Owners,
    Painting,
    Shelf,
)
from tests.obligations.verify.refute import refute

NAMES = ("witness", "first-pair consistent", "prefix closed", "swap invariant", "reflexive", "diagonal", "public")
CASES: tuple[tuple[Monitor, tuple[int, ...]], ...] = (
    (m.EventLevel(), (1, 2, 0, 0, 0, 0, 0)),
    (m.EventLevelOverwritten(), (1, 2, 0, 0, 0, 0, 0)),
    (m.OneUser(), (1, 2, 0, 0, 0, 0, 0)),
    (m.OneUserOverwritten(), (1, 2, 0, 0, 0, 0, 0)),
    (m.Static(), (1, 0, 0, 0, 1, 0, 0)),
    (m.StaticAgain(), (1, 2, 0, 0, 1, 0, 0)),
    (m.UpdatesAndQuestions(), (1, 2, 0, 0, 0, 0, 0)),
    (m.AtMostK(), (1, 2, 0, 0, 0, 0, 0)),
    (m.AtMostKOffByOne(), (1, 2, 0, 0, 0, 0, 0)),
    (m.Counter(), (1, 2, 0, 0, 0, 0, 0)),
    (m.CounterOneSided(), (1, 2, 0, 1, 0, 0, 0)),
    (m.SparseVector(), (1, 2, 0, 0, 0, 0, 0)),
    (m.SparseVectorRarely(), (1, 2, 0, 0, 0, 0, 0)),
    (m.Histogram(), (1, 2, 0, 0, 0, 0, 0)),
    (m.HistogramByCoordinate(), (1, 2, 0, 0, 0, 0, 0)),
    (m.counter(2)(), (1, 2, 0, 0, 0, 0, 0)),
    (m.ExactlyOne(), (1, 2, 2, 0, 1, 1, 0)),
    (m.ExactlyOneReset(), (1, 2, 3, 0, 0, 0, 0)),
    (m.Laplace(), (1, 0, 0, 0, 2, 0, 0)),
    (m.LaplaceWrongGuard(), (1, 2, 0, 0, 2, 2, 0)),
    (SparseParallel(2), (2, 2, 0, 0, 1, 0, 0)),
    (LeftAtMostThree(), (1, 2, 0, 1, 1, 1, 0)),
    (LateVerdict(), (2, 2, 2, 2, 1, 0, 0)),
    (Bits(), (1, 2, 0, 0, 0, 0, 0)),
    (Painting(), (2, 2, 0, 0, 0, 0, 0)),
    (Owners(), (1, 2, 0, 0, 0, 0, 0)),
    (Shelf(), (2, 2, 0, 0, 1, 0, 0)),
    (AboveRootOfTwo(), (1, 2, 0, 1, 0, 0, 0)),
    (Guarded(), (0, 0, 0, 0, 0, 0, 0)),
)
"""The length of the shortest violation for each of NAMES, 0 where there is none."""


@pytest.mark.parametrize(("monitor", "lengths"), CASES, ids=lambda value: repr(value))
def test_shortest_violations_of_each_function(monitor: Monitor, lengths: tuple[int, ...]) -> None:
    found = [refute(ask(name, monitor.definition)) for name in NAMES]
    assert dict(zip(NAMES, [len(each.steps) if each else 0 for each in found], strict=True)) == dict(
        zip(NAMES, lengths, strict=True)
    )


@pytest.mark.parametrize(("monitor", "length"), [(Bits(), 1), (BitsRequired(), 0), (m.EventLevel(), 0)], ids=repr)
def test_typing_is_asked_of_the_step_alone(monitor: Monitor, length: int) -> None:
    found = refute(ask("well typed", monitor.definition))
    assert (len(found.steps) if found else 0) == length


INCLUSIONS: tuple[tuple[Monitor, Monitor, int], ...] = (
    (m.EventLevelOverwritten(), m.EventLevel(), 3),
    (m.EventLevel(), m.EventLevelOverwritten(), 0),
    (m.OneUserOverwritten(), m.OneUser(), 3),
    (m.OneUser(), m.OneUserOverwritten(), 3),
    (m.AtMostK(k=2), m.AtMostK(k=3), 0),
    (m.AtMostK(k=3), m.AtMostK(k=2), 3),
    (m.AtMostK(k=1), m.EventLevel(), 0),
    (m.StaticAgain(), m.Static(), 2),
    (m.Static(), m.StaticAgain(), 0),
    (m.AtMostKOffByOne(), m.AtMostK(), 1),
    (m.AtMostK(), m.AtMostKOffByOne(), 0),
    (m.CounterOneSided(), m.Counter(), 1),
    (m.Counter(), m.CounterOneSided(), 0),
    (m.SparseVectorRarely(), m.SparseVector(), 1),
    (m.SparseVector(), m.SparseVectorRarely(), 0),
    (m.HistogramByCoordinate(), m.Histogram(), 2),
    (m.Histogram(), m.HistogramByCoordinate(), 0),
    (m.ExactlyOneReset(), m.ExactlyOne(), 1),
    (m.ExactlyOne(), m.ExactlyOneReset(), 0),
    (m.LaplaceWrongGuard(), m.Laplace(), 2),
    (m.Laplace(), m.LaplaceWrongGuard(), 0),
    (m.Laplace(), m.Counter(), 0),
)


@pytest.mark.parametrize(("first", "second", "length"), INCLUSIONS, ids=repr)
def test_shortest_violations_of_inclusions(first: Monitor, second: Monitor, length: int) -> None:
    smaller, larger = (fix_parameters(each.definition, each.parameter_values) for each in (first, second))
    found = refute(compare("included", smaller, larger))
    assert (len(found.steps) if found else 0) == length


def test_equivalence_fails_on_the_side_where_inclusion_does() -> None:
    first, second = m.EventLevel().definition, m.EventLevelOverwritten().definition
    found = refute(compare("equivalent", first, second))
    assert found is not None
    assert len(found.steps) == 3
    assert found.finding == "EventLevelOverwritten() accepts the sequence, EventLevel() rejects it"
    assert refute(compare("equivalent", first, fix_parameters(m.AtMostK().definition, {"k": 1}))) is None


def test_parameters_of_one_name_are_linked_unless_told_otherwise() -> None:
    definition = m.AtMostK().definition
    assert refute(compare("included", definition, definition)) is None
    found = refute(compare("included", definition, definition, linked=lambda parameter: parameter != "k"))
    assert found is not None
    assert found.parameters == {"k": 1, "other:k": 0}
    assert len(found.steps) == 1


def test_traces_are_small_and_name_the_line_that_rejects() -> None:
    found = refute(compare("included", m.OneUser().definition, m.OneUserOverwritten().definition))
    assert found is not None
    assert repr([(step.left, step.right) for step in found.steps]) == (
        "[(Item(user=0, value=Data#1), Item(user=0, value=Data#2)),"
        " (Item(user=1, value=Data#1), Item(user=1, value=Data#1)),"
        " (Item(user=0, value=Data#1), Item(user=0, value=Data#2))]"
    )
    assert [step.accepted for step in found.steps] == [True, True, True]
    assert [step.registers for step in found.steps] == [{"chosen": True, "target": 0}] * 3
    assert found.rejection is not None
    assert found.rejection.index == 2
    assert found.rejection.position.text == "require(~self.chosen | (self.target == left.user))"
    assert found.rejection.registers == {"chosen": True, "target": 1}
