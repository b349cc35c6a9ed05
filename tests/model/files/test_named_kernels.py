"""Named kernels in files: what they mean, beside listed ones and in compositions, and how what is wrong is told."""

import json
import re
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document, of_interleaving
from concomp.model.files import FormatError, game, horizon, interleaving, read, write
from concomp.model.files.functions import NAMED
from concomp.model.files.rules import rule
from concomp.model.files.schema import CompositionFile, NamedContinualFile
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.model.mechanisms.privacy import continual_game

GEOMETRIC: dict[str, Any] = {"law": "two_sided_geometric", "ratio": "1/2", "clamp": [-1, 2]}
RESPONSE: dict[str, Any] = {"law": "randomised_response", "E": "3", "delta": "1/10"}
VECTOR: dict[str, Any] = {"law": "above_threshold", "threshold_ratio": "1/2", "query_ratio": "2/3"}
TREE: dict[str, Any] = {"law": "binary_tree", "leaves": 4, "ratio": "1/2"}
COUNTER: dict[str, Any] = {"law": "running_counter", "ratio": "1/2", "clamp": [0, 3]}
SUM: dict[str, Any] = {"law": "running_sum", "of": {"law": "two_sided_geometric", "ratio": "1/2"}}
LISTED: dict[str, Any] = {
    "type": "cm",
    "states": ["s"],
    "messages": ["0", "1"],
    "answers": ["-1", "0", "1", "2"],
    "init": "s",
    "kernel": {
        "s|0": [["1/3", "s", "-1"], ["1/3", "s", "0"], ["1/6", "s", "1"], ["1/6", "s", "2"]],
        "s|1": [["1/6", "s", "-1"], ["1/6", "s", "0"], ["1/3", "s", "1"], ["1/3", "s", "2"]],
    },
    "horizon": 2,
    "verification": {"kind": "any"},
}


def named(kernel: dict[str, Any], kind: str = "any", rounds: int = 2) -> dict[str, Any]:
    return {"type": "cm", "kernel": kernel, "horizon": rounds, "verification": {"kind": kind}}


def side_by_side(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"type": "composition", "mode": "concurrent", "components": list(components), **fields}


def document(fields: dict[str, Any]) -> Any:
    return read(json.dumps(fields).encode())


@pytest.mark.parametrize("kernel", [GEOMETRIC, RESPONSE, VECTOR, TREE, COUNTER, SUM])
def test_a_named_kernel_is_written_as_it_was_read(kernel: dict[str, Any]) -> None:
    found = document(named(kernel, "event level"))
    assert isinstance(found, NamedContinualFile)
    assert read(write(found).encode()) == found
    assert game(found).queries
    assert horizon(found) == 2


def test_a_name_means_what_can_be_listed() -> None:
    both = [Audit(of_document(document(each))).curve for each in (named(GEOMETRIC), LISTED)]
    assert both[0] == both[1]
    listed = named(GEOMETRIC) | {
        "verification": {"kind": "accepted", "sequences": [[["0", "1"]], [["0", "1"], ["1", "0"]]]}
    }
    beside = LISTED | {"verification": listed["verification"]}
    assert Audit(of_document(document(listed))).curve == Audit(of_document(document(beside))).curve


def in_full(found: CompositionFile, total: int) -> Interleaving:
    """All that the verification functions let through, in any order."""
    games = []
    for component in found.components:
        assert isinstance(component, NamedContinualFile)
        mechanism = component.kernel.mechanism()
        function = NAMED[component.verification.kind]
        pairs = product(mechanism.messages, repeat=2)
        games.append(continual_game(function, mechanism.mechanism, pairs, component.horizon))
    return Interleaving(tuple(games), FREE, total, lambda pair, index: pair)


@pytest.mark.parametrize("total", [None, 3])
@pytest.mark.parametrize(
    "others", [[named(GEOMETRIC)], [named(RESPONSE), named(COUNTER, "event level")], [named(VECTOR)]]
)
def test_what_leaves_no_choice_goes_first_and_nothing_is_lost(others: list[dict[str, Any]], total: int | None) -> None:
    found = document(side_by_side(named(VECTOR), *others, horizon=total))
    allowed = horizon(found)
    curve = Audit(of_document(found)).curve
    assert curve == Audit(of_interleaving(in_full(found, allowed))).curve
    settled = [each for each in others if each["kernel"] is not VECTOR]
    assert (interleaving(found).rule is not FREE) == (bool(settled) and total is None)


