"""Files: what they mean, how they are written back, and how what is wrong with them is told."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from concomp.model.files import FormatError, game, horizon, limits, read, read_file, write
from concomp.model.files.functions import verification_function
from concomp.model.files.parts import continual_mechanism
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.verification import Pair, VerificationFunction, is_valid
from tests.model.files.documents import KINDS, PAIRS, continual_mechanisms, documents

EXAMPLES = Path(__file__).parents[3] / "examples"
RR: dict[str, Any] = {
    "type": "mechanism",
    "states": ["s0", "s1"],
    "queries": ["q"],
    "answers": ["0", "1"],
    "init": ["s0", "s1"],
    "kernel": {
        "s0|q": [["3/4", "s0", "0"], ["1/4", "s0", "1"]],
        "s1|q": [["1/4", "s1", "0"], ["3/4", "s1", "1"]],
    },
    "horizon": 1,
}
CM: dict[str, Any] = {
    "type": "cm",
    "states": ["s"],
    "messages": ["0", "1"],
    "answers": ["a", "b"],
    "init": "s",
    "kernel": {"s|0": [["2/3", "s", "a"], ["1/3", "s", "b"]], "s|1": [["1/3", "s", "a"], ["2/3", "s", "b"]]},
    "horizon": 2,
    "verification": {"kind": "any"},
}
PARALLEL: dict[str, Any] = {
    "type": "composition",
    "mode": "parallel",
    "components": [CM, CM, CM],
    "horizon": None,
    "labels": ["2", ["2", "0"], ["3", "1/4"]],
    "params": ["2", ["3", "1/4"]],
}
FILTER: dict[str, Any] = {
    "type": "composition",
    "mode": "filter",
    "components": [CM, CM, CM],
    "horizon": None,
    "labels": [["2", "0"], ["2", "1/8"], ["3", "1/4"]],
    "budget_E": "6",
    "budget_delta": "1/4",
}


def document(data: object) -> Any:
    return read(json.dumps(data).encode())


def refused(data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(data)
    return caught.value


def changed(data: dict[str, Any], *path_and_value: Any) -> dict[str, Any]:
    """A copy of the data with the value at a path replaced."""
    *path, last, value = path_and_value
    whole: dict[str, Any] = json.loads(json.dumps(data))
    inside: Any = whole
    for step in path:
        inside = inside[step]
    inside[last] = value
    return whole


def without(data: dict[str, Any], *path: Any) -> dict[str, Any]:
    """A copy of the data with the value at a path removed."""
    whole: dict[str, Any] = json.loads(json.dumps(data))
    inside: Any = whole
    for step in path[:-1]:
        inside = inside[step]
    del inside[path[-1]]
    return whole


# What a file means.


def test_a_kernel_becomes_the_laws_that_it_lists() -> None:
    mechanism = continual_mechanism(document(changed(CM, "kernel", "s|0", [["1/2", "s", "a"]] * 2)))
    assert mechanism.respond("s", "0") == Law.point(("s", "a"))
    assert mechanism.respond("s", "1") == Law({("s", "a"): F(1, 3), ("s", "b"): F(2, 3)})


def test_the_worlds_of_a_mechanism_are_its_initial_states() -> None:
    played = game(document(RR))
    assert (played.states, played.queries, played.rounds) == (("s0", "s1"), ("q",), 1)


LITERALLY: dict[str, Callable[[Sequence[Pair]], bool]] = {
    "any": lambda pairs: True,
    "event level": lambda pairs: len([1 for left, right in pairs if left != right]) <= 1,
    "data, then questions": lambda pairs: all(left == right for left, right in pairs[1:]),
    "one answer": lambda pairs: len(pairs) <= 1,
    "first-pair consistent": lambda pairs: (
        not pairs or pairs[0][0] != pairs[0][1] or all(left == right for left, right in pairs)
    ),
}


def sendable(function: VerificationFunction, pairs: Sequence[Pair]) -> bool:
    return all(is_valid(function, pairs[:length]) for length in range(1, len(pairs) + 1))


@pytest.mark.parametrize("kind", KINDS)
def test_a_named_verification_function_is_what_its_name_says(kind: str) -> None:
    function = verification_function(document(changed(CM, "verification", {"kind": kind})).verification)
    verdicts = set()
    for pairs in (pairs for length in range(5) for pairs in product(PAIRS, repeat=length)):
        assert is_valid(function, pairs) == LITERALLY[kind](pairs)
        verdicts.add(LITERALLY[kind](pairs))
    assert verdicts == ({True} if kind == "any" else {True, False})


@given(continual_mechanisms())
def test_listed_sequences_can_be_sent_if_all_their_prefixes_are_listed(data: dict[str, Any]) -> None:
    if data["verification"]["kind"] != "accepted":
        return
    listed = {tuple(map(tuple, sequence)) for sequence in data["verification"]["sequences"]}
    function = verification_function(document(data).verification)
    for pairs in (pairs for length in range(4) for pairs in product(PAIRS, repeat=length)):
        assert sendable(function, pairs) == all(pairs[:length] in listed for length in range(1, len(pairs) + 1))


Sent = tuple[int, Pair]


@cache
def game_of(text: str) -> Game:
    return game(read(text.encode()))


def goes_through(data: dict[str, Any], sent: Sequence[Sent]) -> bool:
    """Whether the game of a composition of `CM`s takes these queries."""
    played = game_of(json.dumps(data))
    states = {played.states[0]}
    for count, (index, (left, right)) in enumerate(sent, start=1):
        outcomes = [
            outcome
            for state in states
            for outcome in played.mechanism.respond(state, ((left, index + 1), (right, index + 1)))
        ]
        if count > played.rounds or any(answer is HALT for _, answer in outcomes):
            return False
        states = {state for state, _ in outcomes}
    return True


def interleavings(components: int, length: int) -> list[tuple[Sent, ...]]:
    pairs = [("0", "0"), ("0", "1"), ("1", "0")]
    return [sent for count in range(length + 1) for sent in product(product(range(components), pairs), repeat=count)]


def within_component_horizons(sent: Sequence[Sent]) -> bool:
    return all(count <= 2 for count in Counter(index for index, _ in sent).values())


@pytest.mark.parametrize(
    ("old", "present"),
    [
        ("at_most_one_difference", "event level"),
        ("identical_after_first", "data, then questions"),
        ("first_pair_consistent", "first-pair consistent"),
    ],
)
def test_the_old_name_of_a_kind_is_read_and_the_present_one_written(old: str, present: str) -> None:
    found = document(changed(CM, "verification", {"kind": old}))
    assert found == document(changed(CM, "verification", {"kind": present}))
    assert json.loads(write(found))["verification"] == {"kind": present}


def test_the_old_name_of_a_mode_is_read_and_the_present_one_written() -> None:
    found = document({**PARALLEL, "mode": "sparse"})
    assert found == document(PARALLEL)
    assert json.loads(write(found))["mode"] == "parallel"


def test_a_parallel_composition_takes_differing_pairs_only_where_params_allow() -> None:
    labels = [(F(2), F(0)), (F(2), F(0)), (F(3), F(1, 4))]

    def allowed(sent: Sequence[Sent]) -> bool:
        differing = {index for index, (left, right) in sent if left != right}
        return Counter(labels[index] for index in differing) <= Counter([labels[0], labels[2]])

    for sent in interleavings(3, 3):
        assert goes_through(PARALLEL, sent) == (allowed(sent) and within_component_horizons(sent)), sent


def test_a_filter_composition_charges_a_component_by_its_first_pair_of_any_kind() -> None:
    labels = [(F(2), F(0)), (F(2), F(1, 8)), (F(3), F(1, 4))]

    def allowed(sent: Sequence[Sent]) -> bool:
        created = {index for index, _ in sent}
        return prod(labels[i][0] for i in created) <= 6 and sum(labels[i][1] for i in created) <= F(1, 4)

    for sent in interleavings(3, 3):
        assert goes_through(FILTER, sent) == (allowed(sent) and within_component_horizons(sent)), sent


def test_the_horizon_of_a_composition_bounds_all_queries_together() -> None:
    data = {"type": "composition", "mode": "concurrent", "components": [CM, CM]}
    assert horizon(document(data)) == horizon(document({**data, "horizon": None})) == 4
    assert horizon(document({**data, "horizon": 3})) == 3
    three: list[Sent] = [(0, ("0", "1")), (1, ("1", "0")), (0, ("0", "1"))]
    assert goes_through({**data, "horizon": 3}, three)
    assert not goes_through({**data, "horizon": 2}, three)
    assert not goes_through(data, [*three, (0, ("0", "0"))])


# Writing.


@settings(max_examples=40, deadline=None)
@given(documents)
def test_what_is_written_is_read_as_the_same_and_written_alike(data: dict[str, Any]) -> None:
    found = document(data)
    assert read(write(found).encode()) == found
    assert write(read(write(found).encode())) == write(found)


@pytest.mark.parametrize("data", [RR, CM, PARALLEL, FILTER], ids=["mechanism", "cm", "parallel", "filter"])
def test_what_is_canonical_stays_as_it_is(data: dict[str, Any]) -> None:
    canonical = {**data, "labels": ["2", "2", ["3", "1/4"]]} if data is PARALLEL else data
    assert json.loads(write(document(data))) == canonical
    assert list(json.loads(write(document(CM)))) == [*list(CM)[:6], "horizon", "verification"]


def test_rationals_are_reduced_on_output() -> None:
    written = write(document(changed(RR, "kernel", "s0|q", [["6/8", "s0", "0"], ["002/8", "s0", "1"]])))
    assert json.loads(written)["kernel"] == RR["kernel"]


@pytest.mark.parametrize("row", [["0.75", "0.25"], ["75e-2", ".25"], ["3/4", "0.25"]])
def test_decimals_are_taken_exactly(row: list[str]) -> None:
    found = document(changed(RR, "kernel", "s0|q", [[chance, "s0", str(bit)] for bit, chance in enumerate(row)]))
    assert json.loads(write(found))["kernel"] == RR["kernel"]


def test_an_integer_of_json_is_a_number() -> None:
    found = document(changed(RR, "kernel", "s0|q", [[1, "s0", "0"], [0, "s0", "1"]]))
    assert [entry[0] for entry in found.kernel["s0|q"]] == [1, 0]


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_every_example_is_read_and_written_alike(file: Path) -> None:
    assert read(write(read_file(file)).encode()) == read_file(file)


# What is wrong with a file: place, value and remedy.

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
