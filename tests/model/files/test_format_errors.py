"""What is wrong with a file is told by place, value and remedy."""

import json
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from concomp.model.files import FormatError, limits, read, read_file
from tests.model.files.test_formats import CM, FILTER, PARALLEL, RR, changed, document


def refused(data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(data)
    return caught.value


def without(data: dict[str, Any], *path: Any) -> dict[str, Any]:
    """A copy of the data with the value at a path removed."""
    whole: dict[str, Any] = json.loads(json.dumps(data))
    inside: Any = whole
    for step in path[:-1]:
        inside = inside[step]
    del inside[path[-1]]
    return whole


LONG = "1" * 5000


WRONG: list[tuple[str, object, str, str, str]] = [
    ("unknown field", {**RR, "colour": "red"}, "colour", '"red"', "there is no such field; remove it"),
    ("a field on two lines", {**RR, "a\nb": 1}, '["a\\nb"]', "1", "there is no such field; remove it"),
    ("missing field", without(RR, "answers"), "answers", "missing", "add it"),
    ("no type", without(RR, "type"), "type", "missing", "add it, one of"),
    ("unknown type", {**RR, "type": "machine"}, "type", '"machine"', 'write one of "mechanism", "cm", "composition"'),
    ("type of another kind", {**RR, "type": ["cm"]}, "type", '["cm"]', "write one of"),
    ("unknown mode", {**PARALLEL, "mode": "dense"}, "mode", '"dense"', 'one of "concurrent", "parallel", "filter"'),
    ("missing row", without(RR, "kernel", "s1|q"), 'kernel["s1|q"]', "missing", "one for every state and query"),
    ("surplus row", changed(RR, "kernel", "s2|q", []), 'kernel["s2|q"]', '"s2"', "no such state"),
    ("row of no query", changed(RR, "kernel", "s0|r", []), 'kernel["s0|r"]', '"r"', "no such query"),
    ("row of no message", changed(CM, "kernel", "s|2", []), 'kernel["s|2"]', '"2"', "no such message"),
    ("row without a bar", changed(RR, "kernel", "s0", []), 'kernel["s0"]', '"s0"', 'name a row "state|query"'),
    ("empty row", changed(RR, "kernel", "s0|q", []), 'kernel["s0|q"]', "sum to 0", "make them sum to 1"),
    (
        "row that does not sum to 1",
        changed(RR, "kernel", "s0|q", 0, 0, "1/2"),
        'kernel["s0|q"]',
        "probabilities that sum to 3/4",
        "make them sum to 1",
    ),
    ("negative", changed(RR, "kernel", "s0|q", 0, 0, "-1/4"), 'kernel["s0|q"][0][0]', '"-1/4"', "from 0 to 1"),
    ("zero denominator", changed(RR, "kernel", "s0|q", 1, 0, "3/0"), 'kernel["s0|q"][1][0]', '"3/0"', "is zero"),
    ("not p/q", changed(RR, "kernel", "s0|q", 1, 0, "1/4/2"), 'kernel["s0|q"][1][0]', '"1/4/2"', '"p/q" or "p"'),
    ("spaces", changed(RR, "kernel", "s0|q", 1, 0, " 1/4"), 'kernel["s0|q"][1][0]', '" 1/4"', '"p/q" or "p"'),
    ("other digits", changed(RR, "kernel", "s0|q", 1, 0, "١/٤"), 'kernel["s0|q"][1][0]', '"١/٤"', "decimal digits"),
    ("final line", changed(RR, "kernel", "s0|q", 1, 0, "1/4\n"), 'kernel["s0|q"][1][0]', '"1/4\\n"', '"p/q"'),
    ("a float", changed(RR, "kernel", "s0|q", 1, 0, 0.25), 'kernel["s0|q"][1][0]', '"0.25"', "as a string"),
    ("a truth value", changed(RR, "kernel", "s0|q", 1, 0, True), 'kernel["s0|q"][1][0]', "true", '"p/q" or "p"'),
    (
        "many places",
        changed(RR, "kernel", "s0|q", 1, 0, "1e-999999"),
        'kernel["s0|q"][1][0]',
        '"1e-9',
        "4000 digits",
    ),
    ("many digits", changed(RR, "kernel", "s0|q", 1, 0, LONG), 'kernel["s0|q"][1][0]', '"1111', "at most 4000 digits"),
    ("short entry", changed(RR, "kernel", "s0|q", 1, ["1/4", "s0"]), 'kernel["s0|q"][1][2]', "missing", "add it"),
    ("not an entry", changed(RR, "kernel", "s0|q", 1, "1/4"), 'kernel["s0|q"][1]', '"1/4"', "write a list"),
    ("unknown state", changed(RR, "kernel", "s0|q", 1, 1, "s9"), 'kernel["s0|q"][1][1]', '"s9"', "no such state"),
    ("unknown answer", changed(RR, "kernel", "s0|q", 1, 2, "2"), 'kernel["s0|q"][1][2]', '"2"', "no such answer"),
    ("unknown initial state", {**RR, "init": ["s0", "s2"]}, "init[1]", '"s2"', "no such state"),
    ("three worlds", {**RR, "init": ["s0", "s1", "s0"]}, "init", '["s0", "s1", "s0"]', "too many"),
    ("unknown initial state of a cm", {**CM, "init": "t"}, "init", '"t"', "no such state"),
    ("a state twice", {**RR, "states": ["s0", "s1", "s0"]}, "states[2]", '"s0"', "declared twice"),
    ("a name with a bar", {**RR, "answers": ["0|", "1"]}, "answers[0]", '"0|"', 'without "|"'),
    ("half a character", {**RR, "answers": ["\ud800", "1"]}, "answers[0]", '"\\ud800"', "whole characters"),
    ("a name that is no string", {**RR, "answers": [0, "1"]}, "answers[0]", "0", "write a string"),
    ("no queries", {**RR, "queries": []}, "queries", "[]", "give at least one"),
    ("states that are no list", {**RR, "states": "s0"}, "states", '"s0"', "write a list"),
    ("kernel that is no object", {**RR, "kernel": []}, "kernel", "[]", "write an object"),
    ("horizon zero", {**RR, "horizon": 0}, "horizon", "0", "from 1 to 10000"),
    ("negative horizon", {**RR, "horizon": -3}, "horizon", "-3", "from 1 to 10000"),
    ("absurd horizon", {**RR, "horizon": 10_001}, "horizon", "10001", "from 1 to 10000"),
    ("horizon as a string", {**RR, "horizon": "1"}, "horizon", '"1"', "write a JSON integer"),
    ("horizon as a float", {**RR, "horizon": 1.0}, "horizon", '"1.0"', "write the number as a string"),
    ("horizon as a truth value", {**RR, "horizon": True}, "horizon", "true", "write a JSON integer"),
    ("no horizon", {**RR, "horizon": None}, "horizon", "null", "write a JSON integer"),
    (
        "unknown kind",
        changed(CM, "verification", "kind", "all"),
        "verification.kind",
        '"all"',
        'one of "accepted", "any"',
    ),
    ("no kind", changed(CM, "verification", {}), "verification.kind", "missing", 'add it, one of "accepted"'),
    ("no verification", {**CM, "verification": 1}, "verification", "1", "write an object"),
    ("kind and more", changed(CM, "verification", "sequences", []), "verification.sequences", "[]", "remove it"),
    ("no sequences", changed(CM, "verification", "kind", "accepted"), "verification.sequences", "missing", "add it"),
    (
        "undeclared message in a sequence",
        {**CM, "verification": {"kind": "accepted", "sequences": [[], [["0", "2"]]]}},
        "verification.sequences[1][0][1]",
        '"2"',
        "no such message",
    ),
    ("E < 1", changed(PARALLEL, "labels", 0, "1/2"), "labels[0]", '"1/2"', "E = e^eps must be at least 1"),
    ("E < 1 in a pair", changed(PARALLEL, "params", 1, ["1/2", "0"]), "params[1]", '["1/2", "0"]', "at least 1"),
    ("delta > 1", changed(FILTER, "labels", 0, ["1", "2"]), "labels[0]", '["1", "2"]', "delta must be from 0 to 1"),
    ("a filter's label without delta", changed(FILTER, "labels", 0, "2"), "labels[0]", '"2"', "write [E, delta]"),
    ("a label of three", changed(PARALLEL, "labels", 0, ["2", "0", "0"]), "labels[0]", '["2", "0", "0"]', "[E, delta]"),
    ("budget < 1", {**FILTER, "budget_E": "1/2"}, "budget_E", '"1/2"', "at least 1"),
    ("budget > 1", {**FILTER, "budget_delta": "3/2"}, "budget_delta", '"3/2"', "from 0 to 1"),
    ("fewer labels", {**PARALLEL, "labels": ["2"]}, "labels", "1 labels for 3 components", "one label for each"),
    ("parallel without params", without(PARALLEL, "params"), "params", "missing", "add it"),
    ("filter without budget", without(FILTER, "budget_E"), "budget_E", "missing", "add it"),
    (
        "labels without a mode for them",
        {**PARALLEL, "mode": "concurrent"},
        "labels",
        "a list of 3 entries",
        "remove it",
    ),
    ("no components", {**PARALLEL, "components": []}, "components", "[]", "give at least one"),
    ("a component of another type", changed(PARALLEL, "components", 1, RR), "components[1].type", '"mechanism"', "cm"),
    (
        "a wrong component",
        changed(PARALLEL, "components", 1, "kernel", "s|0", 0, 0, "1/2"),
        'components[1].kernel["s|0"]',
        "probabilities that sum to 5/6",
        "make them sum to 1",
    ),
    ("a list", [RR], "the file", "a list of 1 entries", "write an object"),
    ("a string", "mechanism", "the file", '"mechanism"', "write an object"),
]


@pytest.mark.parametrize(("data", "place", "value", "remedy"), [case[1:] for case in WRONG], ids=[c[0] for c in WRONG])
def test_what_is_wrong_is_told_by_place_value_and_remedy(data: object, place: str, value: str, remedy: str) -> None:
    error = refused(json.dumps(data).encode())
    assert (error.place, remedy in error.remedy) == (place, True), error
    assert value in error.value, error
    assert len(str(error).splitlines()) == 1
    assert len(str(error)) < 300


TEXTS: list[tuple[str, bytes, str, str]] = [
    ("empty", b"", "the file: empty", "write an object in JSON, {…}"),
    ("blank", b" \n\t ", "the file: empty", "write an object in JSON, {…}"),
    ("not JSON", b"type: mechanism", 'line 1 column 1: "type: mechanism"', "this is not JSON"),
    ("cut off", b'{"type": "mechanism",', "line 1 column 22: end of file", "this is not JSON"),
    ("not UTF-8", b'{"type": "\xff"}', "byte 10: 0xff", "UTF-8"),
    ("a key twice", b'{"a": {"b": 1, "b": 1}}', 'a: key "b"', "twice"),
    ("NaN", b'{"a": [NaN]}', "a[0]: NaN", "write the number as a string"),
    ("infinity", b'{"a": -Infinity}', "a: -Infinity", "write the number as a string"),
    ("an endless integer", b'{"horizon": ' + b"9" * 5000 + b"}", "horizon: 9999", "fewer digits"),
    ("brackets", b"[" * 100_000, "the file: nested too deeply", "at most 16 deep"),
    ("balanced brackets", b"[" * 100_000 + b"]" * 100_000, "nested too deeply", "at most 16 deep"),
    ("braces", b'{"a":' * 100_000, "the file: nested too deeply", "at most 16 deep"),
    ("some brackets", b'{"a":' + b"[" * 400 + b"]" * 400 + b"}", "nested too deeply", "at most 16 deep"),
    ("too many bytes", b" " * (limits.BYTES + 1), "the file: more than", "at most"),
]


@pytest.mark.parametrize(("data", "found", "remedy"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS])
def test_text_that_is_no_strict_json_is_refused(data: bytes, found: str, remedy: str) -> None:
    error = refused(data)
    assert found in str(error)
    assert remedy in error.remedy
    assert len(str(error).splitlines()) == 1
    assert len(str(error)) < 400


def test_a_row_whose_common_denominator_is_endless_is_refused() -> None:
    primes = [n for n in range(2, 12_000) if all(n % d for d in range(2, int(n**0.5) + 1))]
    row = [[f"1/{prime}", "s0", "0"] for prime in primes]
    error = refused(json.dumps(changed(RR, "kernel", "s0|q", row)).encode())
    assert error.place == 'kernel["s0|q"]'
    assert "at most 1000 digits" in error.remedy


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(100 * 2**20)
    for file, found in [
        (tmp_path, "a directory"),
        (tmp_path / "none.json", "No such file or directory"),
        (huge, "104857600 bytes"),
        (Path("\0"), "null"),
        (Path("/dev/zero"), "no regular file"),
    ]:
        with pytest.raises(FormatError, match=re.escape(found)) as caught:
            read_file(file)
        assert caught.value.place == "the file"


def test_the_limits_let_through_what_they_name() -> None:
    thousand = "9" * 999
    row = [[f"1/{thousand}", "s0", "0"], [f"{int(thousand) - 1}/{thousand}", "s0", "1"]]
    found = document({**changed(RR, "kernel", "s0|q", row), "horizon": limits.HORIZON})
    assert found.horizon == limits.HORIZON
    assert found.kernel["s0|q"][0][0] == F(1, int(thousand))
