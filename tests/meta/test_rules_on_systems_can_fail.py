"""The rules on systems and simulators: whatever is changed in a premise or in a conclusion, the step is refused.

The steps are those of the derivations; how their premises were derived is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages
from typing import Any

import pytest

from concomp.obligations import derivations
from concomp.obligations.derivations.kernel import facts as kernel
from concomp.obligations.proof_objects.checker.objects import conclude, fact_of
from concomp.obligations.proof_objects.checker.rules import Fact
from concomp.obligations.proof_objects.checker.schemas import RULES
from concomp.obligations.proof_objects.checker.terms import Refused, demand, sort_of
from concomp.obligations.proof_objects.writing import proof_object
from tests.meta.object_notation import Row, defined, given, spoil_facts
from tests.meta.object_samples import SAMPLES

ON_SYSTEMS = [name for name in RULES if name not in SAMPLES]
HARMLESS = {"pair after pair": 1, "every mechanism": 1, "identical pairs": 2, "exchanged pairs": 1}
"""How many changes are none: a variable of the conclusion alone is called otherwise; 1 ≤ e^ε is supposed as 1 < e^ε,
where ε > 0 is said."""


@cache
def everything() -> dict[str, Any]:
    """All facts that a module of derivations has, and what they come from."""
    found = walk_packages(derivations.__path__, f"{derivations.__name__}.")
    return proof_object(fact for each in found for fact in _facts(list(vars(import_module(each.name)).values())))


def _facts(values: object) -> Iterator[kernel.Fact]:
    if isinstance(values, kernel.Fact):
        yield values
    elif isinstance(values, list | tuple):
        for each in values:
            yield from _facts(each)


def steps(rule: str) -> Iterator[list[Row]]:
    """The different steps of the derivations by a rule, each after its premises."""
    facts, seen = everything()["facts"], set()
    for fact in facts:
        if fact["rule"] == rule:
            premises = [facts[premise] for premise in fact.get("premises", ())]
            known = [{"rule": each["rule"], "formula": each["formula"]} for each in premises]
            kept = {name: value for name, value in fact.items() if name in ("rule", "formula", "using")}
            rows = [*known, {**kept, "premises": list(range(len(known)))}]
            if json.dumps(rows) not in seen:
                seen.add(json.dumps(rows))
                yield rows


def derived(rows: list[Row]) -> list[Fact]:
    """Facts as the checker has them, of which it has judged none."""
    own = (*everything()["constructors"].items(),)
    facts: dict[int, Fact] = {}
    for place, row in enumerate(rows):
        facts[place] = fact_of(row, facts, own)
        demand(sort_of(facts[place].formula, own) == "formula", "no formula")
    return list(facts.values())


def accepted(rows: list[Row]) -> bool:
    """Whether the last of some facts follows from the others."""
    try:
        conclude(derived(rows)[-1])
    except Refused:
        return False
    return True


def spoiled(rows: list[Row]) -> Iterator[list[Row]]:
    """The step with one thing changed. That a hypothesis of a lemma is named beside the lemma changes nothing."""
    for each in spoil_facts(rows):
        left_out = {*rows[-1]["premises"]} - {*each[-1]["premises"]}
        if not any(rows[place]["rule"] == "given" and rows[0]["rule"] != "given" for place in left_out):
            yield each


@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_steps_are_accepted_and_spoiled_ones_refused(rule: str) -> None:
    rows = next(steps(rule))
    assert accepted(rows)
    assert not any(map(accepted, islice(spoiled(rows), 1, None, 9)))


@pytest.mark.full
@pytest.mark.parametrize("rule", ON_SYSTEMS)
def test_whatever_is_changed_the_step_is_refused(rule: str) -> None:
    listed = list(steps(rule))
    assert all(map(accepted, listed))
    unnoticed = [each for rows in listed for each in spoiled(rows) if accepted(each)]
    assert len(unnoticed) == HARMLESS.get(rule, 0)


def changed(rule: str, old: str, new: str) -> list[Row]:
    """A step in which a term, as JSON, is another one wherever it stands."""
    text = json.dumps(next(steps(rule)))
    assert old in text
    rows: list[Row] = json.loads(text.replace(old, new))
    return rows


def test_weights_that_depend_on_more_than_the_history_are_refused() -> None:
    of_history = '"X", ["bit 0"], '
    assert not accepted(changed("simulation", of_history, f'{of_history}["var", "n", "number"], '))


def test_slots_are_handed_out_by_a_function_with_slots() -> None:
    rows = next(rows for rows in steps("independent tapes") if "mean of ∏" in json.dumps(rows, ensure_ascii=False))
    assert accepted(rows)
    assert not accepted(json.loads(json.dumps(rows).replace("demand of Definition 4.", "demand of Definition 12.")))


@pytest.mark.parametrize(
    ("rule", "variable", "one"),
    [
        ("data processing", ["var", "P", "processing"], ["exchanging"]),
        ("drawn first", ["var", "T", "processing"], ["exchanging"]),
        ("drawn first", ["var", "RR", "one-shot mechanism"], ["responses", ["var", "C", "composition"]]),
        ("identical first pairs", ["var", "M", "continual mechanism"], ["ExtConComp", ["var", "C", "composition"]]),
        ("identical first pairs", ["var", "f", "function"], ["every function", ["var", "C", "composition"]]),
    ],
)
def test_what_is_said_of_all_is_known_of_all(rule: str, variable: Any, one: Any) -> None:
    """Not of one adversary, one post-processing, one response, one mechanism or one function only."""
    *known, last = next(steps(rule))
    special = json.loads(json.dumps(known).replace(json.dumps(variable), json.dumps(one)))
    assert special != known
    assert not accepted([*special, last])


def test_no_post_processing_has_the_adversary_inside_of_which_it_is_said() -> None:
    """The premise is of all adversaries, not of the one that it is about."""
    adversary, inside = ["var", "P", "processing"], ["var", "Q", "processing"]
    assert not accepted(changed("data processing", json.dumps(inside), json.dumps(["chain", adversary, inside])))


@pytest.mark.parametrize("rule", ["simulation", "laziness", "two responses", "tapes"])
def test_what_rests_on_an_assumption_is_refused(rule: str) -> None:
    facts = derived(next(steps(rule)))
    facts[-1].assumptions = frozenset({(("<=", "0", "1"), ("var", "k", "number"), frozenset({("var", "k", "number")}))})
    with pytest.raises(Refused, match="rests on an assumption"):
        conclude(facts[-1])


@pytest.mark.parametrize("rule", ["every mechanism", "identical pairs", "exchanged pairs"])
def test_a_lemma_about_every_mechanism_supposes_and_defines_nothing_of_its_own(rule: str) -> None:
    own_hypothesis, own_definition = given("(<= (x) 1)"), defined("(= (κ b h q a) 1)")
    for own, says in ((own_hypothesis, "is supposed, and not said"), (own_definition, "is not what this means")):
        facts = derived(next(steps(rule)))
        facts[0].premises = tuple(derived([own]))
        with pytest.raises(Refused, match=says):
            conclude(facts[-1])
