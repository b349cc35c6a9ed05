"""Plans: what is read, and what is refused, with place, value and remedy."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from concomp.advisor.advice import advice_on
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.plan import make_plan, read_plan
from concomp.advisor.provers import Provers
from concomp.impl.accounting.parameters import with_e_eps
from concomp.obligations.solvers.worker import Worker
from tests.tools.advisor.situations import REGISTRY, advice, mechanism, told

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FIXED = {"creation": "fixed", "discrete": True, "mechanisms": [mechanism()]}


def test_numbers_are_taken_as_they_are_written() -> None:
    [read] = make_plan({**FIXED, "mechanisms": [mechanism(E="1.1", delta="1e-9")]}).mechanisms
    assert (read.E, read.delta) == (F(11, 10), F(1, 10**9))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"mechanisms": [mechanism(E=1.1)]}, 'mechanisms[0].E: "1.1": a float has been rounded already'),
        ({"mechanisms": [mechanism(E="1/2")]}, 'mechanisms[0].E: "1/2": E = e^eps must be at least 1'),
        ({"mechanisms": [mechanism(E=None, eps="-1/10")]}, 'mechanisms[0].eps: "-1/10": eps must be at least 0'),
        ({"mechanisms": [mechanism(delta="3/2")]}, 'mechanisms[0].delta: "3/2": delta must be from 0 to 1'),
        ({"mechanisms": [{"name": "a", "function": "f"}]}, "a: neither E nor eps: give one of the two"),
        ({"mechanisms": [mechanism(eps="1")]}, "each: both E and eps: give one of the two"),
        ({"mechanisms": [{"name": "a", "E": "2"}]}, "a: function: missing: say what it may be sent"),
        ({"mechanisms": [mechanism(), mechanism()]}, 'mechanisms: two are called "each"'),
        ({"mechanisms": [mechanism(count="unbounded")]}, 'count: "unbounded": a fixed list has an end'),
        ({"mechanisms": [mechanism(count=0)]}, "count: 0: give a whole number from 1 on"),
        ({"mechanisms": [mechanism(color="red")]}, 'mechanisms[0].color: "red": there is no such field; remove it'),
        ({"mechanisms": []}, "mechanisms: []: give at least one"),
        ({"target": "E=2"}, 'target: "E=2": write a table'),
        ({"mechanisms": [mechanism(count=10**9)]}, "count: 1000000000: give a whole number up to 1000000"),
        ({"creation": "somehow"}, "creation: \"somehow\": write 'fixed', 'adaptive', 'parallel', 'local' or 'filter'"),
        ({"creation": "parallel"}, "at_most: missing: say how many get differing inputs"),
        ({"creation": "parallel", "at_most": 2}, "at_most: 2: there are 1 mechanisms; give no more"),
        ({"at_most": 1}, "at_most: 1: remove it"),
        ({"creation": "filter"}, "budget: missing: say what the filter may spend"),
        ({"budget": {"E": "2"}}, "budget: given: remove it"),
        ({"creation": "local"}, "at_most: missing: say how many get differing inputs"),
        ({"router": "r.py:R"}, "inputs: missing: say which inputs the router is sent"),
        ({"inputs": "r.py:I"}, "router: missing: say what hands the inputs out"),
        ({"router": "r.py:R", "inputs": "r.py:I"}, "router: given: remove it"),
        ({"mechanisms": [mechanism(record="ToIt")]}, 'each: record: "ToIt": there is no router; remove it'),
        ({"mechanisms": [mechanism(plan="other.toml")]}, "each: function: given: what a nested plan may be sent"),
        ({"target": {"delta": "0"}}, "target: neither E nor eps"),
        ({"discrete": "perhaps"}, 'discrete: "perhaps": write true or false'),
    ],
)
def test_bad_plans_are_refused(fields: dict[str, Any], said: str) -> None:
    cleaned = {**FIXED, **fields}
    cleaned["mechanisms"] = [{k: v for k, v in each.items() if v is not None} for each in cleaned["mechanisms"]]
    with pytest.raises(PlanError) as caught:
        make_plan(cleaned)
    assert said in str(caught.value)


def test_a_missing_hypothesis_is_asked_for() -> None:
    with pytest.raises(PlanError, match="discrete: missing: add it"):
        make_plan({key: value for key, value in FIXED.items() if key != "discrete"})


@pytest.mark.parametrize("text", [b"creation = ", b"\xff"])
def test_what_is_no_toml_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "plan.toml").write_bytes(text)
    with pytest.raises(PlanError, match="write the plan as TOML"):
        read_plan(tmp_path / "plan.toml")
    with pytest.raises(PlanError, match=r"no_such\.toml"):
        read_plan(tmp_path / "no_such.toml")


def written(folder: Path, name: str, **mechanism: str) -> Path:
    lines = ['creation = "fixed"', "discrete = true", "[[mechanisms]]", 'name = "a"']
    text = "\n".join([*lines, *(f'{key} = "{value}"' for key, value in mechanism.items())])
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def asked(file: Path) -> None:
    advice_on(read_plan(file), file.parent, told, REGISTRY, file.name, (file.resolve(),))


def test_a_cycle_of_plans_is_named(tmp_path: Path) -> None:
    first = written(tmp_path, "first.toml", plan="second.toml", E="2")
    written(tmp_path, "second.toml", plan="first.toml", E="2")
    with pytest.raises(PlanError, match=r"first\.toml → second\.toml → first\.toml: a plan is nested in itself"):
        asked(first)


def test_a_nested_plan_must_be_guaranteed_what_is_stated_for_it(tmp_path: Path) -> None:
    written(tmp_path, "inner.toml", function="event level", E="3")
    asked(written(tmp_path, "outer.toml", plan="inner.toml", E="3"))
    with pytest.raises(PlanError, match="the nested plan is guaranteed 1/4 only"):
        asked(written(tmp_path, "outer.toml", plan="inner.toml", E="2"))


def test_a_file_that_loses_more_than_is_stated_contradicts_the_plan(tmp_path: Path) -> None:
    document = (EXAMPLES / "two_continual.json").read_text(encoding="utf-8")
    (tmp_path / "both.json").write_text(document, encoding="utf-8")
    with pytest.raises(PlanError, match='has type "composition": give one of type "cm"'):
        asked(written(tmp_path, "plan.toml", audit="both.json", E="2"))


NAMED_RESPONSE = {"law": "randomised_response", "E": "3"}
LISTED_RESPONSE = {
    "states": ["s"],
    "messages": ["0", "1"],
    "answers": ["noisy 0", "noisy 1"],
    "init": "s",
    "kernel": {
        "s|0": [["3/4", "s", "noisy 0"], ["1/4", "s", "noisy 1"]],
        "s|1": [["1/4", "s", "noisy 0"], ["3/4", "s", "noisy 1"]],
    },
}


def in_two_ways(folder: Path, kind: str) -> None:
    frame = {"type": "cm", "horizon": 2, "verification": {"kind": kind}}
    (folder / "named.json").write_text(json.dumps({**frame, "kernel": NAMED_RESPONSE}), encoding="utf-8")
    (folder / "listed.json").write_text(json.dumps({**frame, **LISTED_RESPONSE}), encoding="utf-8")


@pytest.mark.parametrize("kind", ["event level", "any"])
@pytest.mark.parametrize(("creation", "count", "rule"), [("fixed", 2, {}), ("parallel", 3, {"at_most": 2})])
def test_a_named_kernel_is_advised_on_as_the_same_kernel_listed(
    tmp_path: Path, kind: str, creation: str, count: int, rule: dict[str, Any]
) -> None:
    in_two_ways(tmp_path, kind)
    named, listed = (
        advice(creation, {"name": "own", "audit": f"{name}.json", "count": count}, folder=tmp_path, at_E=["2"], **rule)
        for name in ("named", "listed")
    )
    (one,), (other,) = named.situation.kinds, listed.situation.kinds
    assert (one.label, one.source, one.facts) == (other.label, other.source, other.facts)
    assert named.own is not None
    assert listed.own is not None
    assert named.own.delta(F(2)) == listed.own.delta(F(2)) != 0


def test_a_named_kernel_is_audited_under_the_function_of_the_plan(tmp_path: Path) -> None:
    in_two_ways(tmp_path, "any")
    for name in ("named", "listed"):
        own = {"name": "own", "audit": f"{name}.json", "function": "one answer", "E": "3", "count": 2}
        plan = make_plan({"creation": "fixed", "discrete": True, "mechanisms": [own], "at_E": ["2"]})
        with Worker() as worker:
            found = advice_on(plan, tmp_path, Provers(worker), REGISTRY)
        (kind,) = found.situation.kinds
        assert (kind.source, kind.function_in_file) == ("audited", True)
        assert found.own is not None
        assert found.own.delta(F(2)) == F(7, 16)  # of two answers 9 to 1, 9/16 − 2·1/16


def test_the_function_of_a_long_named_mechanism_is_known(tmp_path: Path) -> None:
    """Too many sequences to go through, but those of a function that is known for all lengths."""
    for name in ("binary_tree", "running_counter"):
        text = (EXAMPLES / f"{name}.json").read_text(encoding="utf-8")
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    (kind,) = advice("fixed", {"name": "own", "audit": "binary_tree.json"}, folder=tmp_path).situation.kinds
    assert kind.label == with_e_eps(F(3, 2) ** 6)
    assert kind.facts is not None
    assert kind.facts.words["swap invariant"] == "proved"
    assert kind.facts.words["first-pair consistent"] == "refuted"


def test_the_loss_of_a_mechanism_in_a_file_is_found(tmp_path: Path) -> None:
    """The least E for δ = 0, and for a larger one; none, where more than δ is told in the clear."""
    text = (EXAMPLES / "plans" / "counter.json").read_text(encoding="utf-8")
    (tmp_path / "counter.json").write_text(text, encoding="utf-8")
    own: dict[str, Any] = {"name": "own", "audit": "counter.json"}
    kinds = [advice("fixed", {**own, "delta": delta}, folder=tmp_path).situation.kinds for delta in ("0", "1/42")]
    assert [each.label for [each] in kinds] == [with_e_eps(F(11, 10)), with_e_eps(F(21, 20), F(1, 42))]
    assert [each.source for [each] in kinds] == ["audited", "audited"]
    with pytest.raises(PlanError, match="own: neither E nor eps: give one: the audit is about"):
        advice("fixed", {**own, "function": "event level"}, folder=tmp_path)
    composed = json.loads((EXAMPLES / "attack_2.json").read_text(encoding="utf-8"))
    (tmp_path / "counter.json").write_text(json.dumps(composed["components"][0]), encoding="utf-8")
    with pytest.raises(PlanError, match="own: delta: delta = 1/8: no E suffices"):
        advice("fixed", {**own, "delta": "1/8"}, folder=tmp_path)


def test_known_functions_take_no_parameters() -> None:
    taken = make_plan({**FIXED, "mechanisms": [mechanism(parameters={"k": "3"})]})
    with Worker() as worker, pytest.raises(PlanError, match="each: parameters: k: this function takes none"):
        advice_on(taken, Path(), Provers(worker), REGISTRY)
