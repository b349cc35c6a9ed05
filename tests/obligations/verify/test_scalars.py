"""The scalar form of a definition says what the definition says, and solvers read it the same way."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.language import NOTHING, Monitor, TotalMap
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.records import record_sort
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    MapSort,
    OpaqueSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.code import Token, Undecodable
from concomp.obligations.verify.encoding.codes import Codes, components
from concomp.obligations.verify.encoding.encode import Encoder, solver_value
from concomp.obligations.verify.encoding.scalars import Lowered, arguments, leaves, lower
from concomp.obligations.verify.properties.properties import ask
from tests.model.language import monitors as m
from tests.model.language.examples import EXAMPLES
from tests.obligations.verify.functions import Colour, Entry, Get, Owners, Paint, Painting, Put, Shelf, Wipe, owner_of
from tests.thinning import thinned

OPAQUE = OpaqueSort(m.Data)
COLOUR = EnumSort(Colour)
PAINT = UnionSort((record_sort(Paint), record_sort(Wipe)))
SHELF = MapSort(record_sort(Entry))
SORTS: tuple[Sort, ...] = (BOOL, INT, REAL, COLOUR, OPAQUE, record_sort(Get), PAINT, VectorSort(PAINT, 2), SHELF)


def values(sort: Sort) -> st.SearchStrategy[Value]:
    """Values of a sort, few of each."""
    if sort == PAINT:
        return st.one_of(values(record_sort(Paint)), values(record_sort(Wipe)))
    if isinstance(sort, VectorSort):
        return st.tuples(*[values(sort.entry)] * sort.size)
    if isinstance(sort, MapSort):
        return st.builds(TotalMap, values(sort.entry), st.dictionaries(values(INT), values(sort.entry), max_size=3))
    fields = dict(getattr(sort, "fields", ()))
    if fields:
        return st.builds(sort.record, **{name: values(inner) for name, inner in fields.items()})  # type: ignore[attr-defined]
    plain: Mapping[Sort, st.SearchStrategy[Value]] = {
        BOOL: st.booleans(),
        INT: st.integers(-2, 3),
        REAL: st.fractions(-2, 3, max_denominator=2),
        COLOUR: st.sampled_from([Colour.RED, Colour.GREEN, Colour.BLUE]),
    }
    return plain.get(sort, st.sampled_from(["a", "b", NOTHING, Token(sort.name, 7)]))


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.name)
@given(data=st.data())
def test_every_value_is_the_one_of_its_code(sort: Sort, data: st.DataObject) -> None:
    codes = Codes()
    value = data.draw(values(sort))
    scalars = codes.encode(sort, value)
    listed = components(sort, "x")
    assert all(component.sort.contains(scalar) for component, scalar in zip(listed, scalars, strict=True))
    assert (codes.decode(sort, scalars),) == (value,)
    assert all(
        scalar == component.sort.default()
        for component, scalar in zip(listed, codes.encode(sort, sort.default()), strict=True)
    )


def test_numbers_that_are_the_code_of_no_value_are_refused() -> None:
    with pytest.raises(Undecodable, match="3 is the number of no case or member of Colour"):
        Codes().decode(COLOUR, [3])
    with pytest.raises(Undecodable, match="-1 is the number of no case"):
        Codes().decode(PAINT, [-1, 0, 0, 0])


def test_maps_of_maps_are_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="held is a map of maps"):
        components(MapSort(MapSort(INT)), "held")


WORDS: dict[Monitor, Sequence[tuple[Value, Value]]] = {
    Painting(): [
        (Paint(colour=colour, on=left), Paint(colour=other, on=right))
        for colour, other in ((Colour.GREEN, Colour.GREEN), (Colour.BLUE, Colour.BLUE), (Colour.RED, Colour.BLUE))
        for left, right in (("a", "a"), ("a", "b"))
    ]
    + [(Wipe(on="a"), Wipe(on="a")), (Wipe(on="a"), Paint(colour=Colour.RED, on="a"))],
    Shelf(): [
        (each, each)
        for entry in (Entry(weight=3, colour=Colour.BLUE), Entry(weight=0, colour=Colour.RED))
        for each in (Put(index=1, entry=entry), Get(index=1, entry=entry, payload="a"))
    ]
    + [
        (
            Get(index=1, entry=Entry(weight=3, colour=Colour.BLUE), payload="a"),
            Get(index=1, entry=Entry(weight=3, colour=Colour.BLUE), payload="b"),
        )
    ],
    Owners(special="s", owner_of=lambda thing: thing[:1], trusted=lambda owner, thing: owner == "a"): [
        ("a", "a1"),
        ("a2", "a"),
        ("b", "b1"),
        ("b", "b"),
    ],
    **{
        example.monitor: [pair for word in (*example.accepted, *example.rejected) for pair in word]
        for example in EXAMPLES
    },
}


def scalar_meanings(lowered: Lowered, monitor: Monitor) -> dict[str, Any]:
    """What the scalar symbols are if the declared ones mean what the monitor says; functions have one component."""
    made: dict[str, Any] = {}
    for symbol in lowered.functions:
        meaning = monitor.meanings.get(symbol.name, symbol.meaning)

        def scalar(*codes: Value, symbol: Any = symbol, meaning: Any = meaning) -> Value:
            decoded = [lowered.codes.decode(sort, [code]) for sort, code in zip(symbol.domain, codes, strict=True)]
            absent = any(value is NOTHING for value in decoded)
            result = symbol.result.default() if absent else meaning(*decoded)
            [code] = lowered.codes.encode(symbol.result, result)
            return code

        made[symbol.name] = scalar
    return made


@pytest.mark.parametrize("monitor", thinned(WORDS, 3), ids=lambda monitor: type(monitor).__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_the_scalar_system_agrees_with_the_function_step_by_step(monitor: Monitor, data: st.DataObject) -> None:
    definition = monitor.definition
    function = DefinitionFunction(definition, monitor.parameter_values, monitor.meanings)
    lowered = lower(ask("witness", definition).system)
    system = lowered.system
    program = Program(
        [system.allowed, system.bad, *(register.update for register in system.registers)],
        scalar_meanings(lowered, monitor),
    )
    rigid: dict[Term, Value] = {}
    for parameter in definition.parameters:
        rigid.update(coded(lowered, parameter.symbol, monitor.parameter_values[parameter.name]))
    registers = dict(
        zip(
            [register.symbol for register in system.registers],
            Program([register.initial for register in system.registers])(rigid),
            strict=True,
        )
    )
    state, differed = function.initial, False
    for left, right in data.draw(st.lists(st.sampled_from(WORDS[monitor]), max_size=4)):
        inputs = {**coded(lowered, definition.left, left), **coded(lowered, definition.right, right)}
        allowed, bad, *updated = program({**rigid, **registers, **inputs})
        accepted, state = function.advance(state, (left, right))
        differed = differed or bool(left != right)
        assert bad == (accepted and (differed if definition.verdicts else bool(left != right)))
        assert allowed or not accepted
        if not allowed:
            return
        registers = dict(zip(registers, updated, strict=True))
        assert all(
            registers[leaf] == value
            for register, held in zip(definition.registers, state, strict=True)  # type: ignore[arg-type]
            for leaf, value in coded(lowered, register.symbol, held).items()
        )


def coded(lowered: Lowered, leaf: Term, value: Value) -> dict[Term, Value]:
    """The scalar leaves of a leaf, with the code of a value."""
    return dict(zip(leaves(leaf), lowered.codes.encode(leaf.sort, value), strict=True))


x, y = terms.leaf("message", INT, "x"), terms.leaf("message", INT, "y")
u, v = terms.leaf("message", REAL, "u"), terms.leaf("message", REAL, "v")
held = terms.leaf("register", MapSort(REAL), "held")
OPERATIONS: tuple[Term, ...] = (
    terms.make("less", (x, y)),
    terms.make("at most", (u, v)),
    terms.make("sum", (x, y)),
    terms.make("difference", (u, v)),
    terms.make("product", (x, y)),
    terms.make("minus", (u,)),
    terms.make("minimum", (u, v)),
    terms.make("maximum", (x, y)),
    terms.make("absolute", (x,)),
    terms.make("sum", (terms.make("real", (x,)), u)),
    terms.choice(terms.equality(x, y), u, v),
    terms.negation(terms.disjunction([terms.equality(u, v), terms.make("less", (x, y))])),
    terms.make("read", (terms.make("store", (held, x, u)), y)),
    terms.equality(terms.make("store", (held, x, u)), held),
)


@pytest.mark.parametrize("term", thinned(OPERATIONS, 3), ids=repr)
@settings(max_examples=40)
@given(data=st.data())
def test_solvers_read_every_operator_as_the_book_does(term: Term, data: st.DataObject) -> None:
    chosen = {leaf: data.draw(values(leaf.sort)) for leaf in (x, y, u, v)}
    chosen[held] = data.draw(
        st.builds(TotalMap, values(REAL), st.dictionaries(st.integers(-2, 3), values(REAL), max_size=2))
    )
    encoded = Encoder(lambda leaf: solver_value(leaf.sort, chosen[leaf]))(term)
    [expected] = Program([term])(chosen)
    solver = z3.Solver()
    solver.add(encoded != solver_value(term.sort, expected))
    assert solver.check() == z3.unsat


def test_axioms_hold_by_the_way_a_relation_is_written() -> None:
    lowered = lower(ask("witness", m.Static().definition).system)
    [relation] = lowered.functions
    [applied] = lowered.functions[relation]
    [a], [b] = arguments(relation)
    solver = z3.Solver()
    encode = Encoder()
    other = Encoder({a: encode(b), b: encode(a)}.__getitem__)
    solver.add(encode(applied) != other(applied))
    assert solver.check() == z3.unsat


def test_functions_into_opaque_values_give_no_negative_number() -> None:
    lowered = lower(ask("witness", Owners().definition).system)
    [applied] = lowered.functions[owner_of]
    solver = z3.Solver()
    solver.add(Encoder()(applied) < 0)
    assert solver.check() == z3.unsat


def test_scalar_systems_travel_between_processes() -> None:
    system = lower(ask("diagonal", m.Static().definition).system).system
    copy = pickle.loads(pickle.dumps(system))
    assert str(Encoder()(copy.bad)) == str(Encoder()(system.bad))
    assert [register.symbol for register in copy.registers] == [register.symbol for register in system.registers]
