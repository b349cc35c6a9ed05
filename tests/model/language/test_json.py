"""A definition written as JSON and read back is the same definition, with the same classes or with new ones."""

from __future__ import annotations

import json
import re
import runpy
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.composition.parallel import SparseParallelWithDeltaBudget
from concomp.model.language import (
    NOTHING,
    REJECTED,
    Definition,
    DefinitionFunction,
    Int,
    Monitor,
    Opaque,
    accept_if,
    register,
    require,
)
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_values import JsonError, value_from_json, value_to_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.readings.vocabulary import vocabulary
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.terms import OPERATORS
from tests.model.language.examples import EXAMPLES, Example
from tests.model.language.generated import MESSAGES, REGISTERS, definition, value, word
from tests.model.language.monitors import AtMostK, EventLevel, Item

SEEDS = st.integers(0, 2**32)
GIVEN = {"p0": 2, "p1": Fraction(1, 2)}
by_name = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def said(definition: Definition) -> tuple[Any, ...]:
    """Everything but the places in source files."""
    return (
        definition.name,
        definition.message,
        definition.registers,
        definition.parameters,
        tuple(each.condition for each in definition.requirements),
        tuple(each.condition for each in definition.verdicts),
        definition.membership,
    )


@by_name
def test_read_with_its_own_classes_it_is_the_same_definition(example: Example) -> None:
    written = to_json(example.monitor)
    read = from_json(written, vocabulary(example.monitor.definition), example.monitor.parameter_values)
    assert said(read.definition) == said(example.monitor.definition)
    assert to_json(read) == written
    for words in (*example.accepted, *example.rejected):
        assert read(words) == example.monitor(words)


def test_a_function_of_a_composition_is_the_same_definition() -> None:
    monitor = SparseParallelWithDeltaBudget(2)
    read = from_json(to_json(monitor), vocabulary(monitor.definition))
    assert said(read.definition) == said(monitor.definition)


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_generated_definitions_survive_with_new_classes(seed: int) -> None:
    book = DefinitionFunction(definition(Random(seed)), GIVEN)
    written = to_json(book)
    meanings = {name: symbol.meaning for name, symbol in book.definition.declared.items() if symbol.meaning}
    read = from_json(written, None, GIVEN, meanings)
    assert to_json(read) == written
    state, other = book.initial, read.initial
    for left, right in word(Random(seed), book.definition.message, 6):
        verdict, state = book.advance(state, (left, right))
        pair = tuple(moved(book.definition.message, read.definition.message, side) for side in (left, right))
        accepted, other = read.advance(other, pair)
        assert accepted == verdict
        assert (state is REJECTED) == (other is REJECTED)
        if state is not REJECTED:
            assert shown(book, state) == shown(read, other)


def moved(sort: Sort, other: Sort, message: object) -> object:
    """The message of one sort as one of the other, which has the same form."""
    return value_from_json(other, value_to_json(sort, message)) if sort.contains(message) else message


def shown(function: DefinitionFunction, state: Any) -> list[Any]:
    registers = zip(function.definition.registers, state, strict=True)
    return [value_to_json(register.symbol.sort, held) for register, held in registers]


@settings(max_examples=200, deadline=None)
@given(SEEDS, st.sampled_from([*MESSAGES, *REGISTERS]))
def test_values_survive(seed: int, sort: Sort) -> None:
    drawn = value(Random(seed), sort)
    assert value_from_json(sort, json.loads(json.dumps(value_to_json(sort, drawn)))) == drawn


def test_absent_opaque_values_and_numbers_have_json() -> None:
    thing = next(sort for sort in MESSAGES if sort.name == "Thing")
    for held, written in (
        (NOTHING, None),
        (3, {"number": "3"}),
        (("a", True, Fraction(1, 2)), ["a", True, {"number": "1/2"}]),
    ):
        assert value_to_json(thing, held) == written
        assert value_from_json(thing, written) == held
    with pytest.raises(JsonError, match="has no JSON"):
        value_to_json(thing, frozenset({1}))


class Both(Monitor):
    """Conjunctions beside other requirements and verdicts."""

    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left >= 0) & (right >= 0))
        self.n += 1
        require(self.n <= 2)
        accept_if((left <= 5) & (right <= 5))
        accept_if(left != 4)


def test_conjunctions_beside_others_survive() -> None:
    read = from_json(to_json(Both()), vocabulary(Both().definition)).definition
    for ours, theirs in (
        (read.requirements, Both().definition.requirements),
        (read.verdicts, Both().definition.verdicts),
    ):
        assert [each.condition for each in ours] == [each.condition for each in theirs]
    assert [each.condition.operator for each in read.requirements] == ["and", "at most"]


class NeverAccepts(Monitor):
    """What never holds makes the conjunction of all requirements false; the others are written all the same."""

    n = register(Int, 0)

    def step(self, left: Item, right: Item) -> None:
        require(left.user >= 0)
        require(False)
        self.n += 1


