"""Vectors whose length is a parameter: what is said at each coordinate, and what can be said of no single one."""

from __future__ import annotations

import pickle
from typing import Annotated, Any

import pytest

from concomp.model.language import (
    Bool,
    Conjunction,
    DefinitionFunction,
    Int,
    LanguageError,
    Map,
    Monitor,
    PostProcessing,
    Product,
    Record,
    Vector,
    each,
    every,
    ite,
    parameter,
    register,
    relation,
    require,
)
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.readings.sentence import sentence


class Ask(Record):
    """A place, and a row."""

    place: Int
    row: Annotated[Vector[Int], "d"]


class Growing(Monitor):
    """Rows that are never below the largest that came before, by coordinate."""

    most = register(Vector(Int, "d"), 0)

    def step(self, left: Ask, right: Ask) -> None:
        require((left == right) & every(lambda old, new: old <= new, self.most, left.row))
        self.most = each(lambda old, new: ite(old <= new, new, old), self.most, left.row)


class Remembering(Monitor):
    """Rows are those that came before."""

    most = register(Vector(Int, "d"), 0)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        require((left == right) & (left == self.most))
        self.most = left


class New(Record):
    """Creates a mechanism."""


class Query(Record):
    """A row for a mechanism."""

    index: Int
    payload: Annotated[Vector[Int], "d"]


class ByCoordinate(Monitor):
    """The same for rows of two numbers, by a loop."""

    most = register(Vector(Int, 2), 0)

    def step(self, left: Annotated[Vector[Int], 2], right: Annotated[Vector[Int], 2]) -> None:
        for place, new in enumerate(left):
            require((new == right[place]) & (self.most[place] <= new))
            self.most[place] = new


class Added(PostProcessing):
    """Adds an offset at each coordinate, and answers whether all are even."""

    offset = parameter(Int)
    sums = register(Vector(Int, "d"), 0)

    def on_left(self, row: Annotated[Vector[Int], "d"]) -> None:
        self.sums = each(lambda past, x: past + x + self.offset, self.sums, row)
        self.send_left(self.sums)

    def on_right(self, row: Annotated[Vector[Int], "d"]) -> None:
        self.send_right(row)


def asked(*row: int) -> tuple[Ask, Ask]:
    message = Ask(place=0, row=row)
    return message, message


def test_where_the_length_has_a_value_it_is_a_function_as_any_other() -> None:
    growing = Growing(d=2)
    assert growing([asked(0, 1), asked(1, 1)])
    assert not growing([asked(0, 1), asked(1, 0)])
    assert not growing([asked(0, 1, 1)])
    rows = [((0, 1), (1, 1)), ((0, 1), (1, 0))]
    assert [growing([asked(*row) for row in each]) for each in rows] == [
        ByCoordinate()([(row, row) for row in each]) for each in rows
    ]
    assert to_json(growing) == to_json(pickle.loads(pickle.dumps(growing)))


def test_a_post_processing_at_a_length_runs() -> None:
    from concomp.model.mechanisms.postprocessing import LEFT

    adding = Added(d=3, offset=1)
    state, side, sent = adding.respond(adding.initial, LEFT, (1, 2, 3))
    assert (side, sent) == (LEFT, (2, 3, 4))
    with pytest.raises(LanguageError, match="received"):
        adding.respond(state, LEFT, (1, 2))


def test_a_length_is_a_parameter_of_at_least_1() -> None:
    assert [each.name for each in Growing().definition.parameters] == ["d"]
    with pytest.raises(LanguageError, match="the length d is 0"):
        Growing(d=0)
    with pytest.raises(LanguageError, match="parameter d of Growing is 'two'"):
        Growing(d="two")
    with pytest.raises(LanguageError, match="runs without a value of d"):
        _ = Growing().initial


NEAR = relation(Annotated[Vector[Int], "d"], Annotated[Vector[Int], "d"], name="near")


class AtMostTwo(Monitor):
    """Rows of at most two numbers; near is asked where a row is not equal to itself."""

    d = parameter(Int, where=lambda d: d <= 2)
    most = register(Vector(Int, "d"), 0)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        require(every(lambda x: x == x, left) | NEAR(left, right))
        self.most = left


def test_what_else_a_length_has_to_satisfy_is_said_beside_what_its_author_says() -> None:
    with pytest.raises(LanguageError) as refused:
        DefinitionFunction(AtMostTwo().definition, {"d": 0})
    assert "where=lambda d: d <= 2" in refused.value.remedy
    assert refused.value.remedy.endswith("and is at least 1, as a length is")


