"""Files of differential confounding: what they deploy, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.files import FormatError
from concomp.model.files.confounding.deployment import read_confounding, read_confounding_file
from concomp.obligations.families.confounding.named import CROSSING, SKEWED
from tests.pages import ROOT

FAIR = [["1/2", "no"], ["1/2", "yes"]]
FILE: dict[str, Any] = {
    "type": "confounding",
    "prior": {"s": "1/2", "t": "1/2"},
    "data": {"s": [["1", "a"]], "t": [["1/2", "a"], ["1/2", "b"]]},
    "mechanisms": {"m": {"a": FAIR, "b": FAIR}},
    "pairs": "all",
}


@pytest.mark.parametrize(("name", "model"), [("crossing", CROSSING), ("skewed", SKEWED)])
def test_the_examples_are_the_models_of_that_name(name: str, model: Any) -> None:
    found = read_confounding_file(ROOT / "examples" / "confounding" / f"{name}.json")
    number = {"no": 0, "yes": 1}
    for told, expected in ((found.true, model.joint), (found.product, model.product)):
        assert {int(s): law.map(lambda ys: tuple(number[y] for y in ys)) for s, law in told.items()} == expected


def test_mechanisms_with_dependent_noise_are_one_kernel() -> None:
    alike = [["1/2", ["no", "no"]], ["1/2", ["yes", "yes"]]]
    mechanisms = {name: {"a": FAIR, "b": FAIR} for name in "mn"}
    found = read_confounding({**FILE, "mechanisms": mechanisms, "joint": {"a": alike, "b": alike}})
    assert found.true["s"][("no", "yes")] == 0
    assert found.product["s"][("no", "yes")] == F(1, 4)


def changed(change: Callable[[Any], object]) -> Any:
    fields = copy.deepcopy(FILE)
    change(fields)
    return fields


REFUSED: dict[str, Callable[[Any], object]] = {
    'type: "cm": write "confounding"; `concomp audit` reads the other types': lambda f: f.update(type="cm"),
    'note: "x": there is no such field; remove it': lambda f: f.update(note="x"),
    "data.s: probabilities that sum to 1/2: make them sum to 1": lambda f: f["data"].update(s=[["1/2", "a"]]),
    "mechanisms.m.b: probabilities that sum to 3/2: make them sum to 1": lambda f: f["mechanisms"]["m"].update(
        b=[["1", "no"], ["1/2", "yes"]]
    ),
    'data.s[0][0]: "-1": write a probability, from 0 to 1': lambda f: f["data"].update(s=[["-1", "a"]]),
    "data.t: missing: add this row; there is one for every secret": lambda f: f["data"].pop("t"),
    'data.u: a row: there is no secret "u"; remove it': lambda f: f["data"].update(u=[["1", "a"]]),
    "mechanisms.m.b: missing: add this row; there is one for every data value": lambda f: f["mechanisms"]["m"].pop("b"),
    'mechanisms.m.c: a row: there is no data value "c"; remove it': lambda f: f["mechanisms"]["m"].update(c=FAIR),
    "prior.s: 0: give the secret a chance, or leave it out": lambda f: f.update(prior={"s": "0", "t": "1"}),
    "prior: probabilities that sum to 5/6: make them sum to 1": lambda f: f["prior"].update(s="1/3"),
    "pairs: []: no two secrets are adjacent: name a pair of two that differ": lambda f: f.update(pairs=[]),
    'pairs: "all": no two secrets are adjacent: name a pair of two that differ': lambda f: f.update(
        prior={"s": "1"}, data={"s": [["1/2", "a"], ["1/2", "b"]]}
    ),
    'pairs[0]: "s": write a list': lambda f: f.update(pairs=["s", "t"]),
    "pairs[0][1]: missing: add it": lambda f: f.update(pairs=[["s"]]),
    'pairs: "some": write "all", or a list of pairs of secrets': lambda f: f.update(pairs="some"),
    'pairs[0]: ["s", "s"]: it names one secret twice; name two': lambda f: f.update(pairs=[["s", "s"]]),
    'pairs[0][1]: "u": no such secret; name one of the prior': lambda f: f.update(pairs=[["s", "u"]]),
    "joint.b: missing: add this row; there is one for every data value": lambda f: f.update(
        joint={"a": [["1", ["no"]]]}
    ),
    "joint.a[0][1]: 2 answers: give 1, one of each mechanism": lambda f: f.update(
        joint={"a": [["1", ["no", "yes"]]], "b": [["1", ["no"]]]}
    ),
    'joint.a: another law of the answers of "m": make it that of the mechanism\'s row': lambda f: f.update(
        joint={"a": [["1", ["no"]]], "b": [["1", ["no"]]]}
    ),
    "mechanisms: 1048576 joint answers: at most 65536 are composed exactly: take fewer mechanisms, or merge answers": (
        lambda f: f.update(mechanisms={f"m{i}": {"a": FAIR, "b": FAIR} for i in range(20)})
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_deploys_nothing_is_refused_in_one_line(message: str) -> None:
    with pytest.raises(FormatError) as error:
        read_confounding(changed(REFUSED[message]))
    assert str(error.value) == message


def test_a_number_that_may_be_rounded_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "rounded.json"
    file.write_text(json.dumps(FILE).replace('"1/2"', "0.5", 1))
    with pytest.raises(FormatError, match="what reads JSON may round it"):
        read_confounding_file(file)
