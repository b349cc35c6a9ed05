"""Verification functions in messages, with the meanings of what they declare."""

from __future__ import annotations

import json
from typing import Any

import pytest

from concomp.conformance.protocol.functions import read_function, read_pairs
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Refused
from concomp.conformance.vectors.families.relations import NeighboursFirst, OneMore
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.json_writing import to_json

ONE = {"number": "1"}


def declaring(monitor: type[Any], rows: Any) -> dict[str, Any]:
    """The function in its JSON form, with rows for what it declares."""
    written: dict[str, Any] = json.loads(to_json(monitor()))
    written["declared"][0]["meaning"] = rows
    return written


def accepts(rows: Any, *pair: object) -> bool:
    """Whether a function that asks just for its relation accepts a pair."""
    function = read_function(declaring(OneMore, rows), {})
    [read] = read_pairs(function, [pair])
    return function.advance(function.initial, read)[0]


@pytest.mark.parametrize(
    ("pair", "accepted"),
    [
        (("a", "b"), True),
        (("b", "a"), False),
        (("a", "a"), False),
        (("b", "c"), False),
        ((True, "b"), True),
        ((ONE, "b"), False),
        ((["a", "b"], "b"), True),
    ],
)
def test_a_relation_holds_where_its_rows_say_so(pair: tuple[object, object], accepted: bool) -> None:
    rows = [["a", "b", True], ["b", "c", False], [True, "b", True], [["a", "b"], "b", True]]
    assert accepts(rows, *pair) == accepted


def test_the_last_row_counts() -> None:
    assert accepts([["a", "b", False], ["a", "b", True]], "a", "b")


@pytest.mark.parametrize("rows", [None, "all", [["a", "b"]], [["a", "b", 1]], [["a", "b", "c", True]], [True]])
def test_what_is_no_meaning_is_refused(rows: object) -> None:
    with pytest.raises(JsonError, match=r"^function\.declared\.contained\.meaning"):
        read_function(declaring(OneMore, rows), {})


def test_a_function_that_declares_needs_a_meaning() -> None:
    with pytest.raises(JsonError, match="contained"):
        read_function(json.loads(to_json(OneMore())), {})


def test_a_relation_that_contradicts_what_is_declared_of_it_is_refused() -> None:
    with pytest.raises(Refused, match="not symmetric"):
        Reference().check(declaring(NeighboursFirst, [["a", "b", True]]), {}, [("a", "b")])
