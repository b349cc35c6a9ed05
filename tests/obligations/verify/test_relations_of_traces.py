"""A trace says what declared relations and functions are on it."""

from __future__ import annotations

from concomp.model.language import (
    Int,
    Monitor,
    Opaque,
    PostProcessing,
    function,
    per_copy,
    register,
    relation,
    require,
    when,
)
from concomp.obligations.verify.encoding.code import Token
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.properties.applications import Application, Listener
from concomp.report.verdicts import trace_lines, verdict_data
from tests.obligations.verify.settling import verify


class Row(Opaque):
    """A row."""


near = relation(Row, Row, reflexive=True, symmetric=True)
size = function(Row, result=Int)


class Sized(Monitor):
    """Rows near each other, or of one size."""

    def step(self, left: Row, right: Row) -> None:
        require(near(left, right) | (size(left) <= size(right)))


def test_a_refutation_shows_the_values_of_relations() -> None:
    refuted = verify(Sized, ["swap invariant"]).swap_invariant
    assert refuted.trace is not None
    one, other = Token("Row", 1), Token("Row", 2)
    asked = {(each.name, each.arguments): each.value for each in refuted.trace.applications}
    assert asked[("near", (one, other))] is False
    assert (asked[("size", (one,))] <= asked[("size", (other,))]) is refuted.trace.steps[0].accepted
    [line] = [line for line in trace_lines(refuted.trace) if line.startswith("where ")]
    assert "near(Row#1, Row#2) = False" in line
    data = verdict_data(refuted)["applications"]
    assert {"name": "near", "arguments": ["Row#1", "Row#2"], "value": False} in data


def test_a_symmetric_relation_is_told_in_one_order_and_each_application_once() -> None:
    listener = Listener(Trace({}, (), {near: lambda one, other: one == 1, size: lambda row: 3}))
    heard = listener.trace.meanings
    assert [heard[near](1, 1), heard[near](2, 2), heard[size](1), heard[size](1)] == [True, False, 3, 3]
    listener.trace.meanings[near](1, 1)
    assert listener.applications == (
        Application("near", (1, 1), True),
        Application("near", (2, 2), False),
        Application("size", (1,), 3),
    )
    both = Listener(Trace({}, (), {near: lambda one, other: True}))
    assert both.trace.meanings[near](1, 2)
    assert both.trace.meanings[near](2, 1)
    assert both.applications == (Application("near", (1, 2), True),)


class Matched(Monitor):
    """What is compared is the same on both sides of an identical pair, whatever it is."""

    def step(self, left: Row, right: Row) -> None:
        require((size(left) == size(right)) & (size(left) <= 0))


class Unneeded(Monitor):
    """The size of what the pair is of matters only where it differs."""

    n = register(Int, 0)

    def step(self, left: Row, right: Row) -> None:
        self.n += 1
        require((size(left) == size(right)) & (self.n < 2))


def test_what_a_trace_does_not_depend_on_has_some_meaning() -> None:
    found = verify(Unneeded, ["reflexive"]).reflexive
    assert (found.verdict, found.length) == ("refuted", 2)
    assert verify(Matched, ["reflexive"]).reflexive.verdict == "refuted"


class Rounds(PostProcessing):
    """Answers by the size of a secret row."""

    secret = per_copy(Row)

    def on_left(self, number: Int) -> None:
        with when(size(self.secret) <= 0):
            self.send_left(0)
        with when(size(self.secret) > 0):
            self.send_right(number)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


def test_so_does_the_trace_of_a_post_processing() -> None:
    from concomp.obligations.verify.postprocessing import verify_post_processing

    found = verify_post_processing(Rounds)["destination"]
    assert (found.verdict, found.trace is not None) == ("refuted", True)
    assert found.trace is not None
    assert {each.name for each in found.trace.applications} == {"size"}
    assert len({each.value for each in found.trace.applications}) == 2