def test_a_meaning_may_be_given_where_a_length_leaves_nothing_to_mean() -> None:
    assert "near" in AtMostTwo().definition.declared
    assert not AtMostTwo(d=1).definition.declared
    assert AtMostTwo(d=1, near=lambda one, other: True)([((1,), (2,))])
    with pytest.raises(LanguageError, match="has no parameter 'naer'"):
        AtMostTwo(d=1, naer=lambda one, other: True)


def test_without_a_value_it_has_no_json_and_is_said_of_every_coordinate() -> None:
    with pytest.raises(JsonError, match="length is a parameter"):
        to_json(Growing())
    assert "most[i] ≤ left.row[i] at every coordinate i" in sentence(Growing().definition)


def test_one_name_is_one_length_in_all_parts() -> None:
    both: Any = Conjunction(Growing(), Growing())
    assert [each.name for each in both.definition.parameters] == ["d"]
    two = both.with_values(d=2)
    assert two([asked(0, 1), asked(1, 1)])
    assert not two([asked(0, 1), asked(0, 0)])


def test_what_is_of_no_use_at_each_coordinate_is_refused() -> None:
    with pytest.raises(LanguageError, match="a parameter of the sort Bool"):

        class Named(Monitor):
            """d is something else."""

            d = parameter(Bool)

            def step(self, left: Ask, right: Ask) -> None:
                require(left == right)

    with pytest.raises(LanguageError, match="whose length is another parameter"):
        parameter(Vector(Int, "d"))
    with pytest.raises(LanguageError, match="is of the sort Ask"):
        Vector(Ask, "d")
    with pytest.raises(LanguageError, match="is a map of Ask, with vectors whose length is a parameter"):
        register(Map[Int, Ask], Ask(place=0, row=(0,)))
    with pytest.raises(LanguageError, match=r"Remembering\(\) keeps most, of the sort Vector\(Int, 'd'\)"):
        Product(Remembering(), New, Query)


REFUSED = {
    "require(left.row[left.place] == 0)": "an entry of it is read: for all lengths at once nothing is said of one",
    "require(left.row[0] == 0)": "an entry of it is read",
    "require(sum(left.row) <= 1)": "a loop goes through it: .* nor of sums over them",
    "require(len(left.row) == 2)": "its length is asked for",
    "self.most[0] = Int(0)": "an entry of it is assigned",
    "require(left.row == (0, 1))": r"\(0, 1\) stands where a vector of any length is wanted",
    "require(every(lambda x: x == 0, left.place))": "is no vector",
    "require(every(lambda x, y: x == y, left.row, self.two))": "vectors of the lengths 'd' and 2",
    "require(every(lambda x: every(lambda y: x == y, right.row), left.row))": "inside of what is done at each",
    "require(every(lambda x: weight(left.row) == x, left.row) & every(lambda x: near(x), left.row))": "near",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_no_matter_of_each_coordinate_alike_is_refused(line: str, tmp_path: Any) -> None:
    names: dict[str, object] = {}
    text = f'''
from typing import Annotated
from concomp.model.language import *
class Ask(Record):
    place: Int
    row: Annotated[Vector[Int], "d"]
weight = function(Vector(Int, "d"), result=Int, name="weight")
near = relation(Int, name="near")
class Tried(Monitor):
    """Tries a line."""
    most = register(Vector(Int, "d"), 0)
    two = register(Vector(Int, 2), 0)
    def step(self, left: Ask, right: Ask) -> None:
        self.most, self.two = left.row, (0, 0)
        {line}
'''
    file = tmp_path / "tried.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError, match=REFUSED[line]):
        exec(compile(text, str(file), "exec"), names)


def test_of_vectors_of_a_fixed_length_it_is_a_loop() -> None:
    class Fixed(Monitor):
        """Every entry grows."""

        most = register(Vector(Int, 2), 0)

        def step(self, left: Annotated[Vector[Int], 2], right: Annotated[Vector[Int], 2]) -> None:
            require(every(lambda new, other, old: (new == other) & (old <= new), left, right, self.most))
            self.most = each(lambda new: new, left)

    rows = [[(0, 1), (1, 1)], [(0, 1), (1, 0)]]
    assert [Fixed()([(row, row) for row in each]) for each in rows] == [True, False]
