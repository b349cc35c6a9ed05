"""Files: what they mean, and how they are written back."""

import json
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

from concomp.model.files import game, horizon, read, read_file, write
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


def changed(data: dict[str, Any], *path_and_value: Any) -> dict[str, Any]:
    """A copy of the data with the value at a path replaced."""
    *path, last, value = path_and_value
    whole: dict[str, Any] = json.loads(json.dumps(data))
    inside: Any = whole
    for step in path:
        inside = inside[step]
    inside[last] = value
    return whole


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