def test_what_is_required_beside_what_never_holds_survives() -> None:
    read = from_json(to_json(NeverAccepts()), vocabulary(NeverAccepts().definition)).definition
    assert read.roots == NeverAccepts().definition.roots


def test_the_line_of_a_requirement_is_kept() -> None:
    read = from_json(to_json(EventLevel()))
    rejection = read.explain([("a", "b"), ("a", "b")])
    assert rejection is not None
    assert rejection.reason == "`require(~self.used)` fails"


def test_the_text_of_event_level_is_this() -> None:
    document = json.loads(to_json(EventLevel()))
    assert document == {
        "schema": "concomp.verification/1",
        "name": "EventLevel",
        "sorts": [{"name": "Data"}],
        "message": "Data",
        "declared": [],
        "terms": [
            {"op": "constant", "sort": "Bool", "value": True},
            {"op": "message", "sort": "Data", "name": "left"},
            {"op": "message", "sort": "Data", "name": "right"},
            {"op": "equal", "args": [1, 2]},
            {"op": "register", "sort": "Bool", "name": "used"},
            {"op": "not", "args": [4]},
            {"op": "or", "args": [3, 5]},
            {"op": "constant", "sort": "Bool", "value": False},
            {"op": "not", "args": [3]},
            {"op": "choice", "args": [8, 0, 4]},
        ],
        "parameters": [],
        "registers": [{"name": "used", "sort": "Bool", "initial": 7, "update": 9}],
        "membership": 0,
        "requirements": [{"condition": 6, "line": "require(~self.used)"}],
        "verdicts": [],
    }


def changed(**fields: object) -> str:
    return json.dumps({**json.loads(to_json(AtMostK())), **fields})


def with_term(place: int, **fields: object) -> str:
    listed = json.loads(to_json(AtMostK()))["terms"]
    listed[place] = fields
    return changed(terms=listed)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "the text"),
        ("[]", "schema"),
        (changed(schema="concomp.verification/2"), "schema"),
        (changed(name=3), "name"),
        (changed(extra=1), "extra"),
        (changed(message="Date"), "message"),
        (changed(message={"union": ["Data"]}), "message"),
        (changed(membership=99), "membership"),
        (changed(membership=1), "membership"),
        (changed(registers=[]), "terms"),
        (changed(parameters=[]), "terms"),
        (changed(sorts=[{"name": "Data"}, {"name": "Data"}]), "sorts[1]"),
        (changed(sorts=[{"name": "Data"}, {"name": "R", "fields": [{"name": "x", "sort": "Q"}]}]), "sorts[1].fields"),
        (with_term(0, op="constant", sort="Bool", value="yes"), "terms[0].value"),
        (with_term(1, op="constant", sort="Int", value=3), "terms[1].value"),
        (with_term(1, op="constant", sort="Int", value="3/2"), "terms[1].value"),
        (with_term(1, op="constant", sort="Real", value="1e-999999999"), "terms[1].value"),
        (with_term(1, op="constant", sort="Real", value=0.5), "terms[1].value"),
        (with_term(1, op="register", sort="Int"), "terms[1].name"),
        (with_term(3, op="equal", args=[1, 9]), "terms[3].args"),
        (with_term(3, op="less", args=[0, 0]), "terms[3]"),
        (with_term(3, op="xor", args=[0, 0]), "terms[3]"),
        (with_term(3, op="apply", name="near", args=[0]), "terms[3].name"),
        (with_term(3, op="field", name="x", args=[0]), "terms[3]"),
        (with_term(3, op="item", index=0, args=[0]), "terms[3]"),
        (with_term(3, op="not", args=[]), "terms[3]"),
    ],
)
def test_bad_text_is_refused_with_the_place(text: str, place: str) -> None:
    with pytest.raises(JsonError) as raised:
        from_json(text)
    assert raised.value.place == place
    assert raised.value.remedy


def test_a_class_of_the_same_name_and_another_form_is_refused() -> None:
    class Data(Opaque):
        """Another class of this name."""

    class Both(Monitor):
        def step(self, left: Data, right: Data) -> None:
            require(left == right)

    read = from_json(to_json(EventLevel()), vocabulary(Both().definition))
    assert read.definition.message.name == "Data"
    assert read.definition.message != EventLevel().definition.message
    changed_form = to_json(EventLevel()).replace('"name": "Data"', '"name": "Data", "members": ["A"]')
    with pytest.raises(JsonError, match="the class Data is another"):
        from_json(changed_form, vocabulary(EventLevel().definition))


def test_the_page_about_the_format_says_what_is_so(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/verification_json.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    [text] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert json.loads(text) == json.loads(to_json(EventLevel()))
    (tmp_path / "example.py").write_text(example, "utf-8")
    assert runpy.run_path(str(tmp_path / "example.py"))["text"] == to_json(EventLevel())
    table = page.split("## Operators")[1].split("##")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")][1:]
    named = {name for row in rows for name in re.findall(r"`(.*?)`", row)}
    assert named == set(OPERATORS)
