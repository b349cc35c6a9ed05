"""The search is shortest, bounded in time, and honest about what it does not know."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.model.language import LanguageError, UnknownName
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.sorts import INT, REAL, MapSort
from concomp.model.language.syntax.terms import TRUE
from concomp.model.language.syntax.values import TotalMap
from concomp.obligations.verify.encoding.decode import Trace, decode
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.variants import fix_parameters, rename_parameters
from concomp.obligations.verify.properties.properties import NotAskable, ask, compare
from concomp.obligations.verify.properties.replay import Unconfirmed
from concomp.obligations.verify.proving.unroll import Undecided, search
from tests.model.language import monitors as m
from tests.obligations.verify.functions import LeftAtMostThree, RootOfTwo, owner_of

step = terms.leaf("message", INT, "step")
total = terms.leaf("register", INT, "total")
goal = terms.leaf("parameter", INT, "goal")


def walk(bad_above: int) -> System:
    """Steps of at most 2 from 0; bad where the next would go beyond the goal, which is at least some number."""
    reached = terms.make("sum", (total, step))
    return System(
        "walk",
        (RegisterDefinition("total", total, terms.constant(INT, 0), reached),),
        (step,),
        (ParameterDefinition("goal", goal, terms.make("at most", (terms.constant(INT, bad_above), goal))),),
        terms.make("at most", (step, terms.constant(INT, 2))),
        terms.conjunction(
            [
                terms.make("at most", (step, terms.constant(INT, 2))),
                terms.make("less", (goal, reached)),
            ]
        ),
    )


def test_the_shortest_way_with_small_values_is_found() -> None:
    found = search(walk(4), 8)
    assert found is not None
    assert found.parameters == {goal: 4}
    assert [chosen[step] for chosen in found.steps] == [1, 2, 2]
    assert search(walk(4), 2) is None


def test_no_step_is_taken_that_is_not_allowed() -> None:
    assert search(replace(walk(4), allowed=terms.FALSE), 8) is None
    assert search(replace(walk(1), allowed=terms.FALSE), 8) is not None


def test_unsatisfiable_parameters_leave_nothing() -> None:
    never = ParameterDefinition("goal", goal, terms.make("less", (goal, goal)))
    assert search(replace(walk(0), parameters=(never,)), 8) is None


def test_maps_are_read_from_models() -> None:
    limits = terms.leaf("parameter", MapSort(REAL), "limits")
    read = terms.make("read", (limits, step))
    bad = terms.make("less", (terms.constant(REAL, Fraction(5, 2)), read))
    below = terms.make("less", (terms.make("read", (limits, terms.constant(INT, 0))), terms.constant(REAL, 0)))
    found = search(System("limits", (), (step,), (ParameterDefinition("limits", limits, below),), TRUE, bad), 1)
    assert found is not None
    chosen = found.parameters[limits]
    assert isinstance(chosen, TotalMap)
    assert chosen[0] < 0
    assert chosen[found.steps[0][step]] > Fraction(5, 2)


def test_a_value_that_is_not_rational_is_no_trace() -> None:
    with pytest.raises(Undecided, match="no rational value"):
        search(lower(ask("witness", RootOfTwo().definition).system).system, 3)


def test_what_is_not_settled_in_time_is_undecided() -> None:
    cubes = [terms.leaf("message", INT, name) for name in "abc"]
    a, b, c = (terms.make("product", (terms.make("product", (cube, cube)), cube)) for cube in cubes)
    bad = terms.equality(terms.make("sum", (terms.make("sum", (a, b)), c)), terms.constant(INT, 114))
    start = time.monotonic()
    with pytest.raises(Undecided, match="no answer for sequences of length 1") as raised:
        search(System("cubes", (), tuple(cubes), (), TRUE, bad), 3, seconds=0.5)
    assert raised.value.searched == 0
    assert time.monotonic() - start < 5


def test_searches_are_repeatable_and_their_finds_travel() -> None:
    system = lower(ask("first-pair consistent", m.StaticAgain().definition).system).system
    first, second = search(system, 3), search(system, 3)
    assert first is not None
    assert first == second == pickle.loads(pickle.dumps(first))


def test_declared_relations_come_back_as_callables() -> None:
    question = ask("witness", m.Static().definition)
    lowered = lower(question.system)
    found = search(lowered.system, 3, lowered.tokens)
    assert found is not None
    trace = decode(lowered, found)
    left, right = trace.steps[0]["left"].data, trace.steps[0]["right"].data
    meaning = trace.meanings[m.neighbouring]
    assert meaning(left, right)
    assert meaning(right, left)
    assert not meaning(left, "another")
    assert trace.meanings_of(m.EventLevel().definition) == {}


@pytest.mark.parametrize("name", ["first-pair consistent", "prefix closed", "swap invariant", "diagonal", "well typed"])
def test_a_trace_that_shows_nothing_is_not_confirmed(name: str) -> None:
    harmless = Trace({}, ({"left": "a", "right": "a"}, {"left": "a", "right": "a"}), {})
    with pytest.raises(Unconfirmed, match=f"does not fail to be {name}"):
        ask(name, m.EventLevel().definition).replay(harmless)


def test_a_reflexivity_trace_must_be_of_queries() -> None:
    four = Trace({}, ({"left": 4},), {})
    assert ask("reflexive", LeftAtMostThree().definition).replay(four).rejection is not None
    with pytest.raises(Unconfirmed):
        ask("reflexive", LeftAtMostThree().definition).replay(Trace({}, ({"left": 3},), {}))


def test_a_trace_outside_the_constraint_of_a_parameter_does_not_run() -> None:
    steps = ({"left": "a", "right": "a"}, {"left": "a", "right": "b"})
    question = ask("first-pair consistent", m.AtMostK().definition)
    assert question.replay(Trace({"k": 1}, steps, {})).parameters == {"k": 1}
    with pytest.raises(Unconfirmed, match="violates its constraint"):
        question.replay(Trace({"k": -1}, steps, {}))


def test_a_trace_of_nothing_confirms_nothing() -> None:
    with pytest.raises(Unconfirmed):
        ask("witness", m.EventLevel().definition).replay(Trace({}, (), {}))


def test_unknown_properties_and_foreign_messages_are_named() -> None:
    definition = m.EventLevel().definition
    with pytest.raises(NotAskable, match="did you mean 'reflexive'"):
        ask("reflexiv", definition)
    with pytest.raises(NotAskable, match="no property 'diagonal' of two functions"):
        compare("diagonal", definition, definition)
    with pytest.raises(NotAskable, match="EventLevel reads messages of the sort Data, Counter of the sort Real"):
        compare("included", definition, m.Counter().definition)


def test_parameters_are_fixed_and_renamed() -> None:
    definition = m.AtMostK().definition
    assert fix_parameters(definition, {"k": 2}).parameters == ()
    with pytest.raises(LanguageError, match="violates its constraint"):
        fix_parameters(definition, {"k": -1})
    with pytest.raises(UnknownName):
        fix_parameters(definition, {"u": 1})
    [parameter] = rename_parameters(definition, {"k": "other:k"}).parameters
    assert parameter.name == terms.leaf_name(parameter.symbol) == "other:k"
    assert "other:k" in repr(parameter.constraint)
    assert rename_parameters(definition, {}) == definition
    assert owner_of.name == "owner_of"