@pytest.mark.parametrize(
    "under",
    [
        {"mode": "parallel", "labels": ["2", "3", "2"], "params": ["2", "3"]},
        {"mode": "filter", "labels": [["2", "0"], ["3", "0"], ["2", "0"]], "budget_E": "6", "budget_delta": "0"},
    ],
)
def test_under_a_rule_plays_lose_nothing(under: dict[str, Any]) -> None:
    components = [named(COUNTER, "event level"), named(GEOMETRIC, rounds=1), named(TREE, "event level")]
    found = document(side_by_side(*components, horizon=4) | under)
    full = replace(in_full(found, 4), rule=rule(found))
    assert Audit(of_document(found)).curve == Audit(of_interleaving(full)).curve


def test_listed_and_named_components_stand_side_by_side() -> None:
    mixed, listed = (document(side_by_side(LISTED, each)) for each in (named(GEOMETRIC), LISTED))
    assert Audit(of_document(mixed)).curve == Audit(of_document(listed)).curve


WRONG = [
    (GEOMETRIC | {"ratio": "0"}, 'kernel["ratio"]: "0": write a ratio strictly between 0 and 1, like "10/11"'),
    (GEOMETRIC | {"ratio": "1"}, 'kernel["ratio"]: "1": write a ratio strictly between 0 and 1'),
    (GEOMETRIC | {"ratio": "sqrt(2)/2"}, 'kernel["ratio"]: "sqrt(2)/2": write a rational "p/q"'),
    (GEOMETRIC | {"ratio": "1/" + "9" * 60}, "write a ratio with at most 50 digits above and below the line"),
    (GEOMETRIC | {"clamp": [2, -1]}, 'kernel["clamp"]: [2, -1]: the ends are reversed: write the least answer first'),
    (GEOMETRIC | {"clamp": [0, 10**5]}, 'kernel["clamp"]: [0, 100000]: write two integers at most 4096 apart'),
    (GEOMETRIC | {"clamp": ["0", 1]}, 'kernel["clamp"]: ["0", 1]: write an integer from -1000000 to 1000000'),
    (GEOMETRIC | {"values": [1, 1]}, 'kernel["values"]: [1, 1]: write the least value and a larger one'),
    (
        GEOMETRIC | {"law": "laplace"},
        'kernel["law"]: "laplace": write one of "two_sided_geometric", "randomised_response"',
    ),
    (GEOMETRIC | {"cut": 3}, 'kernel["cut"]: 3: there is no such field; remove it'),
    (TREE | {"leaves": 0}, 'kernel["leaves"]: 0: write the number of leaves, an integer from 1 to 4096'),
    (SUM | {"of": TREE}, 'kernel["of"].law: "binary_tree": write one of "two_sided_geometric", "randomised_response"'),
    (SUM | {"of": GEOMETRIC}, 'kernel["of"].clamp: [-1, 2]: what is summed stays hidden and is not clamped'),
    (SUM | {"clamp": [2, 4]}, 'kernel["clamp"]: [2, 4]: let it contain 0 and 1, leave it out, or use running_counter'),
    (
        {"law": "above_threshold", "threshold_ratio": "1/2", "query_ratio": "1/2", "threshold": 258},
        'kernel["threshold"]: 258: write one from -256 to 257, at most 256 from the values',
    ),
    ({"law": "above_threshold", "query_ratio": "1/2"}, 'kernel["threshold_ratio"]: missing: add it'),
]


@pytest.mark.parametrize(("kernel", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_what_is_wrong_is_told_with_place_value_and_remedy(kernel: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        document(named(kernel))
    with pytest.raises(FormatError, match=re.escape("components[1].")):
        document(side_by_side(LISTED, named(kernel)))


def test_a_message_that_is_not_there_is_refused() -> None:
    fields = named(GEOMETRIC) | {"verification": {"kind": "accepted", "sequences": [[["0", "2"]]]}}
    with pytest.raises(FormatError, match=re.escape('verification.sequences[0][0][1]: "2": no such message')):
        document(fields)


def test_a_release_loses_what_its_ratio_says() -> None:
    audit = Audit(of_document(document(named(GEOMETRIC, "event level", 9))))
    assert audit.deltas(F(2)) == (0, 0)
    assert min(audit.deltas(F(199, 100))) > 0
